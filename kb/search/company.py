"""Words that keep company: what is said together is about the same, though no word be shared.

Latent semantic analysis (Deerwester et al., Indexing by Latent Semantic Analysis, 1990): the table of impacts, terms
by documents, is cut down to its few strongest directions, in which ``tøve`` lies beside ``tænkepause`` because the
same provisions are asked for with both, in whatever language. It only adds to what words find by themselves.
:mod:`kb.search.latent` finds the directions, when an index is built.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kb.search.impacts import Floats, Ints


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
