"""Pages made for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.desk.day import prints
from tdapp.desk.day.prints import Place, Printed
from tdapp.desk.ledger import division_standings, lineups
from tdapp.desk.ledger.rows import confirmed_alone
from tdapp.desk.pairing.teams import matches
from tdapp.desk.standings import wallchart
from tdapp.desk.standings.ranking import Places, ranking
from tdapp.desk.standings.views.standings import refuse_future
from tdapp.events.access import web_division, web_round
from tdapp.events.models import Division, Round
from tdapp.kernel import audit, clock
from tdapp.kernel.pages.print_parts import Part, part_of
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing

PAPERS = ("a4", "letter")
# Bytes of a row of each print, measured with names of twenty letters; of the wall chart a name and each of its rounds.
LIST_ROW, SLIP, STANDING, MATCH, BOARD, ON_THE_WALL, A_ROUND = 200, 720, 320, 1_700, 420, 130, 80
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
    drawn = _slips(request, printed, what) if "slips" in what else LISTS[what](request, printed)
    back = reverse("desk:print_round", args=[event, division, number])
    page = {"paper": _paper(request), "back_url": back, "round": round_, "part": drawn.part}
    head = drawn.part.head(prints.head(printed, drawn.title))
    return render(request, drawn.template, {**page, "head": head, **drawn.facts})


def _refuse_unpublished(round_: Round) -> None:
    if round_.status == Round.Status.PLANNED:
        raise Missing("missing", _("Round %(round)s is not posted.") % {"round": round_.number})


def _paper(request: HttpRequest, more: tuple[str, ...] = ()) -> str:
    wanted = request.GET.get("paper", "")
    return wanted if wanted in (*PAPERS, *more) else (more or PAPERS)[0]


class Drawn(NamedTuple):
    """One print of a round: its template, what it is called, the part that is asked for and its rows."""

    template: str
    title: str
    part: Part
    facts: dict[str, Any]


def _tables(request: HttpRequest, printed: Printed, template: str, title: str) -> Drawn:
    """By table, and behind the tables those without one."""
    pairings, without = prints.by_table(printed), prints.without_table(printed)
    part = part_of(request, len(pairings) + len(without), LIST_ROW)
    shown = part.rows(pairings)
    part = part.named(_tables_said([one.table for one in shown]))
    return Drawn(template, title, part, {"pairings": shown, "without": part.rows(without, len(pairings))})


def _tables_said(numbers: Sequence[object]) -> str:
    if not numbers:
        return _("without a table")
    return _("tables %(first)s to %(last)s") % {"first": numbers[0], "last": numbers[-1]}


def _by_table(request: HttpRequest, printed: Printed) -> Drawn:
    return _tables(request, printed, "desk/print/by_table.html", _("Pairings by table"))


def _call_out(request: HttpRequest, printed: Printed) -> Drawn:
    return _tables(request, printed, "desk/print/call_out.html", _("Call-out list"))


def _places(request: HttpRequest, places: Sequence[Place], title: str, *, clubs: bool) -> Drawn:
    part = part_of(request, len(places), LIST_ROW)
    shown = part.rows(places)
    part = part.named(_from_to([(one.club or one.name) if clubs else one.name for one in shown]))
    return Drawn("desk/print/places.html", title, part, {"places": shown, "clubs": clubs})


def _from_to(names: Sequence[str]) -> str:
    return _("%(first)s to %(last)s") % {"first": names[0], "last": names[-1]} if names else ""


def _by_name(request: HttpRequest, printed: Printed) -> Drawn:
    return _places(request, prints.by_name(printed), _("Pairings by name"), clubs=False)


def _by_club(request: HttpRequest, printed: Printed) -> Drawn:
    return _places(request, prints.by_club(printed), _("Pairings by club or school"), clubs=True)


def _match_sheets(request: HttpRequest, printed: Printed) -> Drawn:
    found = matches.to_play(printed)
    boards = max((len(one.boards) for one in found), default=0)
    part = part_of(request, len(found), MATCH + BOARD * boards)
    shown = part.rows(found)
    part = part.named(_tables_said([shown[0].first, shown[-1].last] if shown else ()))
    return Drawn("desk/print/match_sheets.html", _("Match sheets"), part, {"matches": shown})


LISTS: dict[str, Callable[[HttpRequest, Printed], Drawn]] = {
    "by-table": _by_table, "by-name": _by_name, "by-club": _by_club, "call-out": _call_out,
    "match-sheets": _match_sheets,
}  # fmt: skip


def _slips(request: HttpRequest, printed: Printed, what: str) -> Drawn:
    """Whole sheets of paper in each part, so that cut slips stay in the order of the tables."""
    per_page = int(what[-1])
    rows = prints.blank_slips(per_page) if what.startswith("blank") else prints.slips(printed)
    part = part_of(request, len(rows), SLIP, whole=per_page)
    shown = part.rows(rows)
    part = part.named(_tables_said([one["table"] for one in shown if "table" in one]))
    return Drawn(
        "desk/print/slips.html", _("Result slips"), part, {"slips": shown, "layout": f"slips-{per_page}"}
    )


@require_safe
def standings_sheet(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The standings after a round; `?class=` one class."""
    _ctx, row = web_division(request, event, division, "result.view")
    refuse_future(row, number)
    cut = _Cut(request)
    shown = ranking(row, number, request.GET.get("class", ""), cut, paper=True)
    title = _("Standings, provisional") if shown.open.out or shown.open.unconfirmed else _("Standings")
    head = _division_head(row, _("after round %(round)s") % {"round": number}, title)
    part = cut.part.named(_places_said([line.place for line in shown.lines]))
    facts = {
        "ranking": shown,
        "number": number,
        "back_url": reverse("desk:standings", args=[event, division, number]),
        "alone": [place for place in confirmed_alone(row) if place[0] <= number],
        "part": part,
    }
    page = {"paper": _paper(request), "head": part.head(head)}
    return render(request, "desk/print/standings.html", {**page, **facts})


class _Cut:
    """Which of the places stand in the part that is asked for; `part` once it was asked."""

    part: Part

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __call__(self, ranked: Places) -> Places:
        self.part = part_of(self.request, len(ranked), STANDING)
        return self.part.rows(ranked)


def _places_said(places: Iterable[int | None]) -> str:
    """Those who left hold no place and stand last."""
    held = [place for place in places if place]
    return (
        _("places %(first)s to %(last)s") % {"first": held[0], "last": held[-1]} if held else _("withdrawn")
    )


@require_safe
def wallchart_sheet(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The wall chart, A3 unless said otherwise."""
    _ctx, row = web_division(request, event, division, "result.view")
    by_rank = request.GET.get("by") == "rank"
    last = division_standings.last_round(row)
    ranked = wallchart.places(row, by_rank=by_rank)
    part = part_of(request, len(ranked), ON_THE_WALL + A_ROUND * last)
    drawn = (
        wallchart.part(row, ranked, part.rows(ranked))
        if part.number
        else wallchart.chart(row, by_rank=by_rank)
    )
    part = part.named(_on_the_wall(drawn, by_rank))
    facts = {
        "chart": drawn,
        "columns": len(drawn.rounds) + 5,
        "division": row,
        "event": row.event,
        "part": part,
    }
    head = _division_head(row, _("after round %(round)s") % {"round": last}, _("Wall chart"))
    page = {
        "paper": _paper(request, ("a3",)),
        "layout": "wide",
        "head": part.head(head),
        "back_url": reverse("desk:wallchart", args=[event, division]),
    }
    return render(request, "desk/print/wallchart.html", {**page, **facts})


def _on_the_wall(drawn: wallchart.Chart, by_rank: bool) -> str:
    if by_rank:
        return _places_said(line.row.rank for line in drawn.rows)
    numbers = [line.entrant.number for line in drawn.rows]
    told = {"first": numbers[0], "last": numbers[-1]} if numbers else {}
    return _("numbers %(first)s to %(last)s") % told if told else ""


def _division_head(division: Division, label: str, title: str) -> PrintHead:
    """The line on each sheet of a division: its version is that of the confirmed facts."""
    name = division.name if division.event.divisions.count() > 1 else ""
    log = audit.head(division.scope_key)
    return PrintHead(division.event.name, name, label, title, str(division.version), clock.now(), log)
