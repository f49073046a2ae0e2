"""A report of an error in a text, ready to be sent: where it is, what stands there, how sure of it we are, and which
build of the site showed it. The reader copies it, or mails it where the site names an address (``KB_REPORT_TO``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

from flask import Blueprint, current_app, render_template, request

from kb import links
from kb.address import Address
from kb.book import Book, Note, Provision
from kb.corpus.folders import version
from kb.errors import NotFound, WrongCall
from kb.messages import N_
from webui import asked
from webui.files import VERSION
from webui.locale import Tongue
from webui.shelf import shelf, tongue
from webui.signposts import cited

pages = Blueprint("reporting", __name__)

MAILED: Final = 600
"""Characters of a provision that a mail carries; programs for mail cut long addresses, and its place is named."""

MAILBOX: Final = re.compile(r"[A-Za-z0-9.!#$*+/=^_{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
"""An address of one mailbox, without what would end it or add to it in a ``mailto:`` (RFC 6068)."""


@dataclass(frozen=True, slots=True)
class Report:
    """The text of a report in the reader's language, and how to get it to those who run the site: ``to`` is their
    address and ``mail`` the link that writes to it; both are None where they name none."""

    place: str
    way: str
    text: str
    to: str | None
    mail: str | None


def check_mailbox(address: str) -> str:
    """The address itself, or nothing; raises :class:`WrongCall` (``setting-report-to``) for what is no mailbox.

    >>> check_mailbox("laws@club.example"), check_mailbox("")
    ('laws@club.example', '')
    """
    if address and not MAILBOX.fullmatch(address):
        raise WrongCall("setting-report-to", text=address[:80])
    return address


@pages.get("/report")
def report() -> str:
    """The report of an error at the place that ``at`` names (``da-1997/64/A/2``)."""
    book, address = named()
    return render_template("reporting/report.html", report=written(book, address, tongue()), book=book)


def named() -> tuple[Book, Address]:
    """The law, provision or note that the request is about; raises our errors where there is none."""
    text = asked.question("at")
    link = links.read(f"/{text.lstrip('/')}")
    if link.kind != "unit" or link.book is None or link.address is None or link.suffix:
        raise WrongCall("link-unreadable", text=f"/{text}"[:80])
    book = shelf().corpus.book(link.book)
    if not book.has(link.address):
        raise NotFound("provision-unknown", book=book.id, address=str(link.address))
    return book, link.address


def written(book: Book, address: Address, speaking: Tongue) -> Report:
    """The report itself."""
    citation = cited(shelf().corpus, book, address)
    way = links.unit(book.id, address)
    base = str(current_app.config["BASE_URL"]) or "{0.scheme}://{0.netloc}".format(urlsplit(request.base_url))
    facts = list(_facts(book, address, links.absolute(base, way), speaking))
    words = _words(book, address)
    to = str(current_app.config["REPORT_TO"]) or None
    mail = None
    if to:
        brief = words if len(words) <= MAILED else f"{words[:MAILED]} …"
        subject = speaking.text(N_("Error in {place} ({edition})"), place=citation, edition=book.id)
        body = _whole(facts, brief, speaking).replace("\n", "\r\n")
        mail = f"mailto:{quote(to, safe='@')}?subject={quote(subject.unescape())}&body={quote(body, safe='')}"
    return Report(citation, way, _whole(facts, words, speaking), to, mail)


def _whole(facts: list[str], words: str, speaking: Tongue) -> str:
    lead = speaking.text(N_("What is wrong:")).unescape()
    stands = speaking.text(N_("What stands there:")).unescape()
    return "\n".join([f"{lead} ", "", *facts, "", stands, words, ""])


def _facts(book: Book, address: Address, way: str, speaking: Tongue) -> Iterator[str]:
    """What there is to say of a place, a line each."""

    def line(template: str, **values: object) -> str:
        return speaking.text(template, **values).unescape()

    heading = book.heading_path(address)[-1][1] or (shelf().corpus.law_name(book.id, address.law) or "")
    place = f"{cited(shelf().corpus, book, address)} {heading}".rstrip()
    yield line(N_("Place: {place}"), place=place)
    yield line(N_("Book: {title}, {edition} ({book})"), title=book.title, edition=book.edition, book=book.id)
    yield line(N_("Address: {address}"), address=way)
    unit = book.units.get(address)
    law = book.by_number[address.law]
    origin, evidence, place_in_source = law.origin, law.evidence, law.place
    if isinstance(unit, Provision) and address.depth:
        origin, evidence, place_in_source = unit.label, unit.evidence, unit.place
    elif isinstance(unit, Note):
        place_in_source = unit.place
    if not isinstance(unit, Note):
        yield line(N_("Label: restored by us")) if origin == "inferred" else line(N_("Label: printed in the source"))
    if evidence is not None and not isinstance(unit, Note):
        yield line(N_("Evidence: {evidence}"), evidence=speaking.message(evidence).unescape())
    yield line(N_("Source: {place}"), place=str(place_in_source))
    for finding in book.findings:
        if finding.address == address:
            said = speaking.message(finding.message).unescape()
            yield line(N_("Finding in the source: {finding}"), finding=f"{said} {finding.place}")
    yield line(N_("Version: {version}, build {build}"), version=version(), build=VERSION)


def _words(book: Book, address: Address) -> str:
    """The unit's own words: what stands in it has a report of its own."""
    unit = book.units.get(address)
    if isinstance(unit, Note):
        return unit.text
    parts = [unit.heading, unit.text, unit.closing] if unit else [book.by_number[address.law].title]
    if unit and not address.depth:
        parts[0] = book.by_number[address.law].title
    return "\n".join(part for part in parts if part)
