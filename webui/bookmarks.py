"""The page of a reader's bookmarks and of what was read last. Both stay on the reader's device: this page is the same
for everybody, and ``static/bookmarks.js`` fills it."""

from __future__ import annotations

from flask import Blueprint, render_template

from webui.press import kept
from webui.shelf import shelf
from webui.signposts import edition_name

pages = Blueprint("bookmarks", __name__)


@pages.get("/bookmarks")
@kept(lambda: shelf().press)
def bookmarks() -> str:
    """What the script fills, and how the books are called."""
    corpus = shelf().corpus
    editions = {book.id: edition_name(corpus, book) for book in corpus.books.values()}
    return render_template("bookmarks/bookmarks.html", editions=editions)
