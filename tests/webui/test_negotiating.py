"""Each page in each of its forms: by suffix, by ``Accept``, and what is told of it in the headers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header, parse_list_header
from werkzeug.test import TestResponse

from kb import links
from webui.negotiating import preferred
from webui.relations import MEDIA_TYPES, forms
from webui.shelf import EXTENSION

Read = Callable[..., TestResponse]

LAWS = ("json", "txt", "md", "xml")
GUIDES = ("json", "txt", "md")
PAGES: Mapping[str, tuple[str, ...]] = {
    "/da-1997": LAWS,
    "/nl-2017": LAWS,
    "/da-1997/64": LAWS,
    "/da-1997/64/A/2": LAWS,
    "/da-1997/9/A/2/b/I": LAWS,
    "/da-1997/68/note/1": LAWS,
    "/da-1997/70/B-E": LAWS,
    "/da-1997/12-16": LAWS,
    "/nl-2017/71/1": LAWS,
    "/compare": GUIDES,
    "/compare/da-1997/nl-2017": GUIDES,
    "/compare/da-1997/nl-2017/54": GUIDES,
    "/compare/nl-2017/da-1997/70/B": GUIDES,
    "/compare/da-1997/nl-2017/70/note/4": GUIDES,
    "/terms": GUIDES,
    "/terms/revoke": GUIDES,
    "/terms/appeal": GUIDES,
    "/situations": GUIDES,
    "/situations/revoke": GUIDES,
    "/situations/claim": GUIDES,
    "/situations/insufficient-bid": GUIDES,
}
EACH = [(path, form) for path, offered in PAGES.items() for form in offered]


def asked(site: Flask, path: str, accept: str | None = None, hl: str = "en") -> TestResponse:
    headers = {"Accept-Language": hl} | ({} if accept is None else {"Accept": accept})
    return site.test_client(use_cookies=False).get(path, headers=headers)


# --- forms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "form"), EACH)
def test_a_suffix_and_its_type_give_the_same(site: Flask, path: str, form: str) -> None:
    named, preferred_ = asked(site, f"{path}.{form}"), asked(site, path, MEDIA_TYPES[form])
    assert (named.status_code, preferred_.status_code) == (200, 200)
    assert named.mimetype == preferred_.mimetype == MEDIA_TYPES[form]
    assert named.data == preferred_.data
    assert "Accept" not in named.vary
    assert "Accept" in preferred_.vary
    assert preferred_.headers["Content-Location"] == f"{path}.{form}"
    assert "Content-Location" not in named.headers
    if form == "json":
        assert named.json
    elif form == "xml":
        assert etree.fromstring(named.data).tag.endswith("akomaNtoso")
    else:
        assert named.get_data(as_text=True).count("\n") >= 1
        assert "Markup(" not in named.get_data(as_text=True)
        assert "None" not in named.get_data(as_text=True)


@pytest.mark.parametrize("path", PAGES)
def test_the_page_is_what_people_get(site: Flask, path: str) -> None:
    page = asked(site, path)
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
    for other in (asked(site, path, browser), asked(site, path, "*/*"), asked(site, f"{path}.html")):
        assert other.mimetype == "text/html"
        assert other.status_code == page.status_code == 200
    assert asked(site, path, browser).data == page.data
    assert "Accept" in page.vary


@pytest.mark.parametrize("path", PAGES)
def test_what_nothing_fits_is_told_with_what_there_is(site: Flask, path: str) -> None:
    response = asked(site, path, "image/png, application/pdf;q=0.5")
    assert response.status_code == 406
    text = response.get_data(as_text=True)
    assert "<h1" in text
    for form in PAGES[path]:
        assert f"{path}.{form}" in text
        assert f"<{path}.{form}>" in response.headers["Link"]
    assert "Accept" in response.vary


LACKING = ["/compare/da-1997/nl-2017/54.xml", "/terms/revoke.xml", "/situations.xml", "/r.txt?q=64", "/54b2.md"]


@pytest.mark.parametrize("path", LACKING)
def test_a_form_that_there_is_not_is_told_with_those_that_there_are(site: Flask, path: str) -> None:
    response = asked(site, path)
    assert (response.status_code, response.mimetype) == (404, "text/plain")
    assert ".json (application/json)" in response.get_data(as_text=True)


PREFERRED = [
    (None, "html"),
    ("", "html"),
    ("*/*", "html"),
    ("text/*", "html"),
    ("text/html", "html"),
    ("application/json", "json"),
    ("application/json, text/plain, */*", "json"),
    ("application/json;q=0.5, text/html;q=0.4", "json"),
    ("application/json;q=0.4, text/html;q=0.5", "html"),
    ("application/json;q=0, */*", "html"),
    ("text/html;q=0, */*", "json"),
    ("text/html;q=0, text/*", "txt"),
    ("text/markdown", "md"),
    ("text/markdown, text/plain", "txt"),
    ("text/markdown, text/plain;q=0.9", "md"),
    ("application/xml", "xml"),
    ("text/xml", "xml"),
    ("application/akn+xml", "xml"),
    ("APPLICATION/JSON", "json"),
    ("application/json; charset=utf-8", "json"),
    ("image/png", None),
    ("nonsense", None),
    ("text/html;q=0", None),
]


@pytest.mark.parametrize(("accept", "form"), PREFERRED)
def test_the_form_that_is_liked_best(accept: str | None, form: str | None) -> None:
    assert preferred(forms(links.read("/da-1997/64")), parse_accept_header(accept, MIMEAccept)) == form


@given(st.text(max_size=60) | st.lists(st.sampled_from([*MEDIA_TYPES.values(), "*/*", "a/b", ";q=0.3"])).map(",".join))
def test_whatever_is_accepted_has_an_answer(accept: str) -> None:
    offered = forms(links.read("/da-1997/64"))
    assert preferred(offered, parse_accept_header(accept, MIMEAccept)) in {None, *offered}


def test_xml_comes_under_the_name_by_which_it_was_asked_for(site: Flask) -> None:
    for media_type in ("application/xml", "text/xml", "application/akn+xml"):
        assert asked(site, "/da-1997/64/A", media_type).mimetype == media_type


def test_each_form_is_kept_apart(site: Flask) -> None:
    site.extensions[EXTENSION].press.__init__()
    order = ["text/html", "application/json", "text/plain", "text/markdown", "application/xml"]
    for accepts in (order, order[::-1]):
        given_ = [asked(site, "/da-1997/65", accept).mimetype for accept in accepts]
        assert given_ == accepts
    tags = {asked(site, "/da-1997/65", accept).headers["ETag"] for accept in order}
    assert len(tags) == len(order)


def test_a_form_known_already_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/da-1997/64", headers={"Accept": "text/markdown"})
    again = client.get("/da-1997/64", headers={"Accept": "text/markdown", "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.headers["Content-Location"]) == (304, "/da-1997/64.md")
    assert "Accept" in again.vary


@pytest.mark.parametrize("path", ["/da-1997/80", "/da-1997/64/Z", "/xx-1900/1", "/terms/none-such", "/no/such/page"])
def test_an_error_comes_in_the_form_that_was_asked_for(site: Flask, path: str) -> None:
    for accept, media_type in (
        ("application/json", "application/problem+json"),
        ("text/plain", "text/plain"),
        ("*/*", "text/html"),
    ):
        response = asked(site, path, accept)
        assert (response.status_code, response.mimetype) == (404, media_type)
    told = asked(site, path, "application/json").json
    assert told is not None
    assert {"type", "title", "status", "detail", "code", "params"} <= told.keys()
    assert asked(site, path, "application/json", "da").json != told


def test_pages_of_one_form_are_not_negotiated(site: Flask) -> None:
    for path in ("/", "/about", "/keys"):
        response = asked(site, path, "image/png")
        assert (response.status_code, response.mimetype) == (200, "text/html")
        assert "Link" not in response.headers


# --- Link headers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_the_header_says_what_a_page_is_related_to(site: Flask, path: str) -> None:
    for asked_for in (path, f"{path}.json"):
        ways = parse_list_header(asked(site, asked_for).headers["Link"].replace('"', ""))
        assert ways[0] == f"<{path}>; rel=canonical"
        for form in PAGES[path]:
            assert f"<{path}.{form}>; rel=alternate; type={MEDIA_TYPES[form]}" in ways
        assert any("rel=up" in way for way in ways)
    assert "Link" not in asked(site, "/da-1997/80").headers


def test_the_header_names_the_same_in_another_language(site: Flask) -> None:
    told = asked(site, "/da-1997/70/B/2").headers["Link"]
    assert '</nl-2017/70/B/3>; rel="alternate"; type="text/html"; hreflang="nl"' in told
    assert '</da-1997/70/B/3>; rel="next"' in told
    assert '</da-1997/70/B/1>; rel="prev"' in told


# --- golden files -------------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parents[1] / "golden" / "forms"
"""What each form of these is, to the byte. Where it is meant to change: ``KB_WRITE_GOLDEN=1`` writes it anew."""

KEPT = {
    "law": "/nl-2017/71",
    "provision": "/da-1997/64/A/2",
    "note": "/da-1997/68/note/1",
    "range": "/da-1997/70/B-C",
    "comparison": "/compare/da-1997/nl-2017/71",
    "term": "/terms/established-revoke",
    "situation": "/situations/claim",
}


@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, path in KEPT.items() for form in forms(links.read(path))[1:]]
)
def test_a_form_is_what_it_was(site: Flask, name: str, form: str) -> None:
    golden = GOLDEN / f"{name}.{form}"
    data = asked(site, f"{KEPT[name]}.{form}").data
    if form == "json":
        data = json.dumps(json.loads(data), ensure_ascii=False, indent=1).encode() + b"\n"
    if os.environ.get("KB_WRITE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_bytes(data)
    assert data.decode() == golden.read_bytes().decode()
