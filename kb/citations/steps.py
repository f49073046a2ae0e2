"""The steps down from a law: what may stand between one label of a cited unit and the next.

``12C1c``, ``12 C 1 (c)``, ``27.B.1.(a)``, ``21 B. 1. (a)``, ``27-B-1``, ``64/A/2``, ``64, punkt A2``. A letter that
stands apart may be a word, and a number that stands apart may count something; then it is no step.
"""

from __future__ import annotations

from dataclasses import replace

from kb.citations.labels import LAST_CAPITAL, LEVELS, Labels, own_level, read_bracketed, read_run
from kb.citations.passage import DASHES, Passage


def read_labels(page: Passage, held: Labels, *, signed: bool) -> Labels | None:
    """The labels behind ``held`` (whose ``end`` is where to read on); None where letters or figures are glued to
    them that are no label, so that the whole is some other code (``54xyz``, ``2D2S``).

    ``signed`` says that a sign stood before the law, so that less doubt is due.
    """
    while held.next_level < len(LEVELS):
        token = page.at(held.end)
        if token.sort in {"word", "number"}:
            run = read_run(page, held.end, held.next_level)
            if run is None:
                return held if _ends_here(page, held) else None
            held = held.plus(*run)
            continue
        further = _further(page, held, signed=signed)
        if further is None:
            return held
        held = further
    glued = page.at(held.end).sort in {"word", "number"}
    return None if glued and not _ends_here(page, held) else held


def _ends_here(page: Passage, held: Labels) -> bool:
    """Whether what is glued on is an ending (``64s``, ``64ff``) and then the word ends."""
    ending = page.at(held.end)
    return ending.low in page.words.endings and page.at(held.end + 1).sort not in {"number", "word"}


def _further(page: Passage, held: Labels, *, signed: bool) -> Labels | None:
    """One more piece behind a mark or a space."""
    k = held.end
    mark = page.at(k)
    if mark.text == "(":
        piece = read_bracketed(page, k, held.next_level)
        return held.plus((piece,), k + 3) if piece else None
    if mark.text == ".":
        return _dotted(page, held)
    if mark.sort == "space":
        return (_of_the_part(page, held, k + 1) if signed else None) or _spaced(page, held)
    if mark.text == ",":
        past = page.past(k + 1)
        return (_of_the_part(page, held, past) or _after_comma(page, held, past)) if signed else None
    if mark.text in DASHES and _dashed(page, held):
        return _run(page, held, k + 1)
    if mark.text == "/":
        return _slashed(page, held)
    return None


def _run(page: Passage, held: Labels, k: int, *, apart: bool = False) -> Labels | None:
    run = read_run(page, k, held.next_level)
    return held.plus(*run, apart=apart) if run else None


def _is_letter(page: Passage, k: int) -> bool:
    """Whether one letter stands at ``k``; a capital in prose, either in what somebody typed."""
    token = page.at(k)
    return token.sort == "word" and len(token.text) == 1 and (token.text.isupper() or page.typed)


def _dashed(page: Passage, held: Labels) -> bool:
    """Whether the dash goes down (``27-B-1``) and opens no range."""
    k = held.end
    if not held.names:
        return _is_letter(page, k + 1)
    return held.levels == "A" and page.at(k - 2).text in DASHES and page.at(k + 1).sort == "number"


def _dotted(page: Passage, held: Labels) -> Labels | None:
    k = held.end
    after = page.at(k + 1)
    if after.sort == "number" and not held.names:
        return None
    if after.sort in {"word", "number"}:
        return _run(page, held, k + 1)
    if after.text == "(":
        piece = read_bracketed(page, k + 1, held.next_level)
        return held.plus((piece,), k + 4) if piece else None
    if after.sort != "space" or not held.names or "\n" in after.text:
        return None
    # “Law 21 B. 1. (a)”, but not the end of a sentence: “See Law 73 D. 2 players …”
    spaced = _spaced(page, replace(held, end=k + 1, apart=True))
    closes = spaced is not None and page.at(spaced.end).text in {".", "(", ")", ",", ";", ":", ""}
    return spaced if closes else None


def _slashed(page: Passage, held: Labels) -> Labels | None:
    """``64/A/2`` goes down; ``16B/C`` and ``69/70`` are lists, and no business of this module."""
    k = held.end
    token = page.at(k + 1)
    down = page.typed and token.sort in {"word", "number"}
    down = down or (not held.names and _is_letter(page, k + 1)) or (token.sort == "number" and held.levels == "A")
    down = down or (held.levels == "A1" and token.sort == "word" and page.at(k - 2).text == "/")
    return _run(page, held, k + 1) if down else None


def _of_the_part(page: Passage, held: Labels, k: int) -> Labels | None:
    """``§64, punkt A2``: a word for parts stands at ``k``, and labels behind it."""
    end = page.words.parts.match(page.tokens, k)
    if end is None or page.at(end).sort != "space":
        return None
    found = read_alone(page, end + 1)
    if found is None or LEVELS.index(found.levels[0]) < held.next_level:
        return None
    return Labels(held.names + found.names, held.levels + found.levels, held.printed + found.printed, found.end)


def _after_comma(page: Passage, held: Labels, k: int) -> Labels | None:
    """``Law 12, C1``: a letter with its number behind a comma."""
    if held.names or not _is_letter(page, k) or page.at(k + 1).sort != "number":
        return None
    return _run(page, held, k)


def _spaced(page: Passage, held: Labels) -> Labels | None:
    """One more piece behind a space, where it is no word and no amount."""
    k = held.end + 1
    token = page.at(k)
    if token.text == "(":
        piece = read_bracketed(page, k, held.next_level)
        fits = piece is not None and piece.level == LEVELS[held.next_level] and (held.names or piece.printed == "A")
        return held.plus((piece,), k + 3, apart=True) if piece and fits else None
    if token.sort == "number":
        return _spaced_number(page, held, k)
    if token.sort == "word" and is_label(page, k, held):
        return _run(page, held, k, apart=True)
    return None


def _spaced_number(page: Passage, held: Labels, k: int) -> Labels | None:
    if held.next_level != 1:
        return None
    run = _run(page, held, k, apart=True)
    if run is None or page.counts(run.end):
        return None
    stop = page.at(run.end).text == "."
    new_line = "\n" in page.at(k - 1).text
    if len(run.names) == len(held.names) + 1 and stop and (new_line or page.prose_at(run.end + 1)):
        return None
    # “§64A 2 stik” is written unlike “§64 A 2”: what was glued so far goes on glued.
    if not held.apart and not page.typed and page.goes_on_at(run.end):
        return None
    return run


def is_label(page: Passage, k: int, held: Labels) -> bool:
    """Whether the word at ``k``, which stands alone behind ``held``, is a label and no word of the language."""
    token, after = page.at(k), page.at(k + 1)
    with_number = after.sort == "number" and held.next_level == 0
    if page.apostrophe_at(k + 1):
        return False
    if "\n" in page.at(k - 1).text and after.text in {".", ")"}:
        return False
    if held.next_level == 0:
        if len(token.text) > 1 or not "a" <= token.low <= LAST_CAPITAL:
            return False
    elif not page.typed and not _small_label(page, k, held):
        return False
    if with_number or page.typed:
        return with_number or not (token.low in page.words.one_letter_words and page.goes_on_at(k + 1))
    if token.text.islower() and after.text == "." and not page.stops_at(k + 1):
        return page.at(k + 2).sort == "number"
    return not _is_word(page, k, held)


def _is_word(page: Passage, k: int, held: Labels) -> bool:
    """Whether the letter at ``k`` is a word of the language: ``Law 45 A card``, ``§9A2b i tilfælde af``; in
    ``21 B 1 a`` and ``64 A and B`` it is none."""
    if page.at(k).low not in page.words.one_letter_words or page.at(k + 1).sort != "space":
        return False
    if held.next_level == 0:
        return page.goes_on_at(k + 1)
    roman_level = held.next_level == LEVELS.index("i")
    return not held.apart or page.at(k + 2).sort == "mark" or (roman_level and page.prose_at(k + 1))


def _small_label(page: Passage, k: int, held: Labels) -> bool:
    """A small letter or roman numeral in prose: glued citations go on glued, others only with what is no word."""
    token = page.at(k)
    if len(token.text) > 1:
        return token.text.isupper() and held.apart
    return token.text.islower() or held.next_level == LEVELS.index("i")


def read_alone(page: Passage, k: int) -> Labels | None:
    """Labels without a law, whatever level they begin at: ``A1``, ``(a)``, ``b``, ``12``, ``(ii)``."""
    token = page.at(k)
    if token.text == "(":
        first = next(
            (piece for level in range(len(LEVELS)) if (piece := read_bracketed(page, k, level, exact=True))), None
        )
        return read_labels(page, Labels().plus((first,), k + 3), signed=False) if first else None
    if token.sort not in {"word", "number"}:
        return None
    level = LEVELS.index(own_level(token.text))
    run = read_run(page, k, level)
    return read_labels(page, Labels().plus(*run), signed=False) if run else None
