"""What opened a browser's session, and how far it reaches: a password everything, a PIN or a link one event.

A PIN takes over a desk: its session does that desk's work and no more (`permissions.DESK_WORK`). Who types the password
again in it has opened everything for a few minutes, in this one session.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest

from tdapp.kernel import clock
from tdapp.kernel.signing_in.doors.session_store import OPENED

PIN_EVENT = "pin_event"  # the one event a session reaches that no password opened
BY_PIN = "by_pin"  # which PIN opened it, and its mark
CONFIRMED_AT = "confirmed_at"
FRESH = timedelta(minutes=10)


def bound_to(request: HttpRequest) -> str:
    """The id of the only event the session reaches; "" for all of the person's."""
    session = getattr(request, "session", {})
    return "" if confirmed(request) else str(session.get(PIN_EVENT, ""))


def by_pin(request: HttpRequest) -> bool:
    """Whether a PIN opened the session and the password was not typed in it of late."""
    return BY_PIN in getattr(request, "session", {}) and not confirmed(request)


def how(request: HttpRequest) -> str:
    """What opened the session, in the words of its log-in: "password", "passkey"; "" for none."""
    return str(getattr(request, "session", {}).get(OPENED, {}).get("how", ""))


def confirmed(request: HttpRequest) -> bool:
    """Whether the password was typed again in this session within the last minutes."""
    at = getattr(request, "session", {}).get(CONFIRMED_AT)
    return at is not None and 0 <= clock.now().timestamp() - at < FRESH.total_seconds()


def stale(request: HttpRequest) -> bool:
    """Whether the person signed in longer ago than some minutes, or by link: what changes an account asks again."""
    session = getattr(request, "session", {})
    if SESSION_KEY not in session or by_pin(request):
        return False
    at = None if PIN_EVENT in session else session.get(OPENED, {}).get("at")
    late = at is None or not 0 <= clock.now().timestamp() - at < FRESH.total_seconds()
    return late and not confirmed(request)


def confirm(request: HttpRequest) -> None:
    """The password was right: the session gets a new key and reaches everything for a few minutes."""
    request.session.cycle_key()
    request.session[CONFIRMED_AT] = clock.now().timestamp()


def bind(request: HttpRequest, event: str, pin: tuple[str, str] | None = None) -> None:
    """Tie a fresh session to one event; `pin`: which PIN opened it, and its mark."""
    request.session[PIN_EVENT] = event
    if pin:
        request.session[BY_PIN] = list(pin)
