"""Who can still win: the page, the order to count, its progress."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.desk.standings import chances
from tdapp.desk.standings.commands import chances as commands
from tdapp.desk.standings.views.standings import refuse_future
from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.events.screens import act
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing

PAGE = "desk:chances"


@require_safe
def page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The newest count after a round, or the offer to count."""
    ctx, row = web_division(request, event, division, "result.view")
    refuse_future(row, number)
    counted = chances.newest(row, number)
    facts = {
        "event": row.event,
        "division": row,
        "number": number,
        "counted": counted,
        "in_reach": () if counted.lines else chances.in_reach(row, number),
        "may": can(ctx, "pair.draft"),
    }
    return render(request, "desk/standings/chances.html", facts)


@require_POST
def count(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Have it counted."""
    ctx, row = web_division(request, event, division, "pair.draft")
    refuse_future(row, number)
    return act(
        request,
        lambda: commands.count_later(ctx, row, after=number),
        _("Counting."),
        PAGE,
        *_names(row, number),
    )


@require_safe
def progress(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """How far the worker is; the page is read anew with the first endings, and once it is over."""
    _ctx, row = web_division(request, event, division, "result.view")
    counted, seen = chances.newest(row, number), "part" in request.GET
    job = counted.job
    answer = render(
        request,
        "desk/standings/_counting.html",
        {"event": row.event, "division": row, "number": number, "job": job, "part": seen},
    )
    if job is None or job.over or (counted.lines and not seen):
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def stop(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Stop counting."""
    ctx, row = web_division(request, event, division, "pair.draft")
    job = chances.newest(row, number).job
    if job is None:
        raise Missing("missing", _("Nobody is counting."))
    return act(request, lambda: commands.stop(ctx, job), _("Stopped."), PAGE, *_names(row, number))


def _names(row: Division, number: int) -> tuple[str, str, int]:
    return row.event.slug, row.slug, number
