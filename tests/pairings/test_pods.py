"""The system `tables`: whole rounds, wishes, explanations, refusals, prices."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pairings.event.history import Entrant, History, Played, Seat, named_in
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds import request as requests
from pairings.rounds import result as results
from pairings.rounds.request import Constraints
from pairings.rounds.result import Alternative
from pairings.rounds.table_sizes import Sizes, sizes_of
from pairings.systems import pair
from pairings.what_if.at_tables import swap
from pairings.what_if.whatif import Price, alternatives, price, repair, wish
from tests.pairings.making import away, field, ok
from tests.pairings.pods_making import event, request, tables

EVENT, _ = event(10, 3, seed=2)
ASKED = request(EVENT)
BEST = ok(pair(ASKED))


def refused(answer: object) -> list[tuple[int, str]]:
    assert isinstance(answer, Refusals), answer
    return [(item.number, item.sentence) for item in answer.items]


def test_the_first_round_of_twelve_slides_by_a_table_for_every_seat() -> None:
    """Ranks 1 4 7 10, 2 5 8 11, 3 6 9 12: the slide of a Swiss, four times."""
    result = ok(pair(request(History(field(12)))))
    assert [sorted(board.seats) for board in result.boards] == [list("adgj"), list("behk"), list("cfil")]
    assert result.boards[2].why.startswith("Ranks 3, 6, 9 and 12, same score group, nobody has met; nearest")
    assert result.certificate.sentence.startswith(
        "Best possible pairing: verified, as no round can be cheaper"
    )


def test_king_of_the_hill_seats_neighbours_and_caps_meetings_on_demand() -> None:
    hill = request(History(field(8)), pattern="koth")
    assert tables(pair(hill)) == [set("abcd"), set("efgh")]
    games = tuple(
        Played(at + 1, tuple(Seat(one, 400 - 10 * ord(one)) for one in table))
        for at, table in enumerate(["abcd", "efgh"])
    )
    again = History(field(8), (games,))
    assert tables(pair(request(again, pattern="koth"))) == tables(
        pair(request(again, pattern="koth", repeats=1))
    )
    uncapped, capped = (
        ok(pair(request(again, pattern="koth"))),
        ok(pair(request(again, pattern="koth", repeats=0))),
    )
    assert [sorted(b.seats) for b in uncapped.boards] == [list("abef"), list("cdgh")]
    assert dict(capped.cost)["over_cap"] == 4


def test_small_tables_are_for_the_low_standings() -> None:
    history, _ = event(14, 1, seed=3, pattern="koth")
    result = ok(pair(request(history, pattern="koth")))
    assert [len(board.seats) for board in result.boards] == [4, 4, 3, 3]
    assert dict(result.cost)["small_table"] == sum(range(6))


@settings(max_examples=40, deadline=None, derandomize=True, phases=[Phase.generate])
@given(
    count=st.integers(2, 60),
    rounds=st.integers(0, 2),
    size=st.sampled_from([3, 4]),
    least=st.sampled_from([2, 3]),
    pattern=st.sampled_from(["swiss", "random", "koth"]),
    seed=st.integers(0, 99),
)
def test_every_field_is_seated_whole_or_refused(
    count: int, rounds: int, size: int, least: int, pattern: str, seed: int
) -> None:
    """Everybody once, sizes as wished, tables by number, all said of each, the same answer through JSON."""
    params: dict[str, int | str] = {"size": size, "least": least, "pattern": pattern}
    if count < least:
        asked = request(History(field(count)), **params)
        assert refused(pair(asked)) == [(201, f"A table needs {least} players; {count} would play round 1.")]
        return
    history, _ = event(count, rounds, seed, **params)
    asked = request(history, **params)
    result = ok(pair(asked))
    seats = [one for board in result.boards for one in board.seats]
    byes = [given.entrant for given in result.byes]
    assert sorted([*seats, *byes]) == sorted(e.id for e in history.entrants)
    wanted = sizes_of(count, Sizes(size, least, 4))
    assert wanted is not None
    assert sorted([*(len(board.seats) for board in result.boards), *([1] * len(byes))]) == sorted(wanted)
    assert [board.table for board in result.boards] == list(range(1, len(result.boards) + 1))
    assert all(board.why.endswith(".") and len(board.cost) >= 6 for board in result.boards)
    assert results.from_data(json.loads(json.dumps(results.to_data(result)))) == result
    assert requests.from_data(json.loads(json.dumps(requests.to_data(asked)))) == asked


@settings(max_examples=6, deadline=None, derandomize=True, phases=[Phase.generate])
@given(count=st.integers(6, 30), seed=st.integers(0, 99))
def test_the_same_round_comes_out_however_the_roster_and_the_outcomes_are_listed(
    count: int, seed: int
) -> None:
    history, _ = event(count, 2, seed)
    turned = History(history.entrants[::-1], tuple(outcomes[::-1] for outcomes in history.rounds))
    one, other = ok(pair(request(history))), ok(pair(request(turned)))
    assert (one.boards, one.byes, one.cost, one.digest) == (
        other.boards,
        other.byes,
        other.cost,
        other.digest,
    )


def test_nobody_meets_twice_in_three_rounds_of_sixteen() -> None:
    """The affine plane of order four has five such rounds; round by round the engine finds three by itself."""
    history, _ = event(16, 3, seed=1)
    met = Counter(
        frozenset(two)
        for outcomes in history.rounds
        for o in outcomes
        for two in combinations(named_in(o), 2)
    )
    assert max(met.values()) == 1


def test_latecomers_leavers_and_house_players() -> None:
    """Round 2 of eight: one comes late, one has left, one is away; the house player only saves a bye."""
    entrants = list(field(8))
    entrants[7] = replace(entrants[7], absences=(away(1, 1),))
    entrants[0] = replace(entrants[0], absences=(away(2, None, withdrawn=True),))
    entrants[1] = replace(entrants[1], absences=(away(2, 2, "unscored"),))
    house = replace(field(9)[8], house=True)
    first = ok(pair(request(History(tuple(entrants)))))
    assert sorted(one for board in first.boards for one in board.seats) == list("abcdefg")
    played = tuple(Played(b.table, tuple(Seat(one, 300 + ord(one)) for one in b.seats)) for b in first.boards)
    history = History((*entrants, house), (played,))
    second = ok(pair(request(history)))
    assert sorted(one for board in second.boards for one in board.seats) == list("cdefgh")
    assert second.absent == ("a", "b")
    assert second.sitting_out == ("i",)
    five = request(history, Constraints(byes=("h",)), least=3)
    third = ok(pair(five))
    assert sorted(len(board.seats) for board in third.boards) == [3, 3]
    assert [given.entrant for given in third.byes] == ["h"]
    assert third.byes[0].why == "Asked for a bye."


def test_a_bye_goes_to_the_lowest_with_fewest_byes() -> None:
    _, made = event(7, 3, size=3, least=3, most=3)
    byes = [given.entrant for result in made for given in result.byes]
    assert len(byes) == 3
    assert len(set(byes)) == 3
    assert byes[0] == "g"
    assert made[0].byes[0].why == "No bye so far, lowest in the standings."


def test_locked_players_sit_together_and_forbidden_ones_apart() -> None:
    wishes = Constraints(locked=(("a", "b"), ("b", "c")), forbidden=(("d", "e"), ("a", "j")))
    result = ok(pair(request(EVENT, wishes)))
    together = next(set(board.seats) for board in result.boards if "a" in board.seats)
    assert {"a", "b", "c"} <= together
    assert "j" not in together
    assert not any({"d", "e"} <= set(board.seats) for board in result.boards)
    board = next(board for board in result.boards if "a" in board.seats)
    assert "B and C fixed by the director" in board.why


def test_a_whole_table_stays_seat_by_seat_and_the_rest_is_filled_around_it() -> None:
    wishes = Constraints(whole_tables=(("j", "a", "e"),), forbidden=(("a", "j"),))
    result = ok(pair(request(EVENT, wishes)))
    board = next(board for board in result.boards if "a" in board.seats)
    assert board.seats == ("j", "a", "e")
    assert board.locked
    assert result.notes == ("Fixed by the director although it was asked that J and A must not meet.",)
    assert sorted(len(board.seats) for board in result.boards) == [3, 3, 4]


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Constraints(locked=(("a", "a"),)), [(303, "A cannot meet themselves.")]),
        (
            Constraints(locked=(("a", "b"),), forbidden=(("b", "a"),)),
            [(302, "A and B are to meet and not to meet.")],
        ),
        (Constraints(locked=(("a", "b"),), byes=("a",)), [(305, "A is to have a bye and a fixed table.")]),
        (Constraints(whole_tables=(("a", "b", "c"), ("c", "d"))), [(301, "C is at two fixed tables.")]),
        (
            Constraints(whole_tables=(("a", "b", "c"),), locked=(("a", "d"),)),
            [(301, "A and D are to meet, but one is at a fixed table.")],
        ),
        (
            Constraints(whole_tables=(("a", "b", "c", "d", "e"),)),
            [(306, "A table of 5 is fixed; a table has 2 to 4 players.")],
        ),
        (
            Constraints(locked=(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"))),
            [(306, "E, B, C, A and D are to sit together, but a table has 4 seats at most.")],
        ),
    ],
)
def test_wishes_that_contradict_each_other_are_named(
    wishes: Constraints, said: list[tuple[int, str]]
) -> None:
    assert refused(pair(request(EVENT, wishes))) == said


def test_wishes_that_leave_no_way_are_named_and_no_more_than_needed() -> None:
    """d cannot sit with anybody at the only table of four."""
    wishes = Constraints(forbidden=(("d", "a"), ("b", "c")), clubs="never")
    assert refused(pair(request(History(field(4)), wishes))) == [
        (304, "These wishes cannot hold together: A and D must not meet.")
    ]
    spared = Constraints(no_bye=tuple("abcdefg"))
    number, text = refused(pair(request(History(field(7)), spared, size=3, least=3, most=3)))[0]
    assert number == 205
    assert "G gets no bye" in text


def test_a_size_outside_what_is_allowed_is_refused() -> None:
    assert refused(pair(request(EVENT, size=3, least=4))) == [
        (104, "tables: the size is 3, but sizes from 4 to 4 are allowed.")
    ]
    other = replace(
        ASKED, system="swiss", params={}, constraints=Constraints(whole_tables=(("a", "b", "c"),))
    )
    assert refused(pair(other))[0][0] == 306


def test_a_plan_names_tables_by_their_size() -> None:
    plan = parse_plan("tables(random,threes) 1, tables(4) 2-3, tables(koth,size=3,least=3) 4")
    assert isinstance(plan, Plan), plan
    assert plan.round(1).params == {"pattern": "random", "size": 3}
    assert plan.round(3).params == {"size": 4}
    assert plan.round(4).based_on == 3


def test_points_by_place_make_the_score_groups_where_they_rank() -> None:
    history, _ = event(9, 2, size=3)
    result = ok(pair(replace(request(history, size=3), precedence=("points", "spread"))))
    assert any("points" in board.why for board in result.boards)
    assert dict(result.cost)["score_gap"] % 36 == 0


def priced(boards: list[tuple[str, ...]], byes: tuple[str, ...] = ()) -> Price:
    found = price(ASKED, boards, byes)
    assert isinstance(found, Price), found
    return found


def test_the_best_round_is_as_good_as_itself_and_a_worse_one_says_what_it_costs() -> None:
    boards = [board.seats for board in BEST.boards]
    assert priced(boards).sentence == "This round is as good as the best one."
    one, other = boards[0][0], boards[1][0]
    swapped = [tuple({one: other, other: one}.get(k, k) for k in seats) for seats in boards]
    found = priced(swapped)
    change = swap(ASKED, boards, (), one, other)
    assert isinstance(change, Alternative)
    assert change.extra == found.extra
    assert next(amount for _, amount in found.extra if amount) > 0
    assert found.sentence.startswith("Against the best round this costs")
    back = swap(ASKED, swapped, (), one, other)
    assert isinstance(back, Alternative)
    assert [amount for _, amount in back.extra] == [-amount for _, amount in change.extra]


def test_the_alternative_told_at_a_table_is_the_cheapest_exchange_near_it() -> None:
    boards = [board.seats for board in BEST.boards]
    for board in BEST.boards:
        others = [one for seats in boards if seats != board.seats for one in seats]
        extras = []
        for one in board.seats:
            for other in others:
                found = swap(ASKED, boards, (), one, other)
                assert isinstance(found, Alternative)
                extras.append([amount for _, amount in found.extra])
        assert board.alternative is not None
        assert [amount for _, amount in board.alternative.extra] == min(extras)


def test_an_exchange_that_breaks_a_wish_says_so() -> None:
    wishes = Constraints(forbidden=(("a", "j"),))
    asked = request(EVENT, wishes)
    best = ok(pair(asked))
    boards = [board.seats for board in best.boards]
    mate = next(one for seats in boards if "a" in seats for one in seats if one != "a")
    found = swap(asked, boards, (), mate, "j")
    assert isinstance(found, Alternative)
    assert "breaks a wish: J and A must not meet" in found.sentence
    offered = alternatives(asked, mate, 50)
    assert not isinstance(offered, Refusals)
    assert ("j",) not in [one.against for one in offered]


def test_exchanges_of_a_player_come_cheapest_first() -> None:
    found = alternatives(ASKED, "c")
    assert not isinstance(found, Refusals)
    extras = [[amount for _, amount in one.extra] for one in found]
    assert extras == sorted(extras)
    assert found[0].sentence.startswith("changing places with ")
    assert refused(alternatives(ASKED, "nobody")) == [(203, "'nobody' does not play this round.")]


def test_a_wish_to_meet_costs_what_the_best_round_with_it_costs_more() -> None:
    apart = next(
        two for two in combinations("abcdefghij", 2) if not any(set(two) <= set(b.seats) for b in BEST.boards)
    )
    found = wish(ASKED, *apart)
    assert isinstance(found, Alternative)
    with_lock = ok(pair(request(EVENT, Constraints(locked=(apart,)))))
    told = zip(with_lock.cost, BEST.cost, strict=True)
    assert found.extra == tuple((name, a - b) for (name, a), (_, b) in told)
    barred = request(EVENT, Constraints(forbidden=(apart,)))
    assert refused(wish(barred, *apart))[0][0] == 304


def test_the_rest_is_seated_anew_around_tables_that_stay() -> None:
    kept = BEST.boards[0].seats[::-1]
    result = ok(repair(ASKED, [kept]))
    assert kept in result.pairs()
    assert sorted(one for seats in result.pairs() for one in seats) == list("abcdefghij")


@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ([tuple("abcde"), tuple("fghij")], 307),
        ([tuple("abcd"), tuple("efg"), tuple("hi")], 204),
        ([tuple("abcd"), tuple("efg"), tuple("hija")], 202),
        ([tuple("abcd"), tuple("efg"), tuple("hijz")], 107),
    ],
)
def test_a_draft_that_is_no_round_is_refused_with_numbers(boards: list[tuple[str, ...]], said: int) -> None:
    assert said in [number for number, _ in refused(price(ASKED, boards))]


def test_a_table_of_three_in_a_round_of_pairs_is_refused_not_cut() -> None:
    swiss = replace(ASKED, system="swiss", params={})
    boards = [tuple("abc"), *(("de", "fg", "hi"))]
    assert 307 in [number for number, _ in refused(price(swiss, [tuple(b) for b in boards], ("j",)))]
    assert refused(repair(swiss, [("a", "b", "c")]))[0][0] == 307


def test_a_round_whose_tables_are_all_fixed_is_that_round() -> None:
    entrants = tuple(Entrant(str(n), n, name=f"P{n}") for n in range(1, 7))
    wishes = Constraints(whole_tables=(("1", "4", "5"), ("2", "3", "6")))
    asked = requests.Request(History(entrants), 1, "tables", {"size": 3}, constraints=wishes)
    answer = pair(asked)
    assert not isinstance(answer, Refusals)
    assert {frozenset(board.seats) for board in answer.boards} == {frozenset("145"), frozenset("236")}
