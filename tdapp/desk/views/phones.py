"""The desk's page about phones: what they may do, everybody's code, codes made anew. Private: codes open players' pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.desk import claims, codes
from tdapp.desk.commands.phones import renew_code, renew_codes, set_rule
from tdapp.events.access import web_division, web_event
from tdapp.events.models import Division, Entrant, Event
from tdapp.events.views.people import hall_address
from tdapp.kernel import clock
from tdapp.kernel.answers import act
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.kernel.shells import PrintHead

PAPERS = ("a4", "letter")


@never_cache
@require_safe
def phones(request: HttpRequest, event: str) -> HttpResponse:
    """What phones may do in each division, and everybody with the code."""
    ctx, row = web_event(request, event, "checkin.edit")
    divisions = list(row.divisions.select_related("phone_rule"))
    facts = {
        "event": row, "groups": _groups(divisions), "may_rule": can(ctx, "division.edit"), "key": uuid4().hex,
        "address": hall_address(request, f"/t/{row.slug}/me/"), "modes": _modes(),
    }  # fmt: skip
    return render(request, "desk/phones.html", facts)


def _modes() -> list[tuple[str, str]]:
    return [
        (claims.OFF, _("Off")),
        (claims.LOOK, _("See the table")),
        (claims.REPORT, _("See and report")),
    ]


def _groups(divisions: list[Division]) -> list[dict[str, Any]]:
    """Each division with its players and their codes; two queries for all of them."""
    rows = Entrant.objects.filter(division__in=divisions, house=False).order_by("surname", "given", "number")
    people = list(rows)
    known = codes.codes_of(people)
    return [
        {
            "division": division, "mode": claims.mode_of(division),
            "people": [(one, known[one.pk]) for one in people if one.division_id == division.pk],
        }
        for division in divisions
    ]  # fmt: skip


@never_cache
@require_safe
def print_codes(request: HttpRequest, event: str) -> HttpResponse:
    """The codes on paper: a list for the desk, and strips to cut and hand out."""
    _ctx, row = web_event(request, event, "checkin.edit")
    paper = request.GET.get("paper", "a4")
    facts = {
        "event": row, "groups": _groups(list(row.divisions.select_related("phone_rule"))),
        "head": PrintHead(row.name, title=_("Codes for phones: private"), at=clock.now()),
        "paper": paper if paper in PAPERS else "a4", "back_url": f"/e/{row.slug}/phones/",
        "address": hall_address(request, f"/t/{row.slug}/me/"),
    }  # fmt: skip
    return render(request, "desk/print/phone_codes.html", facts)


@require_POST
def rule(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Say what phones may do in a division."""
    ctx, row = web_division(request, event, division, "division.edit")
    mode = request.POST.get("mode", "")
    sentence = _("Saved: %(division)s.") % {"division": row.name}
    return act(request, lambda: set_rule(ctx, row, mode=mode), sentence, "desk:phones", event)


@require_POST
def renew(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """A new code for one player."""
    ctx, row = web_event(request, event, "checkin.edit")
    who = _entrant(row, pk)
    sentence = _("%(name)s has a new code; the old one opens nothing any more.") % {"name": who.listed}
    return act(request, lambda: renew_code(ctx, who), sentence, "desk:phones", event)


@require_POST
def renew_all(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """New codes for a whole division."""
    ctx, row = web_division(request, event, division, "checkin.edit")
    sentence = _("Everybody in %(division)s has a new code.") % {"division": row.name}
    return act(request, lambda: renew_codes(ctx, row), sentence, "desk:phones", event)


def _entrant(event: Event, pk: UUID) -> Entrant:
    return find(Entrant.objects.select_related("division__event", "event"), pk=pk, event=event)
