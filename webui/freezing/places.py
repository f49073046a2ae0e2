"""Where what stands at an address of the site stands among files, and the way to it there.

A page is ``index.html`` in a folder of its own, so that ``/da-1997/54`` and ``/da-1997/54/B`` can both be; another form
is a file (``/da-1997/54.json``). A host of files does not read what stands behind ``?``, so a page that its query names
is a folder too: ``/compare/da-1997/nl-2017/54?only=differences`` stands in ``54/only=differences/``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urljoin, urlsplit

from kb.errors import WrongCall

PAGE: Final = "text/html"
INDEX: Final = "index.html"
LOST: Final = "404.html"
"""What a host of files shows for what is not there."""

_SAFE: Final = "/=()!$*,;:@~-._"
"""What a path may hold as it is; what a query holds is written by the same rule."""


_BLANKS: Final = "{}"
"""What stands around the name of a blank in a template of addresses (``{searchTerms}``)."""

NOWHERE: Final = "http://site.invalid"
"""The site's own address while it is asked, where it has none (RFC 6761: nobody has this one)."""


@dataclass(frozen=True)
class Whereabouts:
    """Where an export will stand: the address under which readers reach it, without a slash at the end, empty where it
    is not known; and the one language of its pages.

    Raises :class:`WrongCall` (``site-base-url``) for what is no address of a site.

    >>> Whereabouts("https://club.example/laws/", "da").path, Whereabouts("", "nl").root
    ('/laws', 'http://site.invalid/')
    """

    base: str
    language: str

    def __post_init__(self) -> None:
        if self.base and not _is_site(self.base):
            raise WrongCall("site-base-url", text=self.base[:80])
        object.__setattr__(self, "base", self.base.rstrip("/"))

    @cached_property
    def path(self) -> str:
        """The path that stands before every path of the site; empty at the root of a host."""
        return urlsplit(self.base).path

    @cached_property
    def origin(self) -> str:
        """The scheme and host; empty where they are not known."""
        return self.base[: len(self.base) - len(self.path)]

    @cached_property
    def root(self) -> str:
        """The address with which the site is asked, which ends in a slash."""
        return (self.base or NOWHERE) + "/"

    def address(self, link: str, page: str) -> str | None:
        """The address that a link on a page of the site names, without its fragment; None where it leads elsewhere.

        >>> here = Whereabouts("https://club.example/laws", "da")
        >>> here.address("https://club.example/laws/da-1997/54?hl=da", "/about"), here.address("?by=da", "/terms")
        ('/da-1997/54', '/terms?by=da')
        """
        try:
            whole = urlsplit(link if link.startswith("/") else urljoin(self.root[:-1] + page, link))
        except ValueError:
            return None
        path, home = whole.path, urlsplit(self.root)
        if whole.netloc or whole.scheme:
            if whole[:2] != home[:2] or not path.startswith(home.path):
                return None
            path = path[len(home.path) - 1 :]
        return plainly(f"{path}?{whole.query}" if whole.query else path, self.language)


@dataclass(frozen=True, slots=True)
class Place:
    """A place among the files: the file below the folder of the export, and the way to it from the site's root."""

    file: str
    way: str


def place(address: str, media_type: str = PAGE) -> Place:
    """The place of what stands at an address (a path, perhaps with a query) and has this media type.

    Raises :class:`WrongCall` (``link-unreadable``) for an address that no file can have.

    >>> place("/da-1997/54/B"), place("/")
    (Place(file='da-1997/54/B/index.html', way='/da-1997/54/B/'), Place(file='index.html', way='/'))
    >>> place("/report?at=da-1997%2F64%2FA").way, place("/da-1997/54.json", "application/json").file
    ('/report/at=da-1997/64/A/', 'da-1997/54.json')
    """
    path, _, query = address.partition("?")
    steps = [*path.strip("/").split("/"), *_said(query)] if path.strip("/") or query else []
    named = [unquote(step) for step in steps]
    if any(step in {"", ".", ".."} or "/" in step or "\0" in step for step in named) or not path.startswith("/"):
        raise WrongCall("link-unreadable", text=address[:80])
    way = "/".join(quote(step, safe=_SAFE) for step in named)
    if media_type != PAGE:
        return Place("/".join(named), f"/{way}")
    return Place("/".join([*named, INDEX]), f"/{way}/" if way else "/")


def plainly(address: str, language: str) -> str:
    """An address with its query in one spelling, by which two of the same are known; without the language of the pages
    where it is the one that all have.

    >>> plainly("/report?at=da-1997/64&hl=da", "da"), plainly("/about?hl=da", "nl")
    ('/report?at=da-1997%2F64', '/about?hl=da')
    """
    path, _, query = address.partition("?")
    pairs = [pair for pair in parse_qsl(query, keep_blank_values=True) if pair != ("hl", language)]
    said = "&".join(f"{quote(key, safe='')}={quote(value, safe=_BLANKS)}" for key, value in pairs)
    return f"{path}?{said}" if said else path


def _is_site(text: str) -> bool:
    """Whether a text is the address of a site: a scheme, a host, perhaps a port and a plain path."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    steps = parts.path.rstrip("/").split("/")[1:]
    plain = text.isascii() and text.isprintable() and not set(text) & set(" \"'<>\\?#@")
    return (
        parts.scheme in {"http", "https"}
        and bool(parts.hostname)
        and port != 0
        and plain
        and not {"", ".", ".."} & {*steps}
    )


def _said(query: str) -> list[str]:
    """The folders that stand for a query."""
    pairs = parse_qsl(query, keep_blank_values=True)
    return [quote(step, safe=_SAFE) for key, value in pairs for step in f"{key}={value}".split("/")]
