"""Words that keep company: what is said together is about the same, though no word be shared.

Latent semantic analysis (Deerwester et al., Indexing by Latent Semantic Analysis, 1990): the table of impacts, terms
by documents, is cut down to its few strongest directions, in which ``tøve`` lies beside ``tænkepause`` because the
same provisions are asked for with both, in whatever language. It only adds to what words find by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.linalg import svds

from kb.search.impacts import CONCEPT, STEM, Floats, Impacts, Ints

DIRECTIONS: Final = 32
"""Fewer blur what provisions differ in, more repeat the words themselves; measured on sayings held back."""


class Company:
    """Directions of terms and of documents. ``row_of`` says which row of ``terms`` a term has, -1 for none; the rows
    of ``documents`` have length 1."""

    def __init__(self, row_of: Ints, terms: Floats, documents: Floats) -> None:
        self.row_of, self.terms, self.documents = row_of, terms, documents

    def likeness(self, terms: Iterable[int], weights: Iterable[float]) -> Floats:
        """How much company each document keeps with terms that weigh so much: 0 to 1."""
        rows = self.row_of[list(terms)]
        direction = np.fromiter(weights, np.float32) * (rows >= 0) @ self.terms[rows]
        length = float(direction @ direction) ** 0.5
        if not length:
            return np.zeros(len(self.documents), np.float32)
        alike = self.documents @ (direction / np.float32(length))
        return np.maximum(alike, 0, out=alike)


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
