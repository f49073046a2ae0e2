"""The concepts of the game: all of them as a list, and each with its words and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.errors import NotFound
from kb.terms import Term
from webui import asked
from webui.concordancer import concordance, rendered
from webui.glossary import glossary, sign_of, words_in
from webui.negotiating import PAGE, form, onward, suffix
from webui.pairing import Pairing
from webui.paper import given
from webui.press import kept
from webui.shelf import shelf, tongue
from webui.signposts import Signpost
from webui.transcripts import concept_json, term_json
from webui.wordsheet import term_sheet, terms_sheet

pages = Blueprint("concepts", __name__)


def order() -> Mapping[str, str]:
    """What counts of the query of the list: the language in whose order it stands."""
    by = request.args.get("by", "")
    return {"by": by} if by in shelf().corpus.terms.languages and by in shelf().corpus.languages else {}


@pages.get("/terms")
@pages.get("/terms.<suffix>")
def index(**_: str) -> Response | str:
    """All terms, or those that have the words asked for."""
    if form() == "json":
        return jsonify({"terms": [term_json(term) for term in shelf().corpus.terms.concepts]})
    return listed(asked.question()) if request.args.get("q") else whole()


@kept(lambda: shelf().press, order)
def whole() -> Response | str:
    """The whole list, printed once."""
    return listed("")


def listed(words: str) -> Response | str:
    """The list in the order of one language, the page's own unless another is asked for."""
    corpus = shelf().corpus
    own = tongue().code if tongue().code in corpus.terms.languages else next(iter(corpus.languages))
    by = order().get("by", own)
    found = glossary(corpus, by, words)
    if form() != PAGE:
        return given(terms_sheet(found, tongue()))
    return render_template("concepts/index.html", glossary=found, words=words, by=by)


@pages.get("/terms/<concept>")
@kept(lambda: shelf().press)
def concept(concept: str) -> Response | AnyResponse | str:
    """A term: its words in each language, how they were rendered, and where each book has them."""
    corpus = shelf().corpus
    name = concept.removesuffix(f".{suffix()}")
    term = corpus.terms.by_id.get(name)
    if term is None:
        return unknown(name)
    pairings = _pairings()
    if form() == "json":
        return jsonify(concept_json(shelf().wordbook, term, rendered(shelf().wordbook, term.id, pairings)))
    if form() != PAGE:
        return given(term_sheet(shelf().wordbook, term, rendered(shelf().wordbook, term.id, pairings), tongue()))
    return render_template(
        "concepts/concept.html",
        term=term,
        words=words_in(corpus, term),
        broader=[_sign(corpus.terms.by_id[other]) for other in term.broader],
        narrower=[_sign(other) for other in corpus.terms.concepts if term.id in other.broader],
        related=[_sign(corpus.terms.by_id[other]) for other in term.related],
        title=_sign(term),
        rendered=rendered(shelf().wordbook, term.id, pairings),
        said=Markup('<b lang="{}">{}</b>').format,
        concordance=concordance(shelf().wordbook, term.id, pairings),
    )


def unknown(word: str) -> Response | AnyResponse:
    """A concept that is not here. A word for one leads to it; several, or none, and the page says so."""
    corpus = shelf().corpus
    meant = list(dict.fromkeys(found.term for found in shelf().wordbook.index.lookup(word))) if word else []
    if len(meant) == 1:
        return redirect(onward(links.terms(meant[0])), 302)
    if form() != PAGE or not word:
        raise NotFound("term-unknown", term=word[:80])
    signs = [_sign(corpus.terms.by_id[term]) for term in meant]
    return make_response(render_template("concepts/unknown.html", word=word[:80], signs=signs), 300 if signs else 404)


def _sign(term: Term) -> Signpost:
    return sign_of(term, tongue().code)


def _pairings() -> list[Pairing]:
    """Each two books once, those of the reader's language on the left."""
    books = sorted(shelf().corpus.books.values(), key=lambda book: book.language != tongue().code)
    return [shelf().pairing(left.id, right.id) for left, right in combinations(books, 2)]
