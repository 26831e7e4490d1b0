"""The sheets with a line a table: results, pairings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

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
from tdapp.interchange.event_facts import SPREAD, Facts
from tdapp.kernel.tabular import Column, Value

Cells = list[Value]


def _most_seats(facts: Facts) -> int:
    played = (
        seated_in(outcome) for outcomes in facts.history.rounds for outcome in outcomes if _table(outcome)
    )
    return max((len(ids) for ids in played), default=2)


def _table(outcome: Outcome) -> int | None:
    return None if isinstance(outcome, Bye) else outcome.table


def result_columns(facts: Facts) -> list[Column]:
    told, heads = _beside_the_score(facts), [Column(_("Round")), Column(_("Table"))]
    for seat in range(1, _most_seats(facts) + 1):
        names = {"seat": seat}
        heads += [
            Column(_("No. %(seat)s") % names), Column(_("Name %(seat)s") % names), Column(_("Score %(seat)s") % names),
            *(Column(title % names) for title in told.values()),
        ]  # fmt: skip
    return [*heads, Column(_("Spread 1"), format=SPREAD), Column(_("Winner")), Column(_("Kind"))]


def _beside_the_score(facts: Facts) -> dict[str, str]:
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
    told = tuple(_beside_the_score(facts))
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
        Played: _("played"), Bye: _("bye"), Unscored: _("not scored"), Unfinished: _("pending"), Forfeit: _("forfeit"),
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
