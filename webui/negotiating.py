"""In which form a page is given out: the one that its suffix names, else the one that ``Accept`` prefers.

An address without a suffix is the page, and for a program that asks for another type the same as JSON, text, Markdown
or XML (RFC 9110, section 12). What can be had is the table of :mod:`webui.relations`; a page with one form is not
negotiated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast
from urllib.parse import quote, urlencode

from flask import Flask, Response, g, request
from werkzeug.datastructures import MIMEAccept

from kb import links
from kb.errors import NotFound, WrongCall
from kb.links import Link
from webui.relations import MEDIA_TYPES, canonical, forms, header
from webui.shelf import shelf

PAGE: Final = "html"
"""The form of a page for people."""

ALSO: Final[Mapping[str, Sequence[str]]] = {"xml": ("application/xml", "text/xml")}
"""Types by which people ask for a form beside its own."""

ERROR_FORMS: Final = (PAGE, "json", "txt")
"""Forms in which an error is told."""


class NoSuchForm(NotFound):
    """The page exists, and not in the form that the suffix names."""


class Unacceptable(WrongCall):
    """The page exists in none of the forms that ``Accept`` allows."""

    status = 406


def link_asked() -> Link | None:
    """What the address of this request names; None where it is no address of ours."""
    if "link" not in g:
        try:
            g.link = links.read(quote(request.path))
        except WrongCall:
            g.link = None
    return cast("Link | None", g.link)


def form() -> str:
    """The form in which this request is answered: ``html``, ``json``, ``txt``, ``md``, ``xml``."""
    return cast("str", g.get("form", PAGE))


def suffix() -> str:
    """The suffix that this request named, which redirects keep; empty where it named none."""
    link = link_asked()
    return "" if link is None else link.suffix


def query_asked() -> str:
    """The query of this request, for another address of the same: written anew, so that only what can be read of it
    comes along; empty where there is none."""
    said = urlencode(request.args.to_dict(flat=False), doseq=True)
    return f"?{said}" if said else ""


def onward(place: str) -> str:
    """Another place, in the form and with the query that this request asked for: where a redirect leads."""
    return (links.with_suffix(place, suffix()) if suffix() else place) + query_asked()


def error_form() -> str:
    """The form in which an error is told: that of the answer, as text where there is no such; where no form was
    settled, what the address ends with, else what ``Accept`` prefers."""
    named = request.path.rpartition(".")[2]
    asked = named if named in MEDIA_TYPES else g.get("form") or preferred(ERROR_FORMS, request.accept_mimetypes) or PAGE
    return asked if asked in ERROR_FORMS else "txt"


def preferred(offered: Sequence[str], accept: MIMEAccept) -> str | None:
    """The form that a client likes best of those offered (the first of these where it has no preference); None where
    it takes none. Of equal ones, the one that it names more exactly.

    >>> from werkzeug.http import parse_accept_header
    >>> def best(header):
    ...     return preferred(("html", "json", "xml"), parse_accept_header(header, MIMEAccept))
    >>> best("*/*"), best("application/json, */*"), best("text/html;q=0.8, application/xml;q=0.9"), best("image/png")
    ('html', 'json', 'xml', None)
    """
    if not accept:
        return offered[0]
    plain = MIMEAccept([(value.partition(";")[0].strip(), quality) for value, quality in accept])  # no parameters
    weighed = [(_weight(form, plain), -at, form) for at, form in enumerate(offered)]
    (quality, _), _, best = max(weighed)
    return best if quality > 0 else None


def _weight(form: str, accept: MIMEAccept) -> tuple[float, int]:
    """How much a client likes a form (0 to 1), and how exactly it says so."""
    types = (MEDIA_TYPES[form], *ALSO.get(form, ()))
    return max((accept.quality(each), _exactness(each, accept)) for each in types)


def _exactness(media_type: str, accept: MIMEAccept) -> int:
    """2 for a type that is named, 1 for all of its kind, 0 for anything."""
    kind = media_type.partition("/")[0]
    named = {value.lower() for value, _ in accept}
    return 2 if media_type in named else int(f"{kind}/*" in named)


def settle() -> None:
    """Settle the form of this request's answer before any view is asked.

    Raises :class:`NoSuchForm` for a suffix under which the page is not given out, and :class:`Unacceptable` (406)
    where the client takes no form of it; both name those that there are.
    """
    link = link_asked()
    if link is None or request.method not in {"GET", "HEAD"}:
        return
    offered = forms(link)
    if link.suffix:
        if link.suffix not in offered and len(offered) > 1:
            raise NoSuchForm("form-lacking", form=link.suffix, forms=_told(link))
        g.form = link.suffix if link.suffix in offered else PAGE
    elif len(offered) > 1:
        best = preferred(offered, request.accept_mimetypes)
        if best is None:
            asked = request.accept_mimetypes.to_header()[:80]
            raise Unacceptable("form-unacceptable", asked=asked, forms=_told(link))
        g.form = best


def take_as(link: Link) -> None:
    """Answer this request as if its address were another; raises as :func:`settle`."""
    g.link = link
    settle()


def negotiate(app: Flask) -> None:
    """Settle the form of every answer, and tell in its headers what it depends on and what it is related to."""
    app.before_request(settle)

    @app.after_request
    def tell(response: Response) -> Response:
        link = link_asked()
        if link is None or len(forms(link)) < 2:
            return response
        if not link.suffix:
            response.vary.add("Accept")
            _tell_form(response, link)
        if response.status_code in {200, 304, 406} and not response.headers.get("Link"):
            response.headers["Link"] = header(shelf().related(link), str(app.config["BASE_URL"]))
        return response


def _tell_form(response: Response, link: Link) -> None:
    """Where a negotiated form has its own address; and XML under the name by which it was asked for."""
    place = canonical(link)
    if response.status_code in {200, 304} and form() != PAGE and place is not None:
        response.headers["Content-Location"] = links.with_suffix(place + query_asked(), form())
    if response.mimetype == MEDIA_TYPES["xml"] and not request.accept_mimetypes.quality(MEDIA_TYPES["xml"]):
        response.mimetype = next(each for each in ALSO["xml"] if request.accept_mimetypes.quality(each))


def _told(link: Link) -> str:
    """The forms of a page as a sentence lists them: each address with its type."""
    place = canonical(link) or f"/{link.word}"
    types = [(place if each == PAGE else f"{place}.{each}", MEDIA_TYPES[each]) for each in forms(link)]
    return ", ".join(f"{address} ({media_type})" for address, media_type in types)
