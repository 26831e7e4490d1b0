"""From the board's plain data to what a template walks through. Nothing here asks the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tdapp.events.models import Slot
from tdapp.people.names import fold
from tdapp.publishing.released.board import SEAT, Board, Person, Place
from tdapp.publishing.released.games import Game, Line, Meeting, Played, Side, high_game, widest

NO_GAMES: Mapping[int, Game] = {}


@dataclass(frozen=True, slots=True)
class Who:
    """A person with what is released of him."""

    person: Person
    line: Line | None


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of the shown round; the first of `seats` starts unless it is still `drawn`."""

    table: int
    seats: tuple[Who, ...]
    drawn: bool

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams that meet at this table, by name."""
        return tuple(sorted(seat.person.team for seat in self.seats))


@dataclass(frozen=True, slots=True)
class Mine:
    """The shown round from one person's side. `starts` None: drawn by lot at the table, or no table at all."""

    who: Who
    kind: str
    table: int = 0
    others: tuple[Who, ...] = ()
    starts: bool | None = None
    starter: Who | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of the standings with the person, what he did last and where he plays next."""

    who: Who
    shared: bool
    last: Game | None
    next: Mine | None


@dataclass(frozen=True, slots=True)
class Card:
    """One round of one person, opponents as people, and the sheets whose game may be replayed."""

    game: Game
    others: tuple[Person, ...]
    replays: tuple[int, ...] = ()


def who(board: Board, number: int) -> Who:
    """The person of a number with his released line."""
    return Who(board.people[number], board.line_of(number))


def tables(board: Board) -> list[Seated]:
    """The shown round's tables in order."""
    return [
        Seated(
            place.table, tuple(Who(board.people[n], board.line_of(n)) for n in place.numbers), place.drawn
        )
        for place in (board.shown.places if board.shown else ())
        if place.kind == SEAT
    ]  # fmt: skip


def matches(found: list[Seated]) -> list[tuple[str, list[Seated]]]:
    """The tables match by match where teams meet, each under its teams; all of them under nothing where they do not."""
    runs = [(teams, list(rows)) for teams, rows in groupby(found, key=lambda row: row.teams)]
    names = [team for teams, _rows in runs for team in teams]
    if not all(names) or len(set(names)) < len(names):
        return [("", found)]
    return [(" – ".join(seat.person.team for seat in rows[0].seats), rows) for _teams, rows in runs]


def team_round(found: list[Seated]) -> bool:
    """Whether teams meet at these tables."""
    return any(teams for teams, _rows in matches(found))


def everybody(board: Board) -> list[Mine]:
    """The shown round person by person, in the order of names."""
    if "everybody" not in board.made:
        told = [
            _mine(board, place, number)
            for place in (board.shown.places if board.shown else ())
            for number in place.numbers
        ]
        board.made["everybody"] = sorted(
            told, key=lambda mine: (mine.who.person.sort, mine.who.person.number)
        )
    found: list[Mine] = board.made["everybody"]
    return found


def without_table(board: Board) -> list[Mine]:
    """Whoever sits out or is not there, in the order of names."""
    return [mine for mine in everybody(board) if mine.kind != SEAT]


def _mine(board: Board, place: Place, number: int) -> Mine:
    people = {n: who(board, n) for n in place.numbers}
    if place.kind != SEAT:
        return Mine(people[number], place.kind)
    others = tuple(people[n] for n in place.numbers if n != number)
    starts = None if place.drawn else number == place.numbers[0]
    starter = None if place.drawn else people[place.numbers[0]]
    return Mine(people[number], SEAT, place.table, others, starts, starter)


def mine(board: Board, number: int) -> Mine | None:
    """The shown round from one person's side; None when he has no part in it."""
    place = board.seats.get(number)
    return _mine(board, place, number) if place else None


def by_letter(rows: Iterable[Mine]) -> list[tuple[str, list[Mine]]]:
    """Rows grouped by the first letter of the surname (of a guarded child its initial, which is public)."""
    return [(letter, list(group)) for letter, group in groupby(rows, key=lambda row: row.who.person.letter)]


def by_club(rows: Iterable[Mine]) -> list[tuple[str, list[Mine]]]:
    """Rows grouped by club or school, those without one last."""
    ordered = sorted(rows, key=lambda row: (not row.who.person.club, fold(row.who.person.club)))
    return [(club, list(group)) for club, group in groupby(ordered, key=lambda row: row.who.person.club)]


def ranking(board: Board, last: Mapping[int, Game] = NO_GAMES) -> list[Ranked]:
    """The released standings, with what everybody did `last` where that is shown; house players take no line."""
    following = {row.who.person.number: row for row in everybody(board)} if _looks_ahead(board) else {}
    return [
        Ranked(
            Who(board.people[line.number], line), board.standing[line.rank] > 1, last.get(line.number),
            following.get(line.number),
        )
        for line in board.lines
        if not board.people[line.number].house
    ]  # fmt: skip


def shares(board: Board, line: Line | None) -> bool:
    """Whether somebody else has the place of this line."""
    if line is None or board.people[line.number].house:
        return False
    return board.standing[line.rank] > 1


def _looks_ahead(board: Board) -> bool:
    return board.shown is not None and board.shown.number > board.after


def newest(played: Played, after: int) -> dict[int, Game]:
    """What everybody did in the released round, by number."""
    return {number: games[-1] for number, games in played.games.items() if games[-1].round == after}


def cards(board: Board, played: Played, number: int) -> list[Card]:
    """Somebody's released games, newest first."""
    rows = [
        Card(
            game,
            tuple(board.people[other] for other in game.others if other in board.people),
            board.replays.get((game.round, game.table), ()),
        )
        for game in played.of(number)
    ]
    return rows[::-1]


def meetings(board: Board, played: Played, number: int) -> dict[str, Any]:
    """A released round's results: tables, then those without one, and what stood out."""
    rows = played.meetings[number - 1]
    shown = [
        (
            meeting,
            [(side, board.people[side.number]) for side in meeting.sides],
            board.replays.get((number, meeting.table), ()),
        )
        for meeting in rows
    ]
    return {
        "tables": [row for row in shown if row[0].table],
        "alone": [row for row in shown if not row[0].table and row[0].kind != Slot.Kind.UNSCORED],
        "high": _named(board, high_game(rows)),
        "widest": _won_by(board, widest(rows)),
    }


def _named(board: Board, side: Side | None) -> dict[str, Any] | None:
    return {"person": board.people[side.number], "score": side.score} if side else None


def _won_by(board: Board, meeting: Meeting | None) -> dict[str, Any] | None:
    if meeting is None:
        return None
    return {"person": board.people[meeting.sides[0].number], "spread": meeting.spread}


def wall(board: Board, played: Played) -> list[tuple[Ranked, list[Game | None]]]:
    """One row a player in the order of the standings, one cell a released round."""
    rows = []
    for row in ranking(board, newest(played, board.after)):
        games = {game.round: game for game in played.of(row.who.person.number)}
        rows.append((row, [games.get(number) for number in range(1, board.after + 1)]))
    return rows
