"""The report after the event, and its words to the committee; the same of a season."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.events.access import web_event, within_reach
from tdapp.events.models import Event
from tdapp.events.screens import act
from tdapp.judging.rulings.commands.committee import send_words
from tdapp.judging.rulings.forms import SeasonForm
from tdapp.judging.rulings.reporting import report_on, season_report
from tdapp.judging.rulings.ruling_page import tells
from tdapp.kernel.signing_in import sessions

DIRECTORS = ("director", "deputy")
JUDGES = (*DIRECTORS, "judge")


@require_safe
def report(request: HttpRequest, event: str) -> HttpResponse:
    """What was challenged, with what success; words for the committee."""
    ctx, row = web_event(request, event, "judge.rule")
    shown = {
        "event": row,
        "report": report_on(row),
        "telling": all(tells(ctx, one) for one in row.divisions.all()),
    }
    return render(request, "judging/rulings/report.html", shown)


@never_cache
@require_safe
def season(request: HttpRequest, event: str) -> HttpResponse:
    """The same figures of all events of this club within some days (a year, unless said otherwise) that the reader judges.

    How often single words stood is told to who directs them all, and while no round of them is being played.
    """
    _ctx, row = web_event(request, event, "judge.rule")
    form = SeasonForm(request.GET or {"since": row.ends_on - timedelta(days=364), "until": row.ends_on})
    events = Event.objects.filter(deleted_at=None, host=row.host, demo=row.demo)
    if form.is_valid():
        events = events.filter(
            starts_on__lte=form.cleaned_data["until"], ends_on__gte=form.cleaned_data["since"]
        )
    else:
        events = events.filter(pk=row.pk)
    if sessions.bound_to(request):
        events = events.filter(pk=row.pk)
    judged = Event.objects.filter(pk__in=events.filter(within_reach(request.user, *JUDGES)).values("pk"))
    directed = judged.filter(pk__in=events.filter(within_reach(request.user, *DIRECTORS)).values("pk"))
    report = season_report(judged)
    counted = judged.count()
    shown = {
        "event": row,
        "report": report,
        "form": form,
        "counted": counted,
        "telling": not report.running and directed.count() == counted,
    }
    return render(request, "judging/rulings/season.html", shown, status=form.status)


@require_POST
def send(request: HttpRequest, event: str) -> HttpResponse:
    """Words a judge let stand, of one ruling or of all, become drafts of the committee."""
    ctx, row = web_event(request, event, "judge.rule")
    only = _uuid(request.POST.get("ruling", ""))
    where = ("judging:ruling", event, only) if only else ("judging:report", event)
    sentence = _("Sent to the committee as drafts.")
    return act(request, lambda: send_words(ctx, row, ruling=only), sentence, *where)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
