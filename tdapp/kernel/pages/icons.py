"""The few pictures of the desk on a 16x16 field, one shape a meaning: circle ok,"
" triangle question, octagon stop."""

from __future__ import annotations

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

PATHS: dict[str, str] = {
    "ok": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm-1.1 10.2L3.8 8.1l1.3-1.3 1.8 1.8 4-4 1.3 1.3z",
    "ask": "M8 1 .6 14.6h14.8zm-.9 4.9h1.8v4.2H7.1zm0 5.3h1.8V13H7.1z",
    "stop": "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z"
    "m-.2 5.2L6.7 8l-1.8 1.8 1.3 1.3L8 9.3l1.8 1.8 1.3-1.3L9.3 8l1.8-1.8"
    "-1.3-1.3L8 6.7 6.2 4.9z",
    "now": "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 2v8a4 4 0 0 1 0-8z",
    "info": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm-.9 3h1.8v1.8H7.1zm0 3h1.8v5H7.1z",
    "up": "M8 3l6 10H2z",
    "down": "M8 13 2 3h12z",
    "same": "M2 7h12v2H2z",
    "check": "M6.2 12.9 1.6 8.3 3.1 6.8l3.1 3.1 6.7-6.7 1.5 1.5z",
    "cross": "m3.5 2 4.5 4.5L12.5 2 14 3.5 9.5 8l4.5 4.5-1.5 1.5L8 9.5 3.5 14 2 12.5 6.5 8 2 3.5z",
    "find": "M6.5 1a5.5 5.5 0 1 0 3.3 9.9l3.9 3.9 1.1-1.1-3.9-3.9A5.5 5.5 0 0 0 6.5 1z"
    "m0 1.8a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4z",
    "print": "M4 1h8v4H4zM1 6h14v6h-3v3H4v-3H1zm4.5 4v3.5h5V10z",
    "undo": "M6 2v3h4a4.5 4.5 0 0 1 0 9H5v-2h5a2.5 2.5 0 0 0 0-5H6v3L1.5 6z",
    "lock": "M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z",
    "person": "M8 1.5a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM2 14.5c0-3.5 2.6-5.3 6-5.3s6 1.8 6 5.3z",
    "next": "M5 2.5 6.5 1l7 7-7 7L5 13.5 10.5 8z",
    "back": "M11 2.5 9.5 1l-7 7 7 7 1.5-1.5L5.5 8z",
    "clock": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.8a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 8 2.8z"
    "M7.1 4.5h1.8v3.1l2.3 2.3-1.3 1.3-2.8-2.8z",
    "start": "M3 1h2v14H3zM6 2h8l-2.2 3L14 8H6z",
}


@cache
def icon(name: str, css_class: str = "") -> SafeString:
    """One inline picture, hidden from screen readers: the word beside it says it. KeyError when unknown."""
    return format_html(
        '<svg class="icon icon-{}{}" viewBox="0 0 16 16" aria-hidden="true" focusable="false">'
        '<path d="{}"/></svg>',
        name,
        f" {css_class}" if css_class else "",
        PATHS[name],
    )
