"""Sources: one module per document format; bytes in, Blocks (text, indent, marker, source line) out.

A new format is one module and one line in :data:`FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.book import Finding, Place
from kb.language import Language
from kb.messages import Message
from kb.sources.block import Block, Document, Mark
from kb.sources.cleaning import clean, invisible
from kb.sources.decoding import SIZE_LIMIT, decode
from kb.sources.html import read_html
from kb.sources.text import read_text

__all__ = ["FORMATS", "SIZE_LIMIT", "Block", "Document", "Format", "Mark", "format_of", "read"]

Reader = Callable[[str, str, Language, Sequence[Finding]], Document]
"""Makes a document of decoded text, its file name, the language it is in, and what decoding noticed."""

_TAG = re.compile(
    r"<(?:!doctype\s+html|(?:html|head|body|title|style|script|p|div|section|article|main|center|pre|blockquote|ol|ul|li"
    r"|dl|dt|h[1-6]|br|hr|table|tr|td|span|font|strong|em|[biu]|sup|a)(?:\s[^<>]*)?/?>)",
    re.IGNORECASE,
)
_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*|<!--[^>]*>\s*)*<(?:!doctype\s+html|html|head|title|style|script|meta)\b", re.IGNORECASE
)
_GLANCE = 100_000  # characters at the start of a file by which its format is told
_FEW_TAGS = 3  # a plain text may speak of a tag or two


@dataclass(frozen=True, slots=True)
class Format:
    """One document format: how it is called, by which endings and by what look it is known, and its reader."""

    name: str
    endings: tuple[str, ...]
    looks_like: Callable[[str, bool], bool]
    reader: Reader


def _looks_like_html(text: str, named: bool) -> bool:
    """Pages say so at their start, or are full of tags; a name that says HTML needs fewer of them."""
    start = text[:_GLANCE]
    return bool(_START.match(start)) or len(_TAG.findall(start)) >= (1 if named else _FEW_TAGS)


def _read_html(text: str, file: str, language: Language, findings: Sequence[Finding]) -> Document:
    return read_html(text, file, language.structure.law_signs, findings)


def _read_text(text: str, file: str, _: Language, findings: Sequence[Finding]) -> Document:
    count = invisible(text)
    noticed = [Finding(Message("source-invisible", {"file": file, "count": count}), Place(file, 1))] if count else []
    return read_text(clean(text), file, (*findings, *noticed))


FORMATS: tuple[Format, ...] = (
    Format("HTML", (".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx"), _looks_like_html, _read_html),
    Format("plain text", (".txt", ".text", ".md", ""), lambda _text, _named: True, _read_text),
)
"""Every format, the most particular first; the last takes whatever is text."""


def format_of(text: str, file: str) -> Format:
    """The format of a decoded source, by what stands in it; its name only helps.

    >>> format_of("<html><p>§1.", "law.txt").name, format_of("A. Kort <b>", "law.txt").name
    ('HTML', 'plain text')
    """
    name = file.lower()
    return next(f for f in FORMATS if f.looks_like(text, any(ending and name.endswith(ending) for ending in f.endings)))


def read(data: bytes, file: str, language: Language) -> Document:
    """Read the bytes of one source file into Blocks; ``file`` is how errors and findings call it.

    Raises :class:`BadSource` for a file that holds no text, is too large, or is in an unknown encoding; what is
    merely odd becomes a finding.
    """
    decoded = decode(data, file)
    return format_of(decoded.text, file).reader(decoded.text, file, language, decoded.findings)
