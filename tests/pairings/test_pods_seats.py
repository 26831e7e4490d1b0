"""Seats at tables of three and four: hand-worked cases, and everybody has every seat alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from pairings.event.history import Entrant, Forfeit, History, Outcome, Played, Seat, Unfinished
from pairings.rounds.field import field_of
from pairings.rounds.request import Constraints, Request
from pairings.systems import pair
from pairings.systems.pods.seats import sat_so_far, seated
from tests.pairings.making import field, ok
from tests.pairings.pods_making import event, request


def sat(*seats: str) -> Played:
    """A finished table at level scores, so that nobody moves in the standings."""
    return Played(1, tuple(Seat(one, 300) for one in seats))


def order(rounds: list[list[Outcome]], who: str = "abcd", **more: Any) -> str:
    """The seats the rule gives these players after these rounds, as letters."""
    history = History(more.pop("entrants", field(len(who))), tuple(map(tuple, rounds)))
    found = field_of(replace(Request(history, len(rounds) + 1, "tables", seed=3), **more))
    at = [found.index[one] for one in who]
    return "".join(found.players[i].id for i in seated(found, sat_so_far(found), at).order)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        # One round in the order a b c d: a has started, the others not; of these d moved last, and may start.
        # Nobody keeps his seat: the orders without a first and without a repetition are many, the lot decides.
        ([["abcd"], ["badc"], ["cdab"]], "dcba"),
        ([["abcd"], ["dabc"], ["cdab"]], "bcda"),
        ([["dcba"], ["cdab"], ["badc"]], "abcd"),
    ],
)
def test_the_seat_left_over_after_three_rounds_is_the_one_never_had(
    rounds: list[list[str]], expected: str
) -> None:
    """Latin squares of four: after three rounds exactly one order gives everybody a new seat."""
    assert order([[sat(*table) for table in tables] for tables in rounds]) == expected


def test_fewest_starts_start_even_where_another_order_would_spread_the_other_seats_better() -> None:
    """a never started but sat second thrice; docs/rules/events.md E7 puts the start first."""
    rounds: list[list[Outcome]] = [[sat("b", "a", "c")], [sat("c", "a", "b")], [sat("b", "a", "c")]]
    assert order(rounds, "abc")[0] == "a"


def test_level_starts_go_to_the_one_with_more_replies() -> None:
    """b has started as often as a and c, and replied once more: at a table of his own in round 2."""
    rounds: list[list[Outcome]] = [[sat("a", "b", "c")], [sat("b", "x", "y")], [sat("c", "b", "x")]]
    entrants = (*field(3), Entrant("x", 9), Entrant("y", 10))
    assert order(rounds, "abc", entrants=entrants)[0] == "b"


def test_the_eldest_starts_where_everybodys_age_is_known() -> None:
    """SAL:94. The others follow by the seats they have had."""
    old = tuple(replace(e, seniority=age) for e, age in zip(field(3), (3, 1, 2), strict=True))
    history: list[list[Outcome]] = [[sat("b", "a", "c")]]
    assert order(history, "abc", entrants=old, starts="eldest") == "bca"
    unknown = (replace(old[0], seniority=0), *old[1:])
    assert order(history, "abc", entrants=unknown, starts="eldest")[0] != "b"


def test_a_drawn_start_leaves_the_seats_in_the_order_of_the_standings() -> None:
    history = History(field(4), ((sat("d", "c", "b", "a"),),))
    board = ok(pair(replace(request(history), starts="drawn"))).boards[0]
    assert board.drawn
    assert board.seats == ("a", "b", "c", "d")
    assert board.reasons[-1].sentence == "who goes first is drawn at the table"


def test_reversed_meetings_come_first_when_starts_go_head_to_head() -> None:
    """c moved before nobody when they last met, although he has started once more than the others elsewhere."""
    entrants = (*field(3), Entrant("x", 9), Entrant("y", 10))
    rounds: list[list[Outcome]] = [[sat("c", "x", "y")], [sat("a", "b", "c")]]
    assert order(rounds, "abc", entrants=entrants, starts="head_to_head")[0] == "c"
    assert order(rounds, "abc", entrants=entrants)[0] == "b"


def test_a_wish_for_the_start_is_granted_to_one_of_a_table_only() -> None:
    assert order([], "abc", constraints=Constraints(starters=("c",)))[0] == "c"
    by_rule = order([], "abc")
    assert order([], "abc", constraints=Constraints(starters=("a", "b", "c"))) == by_rule


def test_a_table_still_playing_counts_and_an_own_forfeit_stands_for_a_start() -> None:
    playing: list[Outcome] = [Unfinished(1, ("a", "b", "c"))]
    assert order([playing], "abc")[0] in "bc"
    assert order([playing, [Forfeit(None, ("b",))]], "abc")[0] == "c"
    assert order([playing, [Forfeit(None, ("c",))]], "abc")[0] == "b"


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_no_other_order_of_a_table_is_fairer(rounds: int) -> None:
    """Counted afresh: starts first, then turns on the same seats added up, then seats kept from last time."""
    history, _ = event(12, rounds, seed=rounds)
    asked = request(history)
    result, found = ok(pair(asked)), field_of(asked)
    turns: dict[str, Counter[int]] = {e.id: Counter() for e in history.entrants}
    last: dict[str, int] = {}
    for outcomes in history.rounds:
        for table in outcomes:
            assert isinstance(table, Played)
            for seat, line in enumerate(table.seats):
                turns[line.entrant][seat] += 1
                last[line.entrant] = seat

    def unfair(seats: tuple[str, ...]) -> tuple[int, int, int, int]:
        starter = seats[0]
        replies = sum(turns[starter].values()) - turns[starter][0]
        again = sum(turns[one][seat] for seat, one in enumerate(seats))
        return (
            turns[starter][0],
            -replies,
            again,
            sum(last.get(one) == seat for seat, one in enumerate(seats)),
        )

    assert found.n == 12
    for board in result.boards:
        assert unfair(board.seats) == min(map(unfair, permutations(board.seats)))


def test_everybody_has_every_seat_about_equally_often_in_the_end() -> None:
    """Twelve players, eight rounds of fours: two turns on each seat would be even."""
    history, _ = event(12, 8, seed=4)
    for entrant in history.entrants:
        turns = Counter(
            seat
            for outcomes in history.rounds
            for table in outcomes
            if isinstance(table, Played)
            for seat, line in enumerate(table.seats)
            if line.entrant == entrant.id
        )
        assert turns[0] in (1, 2, 3)
        assert all(turns[seat] >= 1 for seat in range(4))
