"""Every link of the whole site leads somewhere."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from flask import Flask

from kb import links
from kb.library import Library

LANDS = {200, 300, 302}


def test_every_link_of_the_site_leads_somewhere(site: Flask, library: Library) -> None:
    client = site.test_client()
    starts = ["/", "/about", "/search?q=kort", "/da-1997/80", "/da-1997/64/Z", "/r?q=54A"]
    starts += [links.book(book.id) for book in library.corpus.books.values()]
    starts += [links.unit(book.id, law.address) for book in library.corpus.books.values() for law in book.laws]
    waiting, seen, lost = list(dict.fromkeys(starts)), set(starts), []
    followed_no_further = set()  # switches of results lead to switches of results, in every combination
    while waiting:
        path = waiting.pop()
        response = client.get(path)
        if path not in starts and response.status_code not in LANDS:
            lost.append(path)
        if response.status_code != 200 or not response.content_type.startswith("text/html"):
            continue
        if path in followed_no_further:
            continue
        page = BeautifulSoup(response.get_data(as_text=True), "lxml")
        for tag in page.find_all(["a", "link", "script"]):
            target = urljoin(path, str(tag.get("href") or tag.get("src") or "")).split("#")[0]
            if target not in seen and not re.search(r"[?&]hl=", target):
                seen.add(target)
                waiting.append(target)
                if "nofollow" in tag.get_attribute_list("rel"):
                    followed_no_further.add(target)
    assert lost == []
    units = {links.unit(book.id, address) for book in library.corpus.books.values() for address in book.units}
    assert units <= seen
