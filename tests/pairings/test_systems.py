"""Small fields of each system, worked out by hand from the rule named in its docstring table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from pairings.event.history import Entrant, History, Unfinished
from pairings.event.refusals import Refusals
from pairings.rounds.parameters import SYSTEMS as PLANNED
from pairings.rounds.request import Constraints, Request
from pairings.standings.standings import standings
from pairings.systems import SCHEMES, SYSTEMS, pair
from pairings.systems.round_robins.circle import circle, table_of
from pairings.systems.round_robins.completion import Begun, next_round
from tests.pairings.making import away, field, game, meetings, ok, outcomes, played


def meets(*pairs: str) -> list[set[str]]:
    return [set(pair) for pair in pairs]


def first_round(count: int, system: str = "swiss", **params: str | int) -> list[set[str]]:
    return meetings(ok(pair(Request(History(field(count)), 1, system, params))))


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("slide", meets("ae", "bf", "cg", "dh")),
        ("fold", meets("ah", "bg", "cf", "de")),
        ("adjacent", meets("ab", "cd", "ef", "gh")),
    ],
)
def test_round_one_of_a_swiss_follows_its_pattern(pattern: str, expected: list[set[str]]) -> None:
    assert first_round(8, pattern=pattern) == expected


def test_a_swiss_slides_unless_told_otherwise() -> None:
    assert first_round(8) == first_round(8, pattern="slide")


WINNERS_AHEAD = (
    game("a", "e", 480, 400, 1),
    game("b", "f", 460, 400, 2),
    game("c", "g", 440, 400, 3),
    game("d", "h", 420, 400, 4),
)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("slide", meets("ac", "bd", "hf", "ge")),
        ("fold", meets("ad", "bc", "he", "gf")),
        ("adjacent", meets("ab", "cd", "hg", "fe")),
    ],
)
def test_round_two_of_a_swiss_stays_inside_the_score_groups(pattern: str, expected: list[set[str]]) -> None:
    """Standings a b c d (one win, +80 to +20), h g f e (none, -20 to -80)."""
    asked = Request(History(field(8), (WINNERS_AHEAD,)), 2, "swiss", {"pattern": pattern}, starts="drawn")
    assert meetings(ok(pair(asked))) == expected


def test_the_last_of_an_odd_score_group_floats_down() -> None:
    """Standings a b c (one win), f e d: c joins the losers and slides against the second of them."""
    rounds = ((game("a", "d", 430, 400), game("b", "e", 420, 400), game("c", "f", 410, 400)),)
    result = ok(pair(Request(History(field(6), rounds), 2, "swiss", starts="drawn")))
    assert meetings(result) == meets("ab", "ce", "fd")
    assert dict(result.cost)["score_gap"] == 4
    assert result.boards[1].why.startswith("1 win against 0, ranks 3 and 5, first meeting")


def test_a_repeat_costs_more_than_any_score_gap() -> None:
    """a and b, c and d have met: the cheapest fresh round crosses the groups twice."""
    rounds = ((game("a", "b"), game("c", "d", 300, 400)), (game("a", "d"), game("b", "c", 300, 400)))
    result = ok(pair(Request(History(field(4), rounds), 3, "swiss")))
    assert meetings(result) == meets("ac", "bd")
    assert dict(result.cost)["repeats"] == 0


def test_starts_come_before_the_pattern_and_can_be_left_out() -> None:
    """a and c have both started, b and d too: sliding a-c would leave one of them with two starts."""
    rounds = (
        (
            game("a", "e", 480, 400),
            game("f", "b", 400, 460),
            game("c", "g", 440, 400),
            game("h", "d", 400, 420),
        ),
    )
    history = History(field(8), rounds)
    weighed = ok(pair(Request(history, 2, "swiss")))
    ignored = ok(pair(Request(history, 2, "swiss", {"starts": "ignored"})))
    assert dict(weighed.cost)["starts"] == 0
    assert {"a", "c"} not in meetings(weighed)
    assert meetings(ignored) == meets("ac", "bd", "hf", "ge")


def test_random_inside_groups_depends_on_the_stored_seed_alone() -> None:
    history = History(field(16), ())
    drawn = [
        meetings(ok(pair(Request(history, 1, "swiss", {"pattern": "random"}, seed=seed))))
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_lagged_round_ignores_the_scores_of_the_round_between_but_not_its_meetings() -> None:
    between = (Unfinished(1, ("a", "c")), Unfinished(2, ("b", "d")))
    rounds = ((game("a", "b", 450, 400), game("c", "d", 430, 400)), between)
    result = ok(pair(Request(History(field(4), rounds), 3, "swiss", based_on=1)))
    assert meetings(result) == meets("ad", "cb")
    assert result.based_on == 1


def test_neighbours_meet_in_king_of_the_hill_whatever_they_played_before() -> None:
    rounds = ((game("a", "b", 450, 400), game("c", "d", 430, 400)),)
    asked = Request(History(field(4), rounds), 2, "koth")
    assert meetings(ok(pair(asked))) == meets("ac", "db")
    again = History(field(4), (*rounds, (game("a", "c", 450, 400), game("d", "b", 400, 410))))
    assert meetings(ok(pair(Request(again, 3, "koth")))) == meets("ac", "bd")


@pytest.mark.parametrize(("cap", "expected"), [(0, meets("ac", "bd")), (1, meets("ab", "cd"))])
def test_king_of_the_hill_keeps_its_cap_with_the_nearest_ranks(cap: int, expected: list[set[str]]) -> None:
    """a and b, c and d have met. 1-3 2-4 is 1 + 1 away from neighbours, 1-4 2-3 is 4 (tsh `koth`)."""
    entrants = field(4)
    rounds = ((game("a", "b", 400, 399), game("c", "d", 399, 400)),)
    asked = Request(History(entrants, rounds), 2, "koth", {"repeats": cap}, precedence=("rating",))
    assert meetings(ok(pair(asked))) == expected


def test_a_cap_that_cannot_hold_gives_way_and_the_price_says_so() -> None:
    rounds = tuple((game("a", "b"),) for _ in range(2))
    result = ok(pair(Request(History(field(2), rounds), 3, "koth", {"repeats": 0})))
    assert dict(result.cost)["over_cap"] == 3


def test_a_round_robin_of_four_is_the_circle() -> None:
    """Berger by the circle: first against last, then the others turn."""
    _, results = played(field(4), 3, "rr")
    assert [sorted(map(sorted, meetings(result))) for result in results] == [
        [["a", "d"], ["b", "c"]],
        [["a", "c"], ["b", "d"]],
        [["a", "b"], ["c", "d"]],
    ]


@pytest.mark.parametrize("count", range(2, 25))
@pytest.mark.parametrize("legs", [1, 2])
def test_everybody_meets_everybody_once_a_leg_with_even_starts(count: int, legs: int) -> None:
    cycle = count - 1 + count % 2
    history, results = played(field(count), cycle * legs, "rr")
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert met == {frozenset(two): legs for two in combinations([one.id for one in field(count)], 2)}
    for row in standings(history, cycle * legs):
        assert abs(row.firsts - row.replies) <= (legs == 1)
        assert row.byes == legs * (count % 2)


def test_a_round_robin_gives_the_schedule_as_its_reason() -> None:
    result = ok(pair(Request(History(field(5)), 1, "rr")))
    assert all(
        board.why.startswith("By the schedule of leg 1, first meeting; nearest") for board in result.boards
    )
    assert result.byes[0].why == "The schedule has no opponent for this round."
    absent = (*field(4), Entrant("e", 5, absences=(away(1, 1),)), Entrant("f", 6, absences=(away(1, 1),)))
    away_two = ok(pair(Request(History(absent), 1, "rr")))
    codes = {frozenset(board.seats): board.reasons[0].code for board in away_two.boards}
    assert codes == {frozenset("ab"): "off_schedule", frozenset("cd"): "schedule"}


def test_the_second_leg_reverses_every_start() -> None:
    _, results = played(field(6), 10, "rr")
    seats = [board.seats for result in results for board in result.boards]
    assert all((second, first) in seats for first, second in seats)


def test_the_partner_of_a_leaver_sits_out_and_the_others_all_meet() -> None:
    entrants = (*field(5), Entrant("f", 6, 1500, absences=(away(3, withdrawn=True),)))
    _, results = played(entrants, 5, "rr")
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert all(met[frozenset(two)] == 1 for two in combinations("abcde", 2))
    assert [len(result.byes) for result in results] == [0, 0, 1, 1, 1]


def test_a_latecomer_takes_the_empty_slot() -> None:
    entrants = (*field(5), Entrant("f", 6, 1500, absences=(away(1, 1),)))
    _, results = played(entrants, 5, "rr")
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert max(met.values()) == 1
    assert [len(result.byes) for result in results] == [1, 0, 0, 0, 0]
    missing = [two for two in combinations("abcdef", 2) if not met[frozenset(two)]]
    assert missing == [(results[0].byes[0].entrant, "f")]


def test_a_round_robin_begun_by_hand_is_completed() -> None:
    """Two rounds no circle of six contains; three more let all fifteen pairs meet once."""
    rounds = (
        (game("a", "b"), game("c", "d"), game("e", "f")),
        (game("a", "c"), game("b", "e"), game("d", "f")),
    )
    history, chance = History(field(6), rounds), Random(1)
    for number in (3, 4, 5):
        result = ok(pair(Request(history, number, "rr", {"first": 1})))
        assert dict(result.cost)["games"] == 0
        history = History(history.entrants, (*history.rounds, outcomes(result, chance)))
    met = Counter(
        frozenset(seat.entrant for seat in outcome.seats)  # type: ignore[union-attr]
        for one in history.rounds
        for outcome in one
    )
    assert len(met) == 15


def test_the_circle_gives_every_slot_every_partner() -> None:
    for slots in range(2, 20, 2):
        partners = [circle(slots, turn) for turn in range(slots - 1)]
        assert all(
            sorted([*(p[slot] for p in partners), slot]) == list(range(slots)) for slot in range(slots)
        )


def test_a_schedule_that_nobody_can_complete_falls_back_to_the_circle() -> None:
    met = frozenset({(0, 1), (0, 2), (0, 3), (1, 2)})
    partners, mended = next_round(Begun(table_of(4, "circle"), [frozenset()] * 2, met))
    assert (partners, mended) == (circle(4, 2), False)


def test_a_round_by_hand_is_what_the_director_fixed() -> None:
    asked = Request(History(field(5)), 1, "manual", constraints=Constraints(locked=(("a", "b"), ("d", "c"))))
    result = ok(pair(asked))
    assert meetings(result) == meets("ab", "cd")
    assert [bye.entrant for bye in result.byes] == ["e"]
    assert all(board.locked for board in result.boards)


def test_a_round_with_nothing_left_to_choose_is_the_only_one_there_is() -> None:
    whole = Constraints(locked=(("a", "b"), ("d", "c")))
    result = ok(pair(Request(History(field(4)), 1, "manual", constraints=whole)))
    assert (result.certificate.optimal, result.certificate.looked_at) == (True, 0)
    assert result.certificate.sentence == "Fixed by hand: there was nothing left to choose."


def test_a_round_by_hand_names_those_it_leaves_out() -> None:
    refused = pair(Request(History(field(4)), 1, "manual", constraints=Constraints(locked=(("a", "b"),))))
    assert isinstance(refused, Refusals)
    assert refused.sentences == ("Round 1 is paired by hand; still without an opponent: C, D.",)
    assert refused.items[0].entrants == ("c", "d")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_players_are_refused_by_name(system: str, count: int) -> None:
    """A bracket of one is won already: there is nothing left to play."""
    refused = pair(Request(History(field(count)), 1, system, rounds=6))
    assert isinstance(refused, Refusals)
    won = 208 if count and system in ("elimination", "playoff") else 201
    assert (refused.items[0].number, refused.items[0].entrants) == (won, ("a",)[:count])


@pytest.mark.parametrize("system", ["swiss", "koth", "rr"])
def test_three_players_make_a_table_and_a_bye(system: str) -> None:
    result = ok(pair(Request(History(field(3)), 1, system)))
    assert (len(result.boards), len(result.byes)) == (1, 1)


def test_every_planned_system_exists_and_the_other_way_round() -> None:
    """Tables of three and four have prices of their own kind (`pairings.systems.pods`)."""
    assert set(PLANNED) == set(SYSTEMS) == {*SCHEMES, "tables"}


def test_beyond_the_budget_the_answer_is_complete_and_honest() -> None:
    result = ok(pair(Request(History(field(40)), 1, "swiss", budget=200)))
    assert len(result.boards) == 20
    assert not result.certificate.optimal
    assert result.certificate.sentence.startswith("Not verified as the best possible: the budget allowed ")
    assert result.certificate.looked_at < 40 * 39 // 2


@pytest.mark.parametrize("system", ["swiss", "koth", "rr"])
@pytest.mark.parametrize("pattern", ["slide", "random"])
def test_a_narrow_look_still_finds_the_nominal_round(system: str, pattern: str) -> None:
    params: dict[str, str | int] = {"pattern": pattern} if system == "swiss" else {}
    history = History(field(60))
    wide = ok(pair(Request(history, 1, system, params)))
    narrow = ok(pair(Request(history, 1, system, params, budget=600)))
    assert meetings(narrow) == meetings(wide)


def test_a_house_player_only_removes_a_bye() -> None:
    house = Entrant("house", 99, house=True)
    odd = ok(pair(Request(History((*field(5), house)), 1, "swiss")))
    even = ok(pair(Request(History((*field(4), house)), 1, "swiss")))
    assert (odd.byes, odd.sitting_out) == ((), ())
    assert (len(even.boards), even.sitting_out) == (2, ("house",))


def test_absent_players_are_listed_and_not_paired() -> None:
    entrants = (*field(4), Entrant("late", 5, absences=(away(1, 2),)))
    result = ok(pair(Request(History(entrants), 1, "swiss")))
    assert result.absent == ("late",)
    assert all("late" not in board.seats for board in result.boards)
