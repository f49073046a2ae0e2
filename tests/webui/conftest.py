"""The site over the real corpus, asked without a network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kb import load
from kb.library import Library
from webui import create_app

Reader = Callable[..., TestResponse]


@pytest.fixture(scope="session")
def library() -> Library:
    return load()


@pytest.fixture(scope="session")
def site(library: Library) -> Flask:
    return create_app(library.corpus, library.engine)


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    """A browser that keeps cookies."""
    return site.test_client()


@pytest.fixture
def read(site: Flask) -> Reader:
    """Ask for a path as a browser that speaks ``hl`` and keeps nothing."""

    def ask(path: str, hl: str = "en", **kwargs: object) -> TestResponse:
        return site.test_client(use_cookies=False).get(path, headers={"Accept-Language": hl}, **kwargs)

    return ask


@pytest.fixture
def soup(read: Reader) -> Callable[..., BeautifulSoup]:
    """The page at a path, parsed."""

    def parsed(path: str, hl: str = "en") -> BeautifulSoup:
        return BeautifulSoup(read(path, hl).get_data(as_text=True), "lxml")

    return parsed
