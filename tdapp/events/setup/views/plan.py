"""The plan of a division: which system pairs which round, by form or by line."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.events.rules.divisions import fingerprint
from tdapp.events.screens import attempt, done, page, posted, sent
from tdapp.events.setup import planning
from tdapp.events.setup.commands import editing
from tdapp.events.setup.forms import PlanForm


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The plan as it stands; a line that was refused stays as it was typed."""
    ctx, row = web_division(request, event, division, "division.edit")
    form = PlanForm(posted(request), initial={"plan": row.plan, "seen": fingerprint(row)})
    if sent(request, form) and attempt(form, lambda: editing.edit_division(ctx, row, **form.values())):
        return done(request, _("The plan is saved."), "events:plan", row.event.slug, row.slug)
    row.refresh_from_db()
    form.look_again(fingerprint(row))
    read = _read(row, request, form.data.get("plan", row.plan))
    if "rounds" in request.GET and not form.is_bound and not read["mistakes"]:
        form = PlanForm(initial={"plan": read["line"], "seen": fingerprint(row)})
    return page(request, "setup/plan", form, **_facts(row, read))


def _facts(row: Division, read: dict[str, Any]) -> dict[str, object]:
    found = {"event": row.event, "division": row, "published": planning.published(row)}
    return {**found, "read": read, "cards": planning.cards(), "ends": planning.ends()}


def _read(row: Division, request: HttpRequest, line: str) -> dict[str, Any]:
    """What a line means; over so many rounds (`rounds`) and with another end (`end`) where the address asks for that."""
    asked = request.GET
    if request.method == "GET" and "rounds" in asked:
        return planning.shaped(row, line, asked["rounds"], asked.get("end", ""))
    return planning.read(row, line)


# Longer than a plan may be, so that what is wrong is said of the line as it was typed.
LINE_MOST = 2000


@require_safe
def read(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """What a line would mean: its spans and rounds, or one sentence a mistake. Stores nothing."""
    _ctx, row = web_division(request, event, division, "division.edit")
    return JsonResponse(_read(row, request, request.GET.get("line", "")[:LINE_MOST]))
