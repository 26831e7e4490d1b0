"""The report after the event, and its words to the committee."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.events.access import web_event
from tdapp.events.screens import act
from tdapp.judging.rulings.commands.committee import send_words
from tdapp.judging.rulings.reporting import report_on
from tdapp.judging.rulings.ruling_page import tells


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
