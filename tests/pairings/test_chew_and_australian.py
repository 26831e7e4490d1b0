"""Chew pairings and the Australian Draw, by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.event.history import History
from pairings.event.refusals import Refusals
from pairings.rounds.field import field_of
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.standings.stakes import Stakes
from pairings.systems import pair
from pairings.systems.by_standings.contest import marks_of
from pairings.systems.by_standings.flights import Flight, flights, hall_of
from pairings.systems.drawing.handdraw import casement, draw_by_hand
from tests.pairings.making import field, game, ident, ok, played, standing


def chew(history: History, left: int, stakes: Stakes = Stakes(), **params: str) -> Request:  # noqa: B008
    """The next round with so many rounds left, this one included."""
    number = len(history.rounds) + 1
    return Request(history, number, "chew", {**params}, rounds=number + left - 1, stakes=stakes)


def cut(request: Request) -> list[Flight]:
    found = field_of(request)
    return flights(hall_of(found, marks_of(found)), range(found.n))


def pairs(result: Result) -> list[str]:
    """Who meets whom, the alphabetically first one first."""
    return sorted("".join(sorted(board.seats)) for board in result.boards)


# After six rounds: 6 5 5 4 4 3 3 3 2 2 1 0 wins.
TWELVE = tuple((won, 6 - won, 0) for won in (6, 5, 5, 4, 4, 3, 3, 3, 2, 2, 1, 0))


@pytest.mark.parametrize(
    ("left", "caps", "first"),
    [(1, "usual", 2), (2, "usual", 4), (3, "usual", 8), (3, "nsc2008", 6)],
)
def test_a_flight_is_no_larger_than_the_rounds_left_allow(left: int, caps: str, first: int) -> None:
    """tsh flight caps: 2, 4, 8, 12; at the championship of 2008: 2, 4, 6, 12."""
    request = chew(standing(*TWELVE), left, Stakes(4), caps=caps)
    assert len(cut(request)[0].players) == first


def test_with_one_round_left_neighbours_play_for_each_place() -> None:
    """Two in a flight: first against second, and so on down to the last prize; then a Swiss of the rest.

    e, level with d at four wins, can still be third; g, a win behind, has faint hope of the fourth place.
    """
    request = chew(standing(*TWELVE), 1, Stakes(4))
    found = cut(request)
    assert [(flight.players, flight.band) for flight in found] == [
        ((0, 1), 1),
        ((2, 3), 2),
        ((4, 5), 3),
        ((6, 7), 4),
        ((8, 9, 10, 11), 0),
    ]
    assert pairs(ok(pair(request)))[:3] == ["ab", "cd", "ef"]


def test_leaders_meet_first_with_last_and_the_reason_says_so() -> None:
    """Two rounds left: a to d can all still win; first with last of the four leaders."""
    result = ok(pair(chew(standing(*TWELVE), 2, Stakes(4))))
    assert pairs(result)[:2] == ["ad", "bc"]
    board = next(board for board in result.boards if set(board.seats) == {"a", "d"})
    assert board.why.startswith("Leaders of the contenders for first place, ranks 1 and 4, first meeting")


def test_a_leader_meets_somebody_who_can_still_catch_him() -> None:
    """tsh: d, who makes the three contenders even, is too far behind in spread to catch a; so b or c meets a."""
    lines = ((6, 0, 0), (5, 1, 0), (5, 1, 0), (4, 2, -2500), (3, 3, 0), (3, 3, 0), (2, 4, 0), (0, 6, 0))
    result = ok(pair(chew(standing(*lines), 2, Stakes(2), gibson="off")))
    assert "ad" not in pairs(result)
    assert dict(result.cost)["catch"] == 0


def test_faint_hope_counts_in_those_within_a_win_of_the_last_prize() -> None:
    """tsh: in the last four rounds only. With one prize and one round left c cannot win, but is a win behind."""
    lines = ((6, 0, 0), (6, 0, 0), (5, 1, -2000), (5, 1, -2000), (1, 5, 0), (0, 6, 0))
    found = cut(chew(standing(*lines), 4, Stakes(1)))
    assert set(found[0].players) >= {0, 1, 2, 3}


def test_everybody_a_contender_is_a_swiss() -> None:
    """Round 1 of many: slide of the whole field."""
    request = Request(History(field(8)), 1, "chew", rounds=9)
    assert pairs(ok(pair(request))) == ["ae", "bf", "cg", "dh"]


def test_a_gibson_is_taken_out_first() -> None:
    lines = ((6, 0, 0), (4, 2, 0), (4, 2, 0), (4, 2, 0), (1, 5, 0), (0, 6, 0))
    result = ok(pair(chew(standing(*lines), 1, Stakes(2))))
    assert "ae" in pairs(result)
    assert any(reason.code == "gibson" for board in result.boards for reason in board.reasons)
    kept = ok(pair(chew(standing(*lines), 1, Stakes(2), gibson="off")))
    assert "ab" in pairs(kept)


def test_chew_needs_to_know_how_many_rounds_there_are() -> None:
    refused = pair(Request(History(field(8)), 1, "chew"))
    assert isinstance(refused, Refusals)
    assert refused.items[0].number == 118


def test_a_flight_grows_until_it_can_be_paired() -> None:
    """The two leaders must not meet: the flight of two takes in the next two."""
    request = chew(standing(*TWELVE), 1, Stakes(1))
    apart = replace(request, constraints=Constraints(forbidden=(("a", "b"),)))
    assert len(cut(apart)[0].players) == 4
    assert "ab" not in pairs(ok(pair(apart)))


# The Australian Draw.


@pytest.mark.parametrize(
    ("count", "drawn"),
    [(2, [(0, 1)]), (6, [(0, 3), (1, 4), (2, 5)]), (5, [(0, 3), (1, 4), (2, 5)])],
)
def test_a_casement_is_top_half_against_bottom_half(count: int, drawn: list[tuple[int, int]]) -> None:
    """liwords: with five, the middle one meets the phantom (5) and sits out."""
    assert casement(count) == drawn


def australian(history: History, **params: int) -> Request:
    return Request(history, len(history.rounds) + 1, "australian", {**params})


def test_round_one_is_the_casement_and_the_middle_one_sits_out() -> None:
    assert pairs(ok(pair(australian(History(field(6)))))) == ["ad", "be", "cf"]
    odd = ok(pair(australian(History(field(7)))))
    assert pairs(odd) == ["ae", "bf", "cg"]
    assert [bye.entrant for bye in odd.byes] == ["d"]


def test_a_spoilt_casement_keeps_top_from_top() -> None:
    wishes = Constraints(forbidden=(("a", "d"),))
    result = ok(pair(replace(australian(History(field(6))), constraints=wishes)))
    assert dict(result.cost)["casement"] == 0
    assert "ad" not in pairs(result)


def six_after(*rounds: str) -> History:
    """Six players; 'ad be cf' is a round in which the first of each pair won by 50."""
    made = tuple(tuple(game(two[0], two[1]) for two in one.split()) for one in rounds)
    return History(field(6), made)


def test_the_highest_left_meets_the_highest_he_has_not_met() -> None:
    """By hand: after 'ad be cf' the order is a b c d e f (rating), so a-b; c-d; then e-f."""
    result = ok(pair(australian(six_after("ad be cf"))))
    assert pairs(result) == ["ab", "cd", "ef"]
    assert result.boards[0].why.startswith(
        "A is the highest left and B the highest they can meet without a rematch"
    )


def test_a_choice_that_paints_the_rest_into_a_corner_is_passed_over() -> None:
    """By hand, two rounds on: order a c b e d f.

    a has met d and b, so a-c would leave b-e (met) or b-d b-f: b-d leaves e-f (met); b-f leaves e-d: that
    works.
    """
    result = ok(pair(australian(six_after("ad be cf", "ab cd ef"))))
    assert pairs(result) == ["ac", "bf", "de"]


def test_a_reset_forgives_what_went_before_it() -> None:
    history = six_after("ad be cf", "ab cd ef")
    result = ok(pair(australian(history, reset=3)))
    assert pairs(result) == ["ac", "be", "df"]


def test_without_a_draw_the_reset_moves_on_one_round_at_a_time() -> None:
    """Four players have met all round after three rounds: round 1 is forgiven, rounds 2 and 3 are not."""
    made = tuple(tuple(game(two[0], two[1]) for two in one.split()) for one in ("ac bd", "ab cd", "ad bc"))
    result = ok(pair(australian(History(field(4), made))))
    assert pairs(result) == ["ac", "bd"]
    assert result.notes == ("No draw without a rematch since round 1: meetings before round 2 are forgiven.",)


def backtracked(nodes: list[int], allowed: Callable[[int, int], bool]) -> list[tuple[int, int]] | None:
    """The draw as a hand would do it: nearest first, back where it does not go on."""
    if not nodes:
        return []
    for other in nodes[1:]:
        if allowed(nodes[0], other):
            rest = backtracked([one for one in nodes[1:] if one != other], allowed)
            if rest is not None:
                return [(nodes[0], other), *rest]
    return None


@settings(max_examples=80, deadline=None, derandomize=True)
@given(half=st.integers(1, 5), barred=st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_the_draw_is_the_one_backtracking_finds(half: int, barred: set[tuple[int, int]]) -> None:
    def allowed(i: int, j: int) -> bool:
        return (i, j) not in barred and (j, i) not in barred

    nodes = list(range(2 * half))
    assert draw_by_hand(nodes, allowed) == backtracked(nodes, allowed)


def test_nobody_sits_out_twice_while_another_has_not() -> None:
    """A bye counts as a meeting with the phantom."""
    _, results = played(field(7), 7, "australian")
    assert sorted(bye.entrant for result in results for bye in result.byes) == [ident(at) for at in range(7)]


def test_an_australian_draw_says_it_is_proven() -> None:
    _, results = played(field(9), 6, "australian")
    assert all(result.certificate.optimal and dict(result.cost).get("draw", 0) == 0 for result in results)
