"""Addresses that another device is to open: as it reaches them, and as a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.safestring import SafeString

from core.later import later
from tdapp.launch.running import lan_address

if TYPE_CHECKING:
    import segno
else:
    segno = later("segno")

THIS_COMPUTER = frozenset({"localhost", "127.0.0.1", "[::1]"})


def hall_address(request: HttpRequest, path: str) -> str:
    """The address as another device in the hall reaches it: this computer's own names mean nothing there."""
    name, port = split_domain_port(request.get_host())
    if name in THIS_COMPUTER and (found := lan_address()):
        return f"{request.scheme}://{found}{':' + port if port else ''}{path}"
    return request.build_absolute_uri(path)


def qr(text: str) -> SafeString:
    """A QR code as plain SVG: no style, no script, so the strict policy holds; black on white in the dark too."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(
        scale=8, border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return SafeString(drawn)
