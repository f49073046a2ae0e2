"""A search index in memory: impacts, the row of words, the words of each language, and what sayings point at.

:func:`make_files` turns one into the files that :mod:`kb.search.store` keeps, :func:`read_files` turns them back.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from kb.address import parse
from kb.errors import BrokenBuild, KbError
from kb.search.company import Company
from kb.search.documents import Concept, Situation
from kb.search.impacts import Bools, Columns, Floats, Impacts, Ints
from kb.search.stream import Row, Stream

_TABLES = "tables.json"
_KEYS = "keys.txt"
_COLUMNS = ("starts", "documents", "values", "own")
_ROW = ("stems", "spellings", "starts", "ends", "bounds", "concepts", "said_at")


class _Situation(msgspec.Struct, frozen=True):
    slug: str
    main: list[tuple[str, str]]
    others: list[tuple[str, str]]


class _Tables(msgspec.Struct, frozen=True):
    units: int
    words: dict[str, list[str]]
    compounds: dict[str, list[str]]
    concepts: list[Concept]
    common: dict[str, tuple[str, ...]]
    situations: list[_Situation]
    partners: list[tuple[int, int, bool]]
    said: dict[str, list[int]]


@dataclass(frozen=True)
class Index:
    """All that answers a question but the texts themselves.

    ``units`` is how many there are; the documents behind them in ``impacts`` are the ``situations``, which come
    without their phrasings. ``words`` are the surface words of texts and sayings by language, ``compounds`` the
    keys of compounds by the key of each of their parts, ``common`` the words that are no concept;
    ``partners`` see :mod:`kb.search.partners`; ``said`` the situations by :func:`kb.search.asked.saying_key`.
    """

    units: int
    impacts: Impacts
    company: Company
    stream: Stream
    words: Mapping[str, Sequence[str]]
    compounds: Mapping[str, Sequence[str]]
    concepts: tuple[Concept, ...]
    common: Mapping[str, tuple[str, ...]]
    situations: tuple[Situation, ...]
    partners: tuple[tuple[int, int, bool], ...] = ()
    said: Mapping[str, Sequence[int]] = field(default_factory=dict)


def make_files(index: Index) -> dict[str, bytes]:
    """The files of an index by name."""
    arrays: dict[str, npt.NDArray[np.generic]] = {
        **{f"impacts.{name}.npy": getattr(index.impacts.columns, name) for name in _COLUMNS},
        "impacts.rarity.npy": np.array(index.impacts.rarity, np.float32),
        "company.row_of.npy": index.company.row_of,
        "company.terms.npy": index.company.terms,
        "company.documents.npy": index.company.documents,
        **{f"stream.{name}.npy": getattr(index.stream.row, name) for name in _ROW},
    }
    tables = _Tables(
        index.units,
        {code: list(words) for code, words in index.words.items()},
        {part: list(whole) for part, whole in index.compounds.items()},
        list(index.concepts),
        dict(index.common),
        [
            _Situation(s.slug, [(b, str(a)) for b, a in s.main], [(b, str(a)) for b, a in s.others])
            for s in index.situations
        ],
        list(index.partners),
        {key: list(situations) for key, situations in index.said.items()},
    )
    files = {name: _array_bytes(array) for name, array in arrays.items()}
    return {**files, _KEYS: "\n".join(index.impacts.keys).encode(), _TABLES: msgspec.json.encode(tables)}


def read_files(files: Mapping[str, bytes]) -> Index:
    """The index that these files hold; raises :class:`BrokenBuild` (``index-damaged``) where they hold none."""
    try:
        tables = msgspec.json.decode(files[_TABLES], type=_Tables)
        keys = files[_KEYS].decode().split("\n")
        return Index(
            tables.units,
            Impacts(
                keys,
                _floats(files, "impacts.rarity"),
                Columns(
                    _ints(files, "impacts.starts"),
                    _ints(files, "impacts.documents"),
                    _floats(files, "impacts.values"),
                    _bools(files, "impacts.own"),
                ),
            ),
            Company(
                _ints(files, "company.row_of"),
                _floats(files, "company.terms"),
                _floats(files, "company.documents"),
            ),
            Stream(Row(*(_ints(files, f"stream.{name}") for name in _ROW))),
            tables.words,
            tables.compounds,
            tuple(tables.concepts),
            tables.common,
            tuple(
                Situation(
                    s.slug, {}, tuple((b, parse(a)) for b, a in s.main), tuple((b, parse(a)) for b, a in s.others)
                )
                for s in tables.situations
            ),
            tuple(tables.partners),
            tables.said,
        )
    except (KeyError, ValueError, TypeError, IndexError, EOFError, msgspec.MsgspecError, KbError) as problem:
        raise BrokenBuild("index-damaged", file=str(problem)) from problem


def _array_bytes(array: npt.NDArray[np.generic]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def _ints(files: Mapping[str, bytes], name: str) -> Ints:
    return np.asarray(np.load(io.BytesIO(files[f"{name}.npy"]), allow_pickle=False), np.int32)


def _floats(files: Mapping[str, bytes], name: str) -> Floats:
    return np.asarray(np.load(io.BytesIO(files[f"{name}.npy"]), allow_pickle=False), np.float32)


def _bools(files: Mapping[str, bytes], name: str) -> Bools:
    return np.asarray(np.load(io.BytesIO(files[f"{name}.npy"]), allow_pickle=False), bool)
