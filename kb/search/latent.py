"""The strongest directions of an index, found when it is built: see :mod:`kb.search.company`."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.linalg import svds

from kb.search.company import Company
from kb.search.impacts import CONCEPT, STEM, Floats, Impacts

DIRECTIONS: Final = 32
"""Fewer blur what provisions differ in, more repeat the words themselves; measured on sayings held back."""


def keep_company(impacts: Impacts, documents: int) -> Company:
    """The company that the stems and concepts of an index keep in its documents.

    A small corpus has fewer directions than :data:`DIRECTIONS`, a tiny one none.
    """
    used = np.array([STEM in key or key.startswith(CONCEPT) for key in impacts.keys], bool)
    row_of = np.where(used, np.cumsum(used) - 1, -1).astype(np.int32)
    columns = impacts.columns
    whole = sparse.csr_matrix(
        (np.sqrt(columns.values, dtype=np.float64), columns.documents, columns.starts), (len(used), documents)
    )
    table = whole[np.flatnonzero(used)]
    directions = min(DIRECTIONS, min(table.shape) - 1)
    if directions < 1:
        return Company(row_of, np.zeros((len(row_of), 1), np.float32), np.zeros((documents, 1), np.float32))
    start = np.ones(min(table.shape))  # always the same, so that the same corpus gives the same index
    terms, strength, places = svds(table, directions, v0=start)
    return Company(row_of, _floats(terms), _unit_rows(places.T * strength))


def _unit_rows(rows: npt.NDArray[np.float64]) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return _floats(rows / np.maximum(lengths, 1e-9))


def _floats(rows: npt.NDArray[np.float64]) -> Floats:
    return np.ascontiguousarray(rows, np.float32)
