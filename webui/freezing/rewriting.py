"""The addresses in what was gathered, as they are among files: each link leads to the place of what it led to.

Paths of the site begin at its root, and an export may stand below another root (``https://club.example/laws/``): so
every path gets the path of the site before it. In pages the attributes that name addresses are changed in their
places; in JSON, XML and Markdown whole addresses in quotes, elements or brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from webui.freezing.gathering import ANSWERED, FILTERED, Gathered, Told, left_out, named
from webui.freezing.places import NOWHERE, PAGE, Place, Whereabouts, place
from webui.freezing.splicing import Attributes, spliced

WAYS: Final = "data-ways"
"""The attribute of a page's body that tells scripts how the way to a place of the books is made."""

_POLICY_OF_HEADERS: Final = ("frame-ancestors", "report-uri", "report-to", "sandbox")
"""What a policy cannot say in a page itself (CSP 3, section 3.3)."""

_WHOLE: Final = re.compile(r"""(?P<before>["'>(])(?P<link>(?:https?:/)?/[^\s"'<>()\\]*)(?=["'<)])""")
_DATA: Final = re.compile(r'<script type="application/ld\+json">.*?</script>', re.DOTALL)


class Rewriter:
    """Rewrites what was gathered, for where it will stand; ``astray`` collects the links to what is not there, with a
    page that has them."""

    def __init__(self, gathered: Gathered, at: Whereabouts) -> None:
        self.gathered = gathered
        self.at = at
        self.astray: dict[str, str] = {}
        self.places: Mapping[str, Place] = {
            address: place(address, PAGE if told.onward else told.media_type) for address, told in gathered.told.items()
        }

    def way(self, address: str) -> str | None:
        """The way to what stands at an address, from the root of the host; None where that is not there.

        Questions that the browser answers keep what they ask, behind the page that does.
        """
        landing = self.gathered.landing(address)
        if landing is not None:
            return self.at.path + self.places[landing].way
        path, _, query = address.partition("?")
        word = path.strip("/")
        if word in ANSWERED or (word in FILTERED and left_out(address)):
            return f"{self.at.path}/{word}/" + (f"?{query}" if query else "")
        return None

    def link(self, value: str, page: str) -> str | None:
        """A link of a page as it is among files, with its fragment; itself where it leads elsewhere, None where what it
        names is not there. A whole address stays whole."""
        bare, mark, fragment = value.partition("#")
        address = self.at.address(bare, page) if bare else None
        if address is None:
            return value
        way = self.way(address)
        if way is None:
            return None
        return (self.at.origin if "://" in bare else "") + way + mark + fragment

    def rewritten(self, address: str, told: Told) -> bytes:
        """The bytes of a file."""
        if told.media_type == PAGE:
            return self._page(address, told).encode()
        if not _is_text(told.media_type) or address.startswith("/static/"):
            return told.body
        text = self._links_in(told.body.decode(), address)
        return self._placeless(text).encode()

    def _page(self, address: str, told: Told) -> str:
        policy = "; ".join(part for part in told.policy.split("; ") if not part.startswith(_POLICY_OF_HEADERS))
        page = spliced(told.body.decode(), lambda tag, said: self._tag(tag, said, address))
        head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
        page = _DATA.sub(lambda found: self._links_in(found[0], address), page)
        before, mark, after = page.partition('<meta charset="utf-8">')
        return self._placeless(f"{before}{mark}{head and chr(10) + head}{after}")

    def _tag(self, tag: str, said: Attributes, address: str) -> Attributes | None:
        if said.get("http-equiv") == "refresh":
            wait, mark, value = said["content"].partition("url=")
            said["content"] = wait + mark + (self.link(value, address) or value)
        for name, value in list(named(said)):
            way = self.link(value, address)
            if way is not None:
                said[name] = way
            elif tag == "link":
                return None  # another form, or a service, that only a server gives
            elif name.startswith("data-"):
                del said[name]  # what a script asks a server, which it then does without
            else:
                self.astray.setdefault(value, address)
        if tag == "body":
            said[WAYS] = f"{self.at.path}{{place}}/"
            if "data-report" in said:
                said["data-report"] = f"{self.at.path}/report/at={{place}}/"
        return said

    def _links_in(self, text: str, address: str) -> str:
        """A text with its whole addresses, wherever they stand in quotes, elements or brackets."""
        return _WHOLE.sub(lambda found: found["before"] + (self.link(found["link"], address) or found["link"]), text)

    def _placeless(self, text: str) -> str:
        """Without the stand-in for an address that the site does not have."""
        return text.replace(NOWHERE, "")


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type.endswith(("json", "xml"))
