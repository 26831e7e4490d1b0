"""The Hall page: the clock, the rest of the day, slow tables, announcements."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.desk.day import hall_page
from tdapp.desk.day import now as hall_now
from tdapp.desk.day.hall_forms import AnnounceForm, seconds_of
from tdapp.events.access import web_event
from tdapp.events.day import announcing
from tdapp.events.day.commands import announcements, clocking
from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.pages.answers import Answer, act, attempt, done
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing

PARTS = {
    "clocks": ("desk/day/_hall_clocks.html", hall_page.clock_facts, "clocks_version"),
    "day": ("desk/day/_hall_day.html", hall_page.day_facts, "day_version"),
}
PRESSES: dict[str, Any] = {
    "start": clocking.start, "pause": clocking.pause, "call": clocking.call_time, "reset": clocking.reset,
}  # fmt: skip


@require_safe
def hall(request: HttpRequest, event: str) -> HttpResponse:
    """How the hall stands, and what can be pressed."""
    ctx, row = web_event(request, event)
    return _page(request, ctx, row, AnnounceForm(divisions=_divisions(row)))


def _divisions(event: Event) -> list[tuple[str, str]]:
    return list(event.divisions.values_list("slug", "name"))


def _page(request: HttpRequest, ctx: Context, event: Event, form: AnnounceForm) -> HttpResponse:
    facts = hall_page.clock_facts(event) | hall_page.day_facts(event) | hall_page.announcement_facts(event)
    return render(
        request, "desk/day/hall.html", {"form": form, **_common(ctx, event), **facts}, status=form.status
    )


def _common(ctx: Context, event: Event) -> dict[str, Any]:
    may = {"may_press": can(ctx, "hall.clock"), "may_plan": can(ctx, "hall.plan")}
    return {"event": event, **may, "may_mark": can(ctx, "checkin.edit"), "may_leave": can(ctx, "roster.edit")}


@require_safe
def part(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """One part of the page, polled with the version last seen: 204 while nothing changed."""
    ctx, row = web_event(request, event)
    if name not in PARTS:
        raise Missing("missing", _("There is no such thing here."))
    template, read, version = PARTS[name]
    facts = read(row)
    if request.GET.get("v") == facts[version]:
        return HttpResponse(status=204)
    response = render(request, template, {**_common(ctx, row), **facts})
    response["X-Version"] = facts[version]
    return response


@require_safe
def now(request: HttpRequest, event: str) -> HttpResponse:
    """What the public is told in now.json, for the desk: also of an event, or a round, that is not public yet."""
    _ctx, row = web_event(request, event)
    response = hall_now.answer(request, hall_now.body(row, desk=True))
    response["Cache-Control"] = "no-store, private"
    return response


@require_POST
def clock(request: HttpRequest, event: str, press: str) -> HttpResponse:
    """One of the clock's buttons."""
    ctx, row = web_event(request, event, "hall.clock")
    return act(request, lambda: _pressed(ctx, row, press, request), _message(press), "desk:hall", row.slug)


def _pressed(ctx: Context, event: Event, press: str, request: HttpRequest) -> Answer:
    rounds = _rounds(request)
    if press in PRESSES:
        return dict(PRESSES[press](ctx, event, rounds=rounds))
    if press == "extend":
        return dict(
            clocking.extend(ctx, event, rounds=rounds, minutes=_whole(request.POST.get("minutes", "")))
        )
    if press == "set":
        left = seconds_of(request.POST.get("left", ""))
        return dict(clocking.set_left(ctx, event, rounds=rounds, seconds=-1 if left is None else left))
    raise Missing("missing", _("There is no such thing here."))


def _rounds(request: HttpRequest) -> dict[str, int]:
    """`round=<id>:<version>`, once for each clock the button is for."""
    pairs = (one.rpartition(":") for one in request.POST.getlist("round"))
    return {name: _whole(version) for name, _colon, version in pairs}


def _whole(text: str) -> int:
    """A whole number, with or without a sign; 0 for anything else, which no command takes."""
    digits = text.strip().removeprefix("+").removeprefix("-")
    if not digits.isdecimal() or len(digits) > 6:
        return 0
    return -int(digits) if text.strip().startswith("-") else int(digits)


def _message(press: str) -> str:
    return {
        "start": _("The clock runs."), "pause": _("The clock is paused."), "call": _("Time is called."),
        "reset": _("The clock is back at the round time."), "extend": _("The time was changed."),
    }.get(press, _("The time was set."))  # fmt: skip


@require_POST
def announce(request: HttpRequest, event: str) -> HttpResponse:
    """Put up a ready announcement, or one's own; what was refused stays as it was typed."""
    ctx, row = web_event(request, event, "hall.plan")
    if ready := request.POST.get("ready", ""):
        known = announcing.BY_CODE.get(ready)
        facts = {
            "ready": ready, "minutes": known.minutes if known else None,
            "division": request.POST.get("division", ""),
        }  # fmt: skip
        return act(
            request,
            lambda: announcements.post(ctx, row, **facts),
            _("It is announced."),
            "desk:hall",
            row.slug,
        )
    form = AnnounceForm(request.POST, divisions=_divisions(row))
    if form.is_valid() and attempt(form, lambda: announcements.post(ctx, row, **form.values())):
        return done(request, _("It is announced."), "desk:hall", row.slug)
    return _page(request, ctx, row, form)


@require_POST
def take_down(request: HttpRequest, event: str, announcement: UUID) -> HttpResponse:
    """Take one announcement down."""
    ctx, row = web_event(request, event, "hall.plan")
    return act(
        request, lambda: announcements.take_down(ctx, row, announcement=str(announcement)), _("It is taken down."),
        "desk:hall", row.slug,
    )  # fmt: skip
