"""Pages made for paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.desk.day import prints
from tdapp.desk.day.prints import Printed
from tdapp.desk.ledger import division_standings, lineups
from tdapp.desk.ledger.rows import confirmed_alone
from tdapp.desk.pairing.teams import matches
from tdapp.desk.standings.ranking import ranking
from tdapp.desk.standings.views.standings import refuse_future
from tdapp.desk.standings.wallchart import chart
from tdapp.events.access import web_division, web_round
from tdapp.events.models import Division, Round
from tdapp.kernel import audit, clock
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing

PAPERS = ("a4", "letter")
SHEETS = (
    "by-table",
    "by-name",
    "by-club",
    "call-out",
    "match-sheets",
    "slips-2",
    "slips-4",
    "blank-slips-2",
    "blank-slips-4",
)


@require_safe
def menu(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """What can be printed of a round."""
    ctx, round_ = web_round(request, event, division, number, "result.view")
    _refuse_unpublished(round_)
    facts = {"round": round_, "event": round_.division.event, "may_link": can(ctx, "judge.rule")}
    facts |= {"version": prints.version_of(round_), "may_enter": round_.is_open and can(ctx, "result.enter")}
    facts["matches"] = lineups.planned(round_.division, number) is not None
    return render(request, "desk/standings/print_menu.html", facts)


@require_safe
def sheet(request: HttpRequest, event: str, division: str, number: int, what: str) -> HttpResponse:
    """One of SHEETS for a round."""
    ctx, round_ = web_round(request, event, division, number, "result.view")
    _refuse_unpublished(round_)
    if what not in SHEETS:
        raise Missing("missing", _("There is no such print."))
    printed = prints.of_round(round_, codes=can(ctx, "challenge.call"))
    template, facts = _slips(printed, what) if "slips" in what else LISTS[what](printed)
    back = reverse("desk:print_round", args=[event, division, number])
    return render(request, template, {"paper": _paper(request), "back_url": back, "round": round_, **facts})


def _refuse_unpublished(round_: Round) -> None:
    if round_.status == Round.Status.PLANNED:
        raise Missing("missing", _("Round %(round)s is not posted.") % {"round": round_.number})


def _paper(request: HttpRequest, more: tuple[str, ...] = ()) -> str:
    wanted = request.GET.get("paper", "")
    return wanted if wanted in (*PAPERS, *more) else (more or PAPERS)[0]


def _by_table(printed: Printed) -> tuple[str, dict[str, Any]]:
    facts = {"pairings": prints.by_table(printed), "without": prints.without_table(printed)}
    return "desk/print/by_table.html", {"head": prints.head(printed, _("Pairings by table")), **facts}


def _by_name(printed: Printed) -> tuple[str, dict[str, Any]]:
    facts = {"places": prints.by_name(printed), "clubs": False}
    return "desk/print/places.html", {"head": prints.head(printed, _("Pairings by name")), **facts}


def _by_club(printed: Printed) -> tuple[str, dict[str, Any]]:
    facts = {"places": prints.by_club(printed), "clubs": True}
    return "desk/print/places.html", {"head": prints.head(printed, _("Pairings by club or school")), **facts}


def _call_out(printed: Printed) -> tuple[str, dict[str, Any]]:
    facts = {"pairings": prints.by_table(printed), "without": prints.without_table(printed)}
    return "desk/print/call_out.html", {"head": prints.head(printed, _("Call-out list")), **facts}


def _match_sheets(printed: Printed) -> tuple[str, dict[str, Any]]:
    facts = {"matches": matches.to_play(printed)}
    return "desk/print/match_sheets.html", {"head": prints.head(printed, _("Match sheets")), **facts}


LISTS: dict[str, Callable[[Printed], tuple[str, dict[str, Any]]]] = {
    "by-table": _by_table, "by-name": _by_name, "by-club": _by_club, "call-out": _call_out,
    "match-sheets": _match_sheets,
}  # fmt: skip


def _slips(printed: Printed, what: str) -> tuple[str, dict[str, Any]]:
    per_page = int(what[-1])
    rows = prints.blank_slips(per_page) if what.startswith("blank") else prints.slips(printed)
    facts = {"slips": rows, "layout": f"slips-{per_page}"}
    return "desk/print/slips.html", {"head": prints.head(printed, _("Result slips")), **facts}


@require_safe
def standings_sheet(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The standings after a round; `?class=` one class."""
    _ctx, row = web_division(request, event, division, "result.view")
    refuse_future(row, number)
    shown = ranking(row, number, request.GET.get("class", ""))
    title = _("Standings, provisional") if shown.open.out or shown.open.unconfirmed else _("Standings")
    head = _division_head(row, _("after round %(round)s") % {"round": number}, title)
    back = reverse("desk:standings", args=[event, division, number])
    alone = [place for place in confirmed_alone(row) if place[0] <= number]
    facts = {"ranking": shown, "number": number, "back_url": back, "alone": alone}
    return render(request, "desk/print/standings.html", {"paper": _paper(request), "head": head, **facts})


@require_safe
def wallchart_sheet(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The wall chart, A3 unless said otherwise."""
    _ctx, row = web_division(request, event, division, "result.view")
    drawn = chart(row, by_rank=request.GET.get("by") == "rank")
    label = _("after round %(round)s") % {"round": division_standings.last_round(row)}
    facts = {"chart": drawn, "columns": len(drawn.rounds) + 5, "division": row, "event": row.event}
    back = reverse("desk:wallchart", args=[event, division])
    head = _division_head(row, label, _("Wall chart"))
    page = {"paper": _paper(request, ("a3",)), "layout": "wide", "head": head, "back_url": back, **facts}
    return render(request, "desk/print/wallchart.html", page)


def _division_head(division: Division, label: str, title: str) -> PrintHead:
    """The line on each sheet of a division: its version is that of the confirmed facts."""
    name = division.name if division.event.divisions.count() > 1 else ""
    log = audit.head(division.scope_key)
    return PrintHead(division.event.name, name, label, title, str(division.version), clock.now(), log)
