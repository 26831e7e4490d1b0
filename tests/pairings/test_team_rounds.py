"""Team and interleaved round robins by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pairings.event.history import Entrant, History
from pairings.event.refusals import Refusals
from pairings.rounds.request import Request
from pairings.systems import pair
from pairings.systems.round_robins.teams import seat_count, team_table
from tests.pairings.making import away, field, ident, meetings, played


def in_teams(sizes: dict[str, int]) -> tuple[Entrant, ...]:
    """Teams of these sizes, seeds dealt in turn: the first of each, the second of each ..."""
    order = [team for row in range(max(sizes.values())) for team in sizes if row < sizes[team]]
    return tuple(replace(entrant, team=team) for entrant, team in zip(field(len(order)), order, strict=True))


def test_two_teams_of_three_rotate() -> None:
    """A a c e against B b d f, B moved on by one from round to round (liwords)."""
    _, results = played(in_teams({"A": 3, "B": 3}), 3, "team_rr")
    assert [sorted("".join(sorted(met)) for met in meetings(result)) for result in results] == [
        ["ab", "cd", "ef"],
        ["ad", "be", "cf"],
        ["af", "bc", "de"],
    ]


def test_games_per_opponent_are_played_in_a_row() -> None:
    _, results = played(in_teams({"A": 2, "B": 2}), 4, "team_rr", params={"games": 2})
    pairs = [sorted("".join(sorted(met)) for met in meetings(result)) for result in results]
    assert pairs == [["ab", "cd"], ["ab", "cd"], ["ad", "bc"], ["ad", "bc"]]
    assert set(results[0].pairs()) == {(second, first) for first, second in results[1].pairs()}


@pytest.mark.parametrize("teams", range(2, 8))
@pytest.mark.parametrize("size", range(1, 5))
def test_a_team_table_lets_everybody_meet_all_others_once_and_no_team_mate(teams: int, size: int) -> None:
    seats = seat_count([size] * teams)
    table = team_table(teams, seats)
    met = Counter((i, j) for row in table for i, j in enumerate(row) if i < j)
    side = [slot // seats for slot in range(teams * seats)]
    assert all(side[i] != side[j] for i, j in met)
    assert len(met) == teams * (teams - 1) // 2 * seats * seats
    assert set(met.values()) == {1}
    assert len(table) == (teams - 1) * seats


@pytest.mark.parametrize(
    ("sizes", "rounds"), [({"A": 4, "B": 4}, 4), ({"A": 2, "B": 2, "C": 2}, 4), (dict.fromkeys("ABCD", 2), 6)]
)
def test_a_complete_team_round_robin_meets_all_of_the_other_teams(sizes: dict[str, int], rounds: int) -> None:
    entrants = in_teams(sizes)
    _, results = played(entrants, rounds, "team_rr")
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    wanted = {frozenset((a.id, b.id)) for a, b in combinations(entrants, 2) if a.team != b.team}
    assert met == dict.fromkeys(wanted, 1)


def test_uneven_teams_leave_some_who_meet_outside_the_match() -> None:
    """Four against two: in every round two of the larger team are left and play each other."""
    _, results = played(in_teams({"A": 4, "B": 2}), 4, "team_rr")
    for result in results:
        assert (len(result.boards), result.byes) == (3, ())
        assert dict(result.cost)["team"] == 1
    outside = [board.why for result in results for board in result.boards if "outside" in board.why.lower()]
    assert outside[0].startswith("Outside the schedule, which has no opponent for either")
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert max(met.values()) <= 2


def test_a_latecomer_fills_the_empty_seat_of_his_team() -> None:
    entrants = (*in_teams({"A": 3, "B": 2}), Entrant("late", 9, 1000, team="B", absences=(away(1, 1),)))
    _, results = played(entrants, 3, "team_rr")
    assert results[0].byes
    assert not results[1].byes
    assert not results[2].byes
    assert all(dict(result.cost)["team"] == 0 for result in results)


@pytest.mark.parametrize("teams", [(), ("A",)])
def test_fewer_than_two_teams_are_refused(teams: tuple[str, ...]) -> None:
    entrants = tuple(replace(one, team=teams[0] if teams else "") for one in field(6))
    refused = pair(Request(History(entrants), 1, "team_rr"))
    assert isinstance(refused, Refusals)
    text = f"A team round needs two teams or more; the players of round 1 are of {len(teams)}."
    assert refused.sentences == (text,)
    assert refused.items[0].number == 206


def test_the_odd_seeds_meet_the_even_ones() -> None:
    """1-2 3-4 5-6, then 1-4 3-6 5-2, then 1-6 3-2 5-4 (liwords, interleaved)."""
    _, results = played(field(6), 3, "interleaved")
    assert [sorted("".join(sorted(met)) for met in meetings(result)) for result in results] == [
        ["ab", "cd", "ef"],
        ["ad", "be", "cf"],
        ["af", "bc", "de"],
    ]
    assert results[0].boards[0].why.startswith("Odd seed against even seed, round 1 of 3")


@pytest.mark.parametrize("count", [2, 3, 5, 7, 8, 13, 20])
def test_a_complete_interleaved_round_robin_meets_the_other_half_once(count: int) -> None:
    rounds = (count + 1) // 2
    _, results = played(field(count), rounds, "interleaved")
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    ids = [ident(at) for at in range(count)]
    assert met == {frozenset((one, other)): 1 for one in ids[::2] for other in ids[1::2]}
    assert all(len(result.byes) == count % 2 for result in results)
