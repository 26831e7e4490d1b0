"""Signing in and out: noted in the installation's log, wrong passwords held back."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.models import User, WrongTries
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
    limits = _counters(username, address)
    rows = WrongTries.objects.filter(key__in=limits, until__gt=clock.now()).values_list("key", "count")
    if any(count >= limits[key] for key, count in rows):
        raise NotAllowed("too-many-tries", _("Too many wrong passwords. Wait 15 minutes."), status=429)


@transaction.atomic
def note_wrong_password(username: str, address: str) -> None:
    """Count one wrong password; what ran out is forgotten."""
    now, keys = clock.now(), list(_counters(username, address))
    WrongTries.objects.filter(until__lte=now).delete()
    WrongTries.objects.bulk_create(
        [WrongTries(key=key, until=now + PAUSE) for key in keys], ignore_conflicts=True
    )
    WrongTries.objects.filter(key__in=keys).update(count=F("count") + 1)


def forget_wrong_passwords(username: str, address: str) -> None:
    """Start counting anew for the account after a right password."""
    account = list(_counters(username, address))[:2]
    if WrongTries.objects.filter(key__in=account).exists():
        WrongTries.objects.filter(key__in=account).delete()


def _counters(username: str, address: str) -> dict[str, int]:
    """What is counted, with how many are too many: the account from this address, the account, the address."""
    account = username.casefold().strip()
    counted = ((account, address), (account, ""), ("", address))
    most = (WRONG_PER_ACCOUNT_AND_ADDRESS, WRONG_PER_ACCOUNT, WRONG_PER_ADDRESS)
    keys = (salted_hmac("td.login", repr(one), algorithm="sha256").hexdigest() for one in counted)
    return dict(zip(keys, most, strict=True))
