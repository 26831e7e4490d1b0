"""Round robins by hand: the tables of FIDE, rounds pinned and completed, legs, starts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from pairings.event.history import Entrant, History, Outcome
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.systems.round_robins.circle import berger, table_of
from pairings.systems.round_robins.renaming import renamed
from tests.pairings.making import away, field, game, meetings, ok, outcomes, played


def seats(results: list[Result]) -> list[str]:
    return ["".join(board.seats) for result in results for board in result.boards]


def met_in(results: list[Result]) -> Counter[frozenset[str]]:
    return Counter(frozenset(board.seats) for result in results for board in result.boards)


def everyone_once(ids: str, often: int = 1) -> dict[frozenset[str], int]:
    return {frozenset(two): often for two in combinations(ids, 2)}


FIDE_TABLES = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6", "10-6 7-5 8-4 9-3 1-2", "2-10 3-1 4-9 5-8 6-7", "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8", "10-8 9-7 1-6 2-5 3-4", "4-10 5-3 6-2 7-1 8-9", "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("players", "rounds"), FIDE_TABLES.items())
def test_the_berger_tables_are_those_of_the_handbook(players: int, rounds: list[str]) -> None:
    """FIDE Handbook C.05, annex 1, from 3 or 4 players to 9 or 10; the first named has white."""
    for turn, line in enumerate(rounds):
        assert " ".join(f"{i + 1}-{j + 1}" for i, j in berger(players, turn)) == line


def test_a_round_robin_by_berger_starts_by_the_table_and_reverses_the_second_leg() -> None:
    _, results = played(field(4), 6, "rr", params={"order": "berger", "times": 2})
    assert [sorted(seats([result])) for result in results] == [
        ["ad", "bc"],
        ["ab", "dc"],
        ["bd", "ca"],
        ["cb", "da"],
        ["ba", "cd"],
        ["ac", "db"],
    ]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 13, 20])
def test_everybody_meets_everybody_by_berger_with_even_starts(count: int) -> None:
    cycle = count - 1 + count % 2
    _, results = played(field(count), cycle, "rr", params={"order": "berger"})
    ids = [one.id for one in field(count)]
    assert met_in(results) == {frozenset(two): 1 for two in combinations(ids, 2)}
    starts, games = Counter(), Counter()
    for result in results:
        starts.update(board.seats[0] for board in result.boards)
        games.update(one for board in result.boards for one in board.seats)
    assert all(abs(2 * starts[one] - games[one]) <= 1 for one in ids)


def test_paired_legs_play_both_games_of_an_opponent_in_a_row() -> None:
    _, results = played(field(4), 6, "rr", params={"times": 2, "legs": "paired"})
    for one, other in zip(results[::2], results[1::2], strict=True):
        assert sorted(seats([one])) == sorted(pair[::-1] for pair in seats([other]))
    assert met_in(results) == everyone_once("abcd", 2)


def test_a_second_pass_of_paired_legs_begins_anew() -> None:
    _, results = played(field(3), 12, "rr", params={"times": 2, "legs": "paired"})
    assert met_in(results) == everyone_once("abc", 4)
    assert [len(result.byes) for result in results] == [1] * 12


def test_drawn_slots_depend_on_the_seed_of_the_event_and_not_of_the_round() -> None:
    def event(lot: int) -> list[list[set[str]]]:
        history, found = History(field(6)), []
        for number in range(1, 6):
            asked = Request(history, number, "rr", {"slots": "drawn"}, seed=number, lot=lot)
            result = ok(pair(asked))
            found.append(meetings(result))
            history = History(history.entrants, (*history.rounds, outcomes(result, Random(number))))
        return found

    first, again, other = event(1), event(1), event(2)
    assert first == again != other
    assert len({frozenset(two) for one in first for two in one}) == 15


def unmet_after(rounds: tuple[tuple[Outcome, ...], ...], count: int, **wishes: object) -> int:
    """Pairs that have not met exactly once when the round robin goes on after these rounds."""
    history, chance = History(field(count), rounds), Random(1)
    met: Counter[frozenset[str]] = Counter(
        frozenset(seat.entrant for seat in one.seats)  # type: ignore[union-attr]
        for outcomes_ in rounds
        for one in outcomes_
    )
    for number in range(len(rounds) + 1, count):
        asked = Constraints(**(wishes if number == len(rounds) + 1 else {}))  # type: ignore[arg-type]
        result = ok(pair(Request(history, number, "rr", constraints=asked)))
        met += met_in([result])
        history = History(history.entrants, (*history.rounds, outcomes(result, chance)))
    ids = [one.id for one in field(count)]
    return sum(met[frozenset(two)] != 1 for two in combinations(ids, 2))


def neighbours(count: int) -> tuple[Outcome, ...]:
    ids = [one.id for one in field(count)]
    return tuple(game(one, other) for one, other in zip(ids[::2], ids[1::2], strict=True))


@pytest.mark.parametrize("count", [4, 10, 16, 24, 32])
def test_a_first_round_of_neighbours_is_pinned_and_all_still_meet_once(count: int) -> None:
    """Any first round is a round of the table under other names, however large the field."""
    assert unmet_after((neighbours(count),), count) == 0


def test_two_rounds_that_form_one_long_ring_are_pinned_in_a_field_of_thirty() -> None:
    """1-2 3-4 ..., then 2-3 4-5 ... 30-1: with 29 prime any two rounds of the circle form such a ring."""
    ids = [one.id for one in field(30)]
    second = tuple(game(ids[at], ids[(at + 1) % 30]) for at in range(1, 30, 2))
    assert unmet_after((neighbours(30), second), 30) == 0


def test_a_table_fixed_in_this_round_becomes_part_of_the_schedule() -> None:
    """1-2 is fixed in round 1, where the circle has 1-8: the others are arranged so that all still meet."""
    assert unmet_after((), 8, locked=(("a", "b"),)) == 0
    assert unmet_after((), 20, locked=(("a", "b"), ("c", "d"), ("e", "f"))) == 0


def test_a_completed_round_says_so() -> None:
    history = History(field(8), (neighbours(8),))
    assert "completed so that all still meet" in ok(pair(Request(history, 2, "rr"))).notes[0]


def test_renaming_gives_up_on_rounds_no_circle_contains() -> None:
    """Of eight slots, two rounds of the circle form one ring of eight; rings of two fours do not fit (7 is prime)."""
    first = frozenset({(0, 1), (2, 3), (4, 5), (6, 7)})
    fours = frozenset({(1, 2), (0, 3), (5, 6), (4, 7)})
    assert renamed(table_of(8, "circle"), [first, fours, frozenset()]) is None


def test_a_bye_in_an_odd_field_is_pinned_like_a_game() -> None:
    """Round 1 by hand: a sits out. Nobody sits out twice in the five rounds."""
    entrants = field(5)
    first = Request(
        History(entrants), 1, "rr", constraints=Constraints(byes=("a",), locked=(("b", "c"), ("d", "e")))
    )
    result, chance = ok(pair(first)), Random(3)
    results, history = [result], History(entrants, (outcomes(result, chance),))
    for number in range(2, 6):
        result = ok(pair(Request(history, number, "rr")))
        results.append(result)
        history = History(entrants, (*history.rounds, outcomes(result, chance)))
    assert met_in(results) == everyone_once("abcde")
    assert sorted(bye.entrant for one in results for bye in one.byes) == list("abcde")


def test_a_round_robin_later_in_the_event_counts_its_own_rounds() -> None:
    rounds = ((game("a", "d"), game("b", "c")),)
    result = ok(pair(Request(History(field(4), rounds), 2, "rr", {"first": 2})))
    assert meetings(result) == [{"a", "d"}, {"b", "c"}]


def test_an_eldest_start_comes_before_the_table() -> None:
    """`SAL:94`: the eldest goes first, whatever the schedule says."""
    entrants = tuple(Entrant(e.id, e.seed, e.rating, e.name, seniority=9 - e.seed) for e in field(4))
    for number in (1, 2, 3):
        result = ok(pair(Request(History(entrants), number, "rr", starts="eldest")))
        assert all(board.seats[0] > board.seats[1] for board in result.boards)


def test_a_leaver_and_a_latecomer_leave_the_others_their_games() -> None:
    entrants = (
        *field(6),
        Entrant("leaver", 7, 1500, absences=(away(4, withdrawn=True),)),
        Entrant("late", 8, 1400, absences=(away(1, 2),)),
    )
    _, results = played(entrants, 7, "rr")
    met = met_in(results)
    assert all(met[frozenset(two)] == 1 for two in combinations("abcdef", 2))
    assert max(met.values()) == 1


def test_a_later_leg_reverses_the_boards_as_they_were_published() -> None:
    """A start turned by hand in the first leg is evened out in the second, by the circle and by Berger."""
    for order in ("circle", "berger"):
        lot, history, starts = Random(4), History(field(6)), Counter[tuple[str, ...]]()
        for number in range(1, 11):
            request = Request(history, number, "rr", {"times": 2, "first": 1, "order": order})
            turned = [number <= 5 and lot.random() < 0.5 for _ in range(3)]
            found = [board.seats for board in ok(pair(request)).boards]
            boards = [seated[::-1] if turn else seated for seated, turn in zip(found, turned, strict=True)]
            starts.update(boards)
            games = tuple(game(*seated, table=at) for at, seated in enumerate(boards, start=1))
            history = History(history.entrants, (*history.rounds, games))
        assert len(starts) == 30, order
        assert set(starts.values()) == {1}, order
