"""Who may open the pages of their own account, and who those that invite."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can, granted, needs_password, require
from tdapp.kernel.refusals import NeedsPassword, NotAllowed, NotSignedIn
from tdapp.kernel.signing_in import accounts, sessions

OWN, INVITE = "account.own", "account.invite"


def own(request: HttpRequest, *, fresh: bool = False) -> tuple[Context, User]:
    """Who asks, in their own account. A PIN opens none, a link of an event neither; `fresh`: the password was typed within
    the last minutes.
    """
    user = request.user
    if not isinstance(user, User):
        raise NotSignedIn("not-signed-in", _("Log in first."))
    by_pin = sessions.by_pin(request)
    if sessions.bound_to(request) and not by_pin:
        sentence = _("You came in by a link, which opens one event and no account. Ask for an invitation.")
        raise NotAllowed("no-account", sentence, needs=OWN)
    ctx = accounts.own_context(user, request_id=getattr(request, "request_id", ""), by_pin=by_pin)
    require(ctx, OWN)
    if fresh and sessions.stale(request):
        raise NeedsPassword("password-needed", _("Type your password to change your account."), needs=OWN)
    return replace(ctx, key=_key(request)), user


def _key(request: HttpRequest) -> str:
    """The form's key, so that sent twice it is done once."""
    return (request.headers.get("Idempotency-Key", "") or request.POST.get("idempotency_key", ""))[:80]


def inviting(request: HttpRequest, *, fresh: bool = False, needs: str = INVITE) -> Context:
    """Who invites to this installation: its owners and operators; with other `needs`, who has those."""
    user = request.user
    if not isinstance(user, User):
        raise NotSignedIn("not-signed-in", _("Log in first."))
    by_pin = sessions.by_pin(request)
    bound = bool(sessions.bound_to(request)) and not by_pin
    held = {"operator": user.operator, "owner": user.owner}
    roles = frozenset(role for role, holds in held.items() if holds and user.is_active and not bound)
    request_id = getattr(request, "request_id", "")
    ctx = Context(
        user.actor, user.shown_as, INSTALLATION, roles, "web", request_id, _key(request), by_pin=by_pin
    )
    if by_pin and needs in granted(roles):
        raise needs_password(needs)
    if needs != INVITE:
        require(ctx, needs)
    elif not can(ctx, INVITE):
        sentence = _("Owners and operators of this installation invite people.")
        raise NotAllowed("not-allowed", sentence, needs=INVITE)
    if fresh and sessions.stale(request):
        raise NeedsPassword("password-needed", _("Type your password to invite or let in."), needs=INVITE)
    return ctx
