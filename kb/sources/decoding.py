"""Bytes to text: which encoding a source file is in, and whether it is text at all.

The order of trust: a byte order mark; UTF-8 that is valid; what the page itself declares; Windows-1252 or
Latin-1. Valid UTF-8 goes before a declaration because letters beyond ASCII are never UTF-8 by chance, while
many pages declare what their server once sent. Which single-byte encoding it is follows the WHATWG Encoding
Standard: a page that declares Latin-1 means Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from kb.book import Finding, Place
from kb.errors import BadSource
from kb.messages import Message
from kb.sources.cleaning import clean

SIZE_LIMIT = 5_000_000
"""The largest source file that is read, in bytes; all 93 laws of a book are about a twentieth of it."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_KINDS = (
    (b"%PDF", "PDF"),
    (b"PK\x03\x04", "ZIP (DOCX, ODT, EPUB)"),
    (b"\x89PNG", "PNG"),
    (b"GIF8", "GIF"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"\xd0\xcf\x11\xe0", "Word 97 (DOC)"),
    (b"{\\rtf", "RTF"),
    (b"\x1f\x8b", "GZIP"),
    (b"7z\xbc\xaf", "7-Zip"),
    (b"Rar!", "RAR"),
)
_DECLARED = re.compile(
    rb"""<meta\b[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})"""
    rb"""|<\?xml\b[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})""",
    re.IGNORECASE,
)
_DECLARED_WITHIN = 4096  # the HTML standard asks for the first 1024 bytes; old pages begin with long comments
_WELL_FORMED = re.compile(rb"[\xC2-\xF4][\x80-\xBF]{1,3}")
_CONTROL = re.compile(r"[\x00-\x08\x0E-\x1F\x7F]")
_C1 = re.compile(r"[\x80-\x84\x86-\x9F]")  # U+0085 is a line end, not a letter of Windows-1252
_LATIN = {"iso8859-1", "cp1252", "ascii"}
_DECLARABLE = re.compile(r"iso8859-\d+|cp(?:437|85\d|86\d|874|12\d\d)|koi8-[ru]|mac-\w+|ascii|utf-8|utf-16(?:-[lb]e)?")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file as its encoding gives it, the encoding by name, and what was odd about it."""

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()


def decode(data: bytes, file: str) -> Decoded:
    """Decode the bytes of a source; ``file`` names it in errors and findings.

    Raises :class:`BadSource` for a file that is empty, too large, no text, or in an encoding that is not known.

    >>> decode("Kulørsvigt".encode("cp1252"), "a.txt").encoding
    'ISO-8859-1'
    >>> decode("„Kulørsvigt“".encode("cp1252"), "a.txt").encoding
    'Windows-1252'
    """
    _refuse_size(data, file)
    _refuse_kind(data, file)
    decoded = _by_mark(data, file) or _as_utf8(data, file) or _as_declared(data, file) or _as_single_bytes(data, file)
    return _only_text(decoded, file)


def _refuse_size(data: bytes, file: str) -> None:
    if len(data) > SIZE_LIMIT:
        raise BadSource("source-too-large", file=file, size=f"{len(data) / 1e6:.1f}", limit=f"{SIZE_LIMIT / 1e6:g}")


def _refuse_kind(data: bytes, file: str) -> None:
    kind = next((name for magic, name in _KINDS if data.startswith(magic)), None)
    if kind:
        raise BadSource("source-not-text", file=file, kind=kind)


def _finding(code: str, file: str, line: int = 1, **params: str | int) -> Finding:
    return Finding(Message(code, {"file": file, **params}), Place(file, line))


def _by_mark(data: bytes, file: str) -> Decoded | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding.upper())
            except UnicodeDecodeError as problem:
                raise _unreadable(data, problem.start + len(mark), file) from problem
    return None


def _as_utf8(data: bytes, file: str) -> Decoded | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        strange = sum(byte > 0x7F for byte in _WELL_FORMED.sub(b"", data))
        if len(_WELL_FORMED.findall(data)) > strange:  # UTF-8 that was damaged; another encoding would garble it all
            raise _unreadable(data, problem.start, file) from problem
        return None
    declared = _declared(data)
    if data.isascii() or declared in {"utf-8", None}:
        return Decoded(text, "UTF-8")
    return Decoded(text, "UTF-8", (_finding("source-declared-wrongly", file, declared=str(declared)),))


def _as_declared(data: bytes, file: str) -> Decoded | None:
    declared = _declared(data)
    if declared is None or declared in _LATIN or declared.startswith("utf"):
        return None
    try:
        text = data.decode(declared)
    except UnicodeDecodeError:
        return None
    return Decoded(text, declared.upper(), (_finding("source-declared", file, encoding=declared.upper()),))


def _declared(data: bytes) -> str | None:
    """The encoding a page names for itself, by Python's name; None when it names none that is known."""
    found = _DECLARED.search(data[:_DECLARED_WITHIN])
    if not found:
        return None
    name = (found[1] or found[2]).decode("ascii", "replace")
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    return info.name if _DECLARABLE.fullmatch(info.name) else None  # Python has codecs that are no encodings


def _as_single_bytes(data: bytes, file: str) -> Decoded:
    if not any(0x80 <= byte <= 0x9F for byte in data):
        return Decoded(data.decode("latin-1"), "ISO-8859-1", (_finding("source-latin-1", file),))
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as problem:
        raise _unreadable(data, problem.start, file) from problem
    return Decoded(text, "Windows-1252", (_finding("source-windows-1252", file),))


def _unreadable(data: bytes, at: int, file: str) -> BadSource:
    byte = f"0x{data[at]:02X}" if at < len(data) else ""
    return BadSource("source-encoding", file=file, line=data.count(b"\n", 0, at) + 1, byte=byte)


def _only_text(decoded: Decoded, file: str) -> Decoded:
    text = decoded.text.rstrip("\x1a")  # DOS ended its texts with Ctrl-Z
    control = _CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise BadSource("source-control", file=file, line=line, code=f"U+{ord(control[0]):04X}")
    if not clean(text).strip():
        raise BadSource("source-empty", file=file)
    findings = decoded.findings
    misread = len(_C1.findall(text))
    if misread:  # letters of Windows-1252 that some program took for Latin-1 before it wrote UTF-8
        text = _C1.sub(lambda found: found[0].encode("latin-1").decode("cp1252", "replace"), text)
        findings += (_finding("source-c1", file, count=misread),)
    return Decoded(text, decoded.encoding, findings)
