"""From a signed-in user to a Context at an event: the only place where roles are looked up."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Event, Membership, Round
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing, NotAllowed, NotSignedIn

# A session opened by PIN at a shared laptop reaches the event it was opened at, and nothing else.
PIN_EVENT = "pin_event"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a desk request is: what the rail and the top line of its page are drawn from (`request.place`)."""

    ctx: Context
    event: Event
    division: Division | None = None
    round: Round | None = None
    stage: str = ""  # address of the rail's entry the page belongs to, where its own does not begin with it


def no_such_event() -> Missing:
    """What a stranger is told about any event."""
    return Missing("missing", _("There is no such event here."))


def not_signed_in() -> NotSignedIn:
    """What the signed-out are told anywhere inside."""
    return NotSignedIn("not-signed-in", _("Log in first."))


def roles_of(user: User, event: Event) -> frozenset[str]:
    """The roles a user has at an event; none for an inactive user."""
    if not user.is_active:
        return frozenset()
    return frozenset(Membership.objects.filter(user=user, event=event).values_list("role", flat=True))


def event_context(user: User, event: Event, via: str, *, request_id: str = "", key: str = "") -> Context:
    """The user's context at an event; Missing when they have no part in it (a foreign event does not exist)."""
    roles = roles_of(user, event)
    if not roles:
        raise no_such_event()
    return Context(user.actor, user.shown_as, event.scope_key, roles, via, request_id, key, user.person)


def installation_context(user: User, via: str, *, request_id: str = "", key: str = "") -> Context:
    """The user's context outside any event."""
    held = {"operator": user.operator, "owner": user.owner}
    roles = frozenset(role for role, holds in held.items() if holds and user.is_active)
    return Context(user.actor, user.shown_as, INSTALLATION, roles, via, request_id, key, user.person)


def web_installation(request: HttpRequest, needs: str, told: str) -> tuple[Context, User]:
    """Context and user of a page outside events; `told`: what somebody without `needs` is told.

    A session opened by PIN belongs to its event, whoever the person is.
    """
    if not isinstance(request.user, User):
        raise not_signed_in()
    ctx = installation_context(request.user, "web", **request_facts(request))
    if not can(ctx, needs) or request.session.get(PIN_EVENT):
        raise NotAllowed("not-allowed", told)
    return ctx, request.user


def request_facts(request: HttpRequest) -> dict[str, str]:
    """Request id and idempotency key of a web request (header, or a hidden field of a plain form)."""
    key = request.headers.get("Idempotency-Key", "") or request.POST.get("idempotency_key", "")
    return {"request_id": getattr(request, "request_id", ""), "key": key[:80]}


def web_event(request: HttpRequest, slug: str, needs: str = "event.view") -> tuple[Context, Event]:
    """Context and event of a page; Missing for strangers and unknown slugs, NotAllowed without `needs`.

    The signed-out are sent to the log-in, whether there is such an event or not.
    """
    if isinstance(request.user, AnonymousUser):
        raise not_signed_in()
    event = find(Event.objects.filter(deleted_at=None), slug=slug)
    if getattr(request, "session", {}).get(PIN_EVENT, str(event.pk)) != str(event.pk):
        raise no_such_event()
    ctx = event_context(request.user, event, "web", **request_facts(request))
    if not can(ctx, needs):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs=needs)
    request.place = Place(ctx, event)  # type: ignore[attr-defined]
    return ctx, event


def web_division(
    request: HttpRequest, slug: str, division: str, needs: str = "event.view"
) -> tuple[Context, Division]:
    """Context and division of a page."""
    ctx, event = web_event(request, slug, needs)
    row = find(event.divisions.select_related("event"), slug=division)
    request.place = Place(ctx, event, row)  # type: ignore[attr-defined]
    return ctx, row


def web_round(
    request: HttpRequest, slug: str, division: str, number: int, needs: str = "event.view"
) -> tuple[Context, Round]:
    """Context and round of a page."""
    ctx, row = web_division(request, slug, division, needs)
    found = find(Round.objects.select_related("division__event"), division=row, number=number)
    request.place = Place(ctx, row.event, row, found)  # type: ignore[attr-defined]
    return ctx, found
