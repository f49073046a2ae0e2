"""One result out of two: a provision that was found, and its partner in another book, found by itself or not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.address import Address
from kb.search import Hit


@dataclass(frozen=True, slots=True)
class Joined:
    """A hit with the hits that its partners are, by their place; a partner that was not found has none."""

    hit: Hit
    partners: tuple[tuple[str, Address, Hit | None], ...]


def joined(hits: Iterable[Hit]) -> list[Joined]:
    """The hits in their order, those left out that stand beside a better one as its partner.

    >>> from kb.address import parse
    >>> ours = Hit("da-1997", parse("54/A"), 2.0, "", partners=(("nl-2017", parse("54/A")),))
    >>> theirs = Hit("nl-2017", parse("54/A"), 1.0, "", partners=(("da-1997", parse("54/A")),))
    >>> [(result.hit.book, result.partners[0][2] is theirs) for result in joined([ours, theirs])]
    [('da-1997', True)]
    """
    ordered = list(hits)
    by_place = {(hit.book, hit.address): hit for hit in ordered}
    beside: set[tuple[str, Address]] = set()
    results = []
    for hit in ordered:
        place = (hit.book, hit.address)
        if place in beside:
            continue
        # A better hit that stands as a result of its own is not shown again under another.
        del by_place[place]
        partners = tuple((*other, by_place.get(other)) for other in hit.partners)
        beside.update(hit.partners)
        results.append(Joined(hit, partners))
    return results
