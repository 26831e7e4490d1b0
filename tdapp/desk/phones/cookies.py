"""Which device it is: a signed cookie with an id and nothing else, no session. Whose it is stands in the database."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

SALT = "td.phone"
LIFE = timedelta(days=7)


def read(request: HttpRequest, name: str) -> UUID | None:
    """The device a request came from; None for one without the cookie, or with a false one."""
    try:
        return UUID(signing.loads(request.COOKIES.get(name, ""), salt=SALT, max_age=LIFE)["id"])
    except (signing.BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return None


def signed(cookie: UUID) -> str:
    """What the cookie holds."""
    return signing.dumps({"id": str(cookie)}, salt=SALT)


def fresh(key: str) -> UUID:
    """The id of a device that came without a cookie: the same for a form that is sent again under its key."""
    digest = salted_hmac("td.phone-fresh", key, algorithm="sha256").digest()
    return UUID(bytes=digest[:16]) if key else uuid4()


def keep(response: HttpResponse, name: str, cookie: UUID | None, path: str) -> HttpResponse:
    """Leave the cookie, a new one where there was none: for these pages alone, out of reach of scripts."""
    response.set_cookie(
        name, signed(cookie or uuid4()), max_age=LIFE, path=path,
        secure=settings.CSRF_COOKIE_SECURE, httponly=True, samesite="Lax",
    )  # fmt: skip
    return response
