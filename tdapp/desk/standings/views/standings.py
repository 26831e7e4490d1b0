"""Standings after any round."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger.division_standings import Standing
from tdapp.desk.ledger.rows import confirmed_alone
from tdapp.desk.standings.columns import columns_of
from tdapp.desk.standings.ranking import Places, ranking
from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.events.portions import Portion, loaded, portion
from tdapp.events.screens import SeeOther
from tdapp.kernel.pages.shells import Tab
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing


@require_safe
def newest(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The standings after the newest published round."""
    _ctx, row = web_division(request, event, division, "result.view")
    return SeeOther(reverse("desk:standings", args=[event, division, division_standings.last_round(row)]))


@require_safe
def table(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Confirmed standings after round `number`; `?class=` shows one class by itself."""
    ctx, row = web_division(request, event, division, "result.view")
    refuse_future(row, number)
    cut = Cut(request)
    shown = ranking(row, number, request.GET.get("class", ""), cut)
    tabs = round_tabs(row, shown.last_round, number)
    classes = _class_tabs(shown.classes, shown.klass)
    more = columns_of(row, number) if number else []
    cells = [(line, [column.cells.get(line.entrant.number) for column in more]) for line in shown.lines]
    lines = loaded(cut.found, cells)
    # Place, moved, player, club, W-L, spread, last round, next, why; and what the division's own rules add.
    columns = 9 + len(more) + bool(shown.counted)
    facts = {
        "event": row.event,
        "division": row,
        "number": number,
        "ranking": shown,
        "lines": lines,
        "columns": columns,
        "more": more,
        "alone": [place for place in confirmed_alone(row) if place[0] <= number],
        "may_release": can(ctx, "standings.release"),
    }
    return render(request, "desk/standings/standings.html", {**facts, "tabs": tabs, "classes": classes})


class Cut:
    """Which of the places a page shows; `found` once it was asked."""

    found: Portion[tuple[int | None, Standing]]

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __call__(self, ranked: Places) -> Iterable[tuple[int | None, Standing]]:
        self.found = portion(self.request, ranked, _words)
        return self.found


def _words(place: tuple[int | None, Standing]) -> str:
    who = place[1].entrant
    return f"{who.number} {who.listed} {who.club.name if who.club else ''} {who.team}"


def refuse_future(division: Division, number: int) -> None:
    """There are no standings after a round that is not published."""
    if number > division_standings.last_round(division):
        raise Missing("missing", _("Round %(round)s is not posted.") % {"round": number})


def round_tabs(division: Division, last: int, number: int) -> list[Tab]:
    """One tab a round, to the same page of it."""
    names = [division.event.slug, division.slug]
    return [
        Tab(_("Round %(round)s") % {"round": n}, reverse("desk:standings", args=[*names, n]), n == number)
        for n in range(1, last + 1)
    ]


def _class_tabs(classes: tuple[str, ...], klass: str) -> list[Tab]:
    if not classes:
        return []
    return [
        Tab(_("Everybody"), "?", not klass),
        *(Tab(_("Class %(klass)s") % {"klass": name}, f"?class={name}", name == klass) for name in classes),
    ]
