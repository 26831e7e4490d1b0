"""Whom this installation asks for a second factor: by what they are here, chosen on the page *Accounts*.

Nobody is shut out by it: who has none is led to set one up at their next log-in, by an app that needs no network. The
only owner may put it off, so that an installation is never without anybody who can take the rule back.

A passkey counts as two: the device, and the finger, face or PIN it asks for. Who logs in by it is led nowhere; who has one
and types the password is asked for it, wherever browsers use passkeys: else a password alone would set an app up beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tdapp.accounts.models import Authenticator, Passkey, SecondFactorRule
from tdapp.accounts.second import passkeys
from tdapp.kernel.models import User
from tdapp.kernel.ports import Port
from tdapp.kernel.signing_in.users import owners


@dataclass(frozen=True, slots=True)
class Kind:
    """What somebody may be here: a name that is kept, how it is called, everybody who is."""

    name: str
    title: Any
    who: Callable[[], QuerySet[User]]


KINDS: Port[Kind] = Port("what somebody may be here, of whom a second factor may be asked")
OPERATORS = Kind(
    "operators", _("Owners and operators"), lambda: User.objects.filter(Q(owner=True) | Q(operator=True))
)


def rule() -> SecondFactorRule:
    """The rule as it stands; one that asks nobody where there is none yet."""
    return SecondFactorRule.objects.first() or SecondFactorRule()


def of(user: User) -> bool:
    """Whether this account has to show or set up more before anything is opened to its password, a code or a provider."""
    asked = rule().kinds
    if not asked or Authenticator.objects.filter(user=user).exists():
        return False
    return any(kind.who().filter(pk=user.pk).exists() for kind in KINDS if kind.name in asked)


def by_passkey(request: HttpRequest, user: User) -> bool:
    """Whether this account shows a passkey instead of setting an app up: it has one, and this address takes it."""
    return passkeys.possible(request) and user.passkeys.exists()


def having(users: Iterable[Any]) -> set[Any]:
    """The ids of those of these (accounts or their ids) who have a second factor: an app, or a passkey."""
    some = list(users)
    kinds = (
        model.objects.filter(user__in=some).values_list("user", flat=True)
        for model in (Authenticator, Passkey)
    )
    return set().union(*kinds)


def may_put_off(user: User) -> bool:
    """Whether nobody else keeps the installation: then it is opened to them in any case."""
    return user.owner and not owners().exclude(pk=user.pk).exists()


def lacking() -> list[dict[str, Any]]:
    """Of each kind: how many log in here by a password, and how many of them have neither app nor passkey yet."""
    found = []
    for kind in KINDS:
        known = kind.who().filter(is_active=True).distinct().values_list("pk", "password")
        rows = {pk for pk, password in known if not password.startswith("!")}
        found.append(
            {"title": kind.title, "name": kind.name, "all": len(rows), "without": len(rows - having(rows))}
        )
    return found
