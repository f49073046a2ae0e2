"""What a page says on paper of where it came from: its address, as words and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import urlencode

import segno
from flask import g, request
from markupsafe import Markup

from kb import links

LONGEST: Final = 300
"""Characters of an address that a telephone still reads from a small print."""

MASK: Final = 2
"""The pattern that is laid over a code: readers take any of the eight, and trying all for the most even one takes as
long as all else of a page (ISO/IEC 18004, section 7.8)."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """The whole address of a page, and the QR code of it as inline SVG without style or script."""

    address: str
    code: Markup


def imprint(base: str) -> Imprint | None:
    """That of the page at hand; None where the site does not know its own address (``KB_BASE_URL``), or where this
    one is too long to be read from paper.

    The question asked stays in the address; the language of the page and what does not reach a kept page do not.
    """
    if not base:
        return None
    asked = g.said if "said" in g else request.args.to_dict(flat=False)
    said = urlencode([(key, value) for key, value in asked.items() if key != "hl"], doseq=True)
    address = links.absolute(base, request.path) + (f"?{said}" if said else "")
    return Imprint(address, qr_code(address)) if len(address) <= LONGEST else None


@lru_cache(maxsize=256)
def qr_code(text: str) -> Markup:
    """A text as a QR code: an SVG element, one unit a module, four units of quiet around it (ISO/IEC 18004)."""
    code = segno.make(text, error="m", micro=False, mask=MASK)
    return Markup(code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=4))  # noqa: S704  # of segno's own making: a path of numbers
