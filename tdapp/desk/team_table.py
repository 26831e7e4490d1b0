"""Team standings for the page: by the members' sum or by matches of team against team, with the matches themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.teams import TeamMatch, TeamRow, match_standings, members_of, team_matches, team_standings
from tdapp.desk import history as halls
from tdapp.events.models import Division, Entrant

SUM, MATCHES = "sum", "matches"


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's place with its members, those who count first named; others in `rest`."""

    row: TeamRow
    shared: bool
    counted: tuple[Entrant, ...]
    rest: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class TeamTable:
    """All teams after a round; `by` is sum or matches, `best` how many members count (0: all), `largest` the largest team."""

    lines: tuple[TeamLine, ...]
    matches: tuple[TeamMatch, ...]
    by: str
    best: int
    largest: int


def table(division: Division, after: int, by: str = SUM, best: int = 0) -> TeamTable:
    """Confirmed team standings after a round; empty where nobody names a team."""
    history = halls.of_division(division, after=after)
    people = {str(row.pk): row for row in division.entrants.all()}
    largest = max((len(ids) for ids in members_of(history).values()), default=0)
    best = best if 0 < best < largest else 0
    rows = match_standings(history, after) if by == MATCHES else team_standings(history, after, best)
    matches = team_matches(history, after) if by == MATCHES else ()
    return TeamTable(tuple(_line(row, rows, people) for row in rows), matches, by, best, largest)


def _line(row: TeamRow, rows: Sequence[TeamRow], people: dict[str, Entrant]) -> TeamLine:
    counted = tuple(people[one] for one in row.counted if one in people)
    rest = tuple(people[one] for one in row.members if one in people and one not in row.counted)
    return TeamLine(row, sum(other.rank == row.rank for other in rows) > 1, counted, rest)
