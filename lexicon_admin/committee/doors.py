"""What the room of accounts does for an invitation: its address as another device reaches it, its picture, its letter.

Accounts stand beside this room, so they say it, through ports.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tdapp.kernel.models import Invitation
from tdapp.kernel.ports import Port

ADDRESS: Port[Callable[[HttpRequest, str], str]] = Port("how another device reaches a path")
PICTURE: Port[Callable[[str], SafeString]] = Port("an address as a QR code")
LETTER: Port[Callable[[HttpRequest, Invitation], None]] = Port("an invitation is sent by e-mail")
SENDS: Port[Callable[[], bool]] = Port("is e-mail sent here")


def address(request: HttpRequest, path: str) -> str:
    """A path as another device in the hall opens it."""
    return next((say(request, path) for say in ADDRESS), path)


def picture(text: str) -> str:
    """An address as SVG, safe as it is drawn; nothing where nobody draws."""
    return next((draw(text) for draw in PICTURE), "")


def sends() -> bool:
    """Whether there is mail here."""
    return any(can() for can in SENDS)


def letter(request: HttpRequest, row: Invitation) -> bool:
    """Have an invitation sent to the address it names; whether that was possible."""
    if not row.email or not sends():
        return False
    for send in LETTER:
        send(request, row)
    return True
