"""Make and revoke tokens: of an event, of a club, of the installation."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.api.models import ApiToken
from tdapp.api.scopes import SCOPES
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import ClubHome

TOKEN_ROLES = tuple(role for role in EVENT_ROLES if role != "director")
MOST_DAYS, MOST_TOKENS = 366, 50
PREFIX = "td_"


@command("token.create", "API key made", needs="member.manage")
def create_token(
    ctx: Context, event: Event, *, label: str, roles: Sequence[str], days: int = 7, scopes: Sequence[str] = ()
) -> Change:
    """Make a token of the actor's own at an event, in these roles, `scopes` of them alone where some are named.

    `token_of` gives it, to be shown this once. Refuses 422 a bad role, scope or term.
    """
    alive = ApiToken.objects.filter(event=event)
    return _made(ctx, alive, _role_faults(roles), label, scopes, days, event=event, roles=sorted(set(roles)))


@command("token.create_club", "API key of a club made", needs="club.officers")
def create_club_token(
    ctx: Context, home: ClubHome, *, label: str, scopes: Sequence[str], days: int = 7
) -> Change:
    """Make a token of the actor's own for a club and the events it runs."""
    return _made(ctx, ApiToken.objects.filter(club=home.club), (), label, scopes, days, club=home.club)


@command("token.create_everywhere", "API key of the installation made", needs="installation.create_event")
def create_wide_token(
    ctx: Context, target: Installation, *, label: str, scopes: Sequence[str], days: int = 7
) -> Change:
    """Make a token of the actor's own for wherever they have a part."""
    return _made(ctx, ApiToken.objects.filter(event=None, club=None), (), label, scopes, days)


def _made(
    ctx: Context, alive: QuerySet[ApiToken], faults: Sequence[str], label: str, scopes: Sequence[str], days: int,
    **where: Any,
) -> Change:  # fmt: skip
    label = " ".join(label.split())
    faults = [*_faults(ctx, label, days, alive), *faults, *_scope_faults(scopes, needed="event" not in where)]
    if faults:
        raise Refusal("bad-token", *faults)
    user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
    row = ApiToken(user=user, label=label, scopes=sorted(set(scopes)), **where)
    row.expires_at = row.created_at + timedelta(days=days)
    row.prefix, row.token_hash = token_of(row)[:8], hashed(token_of(row))
    row.save(force_insert=True)
    told = {
        "label": label, "roles": row.roles, "scopes": row.scopes, "prefix": row.prefix, "expires_at": row.expires_at,
    }  # fmt: skip
    return Change({"id": row.pk, **told}, str(row), None, told)


def _faults(ctx: Context, label: str, days: int, alive: QuerySet[ApiToken]) -> list[str]:
    faults = [] if ctx.actor.startswith("user:") else [_("A token belongs to a person; sign in to make one.")]
    faults += [] if 0 < len(label) <= 60 else [_("Give the token a label of at most 60 characters.")]
    if not 1 <= days <= MOST_DAYS:
        faults.append(_("A token lives from 1 to %(most)s days.") % {"most": MOST_DAYS})
    if alive.filter(revoked_at=None, expires_at__gt=clock.now()).count() >= MOST_TOKENS:
        faults.append(_("There are %(most)s tokens here already; revoke one first.") % {"most": MOST_TOKENS})
    return faults


def _role_faults(roles: Sequence[str]) -> list[str]:
    faults = [] if roles else [_("Give the token at least one role.")]
    known = ", ".join(TOKEN_ROLES)
    return faults + [
        _("%(role)s is not a role a token can have; those are %(known)s.") % {"role": role, "known": known}
        for role in sorted(set(roles) - set(TOKEN_ROLES))
    ]


def _scope_faults(scopes: Sequence[str], *, needed: bool) -> list[str]:
    faults = [_("Choose what the token may do.")] if needed and not scopes else []
    known = ", ".join(SCOPES)
    return faults + [
        _("%(scope)s is not a scope; those are %(known)s.") % {"scope": scope, "known": known}
        for scope in sorted(set(scopes) - set(SCOPES))
    ]


@command("token.revoke", "API key revoked", needs="member.manage")
def revoke_token(ctx: Context, token: ApiToken) -> Change:
    """Make a token useless from now on; doing it twice changes nothing more."""
    return _revoked(token)


@command("token.revoke_club", "API key of a club revoked", needs="club.officers")
def revoke_club_token(ctx: Context, token: ApiToken) -> Change:
    """The same of a club's."""
    return _revoked(token)


@command("token.revoke_everywhere", "API key of the installation revoked", needs="installation.create_event")
def revoke_wide_token(ctx: Context, token: ApiToken) -> Change:
    """The same of one for the whole installation, whoever made it."""
    return _revoked(token)


def _revoked(token: ApiToken) -> Change:
    if token.revoked_at is None:
        token.revoked_at = clock.now()
        token.save(update_fields=["revoked_at"])
    return Change({"id": token.pk, "revoked": True}, str(token), None, {"revoked": True})


def token_of(row: ApiToken) -> str:
    """The token itself (256 bits): made from its id and the installation's secret, so that it is stored nowhere."""
    digest = salted_hmac("td.api-token", str(row.pk), algorithm="sha256").digest()
    return PREFIX + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
