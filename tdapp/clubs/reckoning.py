"""The standings of a season from the places of its events. Pure: results in, lines out, each part with what it counts for.

Points are half points throughout, so that a game that was tied counts half a point and nothing is rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import TypeVar

POINT = 2


@dataclass(frozen=True, slots=True)
class Rule:
    """How a season counts. `points`: of the first place, the second, ...; `rest`: of every place behind these.

    `as_scored`: a point a game won instead, half a point a tie. `best`: so many results of each player count; 0 all.
    """

    points: tuple[int, ...] = ()
    rest: int = 0
    as_scored: bool = False
    best: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a player did in one division of one event. `place`: as released, of `of`; `wins` in half points."""

    player: str
    event: str
    day: date
    place: int
    of: int
    wins: int
    klass: str = ""
    school: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One result as the season counts it; one that is not among the best is shown all the same."""

    result: Result
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: `parts` by day. Class and school are those of the newest result."""

    player: str
    total: int
    parts: tuple[Part, ...]
    rank: int = 0
    shared: bool = False

    @property
    def klass(self) -> str:
        return self.parts[-1].result.klass

    @property
    def school(self) -> str:
        return self.parts[-1].result.school

    @property
    def order(self) -> tuple[int, ...]:
        """What decides: the total, then the best result, the second best, ..."""
        return self.total, *sorted((part.points for part in self.parts if part.counts), reverse=True)


@dataclass(frozen=True, slots=True)
class SchoolLine:
    """A school's line: the lines of its players that count for it, the best first. `took_part`: of so many it had."""

    school: str
    total: int
    players: tuple[Line, ...]
    rank: int = 0
    shared: bool = False
    took_part: int = 0

    @property
    def order(self) -> tuple[int, ...]:
        """What decides: the total, then the best player, the second best, ..."""
        return self.total, *(line.total for line in self.players)


@dataclass(frozen=True, slots=True)
class Recognition:
    """Who gets a certificate: with results at so many `events` or more, one of taking part; the first so many (`places`)
    of all and of each class; the first so many `schools`. 0: none of that kind.
    """

    events: int = 0
    places: int = 0
    schools: int = 0

    def __bool__(self) -> bool:
        return bool(self.events or self.places or self.schools)


@dataclass(frozen=True, slots=True)
class Award:
    """A certificate: a player's, or a school's (`player` ""). `places`: of all first ("" its class), then of the class."""

    player: str
    school: str
    events: int
    total: int
    places: tuple[tuple[str, int], ...] = ()


AnyLine = TypeVar("AnyLine", Line, SchoolLine)


def points_of(result: Result, rule: Rule) -> int:
    """What a result is worth, in half points. Who shares a place has the points of that place."""
    if rule.as_scored:
        return result.wins
    place = rule.points[result.place - 1] if result.place <= len(rule.points) else rule.rest
    return place * POINT


def standings(results: Iterable[Result], rule: Rule) -> tuple[Line, ...]:
    """Everybody with a result, the most points first; who is equal to the last result that counts shares the rank."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[result.player].append(result)
    return ranked([_line(player, some, rule) for player, some in found.items()])


def _line(player: str, results: Sequence[Result], rule: Rule) -> Line:
    parts = [
        Part(one, points_of(one, rule), True) for one in sorted(results, key=lambda one: (one.day, one.event))
    ]
    if rule.best and len(parts) > rule.best:
        # Of equal ones the earlier counts.
        kept = {id(part) for part in sorted(parts, key=lambda part: -part.points)[: rule.best]}
        parts = [replace(part, counts=id(part) in kept) for part in parts]
    return Line(player, sum(part.points for part in parts if part.counts), tuple(parts))


def ranked(lines: Iterable[Line]) -> tuple[Line, ...]:
    """These lines ranked among themselves: a class, the girls, all."""
    return tuple(_ranked(sorted(lines, key=lambda line: line.player)))


def schools(lines: Iterable[Line], best: int) -> tuple[SchoolLine, ...]:
    """Schools and clubs by the totals of their best so many players; who has none counts for nobody."""
    found: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line.school:
            found[line.school].append(line)
    made = [
        SchoolLine(school, sum(one.total for one in some[:best]), tuple(some[:best]), took_part=len(some))
        for school, some in sorted(found.items())
    ]
    return tuple(_ranked(made))


def recognised(lines: Sequence[Line], ranked_schools: Sequence[SchoolLine], rule: Recognition) -> list[Award]:
    """The certificates of a season: schools by place, then players school by school, the most points first."""
    placed: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for line in lines:
        if line.rank <= rule.places:
            placed[line.player].append(("", line.rank))
    classes = sorted({line.klass for line in lines if line.klass})
    for name in classes if len(classes) > 1 else ():
        for line in ranked(one for one in lines if one.klass == name):
            if line.rank <= rule.places:
                placed[line.player].append((name, line.rank))
    schools = [
        Award("", one.school, 0, one.total, (("", one.rank),))
        for one in ranked_schools
        if one.rank <= rule.schools
    ]
    players = [
        Award(line.player, line.school, events_of(line), line.total, tuple(placed[line.player]))
        for line in sorted(lines, key=lambda one: (one.school, one.rank, one.player))
        if placed[line.player] or 0 < rule.events <= events_of(line)
    ]
    return schools + players


def events_of(line: Line) -> int:
    """At so many events of the season they have results; two divisions of a day are two."""
    return len(line.parts)


def _ranked(rows: Iterable[AnyLine]) -> Iterable[AnyLine]:
    rank = 1
    for _order, some in groupby(
        sorted(rows, key=lambda row: row.order, reverse=True), key=lambda row: row.order
    ):
        level = list(some)
        for row in level:
            yield replace(row, rank=rank, shared=len(level) > 1)
        rank += len(level)


def read_points(text: str) -> tuple[int, ...] | None:
    """Points by place as they are typed, "10 8 6 5"; None for what is none: no numbers, too many, or growing."""
    words = text.replace(",", " ").split()
    if len(words) > 200 or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
        return None
    points = tuple(int(word) for word in words)
    return points if list(points) == sorted(points, reverse=True) else None
