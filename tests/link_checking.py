"""A link checker for a site of files: every link in every file leads to a file, and every fragment to its place.

It reads the files with other parsers than those that wrote them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from lxml import etree, html

LINKING = ("href", "src", "action", "poster", "cite")
FILES = {".html", ".json", ".webmanifest", ".css", ".js", ".md", ".xml"}
NAMING = {"url", "@id", "contentUrl", "href", "src", "start_url", "scope"}


class Checker:
    """Checks the files in a folder that stands at an address (``https://club.example/laws``)."""

    def __init__(self, folder: Path, base: str) -> None:
        self.folder, self.base = folder, base.rstrip("/")
        self.links = 0

    @cached_property
    def files(self) -> frozenset[str]:
        return frozenset(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())

    def broken(self) -> list[str]:
        """The links that lead nowhere, each with the file it stands in."""
        found = []
        for name in sorted(self.files):
            if Path(name).suffix in FILES:
                for link in self.links_of(name):
                    self.links += 1
                    if not self.leads(link, name):
                        found.append(f"{name}: {link}")
        return found

    def links_of(self, name: str) -> Iterator[str]:
        text = (self.folder / name).read_text("utf-8")
        suffix = Path(name).suffix
        if suffix == ".html":
            yield from self._of_page(name, text)
        elif suffix in {".json", ".webmanifest"}:
            yield from _of_json(json.loads(text))
        elif suffix == ".css":
            yield from re.findall(r"""url\(["']?([^"')]+)["']?\)""", text)
        elif suffix == ".js":
            yield from re.findall(r"""(?:from|import\(|new URL\()\s*["'](\.{1,2}/[^"']+|[\w/-]+\.css)["']""", text)
        elif suffix == ".md":
            yield from re.findall(r"(?<!\\)\]\(([^()\s]+)\)", text)
        else:
            yield from (text for text in _of_xml(etree.fromstring(text.encode())) if text.startswith(self.base or "/"))

    def leads(self, link: str, name: str) -> bool:
        """Whether a link in a file leads to a file of the folder, and its fragment to a place there; what leads to
        other sites is not asked for."""
        whole = urlsplit(urljoin(f"{self.base or 'http://here'}/{self._place(name)}", link))
        home = urlsplit((self.base or "http://here") + "/")
        if whole.scheme not in {"http", "https"} or whole.netloc != home.netloc:
            return whole.scheme in {"http", "https", "mailto", "data"}
        if not whole.path.startswith(home.path):
            return False
        path = unquote(whole.path[len(home.path) :])
        file = f"{path}index.html" if not path or path.endswith("/") else path
        return file in self.files and (not whole.fragment or unquote(whole.fragment) in self.places(file))

    def places(self, file: str) -> frozenset[str]:
        """The ids of a page; a style of addresses has no others."""
        if file not in self._places:
            page = html.fromstring((self.folder / file).read_bytes())
            self._places[file] = frozenset(str(found) for found in page.xpath("//@id"))  # type: ignore[union-attr]
        return self._places[file]

    @cached_property
    def _places(self) -> dict[str, frozenset[str]]:
        return {}

    def _of_page(self, name: str, text: str) -> Iterator[str]:
        page = html.fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
        self._places[name] = frozenset(str(found) for found in page.xpath("//@id"))  # type: ignore[union-attr]
        for tag in page.iter(etree.Element):
            for key, value in tag.attrib.items():
                attribute, words = str(key), str(value)
                if attribute in LINKING:
                    yield words
                elif attribute == "srcset":
                    yield from (each.split()[0] for each in words.split(","))
                elif attribute == "content" and (words.startswith(self.base or "http://") or "url=" in words):
                    yield words.rpartition("url=")[2]
                elif (
                    attribute.startswith("data-")
                    and words.startswith(urlsplit(self.base).path + "/")
                    and "{" not in words
                ):
                    yield from () if attribute in {"data-copy", "data-here"} else [words]
        for data in page.xpath("//script[@type='application/ld+json']/text()"):  # type: ignore[union-attr]
            yield from _of_json(json.loads(str(data)))

    @staticmethod
    def _place(name: str) -> str:
        return name.removesuffix("index.html")


def _of_json(value: object, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _of_json(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _of_json(inner, key)
    elif isinstance(value, str) and key in NAMING:
        yield value


def _of_xml(root: etree._Element) -> Iterator[str]:
    for element in root.iter(etree.Element):
        yield from (str(value) for value in element.attrib.values())
        if element.text and not len(element):
            yield element.text.strip()
