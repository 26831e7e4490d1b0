"""The sheets with a line a player: standings, wall chart, player cards."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.event.records import TIE
from pairings.event.table_points import WHOLE
from pairings.standings.standings import Row
from tdapp.desk.standings import round_cells
from tdapp.desk.standings.round_cells import Cell
from tdapp.interchange.event_facts import SPREAD, Facts, points
from tdapp.kernel.tabular import Column, Value

Cells = list[Value]


def standings_columns(facts: Facts) -> list[Column]:
    group = [Column(_("Class"))] if facts.has_classes else []
    group += [Column(_("Team"))] if facts.has_teams else []
    return [
        Column(_("Rank")), Column(_("No.")), Column(_("Name")), Column(_("Club")), *group, Column(_("Rating")),
        *([Column(_("Points"))] if facts.points else []),
        Column(_("Wins")), Column(_("Losses")), Column(_("Ties")),
        Column(_("Spread"), format=SPREAD), Column(_("Games")), Column(_("Moved"), format=SPREAD),
        Column(pgettext("column: withdrawn, house player", "Remark")),
    ]  # fmt: skip


def standings_rows(facts: Facts) -> Iterator[Cells]:
    """The standings page, line by line."""
    for row in facts.ranked:
        entrant = facts.people[row.entrant]
        group: Cells = [entrant.klass] if facts.has_classes else []
        group += [entrant.team] if facts.has_teams else []
        told: Cells = [facts.points[row.entrant] / WHOLE] if facts.points else []
        yield [
            row.rank, entrant.number, facts.name(row.entrant), facts.club(row.entrant), *group, entrant.rating or None,
            *told, points(row.wins), points(row.losses), row.ties, row.spread, row.games, _moved(row), _remark(row),
        ]  # fmt: skip


def _moved(row: Row) -> int | None:
    return None if row.rank is None or row.previous is None else row.movement


def _remark(row: Row) -> str:
    if row.withdrawn:
        return _("withdrawn")
    return _("house player") if row.house else ""


def wall_columns(facts: Facts) -> list[Column]:
    heads = [Column(_("No.")), Column(_("Name"))]
    for number in range(1, facts.after + 1):
        names = {"round": number}
        heads += [
            Column(_("R%(round)s") % names, 6),
            Column(_("R%(round)s score") % names, 5),
            Column(_("R%(round)s sum") % names, 6, SPREAD),
        ]
    return [*heads, Column(_("Wins")), Column(_("Spread"), format=SPREAD)]


def wall_rows(facts: Facts) -> Iterator[Cells]:
    """One line a player in the order of the numbers; a round is result and opponent, score, spread so far."""
    for key in facts.people:
        own = facts.cells[key]
        rounds = [value for cell in own for value in (code(facts, cell), cell.score, cell.total)]
        last = own[-1] if own else None
        total: Cells = [points(last.halves) if last else 0, last.total if last else 0]
        yield [facts.number(key), facts.name(key), *rounds, *total]


def code(facts: Facts, cell: Cell) -> str:
    """W12: won against number 12; L, T likewise; B bye, B½ half of one, F forfeit, - not scored, ? still out."""
    against = " ".join(str(facts.number(one)) for one in cell.opponents if one in facts.people)
    letters = {"won": _("W"), "lost": _("L"), "tied": _("T"), "": ""}
    kinds = {
        round_cells.PLAYED: letters[cell.result] + against, round_cells.OUT: f"?{against}",
        round_cells.BYE: _("B½") if cell.gain == TIE else _("B"),
        round_cells.FORFEIT: _("F") + letters[cell.result] + against,
        round_cells.UNSCORED: f"-{against}", round_cells.NOTHING: "",
    }  # fmt: skip
    return kinds[cell.kind]


def card_columns(facts: Facts) -> list[Column]:
    return [
        Column(_("No.")), Column(_("Name")), Column(_("Round")), Column(_("Table")),
        Column(pgettext("column: who starts", "Start")), Column(_("Opponent no.")), Column(_("Opponent")),
        Column(_("Result")), Column(_("Score")), Column(pgettext("the opponent's score", "Against")),
        Column(_("Spread"), format=SPREAD), Column(_("Wins")), Column(_("Losses")),
        Column(_("Sum"), format=SPREAD), Column(_("Rank")),
    ]  # fmt: skip


def card_rows(facts: Facts) -> Iterator[Cells]:
    """Every player's card, one line a round."""
    ranks = [{row.entrant: row.rank for row in table} for table in facts.tables]
    for key in facts.people:
        for cell in facts.cells[key]:
            numbers = [facts.number(one) for one in cell.opponents]
            yield [
                facts.number(key), facts.name(key), cell.round, cell.table, _start(cell),
                numbers[0] if len(numbers) == 1 else " ".join(map(str, numbers)) or None,
                "; ".join(facts.name(one) for one in cell.opponents) or None, _result(cell), cell.score,
                max(cell.against, default=None), cell.spread, points(cell.halves), points(cell.lost), cell.total,
                ranks[cell.round].get(key),
            ]  # fmt: skip


def _start(cell: Cell) -> str | None:
    if cell.starts is None:
        return None
    return pgettext("seat", "first") if cell.starts else pgettext("seat", "second")


def _result(cell: Cell) -> str:
    words = {
        "won": _("won"), "lost": _("lost"), "tied": _("tied"), "": "",
    }  # fmt: skip
    kinds = {
        round_cells.BYE: _("half bye") if cell.gain == TIE else _("bye"), round_cells.UNSCORED: _("not scored"),
        round_cells.OUT: _("pending"), round_cells.NOTHING: "",
        round_cells.FORFEIT: _("forfeit, %(result)s") % {"result": words[cell.result]},
    }  # fmt: skip
    return kinds.get(cell.kind, words[cell.result])
