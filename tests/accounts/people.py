"""People at their accounts, for tests of this room."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.test import Client

from tdapp.accounts.commands import factors
from tdapp.accounts.models import Authenticator
from tdapp.accounts.second import app_codes
from tdapp.kernel import clock
from tdapp.kernel.models import User
from tdapp.kernel.signing_in import accounts

GOOD = "salitaan-sa-hapon"


def log_in(name: str, password: str = "pass", client: Client | None = None, **more: Any) -> Client:
    """A browser that has typed name and password."""
    client = client or Client()
    client.post("/login", {"username": name, "password": password, **more})
    return client


def send(client: Client, address: str, sent: dict[str, str]) -> Any:
    """Send a form as browsers do."""
    return client.post(address, urlencode(sent), content_type="application/x-www-form-urlencoded")


def who(client: Client) -> User | None:
    """Who is signed in there."""
    user = client.get("/invited/").wsgi_request.user  # type: ignore[attr-defined]
    return user if isinstance(user, User) else None


def with_app(user: User) -> tuple[str, list[str]]:
    """The account asks for a code: the sealed secret, and its recovery codes."""
    sealed, made = app_codes.new_secret(), factors.Codes()
    ctx = accounts.own_context(user)
    factors.turn_on(ctx, user, sealed=sealed, code=now(sealed))
    factors.renew_codes(ctx, user, into=made)
    return sealed, made.made


def now(sealed: str, steps: int = 0) -> str:
    """What the app shows, so many half-minutes on."""
    return app_codes.code_at(sealed, clock.now().timestamp() + steps * app_codes.SECONDS)


def asks(user: User) -> bool:
    return Authenticator.objects.filter(user=user).exists()
