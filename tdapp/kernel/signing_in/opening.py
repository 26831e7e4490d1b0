"""Open a session: a new one, noted for the log, waiting for no writer."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest

from tdapp.kernel import clock
from tdapp.kernel.models import User
from tdapp.kernel.signing_in.doors import notes
from tdapp.kernel.signing_in.doors.session_store import OPENED

BACKEND = "tdapp.kernel.signing_in.doors.session_store.Standing"
# The first that fits: most browsers also say the names of those they want to be taken for.
BROWSERS = (
    ("Edge", r"\bEdgA?/"), ("Opera", r"\bOPR/"), ("Samsung Internet", r"\bSamsungBrowser/"), ("Firefox", r"\b(Firefox|FxiOS)/"),
    ("Chrome", r"\b(Chrome|CriOS|HeadlessChrome)/"), ("Safari", r"\bSafari/"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("ChromeOS", "CrOS"),
    ("macOS", "Mac OS X|Macintosh"), ("Linux", "Linux"),
)  # fmt: skip


def open_session(request: HttpRequest, user: User, how: str, **facts: Any) -> None:
    """A fresh session for a person whose password, passkey, PIN or link was right; noted for the log."""
    left = _leave(request, user, how, facts)
    request.session.flush()
    login(request, user, backend=BACKEND)
    request.session[OPENED] = {"how": how, "at": clock.now().timestamp(), "device": device(request)}
    notes.settle_now(left)


def note(request: HttpRequest, user: User, how: str, **facts: Any) -> None:
    """Note something of a session that is no log-in."""
    notes.settle_now(_leave(request, user, how, facts))


def _leave(request: HttpRequest, user: User, how: str, facts: dict[str, Any]) -> User:
    notes.leave(user, how, getattr(request, "request_id", ""), **facts)
    return user


def device(request: HttpRequest) -> str:
    """Browser and system in words a person knows; nothing that tells two of the same make apart."""
    agent = request.headers.get("User-Agent", "")[:400]
    names = [
        next((name for name, sign in kind if re.search(sign, agent)), "") for kind in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(name for name in names if name)
