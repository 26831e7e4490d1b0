"""The first page: my events; for the signed-out the public ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.events import access, titles
from tdapp.events.models import Event, Membership
from tdapp.events.screens import act, person_desk
from tdapp.events.setup import demo_job, front_page, my_list
from tdapp.events.setup.commands import editing
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import at_club_events, can, require
from tdapp.kernel.signing_in import sessions
from tdapp.people import officers
from tdapp.people.officers import Offices


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My events, those going on first."""
    if not isinstance(request.user, User):
        shown = {**front_page.lines(), "own": front_page.own_text(), "demo_job": demo_job.told()}
        return render(request, "events/setup/welcome.html", shown)
    user = request.user
    return render(request, "events/setup/home.html", {"desk": person_desk(user), **_my_events(request, user)})


def my_events(request: HttpRequest, user: User) -> QuerySet[Event]:
    """The events a person has a part in; in a session opened by PIN or link only the one it was opened at."""
    rows = Event.objects.filter(access.within_reach(user)).distinct()
    bound = sessions.bound_to(request)
    return rows.filter(pk=UUID(bound)) if bound else rows


def _my_events(request: HttpRequest, user: User) -> dict[str, Any]:
    mine = Prefetch("memberships", Membership.objects.filter(user=user), to_attr="mine")
    rows = my_events(request, user)
    kept = rows.filter(deleted_at=None)
    found = my_list.listed(kept.prefetch_related(mine, "divisions"), request.GET)
    ctx = access.outside(request)
    may_create = can(ctx, "installation.create_event")
    offices = officers.offices_of(user)
    return {
        "now": _shown(found.now, offices), "coming": _shown(found.coming, offices),
        "past": _shown(found.past, offices), "found": found, "away": rows.exclude(deleted_at=None),
        "clubs": _clubs(user, offices) if not sessions.bound_to(request) else [],
        "may_keep_clubs": can(ctx, "installation.clubs"), "may_write_front": can(ctx, "installation.front"),
        "may_create": may_create, "demo_job": demo_job.told() if may_create else None,
        "end_demo": demo_job.REMOVE_URL if may_create and kept.filter(demo=True).exists() else "",
        "may_back_up": can(ctx, "installation.backup"), "may_see_log": can(ctx, "installation.people"),
    }  # fmt: skip


def _shown(rows: Iterable[Event], offices: Offices) -> list[dict[str, Any]]:
    return [
        {"event": row, "divisions": row.divisions.all(), "roles": titles.roles_text(_roles(row, offices))}
        for row in rows
    ]


def _roles(row: Event, offices: Offices) -> frozenset[str]:
    return at_club_events(offices.get(row.host_id, ())) | frozenset(item.role for item in row.mine)  # type: ignore[attr-defined]


def _clubs(user: User, offices: Offices) -> list[dict[str, Any]]:
    """The clubs somebody is an officer of, with what they are there."""
    return [
        {"home": home, "roles": titles.offices_text(offices[home.club_id])}
        for home in officers.homes_of(user)
    ]


@require_POST
def bring_back(request: HttpRequest, event: str) -> HttpResponse:
    """Bring back an event that was put away."""
    if not isinstance(request.user, User):
        raise access.not_signed_in()
    row = find(my_events(request, request.user), slug=event)
    ctx = access.request_context(request, row)
    require(ctx, "event.delete")
    return act(
        request, lambda: editing.undelete_event(ctx, row), _("%(name)s is back.") % {"name": row.name}, "/"
    )
