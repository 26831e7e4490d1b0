"""What the released games say: the highest, the widest, the closest, who averages most. Pure, under public names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.publishing.pages.page_facts import Facts, Released
from tdapp.publishing.released.board import Person
from tdapp.publishing.released.games import PLAYED, Meeting

MOST = 5
FEWEST_GAMES = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One line: who (of a game the winner first), in which round (0: over all), and the value as written."""

    people: tuple[Person, ...]
    round: int
    value: str


@dataclass(frozen=True, slots=True)
class Table:
    """A heading and its lines."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """`games` of two seats or more; `average` score and `first` (share won by who went first, percent) in tenths."""

    games: int
    average: int
    first: int | None
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class _Score:
    round: int
    person: Person
    points: int
    won: bool


def statistics(now: Released, arg: str | int) -> Facts:
    """Over all released games that were played; byes and forfeits apart, house players named only as opponents."""
    games = [
        (number, meeting)
        for number, meetings in enumerate(now.played.meetings, start=1)
        for meeting in meetings
        if meeting.kind == PLAYED
    ]
    return {"stats": _statistics(now, games)}


def _statistics(now: Released, games: Sequence[tuple[int, Meeting]]) -> Statistics:
    people = now.board.people
    scores = [
        _Score(number, people[side.number], side.score, side.won)
        for number, meeting in games
        for side in meeting.sides
        if side.score is not None and not people[side.number].house
    ]
    two = [(number, meeting) for number, meeting in games if len(meeting.sides) == 2]
    tables = (
        Table(_("High game"), _scores(scores)),
        Table(_("High loss"), _scores(score for score in scores if not score.won)),
        Table(
            _("High spread"), _games(now, [pair for pair in two if pair[1].spread], lambda m: m.spread or 0)
        ),
        Table(_("Both scores together"), _games(now, two, _total)),
        Table(_("Closest game"), _games(now, two, lambda m: -(m.spread or 0))),
        Table(_("Best average"), _averages(scores)),
    )
    points = [score.points for score in scores]
    average = _tenths(sum(points), len(points)) if points else 0
    return Statistics(len(games), average, _first(two), tuple(table for table in tables if table.rows))


def _scores(scores: Iterable[_Score]) -> tuple[Row, ...]:
    """The highest, earlier rounds first among equals."""
    best = sorted(scores, key=lambda score: (-score.points, score.round, score.person.number))[:MOST]
    return tuple(Row((score.person,), score.round, str(score.points)) for score in best)


def _games(
    now: Released, games: Iterable[tuple[int, Meeting]], value: Callable[[Meeting], int]
) -> tuple[Row, ...]:
    best = sorted(games, key=lambda pair: (-value(pair[1]), pair[0], pair[1].table))[:MOST]
    return tuple(
        Row(tuple(now.board.people[side.number] for side in meeting.sides), number, str(abs(value(meeting))))
        for number, meeting in best
    )


def _total(meeting: Meeting) -> int:
    return sum(side.score or 0 for side in meeting.sides)


def _averages(scores: Iterable[_Score]) -> tuple[Row, ...]:
    own: dict[int, list[_Score]] = {}
    for score in scores:
        own.setdefault(score.person.number, []).append(score)
    told = [
        (_tenths(sum(score.points for score in rows), len(rows)), rows[0].person)
        for rows in own.values()
        if len(rows) >= FEWEST_GAMES
    ]
    best = sorted(told, key=lambda pair: (-pair[0], pair[1].number))[: 2 * MOST]
    return tuple(Row((person,), 0, f"{tenths // 10}.{tenths % 10}") for tenths, person in best)


def _first(games: Sequence[tuple[int, Meeting]]) -> int | None:
    """How much of the points at stake who went first has won, in tenths of a percent; a tie is half of them."""
    halves = sum(_of_starter(meeting) for _number, meeting in games)
    return _tenths(100 * halves, 2 * len(games)) if games else None


def _of_starter(meeting: Meeting) -> int:
    if not any(side.won for side in meeting.sides):
        return 1
    return 2 * any(side.won and side.started for side in meeting.sides)


def _tenths(value: int, count: int) -> int:
    """A mean in tenths, rounded half up."""
    return (20 * value + count) // (2 * count)
