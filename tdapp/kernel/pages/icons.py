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
    # The stops of the rail.
    "home": "M8 1 1 7.2l1.1 1.3L3 7.7V15h4v-4h2v4h4V7.7l.9.8L15 7.2zm0 2.2 3.3 2.9v7.2h-.6v-4H5.3v4h-.6V6.1z",
    "gear": "M6.9 1h2.2l.4 1.9 1.2.5 1.6-1.1 1.6 1.6-1.1 1.6.5 1.2 1.7.2v2.2l-1.7.4-.5 1.2 1.1 1.6-1.6 1.6"
    "-1.6-1.1-1.2.5-.4 1.7H6.9l-.4-1.7-1.2-.5-1.6 1.1-1.6-1.6 1.1-1.6-.5-1.2L1 9.1V6.9l1.7-.2.5-1.2-1.1-1.6 1.6-1.6"
    " 1.6 1.1 1.2-.5zM8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "list": "M1 2.5h2.2v2.2H1zm4 .2h10v1.8H5zM1 6.9h2.2v2.2H1zm4 .2h10v1.8H5zM1 11.3h2.2v2.2H1zm4 .2h10v1.8H5z",
    "tick": "M5.5 1h5v1H13v13H3V2h2.5zm-.8 2.7v9.6h6.6V3.7h-.8V5h-5V3.7zm2.6 8L4.9 9.3 6 8.2l1.3 1.3L10 6.8l1.1 1.1z",
    "pen": "M11.7 1 15 4.3 5.6 13.7 1 15l1.3-4.6zm0 2.4L3.9 11.2l-.5 1.4 1.4-.5 7.8-7.8z",
    "sheet": "M3 1h7l3.5 3.5V15H3zm1.7 1.7v10.6h7.1V5.6H9V2.7zM6 7.5h4.6v1.4H6zm0 2.8h4.6v1.4H6z",
    "scales": "M7.2 1h1.6v1.5h4.4L16 9.2h-5.6l2-5H8.8v9H12V15H4v-1.8h3.2v-9H3.6l2 5H0l2.8-6.7h4.4z",
    "board": "M1 1h14v14H1zm1.7 1.7v4.4h4.4V2.7zm6.2 0v4.4h4.4V2.7zM2.7 8.9v4.4h4.4V8.9zm6.2 0v4.4h4.4V8.9z",
    "table": "M1 4h14v2h-1.5v7h-1.8V6H4.3v7H2.5V6H1zm4.5 3.5h5V9h-5z",
    "podium": "M5.8 3h4.4v12H5.8zM1 7h4v8H1zm10 2h4v6h-4z",
    "eye": "M8 3c3.5 0 6 2.4 7.5 5-1.5 2.6-4 5-7.5 5S2 10.6.5 8C2 5.4 4.5 3 8 3zm0 1.7C5.5 4.7 3.7 6.2 2.5 8 "
    "3.7 9.8 5.5 11.3 8 11.3s4.3-1.5 5.5-3.3C12.3 6.2 10.5 4.7 8 4.7zm0 1a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z",
    "screen": "M1 2h14v9.5H8.9v1.3H12v1.7H4v-1.7h3.1v-1.3H1zm1.7 1.7v6.1h10.6V3.7z",
    "cup": "M4 1h8v1.5h3V5c0 1.9-1.3 3.2-3.2 3.4A4 4 0 0 1 8.9 10.5v2.2H12V15H4v-2.3h3.1v-2.2A4 4 0 0 1 4.2 8.4"
    "C2.3 8.2 1 6.9 1 5V2.5h3z"
    "M2.6 4.1V5c0 .8.5 1.5 1.4 1.7V4.1zm9.4 0v2.6c.9-.2 1.4-.9 1.4-1.7v-.9z",
    "chart": "M1 1h1.8v12.2H15V15H1zm3.5 8.3 3-3.6 2.3 2 3.4-4.6 1.4 1-4.5 6.2-2.4-2.1-1.8 2.2z",
    "out": "M7.1 5 4.9 7.2 3.6 5.9 8 1.5l4.4 4.4-1.3 1.3L8.9 5v6H7.1zM1 10h1.8v3.2h10.4V10H15v5H1z",
    "shield": "M8 1 14 3v4.5c0 3.6-2.4 6.2-6 7.5-3.6-1.3-6-3.9-6-7.5V3zm0 1.9-4.2 1.4v3.2c0 2.6 1.6 4.5 4.2 5.6 "
    "2.6-1.1 4.2-3 4.2-5.6V4.3z",
    "log": "M3 1h11v14H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zm2.2 1.7v10.6h7.1V2.7zM6.5 4.5H11V6H6.5zm0 3H11V9H6.5z",
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
