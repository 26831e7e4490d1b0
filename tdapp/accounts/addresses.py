"""Addresses that another device is to open: as it reaches them, and as a QR code."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING

from django.conf import settings
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


def letter_root(request: HttpRequest) -> str:
    """What the links of a letter begin with: never a name that only whoever had it sent has said. A laptop answers to any
    address, so a stranger could have somebody else's link lead to a computer of their own.
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    name, port = split_domain_port(request.get_host())
    if not settings.LOCAL or is_this_computer(name):
        return request.build_absolute_uri("/")[:-1]
    return f"{request.scheme}://{lan_address() or 'localhost'}{':' + port if port else ''}"


def is_this_computer(host: str) -> bool:
    """Whether a name or address is this computer's own. Nothing is sent: an address that is not cannot be bound to."""
    name = host.strip("[]").lower()
    own = settings.LAN_NAMES[-1].removesuffix(".local")
    if name in settings.LAN_NAMES or name in (f"{own}.local", "testserver"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    if address.is_loopback:
        return True
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((name, 0))
    except OSError:
        return False
    return not address.is_unspecified and not address.is_multicast


def qr(text: str) -> SafeString:
    """A QR code as plain SVG: no style, no script, so the strict policy holds; black on white in the dark too."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(
        scale=8, border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return SafeString(drawn)
