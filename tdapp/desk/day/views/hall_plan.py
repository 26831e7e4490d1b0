"""The day plan by line and by form, and the round time of each division."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.desk.day.forecast_inputs import day, last_round, stops_of
from tdapp.desk.day.hall_forms import PlanLineForm, RoundTimeForm, StopRows, line_of, rows_of
from tdapp.events.access import web_division, web_event
from tdapp.events.day import clocks, schedule
from tdapp.events.day.commands.clocking import set_round_time
from tdapp.events.day.commands.day_plan import LONGEST, set_day_plan
from tdapp.events.models import DayPlan, Division, Event
from tdapp.kernel.pages.answers import attempt, done


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, event: str) -> HttpResponse:
    """The plan as it stands. Whichever way it was typed, what was refused stays as it was typed."""
    ctx, row = web_event(request, event, "hall.plan")
    if request.method != "POST":
        return _page(request, row, _line(row), _stops(row))
    if request.POST.get("by") != "rows":
        form, rows, fine = PlanLineForm(request.POST), _stops(row), True
    else:
        rows = StopRows(request.POST, prefix="stop")
        fine = rows.is_valid()
        form = PlanLineForm({**request.POST.dict(), "line": line_of(rows) if fine else ""})
    if fine and form.is_valid() and attempt(form, lambda: set_day_plan(ctx, row, **form.values())):
        return done(request, _("The day plan is saved."), "desk:hall", row.slug)
    return _page(request, row, form, rows, status=form.status if fine else 422)


@require_safe
def shown(request: HttpRequest, event: str) -> HttpResponse:
    """What the day would look like by the line, or the rows, that are being typed; nothing is saved."""
    _ctx, row = web_event(request, event, "hall.plan")
    return render(request, "desk/day/_plan_shown.html", _preview(row, _typed(request.GET)))


def _typed(asked: QueryDict) -> str:
    """The line as it is typed; of rows that cannot be read a line that says so when it is read."""
    if asked.get("by") != "rows":
        return asked.get("line", "")[:LONGEST]
    rows = StopRows(asked, prefix="stop")
    rows.is_valid()
    return line_of(row for row in rows if hasattr(row, "cleaned_data"))[:LONGEST]


def _preview(event: Event, line: str) -> dict[str, Any]:
    """The rest of the day as it would be, or what is wrong with the line; an empty line is the day without a plan."""
    read = schedule.read(line, last_round(event))
    would = None if read.faults else day(event, line=read.line)
    return {"event": event, "faults": read.faults, "would": would}


def _line(event: Event) -> PlanLineForm:
    kept = DayPlan.objects.filter(event=event).first()
    return PlanLineForm(initial={"line": kept.line if kept else "", "seen": kept.version if kept else 0})


def _stops(event: Event) -> Any:
    return StopRows(initial=rows_of(stops_of(event, last_round(event))), prefix="stop")


def _page(
    request: HttpRequest, event: Event, form: PlanLineForm, rows: Any, *, typed: dict[str, RoundTimeForm] | None = None,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    divisions = event.divisions.select_related("event", "round_time")
    times = [_time(row, (typed or {}).get(row.slug)) for row in divisions]
    facts = {"event": event, "form": form, "rows": rows, "times": times, "rounds": last_round(event)}
    line = str(form["line"].value() or "")
    return render(request, "desk/day/hall_plan.html", facts | _preview(event, line), status=status)


def _time(row: Division, form: RoundTimeForm | None) -> dict[str, Any]:
    told = clocks.time_of(row)
    own = getattr(row, "round_time", None)
    initial = {
        "minutes": own.minutes if own else None,
        "last_turn": own.last_turn if own else "",
        "seen": told.version,
    }
    rule = clocks.last_turn_says(told.last_turn, row.unfinished_rule == "racks-deducted")
    form = form or RoundTimeForm(initial=initial, auto_id=f"id_{row.slug}_%s")
    return {"division": row, "told": told, "rule": rule, "form": form}


@require_POST
def round_time(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Set one division's round time and last-turn rule."""
    ctx, row = web_division(request, event, division, "hall.plan")
    form = RoundTimeForm(request.POST, auto_id=f"id_{row.slug}_%s")
    if form.is_valid() and attempt(form, lambda: set_round_time(ctx, row, **form.values())):
        return done(
            request, _("The round time of %(name)s is saved.") % {"name": row.name}, "desk:hall_plan", event
        )
    here = row.event
    return _page(request, here, _line(here), _stops(here), typed={row.slug: form}, status=form.status)
