"""What every answer says to the browser about itself: nothing inline but the page's own style sheets
(:mod:`webui.styles`), nothing from elsewhere, no guessing."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

from webui.styles import allowing, styles_used

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
)

POLICY: Final = "Content-Security-Policy"

HEADERS: Final = {
    POLICY: CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

PARTS: Final = frozenset({"text/css", "text/javascript"})
"""Types of what only parts of pages are made of."""

OF_PARTS: Final = frozenset({"X-Content-Type-Options", "Cross-Origin-Resource-Policy"})
"""The headers that count for these. The others speak to a page; a first view fetches some twenty parts, and all of the
headers with each of them would be a quarter of it."""

HTTPS_ONLY: Final = "max-age=31536000"
"""Sent where the site's own address (``KB_BASE_URL``) is https: browsers then never ask for it in the clear."""


def dress(response: Response, secure: bool, *, part: bool = False) -> Response:
    """Put the headers on an answer, but for those it has; ``secure`` says that the site's address is https, ``part``
    that only pages fetch it."""
    for name, value in HEADERS.items():
        if name in OF_PARTS or not part:
            response.headers.setdefault(name, value)
    styles = styles_used()
    if styles:
        response.headers[POLICY] = allowing(response.headers[POLICY], styles)
    if secure:
        response.headers["Strict-Transport-Security"] = HTTPS_ONLY
    return response


def wear_headers(app: Flask) -> None:
    """Dress every answer of the site, errors and files included."""
    secure = str(app.config["BASE_URL"]).startswith("https:")

    @app.after_request
    def dressed(response: Response) -> Response:
        part = request.endpoint == "house.file" and response.mimetype in PARTS
        return dress(response, secure, part=part)
