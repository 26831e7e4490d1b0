"""The teams of a released board: by matches where the plan has some, else by their members' sum. Public names only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pairings.teams import TeamRow
from tdapp.desk import team_table
from tdapp.desk.models import Snapshot
from tdapp.publishing import flight, released
from tdapp.publishing.board import Board

Ranked = tuple[tuple[TeamRow, ...], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Team:
    """One line: the team's row, whether its place is shared, its members as the public knows them."""

    row: TeamRow
    shared: bool
    members: tuple[str, ...]


def of_board(board: Board) -> tuple[Team, ...]:
    """The teams as of the release; none where nobody names a team, or nothing is released. Made once a release."""
    if not board.snapshot or not board.has_teams:
        return ()
    rows, numbers = flight.fly(
        f"public:teams:{board.snapshot}", board.snapshot, lambda: _build(board.snapshot)
    )
    level = Counter(row.rank for row in rows)
    return tuple(Team(row, level[row.rank] > 1, _names(board, row, numbers)) for row in rows)


def _build(snapshot_id: str) -> Ranked:
    snapshot = Snapshot.objects.select_related("division__event").get(pk=snapshot_id)
    rows = team_table.ranked(snapshot.division, released.history(snapshot), snapshot.after)
    numbers = {str(pk): number for pk, number in snapshot.division.entrants.values_list("pk", "number")}
    return rows, numbers


def _names(board: Board, row: TeamRow, numbers: dict[str, int]) -> tuple[str, ...]:
    known = (board.people.get(numbers.get(one, 0)) for one in row.members)
    return tuple(person.name for person in known if person)
