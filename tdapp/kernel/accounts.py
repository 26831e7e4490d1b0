"""Signing in and out: noted in the installation's log, wrong passwords held back."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import NotAllowed

# ASVS 6.3.1. A hall shares one address, so the account is what is held back first; but a phone that guesses must not
# lock the director's own laptop out, so an account has a smaller number from one address and a larger one from all.
WRONG_PER_ACCOUNT_AND_ADDRESS = 10
WRONG_PER_ACCOUNT = 60
WRONG_PER_ADDRESS = 100
PAUSE = timedelta(minutes=15)


def person_context(user: User, via: str = "web", *, request_id: str = "") -> Context:
    """A person in nothing but their own matters."""
    roles = frozenset({"person"}) if user.is_active else frozenset()
    return Context(user.actor, user.shown_as, INSTALLATION, roles, via, request_id, person=user.person)


@command("session.begin", needs="session.own")
def sign_in(ctx: Context, target: Installation, *, how: str) -> Change:
    """Note that the actor signed in, and by what (password, PIN, link)."""
    return Change({"actor": ctx.actor}, ctx.actor, None, {"signed_in": how})


@command("session.end", needs="session.own")
def sign_out(ctx: Context, target: Installation) -> Change:
    """Note that the actor signed out."""
    return Change({"actor": ctx.actor}, ctx.actor, None, {"signed_in": False})


def refuse_flood(username: str, address: str) -> None:
    """Refuse (429) after too many wrong passwords for one account or from one address."""
    counts = [cache.get(key, 0) >= most for key, most in _counters(username, address)]
    if any(counts):
        raise NotAllowed("too-many-tries", _("Too many wrong passwords. Wait 15 minutes."), status=429)


def note_wrong_password(username: str, address: str) -> None:
    """Count one wrong password."""
    for key, _most in _counters(username, address):
        cache.add(key, 0, PAUSE.total_seconds())
        with suppress(ValueError):  # it ran out this very moment
            cache.incr(key)


def forget_wrong_passwords(username: str, address: str) -> None:
    """Start counting anew for the account after a right password."""
    for key, _most in _counters(username, address)[:2]:
        cache.delete(key)


def _counters(username: str, address: str) -> list[tuple[str, int]]:
    account = salted_hmac("td.login", username.casefold().strip()).hexdigest()
    return [
        (f"login:{account}:{address}", WRONG_PER_ACCOUNT_AND_ADDRESS),
        (f"login:{account}", WRONG_PER_ACCOUNT),
        (f"login-from:{address}", WRONG_PER_ADDRESS),
    ]
