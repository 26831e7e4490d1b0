"""The second roll-call, and several leaving at once."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.desk.day import rollcall as calls
from tdapp.desk.day.hall_forms import LeavingForm
from tdapp.events.access import web_event
from tdapp.events.entries.commands import roll_calls
from tdapp.events.models import Event, Leaving, RollCall
from tdapp.events.portions import FIRST, portion
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import act, attempt, done, go
from tdapp.kernel.permissions import can

SHOWN_BATCHES = 5
LEAVING = 100


@require_safe
def roll_call(request: HttpRequest, event: str) -> HttpResponse:
    """Who should still be here and who was seen, by club, by table or by name."""
    ctx, row = web_event(request, event, "roster.view")
    by = request.GET.get("by", calls.CLUB)
    by = by if by in calls.ORDERS else calls.CLUB
    current = calls.open_one(row)
    rows = calls.expected(row, current)
    facts = {
        "event": row, "current": current, "by": by, "groups": calls.groups(rows, by) if current else [],
        "all": len(rows), "seen": sum(1 for one in rows if one.seen), "may_mark": can(ctx, "checkin.edit"),
        "may_leave": can(ctx, "roster.edit"), "orders": _orders(by),
    }  # fmt: skip
    return render(request, "desk/day/roll_call.html", facts)


def _orders(by: str) -> list[tuple[str, str, bool]]:
    titles = {calls.CLUB: _("By club"), calls.TABLE: _("By table"), calls.NAME: _("By name")}
    return [(name, title, name == by) for name, title in titles.items()]


@require_POST
def roll_call_open(request: HttpRequest, event: str) -> HttpResponse:
    """Begin."""
    ctx, row = web_event(request, event, "checkin.edit")
    sentence = _("The roll-call is open.")
    return act(request, lambda: roll_calls.open_roll_call(ctx, row), sentence, "desk:roll_call", row.slug)


@require_POST
def roll_call_close(request: HttpRequest, event: str, roll_call: UUID) -> HttpResponse:
    """End it; those not seen are offered as late or withdrawn."""
    ctx, row = web_event(request, event, "checkin.edit")
    current = _roll_call(row, roll_call)
    sentence = _("The roll-call is closed.")
    to = ("desk:leaving", row.slug) if can(ctx, "roster.edit") else ("desk:roll_call", row.slug)
    return act(request, lambda: roll_calls.close_roll_call(ctx, current), sentence, *to)


@require_POST
def roll_call_mark(request: HttpRequest, event: str, roll_call: UUID) -> HttpResponse:
    """One name, a whole club or a whole table: here, or not here after all. JSON for the page's script."""
    ctx, row = web_event(request, event, "checkin.edit")
    current, gone = _roll_call(row, roll_call), request.POST.get("gone", "")
    here = not gone and request.POST.get("here", "1") == "1"
    named = [one for one in (gone or request.POST.get("entrants", "")).split(",") if one]
    told = roll_calls.mark(ctx, current, entrants=named, here=here)
    if "json" in request.headers.get("Accept", ""):
        rows = calls.expected(row, current)
        return JsonResponse({**told, "seen": sum(1 for one in rows if one.seen), "all": len(rows)})
    return go("desk:roll_call", row.slug, query={"by": request.POST.get("by", calls.CLUB)})


def _roll_call(event: Event, pk: UUID) -> RollCall:
    return find(RollCall.objects.select_related("event"), event=event, pk=pk)


@require_http_methods(["GET", "POST"])
def leaving(request: HttpRequest, event: str) -> HttpResponse:
    """Take several out at once: ticked by the last roll-call, looked at before, taken back with one button."""
    ctx, row = web_event(request, event, "roster.edit")
    if request.method == "GET":
        return _leaving_page(request, ctx, row, LeavingForm(), _not_seen(row))
    form, named = LeavingForm(request.POST), request.POST.getlist("entrant")
    if form.is_valid() and (answer := attempt(form, lambda: _leave(ctx, row, named, form.values()))):
        said = ngettext("%(n)s player is taken out.", "%(n)s players are taken out.", answer["count"])
        return done(request, said % {"n": answer["count"]}, "desk:leaving", row.slug)
    return _leaving_page(request, ctx, row, form, set(named))


def _leave(ctx: Context, event: Event, named: list[str], typed: dict[str, Any]) -> dict[str, Any]:
    facts = {**typed, "late": bool(typed["late"]), "sure": bool(typed["sure"])}
    return roll_calls.leave_together(ctx, event, entrants=sorted(named), **facts)


def _not_seen(event: Event) -> set[str]:
    """Whom the newest roll-call did not see; who came in after it began is here."""
    newest = RollCall.objects.filter(event=event).order_by("-opened_at").first()
    if newest is None:
        return set()
    rows = (one.entrant for one in calls.expected(event, newest) if not one.seen)
    began = newest.opened_at
    return {str(row.pk) for row in rows if row.checked_in_at is None or row.checked_in_at < began}


def _leaving_page(
    request: HttpRequest, ctx: Context, event: Event, form: LeavingForm, ticked: set[str]
) -> HttpResponse:  # fmt: skip
    ticked = ticked | set(request.GET.getlist("entrant"))
    rows = [(one, str(one.entrant.pk) in ticked) for one in calls.expected(event, None)]
    rows.sort(key=lambda pair: not pair[1])
    size = max(LEAVING, 1 + sum(on for _one, on in rows))
    first = max(FIRST, 1 + sum(on for _one, on in rows))
    shown = portion(request, rows, _words, size=size, first=first, stays=lambda pair: pair[1])
    asked = form.refusal is not None and form.refusal.code == "ask"
    facts = {
        "event": event, "form": form, "rows": shown, "ticked": sum(t for _one, t in rows),
        "asked": asked, "batches": _batches(event), "several": event.divisions.count() > 1,
    }  # fmt: skip
    return render(request, "desk/day/leaving.html", facts, status=form.status)


def _words(pair: tuple[calls.Expected, bool]) -> str:
    one = pair[0]
    return f"{one.entrant.number} {one.entrant.listed} {one.club}"


def _batches(event: Event) -> list[Leaving]:
    return list(Leaving.objects.filter(event=event)[:SHOWN_BATCHES])


@require_POST
def leaving_undo(request: HttpRequest, event: str, leaving: UUID) -> HttpResponse:
    """Take a batch back."""
    ctx, row = web_event(request, event, "roster.edit")
    batch = find(Leaving.objects.select_related("event"), event=row, pk=leaving)
    sentence = _("They are in again.")
    return act(
        request, lambda: roll_calls.bring_back_together(ctx, batch), sentence, "desk:leaving", row.slug
    )
