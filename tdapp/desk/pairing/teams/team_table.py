"""Team standings for the page: by the members' sum or by matches of team against team, with the matches themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from core import canonical
from pairings.event.history import History
from pairings.standings import matchplay
from pairings.standings.matchplay import MatchLine, Scoring
from pairings.standings.team_standings import (
    TeamMatch,
    TeamRow,
    by_matches,
    members_of,
    team_matches,
    team_standings,
)
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import memo, round_plan
from tdapp.events.models import Division, Person, people_of

SUM, MATCHES = "sum", "matches"
# More of them are shown a round at a time.
MATCHES_MOST = 200
Matches = tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's place with its members, those who count first named; others in `rest`."""

    row: TeamRow
    shared: bool
    counted: tuple[Person, ...]
    rest: tuple[Person, ...]

    @property
    def gone(self) -> bool:
        """Whether the team has left."""
        return self.row.gone


@dataclass(frozen=True, slots=True)
class TeamTable:
    """All teams after a round; `by` is sum or matches, `best` how many members count (0: all), `largest` the largest team.

    `rounds`: where there are too many matches for one page, the rounds that have some; `round` the one shown (0: all).
    """

    lines: tuple[TeamLine, ...]
    matches: tuple[MatchLine, ...]
    by: str
    best: int
    largest: int
    rounds: tuple[int, ...] = ()
    round: int = 0
    whole: bool = False


def table(
    division: Division, after: int, by: str = SUM, best: int = 0, round_: int = 0, *, every: bool = False
) -> TeamTable:
    """Confirmed team standings after a round; empty where nobody names a team. `round_`: whose matches, of many, unless
    `every` one is wanted.
    """
    people, counted = people_of(division), _Counted(division, after, by, best)
    key = f"teams-ranked:{after}:{by}:{best}:{canonical.digest(division.plan)[:12]}"
    rows, rounds, best, largest = memo.of_division(division, key, counted.teams)
    rounds = () if every else rounds
    shown = round_ if round_ in rounds else max(rounds, default=0)
    # By themselves: a page shows those of a round, and all of 1,000 players' are seven thousand.
    matches = (
        memo.of_division(division, f"{key}:{shown}", lambda: counted.of_round(shown)) if by == MATCHES else ()
    )
    level = Counter(row.rank for row in rows)
    lines = tuple(_line(row, level[row.rank] > 1, people) for row in rows)
    return TeamTable(lines, matches, by, best, largest, rounds, shown, any(row.whole for row in rows))


@dataclass
class _Counted:
    """What a page of teams is made of, counted when the first part of it is not kept."""

    division: Division
    after: int
    by: str
    best: int

    @cached_property
    def history(self) -> History:
        return halls.of_division(self.division, after=self.after)

    @cached_property
    def matches(self) -> tuple[tuple[TeamRow, ...], Sequence[MatchLine | TeamMatch]]:
        """As the plan has them; without rounds of team matches in it all games of two teams in a row are one."""
        rounds, scoring = round_plan.match_rounds(self.division)
        if rounds:
            return _as_planned(self.history, self.after, rounds, scoring)
        found = team_matches(self.history, self.after)
        return by_matches(self.history, found), found

    def teams(self) -> tuple[tuple[TeamRow, ...], tuple[int, ...], int, int]:
        """The teams ranked, of too many matches for one page the rounds that have some, who counts, the largest team."""
        largest = max((len(ids) for ids in members_of(self.history).values()), default=0)
        best = self.best if 0 < self.best < largest else 0
        if self.by != MATCHES:
            return team_standings(self.history, self.after, best), (), best, largest
        rows, matches = self.matches
        spans = {(one.first, one.last) for one in matches} if len(matches) > MATCHES_MOST else ()
        played = {number for first, last in spans for number in range(first, last + 1)}
        return rows, tuple(sorted(played)), best, largest

    def of_round(self, number: int) -> Matches:
        """The matches a round was part of; all of them of none (0)."""
        found = (one for one in self.matches[1] if not number or one.first <= number <= one.last)
        return tuple(one if isinstance(one, MatchLine) else matchplay.line_of(one) for one in found)


def of_matches(division: Division) -> bool:
    """Whether the plan has rounds of team matches: then teams are ranked by them unless somebody asks otherwise."""
    return bool(round_plan.match_rounds(division)[0])


def ranked(division: Division, history: History, after: int) -> tuple[tuple[TeamRow, ...], Matches]:
    """The teams as the plan ranks them: by matches, with these, where it has some, else by their members' sum."""
    rounds, scoring = round_plan.match_rounds(division)
    if rounds:
        return _as_planned(history, after, rounds, scoring)
    return team_standings(history, after), ()


def as_data(row: TeamRow) -> dict[str, Any]:
    """A team's line for a program to read: a tie is half a win; match points where the plan gives some."""
    points = {"match_points": row.match_points, "matches": row.matches} if row.whole else {}
    return {
        "rank": row.rank, "team": row.team, **points, "wins": row.wins / 2, "losses": row.losses / 2,
        "spread": row.spread, "withdrawn": row.gone,
    }  # fmt: skip


def match_as_data(line: MatchLine) -> dict[str, Any]:
    """A match for a program to read: the second team empty where the first sat out, no match points while a board is out."""
    return {
        "round": line.first, "teams": [name for name in line.teams if name], "spread": line.spread, "games": line.games,
        "match_points": list(line.points) if line.points else None, "game_points": [one / 2 for one in line.halves],
    }  # fmt: skip


def _as_planned(
    history: History, after: int, planned: Sequence[int], scoring: Scoring
) -> tuple[tuple[TeamRow, ...], Matches]:
    """Each round of team matches is a match by itself."""
    rounds = [number for number in planned if number <= after]
    matches = tuple(line for number in rounds for line in matchplay.lines_of(history, number, scoring))
    return matchplay.standings(history, scoring, rounds), matches


def _line(row: TeamRow, shared: bool, people: dict[str, Person]) -> TeamLine:
    counted = tuple(people[one] for one in row.counted if one in people)
    rest = tuple(people[one] for one in row.members if one in people and one not in row.counted)
    return TeamLine(row, shared, counted, rest)
