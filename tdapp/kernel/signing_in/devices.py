"""Which accounts a browser has logged in to: one signed cookie that opens nothing, it only tells a device from strangers."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tdapp.kernel.signing_in import accounts
from tdapp.kernel.signing_in.accounts import Visitor

COOKIE, SALT = "td-known", "td.known-device"
LIFE = timedelta(days=365)
MOST = 40  # accounts of one shared laptop; the oldest is forgotten


def address(request: HttpRequest) -> str:
    """Where a request came from, as the server saw it (`launch.proxies`)."""
    return str(request.META.get("REMOTE_ADDR", ""))


def visitor(request: HttpRequest, username: str) -> Visitor:
    """Who asks to log in by a name: a device the account knows, or one of all the others."""
    device, known = _read_cookie(request)
    return Visitor(address(request), device if _mark(username) in known else "")


def remember(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """From now on this browser is one the account knows; asked after a right password."""
    device, known = _read_cookie(request)
    mark = _mark(username)
    kept = [*(one for one in known if one != mark), mark][-MOST:]
    told = {"id": device or secrets.token_hex(16), "of": kept}
    response.set_cookie(
        _name(), signing.dumps(told, salt=SALT), max_age=LIFE, httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


def _read_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        told: dict[str, Any] = signing.loads(request.COOKIES.get(_name(), ""), salt=SALT, max_age=LIFE)
        return str(told["id"]), [str(one) for one in told["of"]]
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return "", []


def _mark(username: str) -> str:
    return accounts.account_key(username)[:16]


def _name() -> str:
    return f"__Host-{COOKIE}" if settings.SESSION_COOKIE_SECURE else COOKIE
