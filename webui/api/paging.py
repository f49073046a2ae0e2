"""Long answers in parts: which part is asked for, and the ways to the next and the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypedDict, TypeVar

import msgspec
from msgspec import Meta

from webui.api.writing import page_url

Item = TypeVar("Item")

MOST: Final = 200
"""Items of one answer."""

FURTHEST: Final = 10_000
"""How far into a long answer a part may begin."""

Limit = Annotated[int, Meta(ge=1, le=MOST, description="How many items to answer with.")]
Offset = Annotated[int, Meta(ge=0, le=FURTHEST, description="How many items to pass over.")]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a long answer is asked for."""

    limit: Limit = 50
    offset: Offset = 0


class Paged(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a long answer."""

    total: Annotated[int, Meta(description="How many items there are in all.")]
    limit: int
    offset: int
    next: Annotated[str | None, Meta(description="The address of the next part.")]
    prev: Annotated[str | None, Meta(description="The address of the part before.")]


class Bounds(TypedDict):
    """The fields of :class:`Paged`, for the answers that have items beside them."""

    total: int
    limit: int
    offset: int
    next: str | None
    prev: str | None


def bounds(total: int, limit: int, offset: int) -> Bounds:
    """Where a part begins and ends, and the ways on."""
    further = offset + limit
    return {
        "total": total,
        "limit": limit,
        "offset": offset,
        "next": page_url(limit, further) if further < total and further <= FURTHEST else None,
        "prev": page_url(limit, max(0, min(offset, total) - limit)) if offset else None,
    }


def cut(items: Sequence[Item], limit: int, offset: int) -> list[Item]:
    """The part asked for."""
    return list(items[offset : offset + limit])
