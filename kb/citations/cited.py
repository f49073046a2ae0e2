"""From what was read to citations: spans, kinds, the notes that are cited with their laws."""

from __future__ import annotations

from collections.abc import Sequence

from kb.address import Address
from kb.citations.chain import Entry, read_signed, read_unsigned
from kb.citations.citation import Citation, Kind
from kb.citations.passage import Passage
from kb.citations.rulebooks import judge, other_subject


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


def _note_number(page: Passage, k: int) -> tuple[int | None, int]:
    """The number of a note behind the word for it, and the index behind it."""
    number = page.at(page.past(k))
    if number.sort == "number" and len(number.text) <= 2 and int(number.text) > 0:
        return int(number.text), page.past(k) + 1
    return None, k


def note_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
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
