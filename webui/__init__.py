"""The site: pages for people, the same pages for machines, in Danish, Dutch and English.

:func:`create_app` is given its corpus and its search engine, and knows no folder. One module is one blueprint is
one folder of templates: ``books`` (what stands at an address), ``questions`` (the resolver and search), ``house``
(about, files, health), ``comparing`` (two books side by side), ``concepts`` (the terms of the game), ``situations``
(what happens at a table). ``bookmarks``, ``reporting`` (errors that readers report) and ``binding`` (a whole
book for paper) are each a page or two. ``suggestions`` answers scripts alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, Response, g, request
from markupsafe import Markup

from kb import links
from kb.address import LAST_LAW
from kb.book import Book
from kb.corpus import Corpus
from kb.search import Engine
from webui import (
    api,
    binding,
    bookmarks,
    books,
    comparing,
    concepts,
    discovery,
    embed,
    house,
    keyboard,
    maps,
    offline,
    previews,
    questions,
    reporting,
    situations,
    suggestions,
)
from webui.cards import card
from webui.counter import Counter
from webui.files import asset
from webui.headers import wear_headers
from webui.locale import choose
from webui.mishaps import catch_mishaps
from webui.negotiating import negotiate
from webui.press import REVALIDATE
from webui.printing import imprint
from webui.shelf import EXTENSION, Shelf, shelf, tongue
from webui.signposts import edition_name, source_name
from webui.styles import written

__all__ = ["create_app"]

LANGUAGE_COOKIE: Final = "hl"
A_YEAR: Final = 365 * 24 * 3600

SETTINGS: Final[Mapping[str, Any]] = {"BASE_URL": "", "REPORT_TO": "", "PACK_FOLDER": ""}
"""What may be set, from the environment with ``KB_`` before it (``KB_BASE_URL``: the address under which readers
reach the site, which makes links in previews and copied texts absolute; ``KB_REPORT_TO``: the mailbox for errors that
readers report, without which they can only copy what they report; ``KB_PACK_FOLDER``: where the pack for
reading offline is kept, without which none is offered)."""


def create_app(corpus: Corpus, engine: Engine, settings: Mapping[str, Any] | None = None) -> Flask:
    """The site over a corpus and its engine.

    ``settings`` come before the environment's; see :data:`SETTINGS`. Raises :class:`kb.errors.WrongCall` for one that
    cannot be used.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(SETTINGS)
    app.config.from_prefixed_env("KB")
    app.config.update(settings or {})
    app.config["REPORT_TO"] = reporting.check_mailbox(str(app.config["REPORT_TO"]))
    app.extensions[EXTENSION] = stocked = Shelf(corpus, engine)
    stocked.warm()
    app.url_map.merge_slashes = False  # a path with two slashes is no address of ours, and no redirect elsewhere
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it; the base class does not say so
    _speak_languages(app)
    negotiate(app)
    wear_headers(app)
    catch_mishaps(app)
    _furnish_templates(app)
    rooms = (api, house, questions, suggestions, situations, comparing, concepts, maps, keyboard)
    others = (embed, bookmarks, reporting, binding, offline, discovery, previews, books)
    for blueprint in (room.pages for room in (*rooms, *others)):
        app.register_blueprint(blueprint)
    app.wsgi_app = Counter(app.wsgi_app, LANGUAGE_COOKIE)  # type: ignore[method-assign]  # as Flask's documents do
    return app


def _speak_languages(app: Flask) -> None:
    secure = str(app.config["BASE_URL"]).startswith("https:")

    @app.before_request
    def choose_tongue() -> None:
        asked, kept = request.args.get("hl"), request.cookies.get(LANGUAGE_COOKIE)
        g.tongue = choose(shelf().tongues, asked, kept, request.accept_languages)

    @app.after_request
    def keep_tongue(response: Response) -> Response:
        page = response.mimetype == "text/html"  # what scripts fetch chooses nothing
        if page and request.args.get("hl") in shelf().tongues:
            response.set_cookie(LANGUAGE_COOKIE, g.tongue.code, A_YEAR, secure=secure, httponly=True, samesite="Lax")
        response.headers.setdefault("Cache-Control", REVALIDATE)
        return response


def _furnish_templates(app: Flask) -> None:
    app.jinja_env.globals.update(
        links=links,
        asset=asset,
        style=written,
        code=Markup("<code>{}</code>").format,
        base_url=str(app.config["BASE_URL"]),
        all_laws=LAST_LAW,
    )

    @app.context_processor
    def words() -> dict[str, object]:
        return {
            "_": tongue().text,
            "ngettext": tongue().plural,
            "tongue": tongue(),
            "tongues": shelf().tongues.values(),
            "corpus": shelf().corpus,
            "card": card,
            "edition": _edition,
            "source": _source,
            "imprint": partial(imprint, str(app.config["BASE_URL"])),
            "example": _example,
            "in_tongue": _in_tongue,
        }


def _edition(book: Book) -> str:
    return edition_name(shelf().corpus, book)


def _source(book: Book) -> str:
    return source_name(shelf().corpus, book)


def _example(words: str) -> Markup:
    """A search to try."""
    return Markup('<a href="{}">{}</a>').format(links.search(words), words)


def _in_tongue(code: str) -> str:
    """The query that shows the page at hand in another language; the question asked stays in it, but for what
    must not stand in a page that is kept."""
    asked = g.said if "said" in g else request.args.to_dict(flat=False)
    return urlencode({**asked, "hl": code}, doseq=True)
