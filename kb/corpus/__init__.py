"""Everything together: books, languages, references both ways, and the tables beside them.

The one room of the core that reads and writes files. :class:`Corpus` is what the rooms above are given;
:func:`load_corpus` reads one from its folder, :mod:`kb.corpus.building` makes the folder's built files from its
sources, :mod:`kb.corpus.checking` says whether they are what the sources give today.
"""

from kb.corpus.folders import Folders, find_folders
from kb.corpus.imprint import Imprint
from kb.corpus.loading import gather, load_corpus
from kb.corpus.record import Corpus

__all__ = ["Corpus", "Folders", "Imprint", "find_folders", "gather", "load_corpus"]
