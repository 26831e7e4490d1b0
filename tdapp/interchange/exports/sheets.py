"""The sheets of a division. Rows are yielded once; the workbook and CSV are written from the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from pairings.event.history import (
    Bye,
    Forfeit,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
    complete_round,
    named_in,
    one_a_table,
    seated_in,
)
from pairings.event.records import TIE
from pairings.event.table_points import WHOLE
from pairings.standings.standings import Row
from tdapp.desk.standings import round_cells
from tdapp.desk.standings.round_cells import Cell
from tdapp.interchange.event_facts import SPREAD, Facts, points
from tdapp.interchange.exports import teams
from tdapp.kernel import clock
from tdapp.kernel.tabular import Column, Paper, Sheet, Value

Cells = list[Value]


def sheet(facts: Facts, kind: str, several: bool, paper: Paper) -> Sheet:
    """One of `KINDS`; `several`: the division's name goes into the title."""
    title, columns, rows = KINDS[kind]
    name = facts.division.name
    stamp = timezone.localtime(clock.now()).strftime("%Y-%m-%d %H:%M")
    told = {"event": facts.division.event.name, "name": name, "round": facts.after, "time": stamp}
    subtitle = _("%(event)s, %(name)s, after round %(round)s, %(time)s") % told
    return Sheet(
        f"{title} {name}" if several else str(title), columns(facts), rows(facts), paper, subtitle=subtitle
    )


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
    return pgettext("plays first", "start") if cell.starts else _("reply")


def _result(cell: Cell) -> str:
    words = {
        "won": _("won"), "lost": _("lost"), "tied": _("tied"), "": "",
    }  # fmt: skip
    kinds = {
        round_cells.BYE: _("half bye") if cell.gain == TIE else _("bye"), round_cells.UNSCORED: _("not scored"),
        round_cells.OUT: _("still out"), round_cells.NOTHING: "",
        round_cells.FORFEIT: _("forfeit, %(result)s") % {"result": words[cell.result]},
    }  # fmt: skip
    return kinds.get(cell.kind, words[cell.result])


def _most_seats(facts: Facts) -> int:
    played = (
        seated_in(outcome) for outcomes in facts.history.rounds for outcome in outcomes if _table(outcome)
    )
    return max((len(ids) for ids in played), default=2)


def _table(outcome: Outcome) -> int | None:
    return None if isinstance(outcome, Bye) else outcome.table


def result_columns(facts: Facts) -> list[Column]:
    told, heads = _also_told(facts), [Column(_("Round")), Column(_("Table"))]
    for seat in range(1, _most_seats(facts) + 1):
        names = {"seat": seat}
        heads += [
            Column(_("No. %(seat)s") % names), Column(_("Name %(seat)s") % names), Column(_("Score %(seat)s") % names),
            *(Column(title % names) for title in told.values()),
        ]  # fmt: skip
    return [*heads, Column(_("Spread 1"), format=SPREAD), Column(_("Winner")), Column(_("Kind"))]


def _also_told(facts: Facts) -> dict[str, str]:
    """What a seat's line says beside the score, where any game of the division has it: attribute and heading."""
    seats = [
        seat for rnd in facts.history.rounds for one in rnd if isinstance(one, Played) for seat in one.seats
    ]
    told = {
        "before": _("Before unplayed tiles %(seat)s"), "penalty": _("Off the spread %(seat)s"),
        "fine": _("Off the score %(seat)s"),
    }  # fmt: skip
    return {name: title for name, title in told.items() if any(getattr(seat, name) for seat in seats)}


def result_rows(facts: Facts) -> Iterator[Cells]:
    """One line a table or a player without one, seat 1 (the starter) first."""
    told = tuple(_also_told(facts))
    width = _most_seats(facts) * (3 + len(told))
    for number, outcome in _outcomes(facts):
        seats = [value for line in _lines(outcome, told) for value in _seat(facts, line)]
        padded: Cells = [*seats, *[None] * (width - len(seats))]
        yield [
            number, _table(outcome) or None, *padded, _spread(facts, number, outcome), _winner(facts, number, outcome),
            _kind(outcome),
        ]  # fmt: skip


def _seat(facts: Facts, line: tuple[str, list[Value]]) -> Cells:
    return [facts.number(line[0]), facts.name(line[0]), *line[1]]


def _winner(facts: Facts, number: int, outcome: Outcome) -> str | None:
    """Who won at a table by the division's own rules (equal scores: before unplayed tiles); nobody of a tie."""
    if not isinstance(outcome, Played | Forfeit) or not _table(outcome):
        return None
    found = {key: facts.cells[key][number - 1].result for key in named_in(outcome)}
    won = [facts.name(key) for key, result in found.items() if result == "won"]
    return "; ".join(won) or (_("tie") if "tied" in found.values() else None)


def _outcomes(facts: Facts) -> Iterator[tuple[int, Outcome]]:
    """Every outcome by round, tables first in their order."""
    for number in range(1, len(facts.history.rounds) + 1):
        outcomes = one_a_table(complete_round(facts.history, number))
        for outcome in sorted(
            outcomes, key=lambda one: (not _table(one), _table(one) or 0, _first(facts, one))
        ):
            yield number, outcome


def _first(facts: Facts, outcome: Outcome) -> int:
    return facts.number(named_in(outcome)[0])


def _lines(outcome: Outcome, told: Sequence[str]) -> list[tuple[str, list[Value]]]:
    """Each seat's entrant with score and what else is told; nothing but the names where nobody played."""
    if isinstance(outcome, Played):
        return [
            (seat.entrant, [seat.score, *(_points(seat, name) for name in told)]) for seat in outcome.seats
        ]
    return [(key, [None] * (1 + len(told))) for key in seated_in(outcome)]


def _points(seat: Seat, name: str) -> int | None:
    """A score before unplayed tiles may be 0; points off that are none are left blank."""
    value: int | None = getattr(seat, name)
    return value if name == "before" else value or None


def _spread(facts: Facts, number: int, outcome: Outcome) -> int | None:
    """What the round brought who is named first, as the standings count it: cap and points off the spread included."""
    if isinstance(outcome, Unfinished | Unscored) or len(named_in(outcome)) > 2:
        return None
    return facts.cells[named_in(outcome)[0]][number - 1].spread


def _kind(outcome: Outcome) -> str:
    if isinstance(outcome, Bye) and outcome.half:
        return _("half bye")
    kinds = {
        Played: _("played"), Bye: _("bye"), Unscored: _("not scored"), Unfinished: _("still out"), Forfeit: _("forfeit"),
    }  # fmt: skip
    return kinds[type(outcome)]


def pairing_columns(facts: Facts) -> list[Column]:
    heads = [Column(_("Round")), Column(_("Table"))]
    for seat in range(1, _most_seats(facts) + 1):
        names = {"seat": seat}
        heads += [
            Column(_("No. %(seat)s") % names), Column(_("Name %(seat)s") % names), Column(_("Club %(seat)s") % names),
        ]  # fmt: skip
    return [*heads, Column(pgettext("column: withdrawn, house player", "Remark"))]


def pairing_rows(facts: Facts) -> Iterator[Cells]:
    """One line a table as paired, then byes and absences."""
    width = _most_seats(facts)
    for number, outcome in _outcomes(facts):
        keys = seated_in(outcome)
        seats = [value for key in keys for value in (facts.number(key), facts.name(key), facts.club(key))]
        padded: Cells = [*seats, *[None] * (3 * (width - len(keys)))]
        yield [number, _table(outcome) or None, *padded, "" if _table(outcome) else _kind(outcome)]


Columns = Callable[[Facts], list[Column]]
Rows = Callable[[Facts], Iterator[Cells]]
KINDS: dict[str, tuple[Promise, Columns, Rows]] = {
    "standings": (gettext_lazy("Standings"), standings_columns, standings_rows),
    "wall-chart": (gettext_lazy("Wall chart"), wall_columns, wall_rows),
    "cards": (gettext_lazy("Player cards"), card_columns, card_rows),
    "results": (gettext_lazy("Results"), result_columns, result_rows),
    "pairings": (gettext_lazy("Pairings"), pairing_columns, pairing_rows),
    "teams": (gettext_lazy("Teams"), teams.team_columns, teams.team_rows),
    "matches": (gettext_lazy("Team matches"), teams.match_columns, teams.match_rows),
}


def has(facts: Facts, kind: str) -> bool:
    """Whether a workbook of a division has this sheet: those of teams only where there are some."""
    return facts.has_teams if kind == "teams" else facts.of_matches if kind == "matches" else True
