"""Late entries, withdrawals, byes, corrections: what directors complain about (`pairing-systems` section 4)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pairings.event.codec import digest
from pairings.event.history import Absence, Bye, Entrant, Forfeit, History, Played, Seat, Unfinished, Unscored
from pairings.event.refusals import Refusals
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.standings.standings import Row, standings, standings_by_round
from pairings.systems import pair
from tests.pairings.making import away, field, game, ident, ok, outcomes, played


def rows(history: History, after: int) -> dict[str, Row]:
    return {row.entrant: row for row in standings(history, after)}


def with_absence(history: History, who: str, *absences: Absence) -> History:
    """The same event with one entrant away."""
    entrants = tuple(replace(e, absences=absences) if e.id == who else e for e in history.entrants)
    return replace(history, entrants=entrants)


def everybody(result: Result) -> list[str]:
    seats = [one for board in result.boards for one in board.seats]
    return sorted([*seats, *(bye.entrant for bye in result.byes)])


SYSTEMS = ("swiss", "koth", "rr", "chew", "australian", "manual")


def next_round(history: History, system: str = "swiss", **more: object) -> Request:
    number = len(history.rounds) + 1
    return Request(history, number, system, rounds=9, **more)  # type: ignore[arg-type]


# 1. Removing a player in the middle of an event.


def test_who_leaves_changes_nothing_for_those_he_played() -> None:
    """liwords #481, #855: his games stay theirs; only the place he took is free."""
    history, _ = played(field(8), 4)
    before, gone = rows(history, 4), with_absence(history, "c", away(5, None, "forfeit", withdrawn=True))
    after = rows(gone, 4)
    for one in "abdefgh":
        assert (after[one].wins, after[one].spread, after[one].games) == (
            before[one].wins,
            before[one].spread,
            before[one].games,
        )
    assert after["c"] == before["c"]


def test_forfeits_come_only_for_rounds_he_missed_and_a_return_needs_no_back_fill() -> None:
    """BX #57: away in rounds 3 and 4 as forfeits, back in round 5 with his old record and two losses."""
    history, _ = played(field(7), 2)
    was = rows(history, 2)["c"]
    history = with_absence(history, "c", away(3, 4, "forfeit", withdrawn=False))
    for _ in (3, 4):
        result = ok(pair(next_round(history)))
        assert "c" not in everybody(result)
        made = tuple(game(*board.seats) for board in result.boards)
        history = replace(history, rounds=(*history.rounds, made))
    now = rows(history, 4)["c"]
    assert (now.wins, now.losses, now.spread) == (was.wins, was.losses + 4, was.spread - 100)
    assert "c" in everybody(ok(pair(next_round(history))))


def test_the_two_ways_to_leave_are_not_the_same() -> None:
    """Forfeit the rest (rated event), or leave no trace (club night)."""
    history, _ = played(field(8), 2)
    more = replace(history, rounds=(*history.rounds, (), ()))
    for intent, losses, spread in (("forfeit", 4, -100), ("unscored", 0, 0)):
        left = with_absence(more, "c", away(3, None, intent, withdrawn=True))
        row, was = rows(left, 4)["c"], rows(history, 2)["c"]
        assert (row.losses - was.losses, row.spread - was.spread) == (losses, spread)
        assert (row.rank, row.withdrawn) == (None, True)


@pytest.mark.parametrize("system", SYSTEMS[:-1])
def test_a_round_after_somebody_left_has_everybody_else_in_it(system: str) -> None:
    history, _ = played(field(9), 3)
    gone = with_absence(history, "b", away(4, None, "forfeit", withdrawn=True))
    result = ok(pair(next_round(gone, system)))
    assert everybody(result) == sorted(set("acdefghi"))
    assert result.absent == ("b",)


def test_a_published_table_of_somebody_who_left_is_a_forfeit_and_nobody_is_paired_anew() -> None:
    """BX, tsh: the board stays printed; the opponent wins it, the others are not touched."""
    history, results = played(field(8), 3)
    board = next(board for board in results[-1].boards if "d" in board.seats)
    other = next(one for one in board.seats if one != "d")
    last = tuple(
        Forfeit(board.table, ("d",), (other,)) if isinstance(o, Played) and o.table == board.table else o
        for o in history.rounds[-1]
    )
    fixed = replace(history, rounds=(*history.rounds[:-1], last))
    was, now = rows(history, 2), rows(fixed, 3)
    assert (now[other].wins, now[other].spread) == (was[other].wins + 2, was[other].spread + 50)
    assert (now["d"].losses, now["d"].games) == (was["d"].losses + 2, was["d"].games)


# 2. Adding a latecomer.


@pytest.mark.parametrize(("intent", "losses", "wins"), [("forfeit", 6, 0), ("unscored", 0, 0), ("bye", 0, 6)])
def test_a_latecomer_needs_no_results_for_rounds_he_missed(intent: str, losses: int, wins: int) -> None:
    """liwords #855: what those rounds count as is said once, by the director."""
    history, _ = played(field(8), 3)
    late = Entrant("late", 99, 1500, "Late", absences=(away(1, 3, intent),))
    joined = replace(history, entrants=(*history.entrants, late))
    row = rows(joined, 3)["late"]
    assert (row.wins, row.losses, row.rank is not None) == (wins, losses, True)
    assert "late" in everybody(ok(pair(next_round(joined))))
    assert standings(history, 3)[0].entrant in {r.entrant for r in standings(joined, 3)[:2]}


def test_a_latecomer_moves_nobody_else_about() -> None:
    history, _ = played(field(8), 3)
    joined = replace(history, entrants=(*history.entrants, Entrant("late", 99, absences=(away(1, 3),))))
    old, new = [row.entrant for row in standings(history, 3)], [row.entrant for row in standings(joined, 3)]
    assert [one for one in new if one != "late"] == old


# 3. Byes.


@pytest.mark.parametrize("system", ["swiss", "koth", "chew", "australian"])
def test_a_bye_given_by_hand_is_the_only_one_of_an_odd_field(system: str) -> None:
    """liwords #792: it was answered with three."""
    history, _ = played(field(9), 2)
    result = ok(pair(next_round(history, system, constraints=Constraints(byes=("a",)))))
    assert [bye.entrant for bye in result.byes] == ["a"]
    assert result.byes[0].why == "Asked for a bye."


def test_two_byes_by_hand_in_an_even_field_stay_two() -> None:
    result = ok(pair(next_round(History(field(8)), constraints=Constraints(byes=("a", "b")))))
    assert sorted(bye.entrant for bye in result.byes) == ["a", "b"]


@pytest.mark.parametrize(
    ("system", "params"), [("swiss", {}), ("chew", {"gibson": "off"}), ("australian", {})]
)
def test_nobody_sits_out_twice_before_everybody_has(system: str, params: dict[str, str]) -> None:
    """Five rounds of five players. (By the Gibson rule a Gibson may: that is its point.)"""
    history, sat, chance = History(field(5)), list[str](), Random(3)
    for _ in range(5):
        result = ok(pair(next_round(history, system, params=params)))
        sat += [bye.entrant for bye in result.byes]
        history = replace(history, rounds=(*history.rounds, outcomes(result, chance)))
    assert sorted(sat) == [ident(at) for at in range(5)]


def test_those_who_sat_out_do_not_keep_meeting() -> None:
    """cobra #521: a repeat costs more than a bye that fits less."""
    _, results = played(field(7), 6)
    pairs = [frozenset(board.seats) for result in results for board in result.boards]
    assert len(pairs) == len(set(pairs))


# 4. Correcting an old score.


def test_an_old_score_corrected_flows_into_every_later_standing_and_into_no_pairing() -> None:
    """liwords #762: later rounds stay as they were played; the digest tells they rested on older results."""
    history, results = played(field(8), 4)
    first = history.rounds[0][0]
    assert isinstance(first, Played)
    swapped = Played(
        first.table,
        (
            Seat(first.seats[0].entrant, first.seats[1].score),
            Seat(first.seats[1].entrant, first.seats[0].score),
        ),
    )
    fixed = replace(history, rounds=((swapped, *history.rounds[0][1:]), *history.rounds[1:]))
    old, new = standings_by_round(history), standings_by_round(fixed)
    margin = first.seats[0].score - first.seats[1].score
    who = first.seats[0].entrant
    for after in range(1, 5):
        was = next(row for row in old[after] if row.entrant == who)
        now = next(row for row in new[after] if row.entrant == who)
        assert now.spread == was.spread - 2 * margin
    assert fixed.rounds[1:] == history.rounds[1:]
    assert digest(fixed.upto(1)) != results[1].digest == digest(history.upto(1))


# 6. The same player twice.


@pytest.mark.parametrize(
    "outcome", [Bye("a"), Unscored("a"), Forfeit(None, ("a",)), Unfinished(2, ("a", "c"))]
)
def test_nobody_can_be_in_a_round_twice(outcome: object) -> None:
    history = History(field(4), ((game("a", "b"), outcome),))  # type: ignore[arg-type]
    refused = pair(next_round(history))
    assert isinstance(refused, Refusals)
    assert refused.items[0].sentence == "'a' is twice in round 1."


def test_nobody_can_be_paired_with_himself() -> None:
    refused = pair(next_round(History(field(4)), constraints=Constraints(locked=(("a", "a"),))))
    assert isinstance(refused, Refusals)
    assert "A cannot meet themselves." in refused.sentences


def test_a_round_by_hand_names_who_is_still_unpaired() -> None:
    refused = pair(next_round(History(field(4)), "manual", constraints=Constraints(locked=(("a", "b"),))))
    assert isinstance(refused, Refusals)
    assert refused.items[0].entrants == ("c", "d")


# 7. Forfeit, bye, unscored, no result.


@pytest.mark.parametrize(
    ("outcome", "points", "counted"),
    [
        (Bye("a"), (2, 0, 50), True),
        (Forfeit(1, ("a",), ("b",)), (0, 2, -50), True),
        (Forfeit(1, ("b",), ("a",)), (2, 0, 50), True),
        (Forfeit(1, ("a", "b")), (0, 2, -50), True),
        (Unscored("a"), (0, 0, 0), False),
        (Unfinished(1, ("a", "b")), (0, 0, 0), False),
    ],
)
def test_each_kind_of_round_without_a_game_is_its_own(
    outcome: object, points: tuple[int, int, int], counted: bool
) -> None:
    """A double forfeit is two losses (brackets-manager #26); none of them is a game or locks the next round."""
    history = History(field(4), ((outcome, game("c", "d", table=2)),))  # type: ignore[arg-type]
    row = rows(history, 1)["a"]
    assert (row.wins, row.losses, row.spread, row.games) == (*points, 0)
    assert (row.wins + row.losses > 0) == counted
    assert everybody(ok(pair(next_round(history)))) == list("abcd")


def test_a_table_without_a_result_still_counts_as_a_meeting() -> None:
    """The next round can be paired while a game goes on; the two do not meet again."""
    history = History(field(4), ((Unfinished(1, ("a", "b")), game("c", "d", table=2)),))
    assert {"a", "b"} not in [set(board.seats) for board in ok(pair(next_round(history))).boards]


# Ranks while people come and go.


def test_ranks_stay_whole_while_people_come_and_go() -> None:
    """One comes late, one leaves, one is a house player: places 1 to n without holes, nobody lost."""
    entrants = (
        *field(5),
        Entrant("late", 9, 1000, absences=(away(1, 1, "unscored"),)),
        Entrant("gone", 10, 1000, absences=(away(2, None, "forfeit", withdrawn=True),)),
        Entrant("house", 11, house=True),
    )
    history = History(
        entrants,
        (
            (game("a", "b", 400, 300), game("c", "d", 380, 300), game("gone", "house", 500, 100), Bye("e")),
            (game("a", "c", 350, 340), game("e", "late", 300, 310), game("b", "d", 320, 300)),
        ),
    )
    for after in (0, 1, 2):
        table = standings(history, after)
        assert len(table) == len(entrants)
        inside = [row.rank for row in table if row.rank is not None and not row.withdrawn]
        assert all(rank in (at + 1, inside[at - 1]) for at, rank in enumerate(inside))
        assert next(row for row in table if row.entrant == "house").rank is None
