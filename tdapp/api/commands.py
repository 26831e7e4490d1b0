"""Make and revoke the tokens of an event."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import timedelta

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.api.models import ApiToken
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.kernel.refusals import Refusal

TOKEN_ROLES = tuple(role for role in EVENT_ROLES if role != "director")
MOST_DAYS, MOST_TOKENS = 366, 50
PREFIX = "td_"


@command("token.create", "API key made", needs="member.manage")
def create_token(ctx: Context, event: Event, *, label: str, roles: Sequence[str], days: int = 7) -> Change:
    """Make a token of the actor's own; `token_of` gives it, to be shown this once. Refuses 422 a bad role or term."""
    label = " ".join(label.split())
    if faults := _faults(ctx, event, label, roles, days):
        raise Refusal("bad-token", *faults)
    user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
    row = ApiToken(event=event, user=user, label=label, roles=sorted(set(roles)))
    row.expires_at = row.created_at + timedelta(days=days)
    row.prefix, row.token_hash = token_of(row)[:8], hashed(token_of(row))
    row.save(force_insert=True)
    told = {"label": label, "roles": row.roles, "prefix": row.prefix, "expires_at": row.expires_at}
    return Change({"id": row.pk, **told}, str(row), None, told)


def _faults(ctx: Context, event: Event, label: str, roles: Sequence[str], days: int) -> list[str]:
    faults = [] if ctx.actor.startswith("user:") else [_("A token belongs to a person; sign in to make one.")]
    faults += [] if 0 < len(label) <= 60 else [_("Give the token a label of at most 60 characters.")]
    faults += [] if roles else [_("Give the token at least one role.")]
    known = ", ".join(TOKEN_ROLES)
    faults += [
        _("%(role)s is not a role a token can have; those are %(known)s.") % {"role": role, "known": known}
        for role in sorted(set(roles) - set(TOKEN_ROLES))
    ]
    if not 1 <= days <= MOST_DAYS:
        faults.append(_("A token lives from 1 to %(most)s days.") % {"most": MOST_DAYS})
    alive = ApiToken.objects.filter(event=event, revoked_at=None, expires_at__gt=clock.now()).count()
    if alive >= MOST_TOKENS:
        faults.append(_("This event has %(most)s tokens already; revoke one first.") % {"most": MOST_TOKENS})
    return faults


@command("token.revoke", "API key revoked", needs="member.manage")
def revoke_token(ctx: Context, token: ApiToken) -> Change:
    """Make a token useless from now on; doing it twice changes nothing more."""
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
