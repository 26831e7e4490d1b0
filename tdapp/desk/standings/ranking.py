"""The standings page: each place with its movement, the round behind, the round ahead, what is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pairings.standings.clinch import Mark
from pairings.standings.own_places import class_standings
from pairings.standings.standings import Row
from tdapp.desk.day.division_states import states_of_page
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.division_standings import Standing
from tdapp.desk.prizes.rules import winners
from tdapp.desk.standings import clinch_marks, paying_places
from tdapp.desk.standings.round_cells import Cell, cells_of
from tdapp.events.models import Division, Person


@dataclass(frozen=True, slots=True)
class Line:
    """One place. `place` is the rank shown (in the class, when one is asked for); `shared` with others."""

    place: int | None
    shared: bool
    row: Row
    entrant: Person
    last: Cell | None
    next: Cell | None
    last_opponents: tuple[Person, ...]
    next_opponents: tuple[Person, ...]
    mark: Mark | None = None
    typed: bool = False
    wins: bool | None = None

    @property
    def sign(self) -> tuple[str, Any] | None:
        """State and word of what is won or lost already; None while all is open. `wins`: once everything is played."""
        if self.wins is None:
            return clinch_marks.sign(self.mark, self.typed)
        return clinch_marks.WINS if self.wins else None

    @property
    def moved(self) -> int | None:
        """Places gained since the round before; None where there is no such place."""
        return None if self.row.rank is None or self.row.previous is None else self.row.movement


@dataclass(frozen=True, slots=True)
class Open:
    """What the standings do not count yet: entries not confirmed, tables without any."""

    unconfirmed: int
    out: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """A standings page: lines, classes there are, the class shown, the largest spread, what is open.

    `counted`: points or shares where they, not wins, decide the places; empty otherwise. `pays`: which places have a
    prize, where there are marks.
    """

    lines: tuple[Line, ...]
    classes: tuple[str, ...]
    klass: str
    most: int
    open: Open
    last_round: int
    teams: bool = False
    counted: str = ""
    pays: str = ""


Places = Sequence[tuple[int | None, Standing]]


def ranking(
    division: Division, after: int, klass: str = "", cut: Callable[[Places], Iterable[Any]] | None = None, *,
    paper: bool = False,
) -> Ranking:  # fmt: skip
    """Confirmed standings after a round, ready for a page; as many queries for 500 entrants as for two.

    `cut`: which of the places, each with its rank, get a line; only these are read round by round. `paper`: without what no
    sheet says, the marks and the round ahead.
    """
    read = halls.Read(division, after)
    places = division_standings.table(division, after, division_standings.rows_of(division, after, read))
    last = division_standings.last_round(division)
    classes = tuple(sorted({line.entrant.klass for line in places if line.entrant.klass}, key=_by_number))
    klass = klass if klass in classes else ""
    ranked = _ranked(places, klass)
    wanted = ranked if cut is None else list(cut(ranked))
    lines = _lines(read, places, ranked, wanted, after if paper else min(after + 1, last))
    most = max((abs(line.row.spread) for _rank, line in ranked), default=0)
    teams = any(line.entrant.team for line in places)
    by, open_ = division_standings.counted(division), still_open(division, after)
    found = Ranking(tuple(lines), classes, klass, most, open_, last, teams, by)
    return found if paper else _marked(found, read, bool(ranked))


def _marked(found: Ranking, read: halls.Read, any_places: bool) -> Ranking:
    """The same with what is won or lost already beside the lines."""
    division, after = read.division, read.after
    played = paying_places.played(division)
    won = _winners(division, after, played, found.open)
    known = clinch_marks.of(read, [line.row.entrant for line in found.lines], played)
    lines = tuple(
        replace(
            line, mark=known.get(line.row.entrant), typed=played.paying is not None,
            wins=None if won is None else line.entrant.number in won,
        )
        for line in found.lines
    )  # fmt: skip
    marked = any_places and clinch_marks.are_made(division, after)
    return replace(found, lines=lines, pays=paying_places.in_words(played, won is not None) if marked else "")


def _by_number(klass: str) -> tuple[int, str]:
    """Grade 7 before grade 10; a name without a number goes before them."""
    digits = "".join(sign for sign in klass if sign.isdecimal())
    return int(digits or 0), klass


def _winners(division: Division, after: int, played: paying_places.Played, open_: Open) -> set[int] | None:
    """The numbers of those who win a prize of this division, once all of it is played; None before, or without prizes."""
    if played.paying is None or after < clinch_marks.rounds_of(division) or open_.out or open_.unconfirmed:
        return None
    found = winners.table(division.event).won
    alone = not division.event.divisions.exclude(pk=division.pk).exists()
    return {
        one.who[1]
        for one in found
        if one.who and one.who[0] == division.slug and (alone or one.division == division.slug)
    }


def _ranked(places: Sequence[Standing], klass: str) -> Places:
    if not klass:
        return [(one.row.rank, one) for one in places]
    known = {one.row.entrant: one for one in places if one.entrant.klass == klass}
    ranked = class_standings(known, [one.row for one in places])
    return [(rank, known[row.entrant]) for rank, row in ranked]


def _lines(
    read: halls.Read, places: Sequence[Standing], ranked: Places, wanted: Places, ahead: int
) -> list[Line]:
    after = read.after
    only = None if len(wanted) == len(ranked) else [one.entrant.pk for _rank, one in wanted]
    history = read.rounds(max(after, 1), ahead, only)
    cells = cells_of(history, max(after, 1), [one.row.entrant for _rank, one in wanted])
    people = {str(one.entrant.pk): one.entrant for one in places}
    level = Counter(rank for rank, one in ranked if not one.row.withdrawn)
    return [
        _line(rank, level[rank] > 1, one.row, people, cells[one.row.entrant], after) for rank, one in wanted
    ]


def _line(
    rank: int | None, shared: bool, row: Row, people: dict[str, Person], cells: list[Cell], after: int
) -> Line:
    by_round = {cell.round: cell for cell in cells}
    last, ahead = by_round.get(after), by_round.get(after + 1)
    return Line(
        rank, shared and rank is not None, row, people[row.entrant], last, ahead,
        _met(last, people), _met(ahead, people),
    )  # fmt: skip


def _met(cell: Cell | None, people: dict[str, Person]) -> tuple[Person, ...]:
    return tuple(people[key] for key in cell.opponents if key in people) if cell else ()


def still_open(division: Division, after: int) -> Open:
    """How many tables up to a round are not counted as they stand; the rail beside the page says it of the same count."""
    state = next(one for one in states_of_page(division.event) if one.row.pk == division.pk)
    rounds = [one for one in state.rounds if one.number <= after]
    return Open(sum(one.to_confirm for one in rounds), sum(one.out for one in rounds))
