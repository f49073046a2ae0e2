"""Citations read from where they stand: ``punkt A1 og A2``, ``punkt a-c``, ``item 2 above``, ``(a) hierboven``."""

from __future__ import annotations

from collections.abc import Sequence

from kb.address import LAST_LAW, Address
from kb.citations.chain import read_sign, read_signed
from kb.citations.citation import Citation, Kind
from kb.citations.item import labels_between
from kb.citations.labels import Labels
from kb.citations.passage import DASHES, JOINERS, Passage
from kb.citations.rulebooks import judge, other_book_behind
from kb.citations.steps import read_alone


def position_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
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
    foreign = other_book_behind(page, paths[-1][1])
    for start, stop, members in paths:
        pointer = page.words.pointers.match(page.tokens, page.past(stop)) if page.past(stop) > stop else None
        end = pointer or stop
        labels = tuple(_as_printed(path) for path in members)
        found.append(Citation(*page.slice(start, end), "relative", labels=labels, foreign=foreign))
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


def pointed_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
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
