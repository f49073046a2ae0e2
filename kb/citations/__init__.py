"""Citations in texts: the strict scanner for prose, the forgiving reader for what somebody types, and the printer.

Driven only by the ``[citations]`` of a language file; see :class:`kb.language.CitationWords`.
"""

from __future__ import annotations

from kb.citations.citation import Citation, Kind, Reading
from kb.citations.scanner import scan
from kb.citations.typed import read
from kb.citations.written import cite

__all__ = ["Citation", "Kind", "Reading", "cite", "read", "scan"]
