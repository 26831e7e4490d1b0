"""From a signed-in user to a Context at an event: the only place where roles are looked up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypedDict
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Event, Membership, Round
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import AT_CLUB_EVENTS, at_club_events, can, granted, needs_password, require
from tdapp.kernel.refusals import Missing, NotAllowed, NotSignedIn
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.kernel.signing_in import sessions
from tdapp.people import officers
from tdapp.people.models import ClubHome


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
    return _standing(user, event)[0]


def within_reach(user: Any, *roles: str) -> Q:
    """The events a user (or their id) has a part in, or one of these roles: by what they are there, or by an office at the
    club that runs it. The same as `roles_of` asked of one event; joins rows, so what is filtered by it is `distinct`.
    """
    if not roles:
        return Q(memberships__user=user) | Q(
            host__officers__user=user, host__officers__role__in=AT_CLUB_EVENTS
        )
    offices = [office for office, role in AT_CLUB_EVENTS.items() if role in roles]
    there = Q(memberships__user=user, memberships__role__in=roles)
    return there | Q(host__officers__user=user, host__officers__role__in=offices)


def people_of(event: Event, *roles: str) -> QuerySet[User]:
    """Who has one of these roles at an event, there or by an office at its club."""
    found = Q(memberships__event=event, memberships__role__in=roles)
    if event.host_id is not None:
        offices = [office for office, role in AT_CLUB_EVENTS.items() if role in roles]
        found |= Q(offices__club=event.host_id, offices__role__in=offices)
    return User.objects.filter(found).distinct()


def event_context(user: User, event: Event, via: str, *, request_id: str = "", key: str = "") -> Context:
    """The user's context at an event; Missing when they have no part in it (a foreign event does not exist)."""
    roles, person = _standing(user, event)
    if not roles:
        raise no_such_event()
    return Context(user.actor, user.shown_as, event.scope_key, roles, via, request_id, key, person)


@WrittenOnce
def _memberships(user: UUID, event: UUID) -> QuerySet[Membership, tuple[str, str | None]]:
    return Membership.objects.filter(user=user, event=event).values_list("role", "person")


@WrittenOnce
def _event_at(slug: str) -> QuerySet[Event]:
    return Event.objects.filter(deleted_at=None, slug=slug)


def _standing(user: User, event: Event) -> tuple[frozenset[str], str]:
    """The roles a user has at an event, and which player he is there: this event's word before any other's.

    Who holds an office at the club that runs the event has the roles it comes to.
    """
    found = _memberships(user.pk, event.pk) if user.is_active else []
    said = [person for _role, person in found if person is not None]
    roles = frozenset(role for role, _person in found) | _by_office(user, event)
    return roles, said[0] if said else user.person


def _by_office(user: User, event: Event) -> frozenset[str]:
    if event.host_id is None:
        return frozenset()
    return at_club_events(officers.roles_at(user, event.host_id))


def request_context(
    request: HttpRequest, event: Event, via: str = "web", facts: Facts | None = None
) -> Context:
    """The context of who asks, as far as the session reaches: no page of an event makes one in another way."""
    if not isinstance(request.user, User) or sessions.bound_to(request) not in {"", str(event.pk)}:
        raise no_such_event()
    ctx = event_context(request.user, event, via, **(facts or request_facts(request)))
    return replace(ctx, by_pin=sessions.by_pin(request))


def installation_context(user: User, via: str, *, request_id: str = "", key: str = "") -> Context:
    """The user's context outside any event."""
    held = {"operator": user.operator, "owner": user.owner}
    roles = frozenset(role for role, holds in held.items() if holds and user.is_active)
    return Context(user.actor, user.shown_as, INSTALLATION, roles, via, request_id, key, user.person)


def web_installation(request: HttpRequest, needs: str, told: str) -> tuple[Context, User]:
    """Context and user of a page outside events; `told`: what somebody without `needs` is told."""
    ctx = outside(request)
    refuse_outside(ctx, needs, told)
    assert isinstance(request.user, User)
    return replace(ctx, **request_facts(request)), request.user


def refuse_outside(ctx: Context, needs: str, told: str) -> None:
    """Refuse whoever lacks `needs` outside events, in that page's own words; who came in by PIN types the password."""
    if ctx.by_pin and needs in granted(ctx.roles):
        raise needs_password(needs)
    if not can(ctx, needs):
        raise NotAllowed("not-allowed", told, needs=needs)


def outside(request: HttpRequest) -> Context:
    """The context of who asks outside any event; reads no form. What a link opened belongs to its event."""
    if not isinstance(request.user, User):
        raise not_signed_in()
    ctx, by_pin = installation_context(request.user, "web"), sessions.by_pin(request)
    roles = frozenset[str]() if sessions.bound_to(request) and not by_pin else ctx.roles
    return replace(ctx, roles=roles, by_pin=by_pin)


class Facts(TypedDict):
    """What a request adds to who asks."""

    request_id: str
    key: str


def request_facts(request: HttpRequest) -> Facts:
    """Request id and idempotency key of a web request (header, or a hidden field of a plain form)."""
    key = request.headers.get("Idempotency-Key", "") or request.POST.get("idempotency_key", "")
    return {"request_id": getattr(request, "request_id", ""), "key": key[:80]}


def web_event(request: HttpRequest, slug: str, needs: str = "event.view") -> tuple[Context, Event]:
    """Context and event of a page; Missing for strangers and unknown slugs, NotAllowed without `needs`.

    The signed-out are sent to the log-in, whether there is such an event or not.
    """
    if isinstance(request.user, AnonymousUser):
        raise not_signed_in()
    if not (found := _event_at(slug)):
        raise Missing("missing", _("There is no such thing here."))
    event = found[0]
    ctx = request_context(request, event)
    require(ctx, needs)
    request.place = Place(ctx, event)  # type: ignore[attr-defined]
    return ctx, event


def web_club(request: HttpRequest, slug: str, needs: str = "club.view") -> tuple[Context, ClubHome]:
    """Context and club of a page of its officers; Missing for everybody else, NotAllowed without `needs`.

    What a link opened at a desk belongs to that event; who came in by PIN types the password.
    """
    if not isinstance(request.user, User):
        raise not_signed_in()
    home = find(ClubHome.objects.select_related("club"), slug=slug)
    ctx = officers.club_context(request.user, home, "web", **request_facts(request))
    by_pin = sessions.by_pin(request)
    if not ctx.roles or (sessions.bound_to(request) and not by_pin):
        raise Missing("missing", _("There is no such thing here."))
    ctx = replace(ctx, by_pin=by_pin)
    require(ctx, needs)
    return ctx, home


def web_division(
    request: HttpRequest, slug: str, division: str, needs: str = "event.view"
) -> tuple[Context, Division]:
    """Context and division of a page."""
    ctx, event = web_event(request, slug, needs)
    # The very event: what a page keeps on it for the rail beside it is found there.
    row = find(event.divisions.all(), slug=division)
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
