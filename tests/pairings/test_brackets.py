"""Elimination and playoffs: brackets by hand, byes, best of n, who waits, who is away, what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Unfinished, Unscored
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.bracket import bracket_of, seeding
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from tests.pairings.making import away, field, game, ok


def asked(history: History, system: str = "elimination", **params: int | str) -> Request:
    return Request(history, len(history.rounds) + 1, system, params)  # type: ignore[arg-type]


def matches(result: Result) -> set[frozenset[str]]:
    return {frozenset(board.seats) for board in result.boards}


def those(*pairs: str) -> set[frozenset[str]]:
    return {frozenset(two) for two in pairs}


def after(history: History, *outcomes: Outcome | str) -> History:
    """One more round: 'ab' is a game a won."""
    made = tuple(game(one[0], one[1]) if isinstance(one, str) else one for one in outcomes)
    return replace(history, rounds=(*history.rounds, made))


def refusal(request: Request) -> tuple[int, str]:
    answer = pair(request)
    assert isinstance(answer, Refusals), answer
    return answer.items[0].number, answer.items[0].sentence


@pytest.mark.parametrize(
    ("size", "seeds"),
    [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])],
)
def test_the_best_two_can_only_meet_in_the_final(size: int, seeds: list[int]) -> None:
    assert seeding(size) == seeds


def test_eight_players_need_three_rounds() -> None:
    """1-8 4-5 2-7 3-6; the winners meet upwards; the others sit out."""
    history = History(field(8))
    assert matches(ok(pair(asked(history)))) == those("ah", "de", "bg", "cf")
    history = after(history, "ah", "ed", "bg", "fc")
    second = ok(pair(asked(history)))
    assert matches(second) == those("ae", "bf")
    assert second.sitting_out == ("c", "d", "g", "h")
    assert second.boards[0].why.startswith("A semi-final, ")
    history = after(history, "ea", "bf")
    assert matches(ok(pair(asked(history)))) == those("be")
    assert refusal(asked(after(history, "eb"))) == (
        208,
        "E has won the final; there is nothing left to play.",
    )


def test_top_seeds_have_byes_where_the_field_is_no_power_of_two() -> None:
    result = ok(pair(asked(History(field(6)))))
    assert matches(result) == those("de", "cf")
    assert [(bye.entrant, bye.why) for bye in result.byes] == [
        ("a", "A top seed without an opponent in a quarter-final."),
        ("b", "A top seed without an opponent in a quarter-final."),
    ]
    history = after(History(field(6)), "ed", "cf", Bye("a"), Bye("b"))
    assert matches(ok(pair(asked(history)))) == those("ae", "bc")


def test_only_the_best_standing_when_it_begins_are_in_it() -> None:
    """A playoff of two after one round: c and d won, by more than a and b could."""
    history = after(History(field(4)), game("c", "a", 450, 300), game("d", "b", 440, 300))
    request = asked(history, "elimination", size=2, first=2)
    assert matches(ok(pair(request))) == those("cd")
    assert ok(pair(request)).sitting_out == ("a", "b")


def best_of_three() -> History:
    return after(History(field(4)), "ad", "bc")


def test_a_decided_match_waits_for_the_other() -> None:
    """baxter playoff: a is through after two games; b and c need a third."""
    history = best_of_three()
    assert (
        ok(pair(asked(history, "playoff")))
        .boards[0]
        .why.startswith("A semi-final, game 2 of at most 3, A leads 1-0")
    )
    history = after(history, "ad", "cb")
    third = ok(pair(asked(history, "playoff")))
    assert matches(third) == those("bc")
    assert third.sitting_out == ("a", "d")
    assert third.boards[0].why.startswith("A semi-final, game 3 of at most 3, level at 1-1")
    final = asked(after(history, "bc"), "playoff")
    assert matches(ok(pair(final))) == those("ab")


def test_no_round_is_lost_to_a_stage_that_ended_early() -> None:
    history = after(best_of_three(), "ad", "bc")
    assert matches(ok(pair(asked(history, "playoff")))) == those("ab")


def test_the_losers_of_the_semi_finals_may_play_for_third_place() -> None:
    history = after(History(field(4)), "ad", "bc")
    result = ok(pair(asked(history, "elimination", third="yes")))
    assert matches(result) == those("ab", "cd")
    assert any(board.why.startswith("The match for third place") for board in result.boards)
    assert matches(ok(pair(asked(history)))) == those("ab")


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        ((("a", "b", 400, 300), ("b", "a", 350, 300)), "a"),
        ((("a", "b", 400, 399), ("b", "a", 350, 300)), "b"),
        ((("a", "b", 400, 300), ("b", "a", 400, 300)), "a"),
        ((("a", "b", 300, 300), ("b", "a", 301, 300)), "b"),
    ],
)
def test_a_level_match_goes_by_its_spread_and_then_by_seed(
    games: tuple[tuple[str, str, int, int], ...], winner: str
) -> None:
    history = after(after(History(field(2)), game(*games[0])), game(*games[1]))
    bracket = bracket_of(asked(history, "playoff", size=2, best_of=2))
    assert bracket.over
    assert bracket.matches[0].winner == winner


def test_an_absent_player_loses_the_game_and_a_withdrawn_one_the_match() -> None:
    """d misses the first game of three, c leaves after it."""
    entrants = list(field(4))
    entrants[3] = replace(entrants[3], absences=(away(1, 1),))
    entrants[2] = replace(entrants[2], absences=(away(2, None, "forfeit", withdrawn=True),))
    history = History(tuple(entrants))
    first = ok(pair(asked(history, "elimination", best_of=3, size=4)))
    assert [e.id for e in entrants if e.absence_in(1)] == ["d"]
    assert matches(first) == those("bc")
    history = after(history, "cb", Bye("a"))
    # d came too late to be in the bracket at all, so a had no opponent and is through.
    second = asked(history, "elimination", best_of=3, size=4)
    assert matches(ok(pair(second))) == those("ab")


def test_who_is_away_for_one_round_gives_that_game_away() -> None:
    entrants = (*field(3), Entrant("d", 4, 1000, "D", absences=(away(2, 2),)))
    history = after(History(entrants), "ad", "bc")
    second = ok(pair(asked(history, "playoff")))
    assert matches(second) == those("bc")
    assert [(bye.entrant, bye.why) for bye in second.byes] == [
        ("a", "The opponent in a semi-final is not there, so the game is theirs.")
    ]
    history = after(history, "cb", Bye("a"))
    assert matches(ok(pair(asked(history, "playoff")))) == those("bc")


def test_a_forfeited_table_counts_as_the_game_it_stood_for() -> None:
    history = after(History(field(4)), Forfeit(1, ("a",), ("d",)), "bc")
    assert matches(ok(pair(asked(history)))) == those("bd")


def test_a_match_without_its_result_stops_the_next_round() -> None:
    history = after(History(field(4)), Unfinished(1, ("a", "d")), "bc")
    assert refusal(asked(history)) == (207, "Round 2 waits for the results of A - D.")


def test_a_wish_cannot_part_a_match_but_the_director_can() -> None:
    wishes = Constraints(forbidden=(("a", "d"),))
    assert refusal(replace(asked(History(field(4))), constraints=wishes))[0] == 308
    fixed = Constraints(locked=(("a", "b"), ("c", "d")))
    result = ok(pair(replace(asked(History(field(4))), constraints=fixed)))
    assert matches(result) == those("ab", "cd")


def test_the_others_may_go_on_with_a_swiss() -> None:
    history = after(History(field(8)), "ah", "bg", "cf", "de")
    result = ok(pair(asked(history, "elimination", size=2, first=2, rest="swiss")))
    assert frozenset("ab") in matches(result)
    assert result.sitting_out == ()
    assert len(result.boards) == 4


def test_who_sat_out_is_neither_won_nor_lost() -> None:
    """Written down as an unscored round, a sitting-out player keeps his record."""
    history = after(History(field(4)), "ad", "bc")
    history = after(history, "ab", Unscored("c"), Unscored("d"))
    assert bracket_of(asked(history)).over


def test_a_plan_tells_a_bracket_where_it_begins() -> None:
    plan = parse_plan("swiss 1-5, playoff(4,best_of=3,third) 6-11")
    assert isinstance(plan, Plan)
    assert plan.round(8).params == {"size": 4, "best_of": 3, "third": "yes", "first": 6}
    assert str(plan) == "swiss 1-5, playoff(size=4,best_of=3,third=yes) 6-11"


def test_no_wish_takes_a_bye_of_the_bracket_away() -> None:
    request = replace(asked(History(field(3))), constraints=Constraints(no_bye=("a",)))
    assert refusal(request) == (308, "The bracket gives A a bye; no wish may take it away.")
