"""Last rounds that know who plays for what: Gibsons, victims, byes, class prizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairings.event.history import Entrant, History
from pairings.event.refusals import Refusals
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Board, Result
from pairings.standings.stakes import ClassPrize, Stakes
from pairings.systems import pair
from tests.pairings.making import game, ident, ok, standing


def last_round(history: History, system: str = "koth", rounds: int = 0, **more: object) -> Request:
    """The next round; the last of the event unless told otherwise."""
    number = len(history.rounds) + 1
    params = more.pop("params", {"gibson": "on"})
    return Request(
        history,
        number,
        system,
        params,
        rounds=rounds or number,
        starts="eldest",
        **more,  # type: ignore[arg-type]
    )


def board_with(result: Result, who: str) -> Board:
    return next(board for board in result.boards if who in board.seats)


def opponent(result: Result, who: str) -> str:
    """Whom somebody meets; empty for a bye."""
    if any(bye.entrant == who for bye in result.byes):
        return ""
    return next(one for one in board_with(result, who).seats if one != who)


# a leads by two wins; b to d fight for the second prize of two; e to h cannot reach it (one round left).
EIGHT = ((5, 0, 0), (3, 2, 90), (3, 2, 0), (3, 2, 0), (1, 4, 9), (1, 4, 0), (1, 4, 0), (0, 5, 0))
TWO_PRIZES = Stakes(2)


@pytest.mark.parametrize("system", ["koth", "swiss"])
def test_a_lone_gibson_meets_the_best_placed_with_nothing_at_stake(system: str) -> None:
    """tsh: e is fifth and cannot reach second place any more; b, c, d still can."""
    result = ok(pair(last_round(standing(*EIGHT), system, stakes=TWO_PRIZES)))
    assert opponent(result, "a") == "e"
    assert board_with(result, "a").why.startswith(
        "A is sure of 1st place: B is 2 wins behind with 1 round left; so they meet E, the best placed with "
        "nothing at stake among those they have met least, ranks 1 and 5, first meeting"
    )
    assert result.certificate.optimal


def test_the_others_are_neighbours_with_gibson_and_victim_out_of_the_way() -> None:
    result = ok(pair(last_round(standing(*EIGHT), stakes=TWO_PRIZES)))
    pairs = {frozenset(board.seats) for board in result.boards}
    assert pairs == {frozenset(two) for two in ("ae", "bc", "df", "gh")}


def met_before(*pairs: str) -> History:
    """The eight as they stand, but some have met: the first round had these games besides."""
    history = standing(*EIGHT)
    tables = tuple(game(two[0], two[1], 300, 300, table=at) for at, two in enumerate(pairs, start=1))
    return replace(history, rounds=(*history.rounds, tables))


def test_met_least_comes_before_best_placed_unless_strict() -> None:
    """tsh `gibson='strict'` ignores earlier meetings. The tie leaves a two wins and a half ahead."""
    history = met_before("ae")
    assert opponent(ok(pair(last_round(history, stakes=TWO_PRIZES))), "a") == "f"
    strict = last_round(history, stakes=TWO_PRIZES, params={"gibson": "strict"})
    assert opponent(ok(pair(strict)), "a") == "e"


def test_the_gibson_takes_the_bye_of_an_odd_field() -> None:
    result = ok(pair(last_round(standing(*EIGHT[:7]), stakes=TWO_PRIZES)))
    assert [bye.entrant for bye in result.byes] == ["a"]
    assert result.byes[0].why == (
        "A is sure of 1st place: B is 2 wins behind with 1 round left; so the bye of the odd field is theirs."
    )


TWO_SAFE = ((6, 0, 0), (4, 2, 0), (2, 4, 9), (2, 4, 0), (1, 5, 0), (0, 6, 0))


def test_two_gibsons_play_each_other() -> None:
    result = ok(pair(last_round(standing(*TWO_SAFE), "swiss", stakes=Stakes(2))))
    assert opponent(result, "a") == "b"
    assert board_with(result, "a").why.startswith(
        "A is sure of 1st place: B is 2 wins behind with 1 round left; B is sure of 2nd place: C is 2 wins "
        "behind with 1 round left; so they play each other"
    )


def test_two_gibsons_in_an_odd_field_leave_the_bye_to_the_lowest() -> None:
    lines = (*TWO_SAFE, (0, 6, -9))
    result = ok(pair(last_round(standing(*lines), stakes=Stakes(2))))
    assert opponent(result, "a") == "b"
    assert opponent(result, "g") == ""


THREE_SAFE = ((8, 0, 0), (6, 2, 0), (4, 4, 0), (2, 6, 9), (2, 6, 0), (2, 6, -5), (0, 8, 0), (0, 8, -9))


def test_three_gibsons_the_first_two_meet_and_the_third_gets_the_victim() -> None:
    result = ok(pair(last_round(standing(*THREE_SAFE), stakes=Stakes(3))))
    assert (opponent(result, "a"), opponent(result, "c")) == ("b", "d")


def test_gibsons_who_have_met_play_the_third_instead() -> None:
    """Least repeats before nearest places: a and b have met, b and c have not."""
    history = standing(*THREE_SAFE)
    history = replace(history, rounds=(*history.rounds, (game("a", "b", 300, 300),)))
    result = ok(pair(last_round(history, stakes=Stakes(3))))
    assert opponent(result, "b") == "c"
    assert opponent(result, "a") not in "bc"


def test_where_everybody_plays_for_something_the_lowest_meets_the_gibson() -> None:
    """liwords: somebody who cannot cash, else the last place. Eight prizes for eight."""
    result = ok(pair(last_round(standing(*EIGHT), stakes=Stakes(8))))
    assert opponent(result, "a") == "h"
    assert "the lowest placed among those they have met least, for everybody still plays for something" in (
        board_with(result, "a").why
    )


def test_before_anybody_is_safe_nothing_changes() -> None:
    history = standing(*((3 - at // 2, at // 2, -at) for at in range(8)))
    plain = ok(pair(last_round(history, params={}, rounds=9)))
    aware = ok(pair(last_round(history, rounds=9)))
    assert aware.boards == plain.boards


def test_without_the_number_of_rounds_nobody_can_be_safe() -> None:
    request = replace(last_round(standing(*EIGHT)), rounds=0)
    refused = pair(request)
    assert isinstance(refused, Refusals)
    assert [(item.number, item.sentence) for item in refused.items] == [
        (118, "Round 6 cannot be paired without knowing how many rounds the event has.")
    ]


def test_a_pair_the_director_fixed_stays_whatever_the_contest_says() -> None:
    wishes = Constraints(locked=(("a", "b"),))
    result = ok(pair(last_round(standing(*EIGHT), stakes=TWO_PRIZES, constraints=wishes)))
    assert board_with(result, "a").why.startswith("Fixed by the director")


def test_a_forbidden_victim_is_passed_over() -> None:
    wishes = Constraints(forbidden=(("a", "e"),))
    result = ok(pair(last_round(standing(*EIGHT), stakes=TWO_PRIZES, constraints=wishes)))
    assert opponent(result, "a") == "f"


def classed(classes: str) -> History:
    """The eight of above with a class each."""
    history = standing(*EIGHT)
    entrants = tuple(
        Entrant(ident(at), at + 1, name=ident(at).upper(), klass=klass) for at, klass in enumerate(classes)
    )
    return replace(history, entrants=entrants)


@pytest.mark.parametrize("system", ["koth", "swiss"])
def test_rivals_for_a_class_prize_meet_in_the_last_round(system: str) -> None:
    """liwords COP: neighbours in a class. e, g and h are of class B; h is a win behind e and still hopes."""
    stakes = replace(TWO_PRIZES, class_prizes=(ClassPrize("B"),))
    request = last_round(classed("AAAABABB"), system, stakes=stakes, params={})
    result = ok(pair(request))
    assert opponent(result, "e") == "g"
    assert board_with(result, "e").why.startswith("Neighbours in class B who can still win its prize, ")
    without = ok(pair(replace(request, params={"classes": 0})))
    assert opponent(without, "e") != "g"


def test_class_rivals_wait_until_the_last_rounds_they_are_given() -> None:
    stakes = replace(TWO_PRIZES, class_prizes=(ClassPrize("B"),))
    early = last_round(classed("AAAABABB"), stakes=stakes, params={}, rounds=7)
    assert opponent(ok(pair(early)), "e") == "f"
    wider = replace(early, params={"classes": 2}, stakes=replace(stakes, prizes=1))
    assert "class_prize" in dict(ok(pair(wider)).cost)


def test_a_gibson_keeps_out_of_a_class_prize_too() -> None:
    """tsh: e and g still play for the prize of class B, so f is the one with nothing at stake."""
    stakes = replace(TWO_PRIZES, class_prizes=(ClassPrize("B"),))
    result = ok(pair(last_round(classed("AAAABABB"), stakes=stakes)))
    assert (opponent(result, "a"), opponent(result, "e")) == ("f", "g")


@pytest.mark.parametrize("system", ["koth", "swiss"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 9, 16])
def test_every_size_of_field_is_paired_whoever_is_safe(system: str, players: int) -> None:
    """Everybody once, at most one bye, whatever the reading and however many are safe."""
    lines = tuple((players - at, at, 100 * at) for at in range(players))
    for reading in ("tsh", "liwords", "cop"):
        stakes = Stakes(players, gibson_spread=(250, 200), reading=reading)  # type: ignore[arg-type]
        result = ok(pair(last_round(standing(*lines), system, stakes=stakes)))
        named = [one for board in result.boards for one in board.seats] + [b.entrant for b in result.byes]
        assert sorted(named) == sorted(ident(at) for at in range(players))


def test_what_cannot_be_looked_at_is_said() -> None:
    stakes = replace(TWO_PRIZES, class_prizes=(ClassPrize("B"),))
    unknown = replace(last_round(classed("AAAABABB"), stakes=stakes, params={}), rounds=0)
    assert ok(pair(unknown)).notes == (
        "Class prizes are not looked at: nobody said how many rounds there are.",
    )
    by_spread = last_round(standing(*EIGHT), stakes=TWO_PRIZES, precedence=("spread", "wins"))
    result = ok(pair(by_spread))
    assert result.notes == ("Nobody is taken for safe: the ranking begins with neither wins nor points.",)
    assert "gibson" not in dict(result.cost)
