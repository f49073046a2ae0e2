"""The strict scanner: every citation of these laws in running prose, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.address import LAST_LAW, Address
from kb.citations.chain import Entry, read_sign, read_signed, read_unsigned
from kb.citations.citation import Citation, Kind
from kb.citations.item import labels_between
from kb.citations.labels import Labels, read_alone
from kb.citations.lexicon import lexicon
from kb.citations.passage import DASHES, JOINERS, Passage, passage
from kb.citations.rulebooks import judge, other_subject
from kb.citations.unsigned import named_number
from kb.language import Language


def scan(text: str, language: Language) -> tuple[Citation, ...]:
    """The citations in a text, in its order; they never overlap, and each is a slice of the text.

    Each item of a list is a citation of its own, a range is one. Those of other rule books are found too, marked
    ``foreign``. A gloss in brackets behind a citation is no part of it.

    >>> from kb.corpus.loading import load_languages
    >>> danish = load_languages()["da"]
    >>> [(c.text, str(*c.addresses)) for c in scan("se §69, 70 og 71C (men ikke i 12. stik)", danish)]
    [('§69', '69'), ('70', '70'), ('71C', '71/C')]
    >>> [c.labels for c in scan("det i punkt A-C anførte", danish)]
    [(('A',), ('B',), ('C',))]
    >>> str(scan("efter §7 i klubbens vedtægter", danish)[0].foreign)
    '“vedtægter” beside it names another rule book.'
    """
    page = passage(text, lexicon(language.citations))
    return tuple(citations(page))


def citations(page: Passage) -> Iterator[Citation]:
    """The citations of a passage, in order."""
    k = 0
    while k < len(page.tokens):
        found, k = cited_at(page, k)
        yield from found


def cited_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    """What is cited at the token ``k``, and the token to go on from."""
    token, words = page.tokens[k], page.words
    if not words.may_begin(token):
        return (), k + 1
    if token.sort == "number":
        return _number_at(page, k)
    if token.sort == "word" and page.glued(k):
        return (), k + 1
    if token.low in words.notes or token.low in words.numbered_notes:
        found, end = _note_at(page, k)
        if found:
            return found, end
    if token.low in words.selves and (end_of_self := words.selves.match(page.tokens, k)) is not None:
        start, stop, text = page.slice(k, end_of_self)
        return (Citation(start, stop, text, "self"),), end_of_self
    if token.low in words.positions:
        found, end = _position_at(page, k)
        if found:
            return found, end
    chain = read_signed(page, k)
    if chain:
        return of_chain(page, chain)
    return _pointed_at(page, k)


def _number_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    if page.glued(k):
        return (), k + 1
    if page.words.behind:
        chain = read_unsigned(page, k, surely=True)
        sign_end = page.words.signs.match(page.tokens, page.past(chain[-1].end)) if chain else None
        if sign_end is not None:
            return of_chain(page, chain, end=sign_end)
    chain = read_unsigned(page, k)
    if chain:
        return of_chain(page, chain)
    numbered = read_unsigned(page, k, surely=True) if named_number(page, k) else ()
    return (), max((entry.end for entry in numbered if entry.sign is None), default=k + 1)


def of_chain(
    page: Passage, chain: Sequence[Entry], *, start: int | None = None, end: int | None = None, notes: bool = False
) -> tuple[Sequence[Citation], int]:
    """The citations of a chain; ``start`` and ``end`` where the first begins earlier or the last ends later."""
    end_of_chain = chain[-1].end
    if other_subject(page, chain):
        return (), end_of_chain
    verdicts = judge(page, chain)
    found: list[Citation] = []
    for n, (entry, foreign) in enumerate(zip(chain, verdicts, strict=True)):
        first = start if n == 0 and start is not None else entry.start
        last = end if n == len(chain) - 1 and end is not None else entry.end
        kind: Kind = "range" if entry.last else "list" if len(chain) > 1 else "law"
        addresses = () if foreign else entry.addresses
        note = notes and (n == 0 or entry.sign is None or page.words.plural_notes.match(page.tokens, start or 0))
        if note:
            kind = "note"
        elif n == len(chain) - 1 and end is None and len(addresses) == 1:
            last, numbered = note_behind(page, entry.end, addresses[0])
            kind, addresses = ("note", (numbered,)) if numbered else (kind, addresses)
        found.append(Citation(*page.slice(first, last), kind, addresses, foreign=foreign))
    end = max(end or 0, _index_at(page, end_of_chain, found[-1].end))
    return found, end


def _index_at(page: Passage, k: int, stop: int) -> int:
    """The index of the first token at or behind ``k`` that begins at or behind the character ``stop``."""
    while page.at(k).sort != "end" and page.at(k).start < stop:
        k += 1
    return k


def _note_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    """``fodnoten til §68``, ``fodnoterne til §69, 70 og 71``, ``footnote 2 to Law 70``."""
    words = page.words
    end = words.notes.match(page.tokens, k) or words.numbered_notes.match(page.tokens, k)
    if end is None:
        return (), k
    number, behind = _note_number(page, end)
    of = words.of_words.match(page.tokens, page.past(behind))
    if of is None and not page.typed:
        return (), k
    if of is None:
        number = None
    law = page.past(of or end)
    chain = read_signed(page, law) or (read_unsigned(page, law, surely=page.typed) if page.typed else ())
    if not chain:
        return (), k
    found, stop = of_chain(page, chain, start=k, notes=True)
    if number is not None and found and len(found[0].addresses) == 1:
        noted = Address(found[0].addresses[0].law, found[0].addresses[0].labels, number)
        first = found[0]
        found = [Citation(first.start, first.end, first.text, "note", (noted,)), *found[1:]]
    return found, stop


def _note_number(page: Passage, k: int) -> tuple[int | None, int]:
    """The number of a note behind the word for it, and the index behind it."""
    number = page.at(page.past(k))
    if number.sort == "number" and len(number.text) <= 2 and int(number.text) > 0:
        return int(number.text), page.past(k) + 1
    return None, k


def note_behind(page: Passage, k: int, law: Address) -> tuple[int, Address | None]:
    """``§68, fodnote 1``, ``Law 75 footnote``, ``§68's fodnote``: where it ends and the address of the note.

    Behind a word that means other things too (``note``) only a number makes it a note.
    """
    past = k + 2 if page.apostrophe_at(k) else k
    if page.at(past).low in page.words.endings:
        past += 1
    past = page.past(past)
    if page.at(past).text == ",":
        past = page.past(past + 1)
    certain = page.words.notes.match(page.tokens, past)
    end = certain or page.words.numbered_notes.match(page.tokens, past)
    if end is None:
        return k, None
    number, end = _note_number(page, end)
    if number is None and (certain is None or page.words.of_words.match(page.tokens, page.past(end))):
        return k, None
    return end, Address(law.law, law.labels, number)


def _position_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    """``punkt A1 og A2``, ``punkt a-c``, ``item 2 above``; with a law behind it (``punkt 1 i §64A``) it is absolute."""
    end = page.words.positions.match(page.tokens, k)
    if end is None or page.at(end).sort != "space":
        return (), k
    paths: list[tuple[int, int, tuple[Labels, ...]]] = []
    start, at = k, end + 1
    while True:
        first = _alone(page, at)
        if first is None:
            break
        last = _alone_range(page, first)
        span = _span_of(first, last) if last else ()
        stop = last.end if last and span else first.end
        paths.append((start, stop, span or (first,)))
        joint = _joined(page, stop)
        if joint is None:
            break
        start = at = joint
    if not paths:
        return (), k
    return _of_law(page, paths) or _relative(page, paths)


def _alone(page: Passage, k: int) -> Labels | None:
    """Labels without a law at ``k`` that are neither a word of the language nor an amount."""
    token = page.at(k)
    if token.sort == "word" and len(token.text) > 1:
        found = read_alone(page, k)
        return found if found and len(token.text) <= 4 and not page.prose_at(k + 1) else None
    if token.sort == "word" and page.at(k + 1).sort != "number":
        if token.low in page.words.one_letter_words and page.goes_on_at(k + 1):
            return None
        if page.apostrophe_at(k + 1) or (page.at(k + 1).text == "." and page.at(k + 2).sort == "word"):
            return None
    found = read_alone(page, k)
    return None if found is None or (token.sort == "number" and page.counts(found.end)) else found


def _joined(page: Passage, k: int) -> int | None:
    """Where the next label begins behind a comma or a joining word at ``k``."""
    past = page.past(k)
    comma = page.at(past).text == ","
    if comma or page.at(past).text in JOINERS:
        past = page.past(past + 1)
    word = page.words.and_words.match(page.tokens, past)
    if word is not None:
        return page.past(word)
    return past if past > page.past(k) else None


def _alone_range(page: Passage, first: Labels) -> Labels | None:
    past = page.past(first.end)
    if page.at(past).text in DASHES:
        return _alone(page, page.past(past + 1))
    end = page.words.range_words.match(page.tokens, past)
    return _alone(page, page.past(end)) if end is not None and past > first.end else None


def _span_of(first: Labels, last: Labels) -> tuple[Labels, ...]:
    """All labels from one to another; ``A1-A3`` and ``A1-3`` alike; empty where they do not follow."""
    stem = first.names[:-1]
    if last.names[:-1] not in {stem, ()}:
        return ()
    between = labels_between(first.names[-1], last.names[-1])
    return tuple(Labels((*stem, label), first.levels, first.printed, last.end, first.apart) for label in between)


def _relative(page: Passage, paths: Sequence[tuple[int, int, tuple[Labels, ...]]]) -> tuple[list[Citation], int]:
    found: list[Citation] = []
    end = 0
    for start, stop, members in paths:
        pointer = page.words.pointers.match(page.tokens, page.past(stop)) if page.past(stop) > stop else None
        end = pointer or stop
        labels = tuple(_as_printed(path) for path in members)
        found.append(Citation(*page.slice(start, end), "relative", labels=labels))
    return found, end


def _as_printed(path: Labels) -> tuple[str, ...]:
    """Labels in the case in which they stood, which says what level they are of."""
    return tuple(
        name.upper() if printed == "A" else name for name, printed in zip(path.names, path.printed, strict=True)
    )


def _of_law(
    page: Passage, paths: Sequence[tuple[int, int, tuple[Labels, ...]]]
) -> tuple[Sequence[Citation], int] | None:
    """Positions with the law that they are of behind them: ``punkt 1 og 2 i §64A``."""
    of = page.words.of_words.match(page.tokens, page.past(paths[-1][1]))
    if of is None or read_sign(page, page.past(of)) is None:
        return None
    chain = read_signed(page, page.past(of))
    if len(chain) != 1 or chain[0].last is not None:
        return None
    item = chain[0].item
    foreign = judge(page, chain)[0]
    found: list[Citation] = []
    for n, (start, stop, members) in enumerate(paths):
        end = chain[0].end if n == len(paths) - 1 else stop
        addresses = tuple(Address(item.law, item.labels.names + path.names) for path in members)
        kind: Kind = "range" if len(members) > 1 else "list" if len(paths) > 1 else "law"
        known = addresses if item.law <= LAST_LAW and foreign is None else ()
        found.append(Citation(*page.slice(start, end), kind, known, foreign=foreign))
    return found, chain[0].end


def _pointed_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    """``B1 hierboven``, ``(a) above``: labels with a word behind them that points."""
    token = page.at(k)
    if not (token.text == "(" or (token.sort == "word" and len(token.text) == 1)) or page.glued(k):
        return (), k + 1
    if token.text != "(" and token.low in page.words.one_letter_words and page.at(k + 1).sort != "number":
        return (), k + 1
    path = read_alone(page, k)
    if path is None or page.at(path.end).sort != "space":
        return (), k + 1
    pointer = page.words.pointers.match(page.tokens, path.end + 1)
    if pointer is None:
        return (), k + 1
    return (Citation(*page.slice(k, pointer), "relative", labels=(_as_printed(path),)),), pointer
