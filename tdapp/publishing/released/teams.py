"""The teams of a released board: by matches where the plan has some, else by their members' sum. Public names only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pairings.standings.matchplay import MatchLine
from pairings.standings.team_standings import TeamRow
from tdapp.desk.models import Snapshot
from tdapp.desk.pairing.teams import team_table
from tdapp.publishing.released import rounds, single_flight
from tdapp.publishing.released.board import Board, Person

Ranked = tuple[tuple[TeamRow, ...], tuple[MatchLine, ...], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Team:
    """One line: the team's row, whether its place is shared, its members."""

    row: TeamRow
    shared: bool
    members: tuple[Person, ...]

    @property
    def names(self) -> list[str]:
        """Its members' names."""
        return [one.name for one in self.members]


def of_board(board: Board) -> tuple[Team, ...]:
    """The teams as of the release; none where nobody names a team, or nothing is released. Made once a release."""
    rows, _matches, numbers = _ranked(board)
    level = Counter(row.rank for row in rows)
    return tuple(Team(row, level[row.rank] > 1, _members(board, row, numbers)) for row in rows)


def matches_of(board: Board) -> tuple[MatchLine, ...]:
    """The team matches of the released rounds, the earliest first; none where the plan has none."""
    return _ranked(board)[1]


def _ranked(board: Board) -> Ranked:
    if not board.snapshot or not board.has_teams:
        return (), (), {}
    return single_flight.fly(
        f"public:ranked-teams:{board.snapshot}", board.snapshot, lambda: _build(board.snapshot)
    )


def _build(snapshot_id: str) -> Ranked:
    snapshot = Snapshot.objects.select_related("division__event").get(pk=snapshot_id)
    rows, matches = team_table.ranked(snapshot.division, rounds.history(snapshot), snapshot.after)
    numbers = {str(pk): number for pk, number in snapshot.division.entrants.values_list("pk", "number")}
    return rows, matches, numbers


def _members(board: Board, row: TeamRow, numbers: dict[str, int]) -> tuple[Person, ...]:
    known = (board.people.get(numbers.get(one, 0)) for one in row.members)
    return tuple(person for person in known if person)
