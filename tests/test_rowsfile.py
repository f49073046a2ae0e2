"""The rows file: written and read back exactly, whatever the order of the books; damage is told."""

from __future__ import annotations

import pytest

from kb.address import parse
from kb.alignment import Alignment, Row
from kb.corpus.rowsfile import read_rows, rows_name, write_rows
from kb.errors import BrokenBuild
from kb.messages import Message

WHY = (Message("align-terms", {"terms": "revoke"}), Message("align-label", {"label": "A"}))
ROWS = (
    Row((parse("70/B/2"),), (parse("70/B/3"),), "same", 0.62, WHY),
    Row((parse("71/B"),), (), "only", 1.0, (Message("align-place"),), ruled=True),
)
WHOLE = Alignment("da-1997", "nl-2017", ROWS)


def test_round_trip() -> None:
    assert read_rows(write_rows(WHOLE), "x") == WHOLE


def test_both_orders_give_one_file() -> None:
    assert write_rows(WHOLE.turned) == write_rows(WHOLE)
    assert rows_name("nl-2017", "da-1997") == rows_name("da-1997", "nl-2017")


def test_one_row_a_line() -> None:
    assert len(write_rows(WHOLE).splitlines()) == len(ROWS) + 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"{", b""),
        (b'"schema":1', b'"schema":9'),
        (b"align-label", b"no-such-code"),
        (b"70/B/2", b"70b2"),
        (b"same", b"alike"),
    ],
)
def test_damage_is_told(old: bytes, new: bytes) -> None:
    with pytest.raises(BrokenBuild, match="kb build"):
        read_rows(write_rows(WHOLE).replace(old, new), "rows/x.json")
