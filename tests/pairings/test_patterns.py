"""Queen of the hill, factor, quartile and random rounds, and the caps of king of the hill, by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from pairings.event.history import Entrant, History, Unfinished
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.systems.by_standings.quartile import quarters
from tests.pairings.making import field, game, meetings, ok, played


def drawn(count: int, system: str, number: int = 1, seed: int = 1, **params: str | int) -> Result:
    return ok(pair(Request(History(field(count)), number, system, params, seed=seed)))


def two(line: str) -> list[set[str]]:
    return [set(pair) for pair in line.split()]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, "ab"),
        (4, "ac bd"),
        (6, "ad be cf"),
        (8, "ac bd eg fh"),
        (10, "ac bd eh fi gj"),
        (14, "ac bd eg fh il jm kn"),
        (5, "ac bd"),
        (7, "ad be cf"),
    ],
)
def test_queen_of_the_hill_in_fours_with_a_last_six(count: int, expected: str) -> None:
    """baxter: n = 10 plays 1-3, 2-4, 5-8, 6-9, 7-10; an odd field gives its bye first."""
    assert meetings(drawn(count, "qoth")) == two(expected)


@pytest.mark.parametrize(("cap", "again"), [(None, True), (1, True), (0, False)])
def test_queen_of_the_hill_can_cap_repeats(cap: int | None, again: bool) -> None:
    """1-3 and 2-4 have met once: they meet again unless the cap forbids it."""
    rounds = ((game("a", "c", 400, 399), game("b", "d", 400, 399)),)
    params: dict[str, str | int] = {} if cap is None else {"repeats": cap}
    asked = Request(History(field(4), rounds), 2, "qoth", params, precedence=("rating",))
    assert (meetings(ok(pair(asked))) == two("ac bd")) is again


@pytest.mark.parametrize(
    ("count", "k", "expected"),
    [
        (12, 3, "ad be cf gj hk il"),
        (8, 2, "ac bd eg fh"),
        (6, 3, "ad be cf"),
        (6, 1, "ab ce df"),
        (4, 3, "ac bd"),
    ],
)
def test_a_factor_round_pairs_the_leaders_and_slides_the_rest(count: int, k: int, expected: str) -> None:
    """liwords: the first 2k play i against i + k. COP's penultimate round is k = 3: 1-4, 2-5, 3-6."""
    assert meetings(drawn(count, "factor", k=k)) == two(expected)


def test_a_factor_too_large_for_the_field_says_so() -> None:
    result = drawn(4, "factor", k=3)
    assert result.notes == ("The factor is 2: 4 players allow no more.",)


def test_the_factor_ignores_the_leaders_meetings_and_the_others_do_not_repeat() -> None:
    """a-b, c-d, e-f and g-h have met: k = 1 repeats a-b all the same, the six behind them do not."""
    names = "abcdefgh"
    rounds = (tuple(game(one, other, 400, 399) for one, other in zip(names[::2], names[1::2], strict=True)),)
    asked = Request(History(field(8), rounds), 2, "factor", {"k": 1}, precedence=("rating",))
    result = ok(pair(asked))
    assert meetings(result)[0] == {"a", "b"}
    assert dict(result.cost)["repeats"] == 1
    capped = Request(History(field(8), rounds), 2, "factor", {"k": 1, "repeats": 0}, precedence=("rating",))
    assert {"a", "b"} not in meetings(ok(pair(capped)))


@pytest.mark.parametrize(
    ("against", "sizes", "expected"),
    [
        (2, [2, 2, 2, 2], {("ab", "cd"), ("ef", "gh")}),
        (3, [2, 2, 2, 2], {("ab", "ef"), ("cd", "gh")}),
        (4, [2, 2, 2, 2], {("ab", "gh"), ("cd", "ef")}),
        (2, [3, 3, 2, 2], {("abc", "def"), ("gh", "ij")}),
        (3, [3, 2, 3, 2], {("abc", "fgh"), ("de", "ij")}),
        (4, [3, 2, 2, 3], {("abc", "hij"), ("de", "fg")}),
    ],
)
def test_quarters_meet_by_lot(against: int, sizes: list[int], expected: set[tuple[str, str]]) -> None:
    """tsh `pq`: 2 is Q1-Q2 Q3-Q4, 3 is Q1-Q3 Q2-Q4, 4 is Q1-Q4 Q2-Q3; the lot decides inside."""
    count = sum(sizes)
    assert [len(group) for group in quarters(range(count), against)] == sizes
    allowed = [frozenset({one, other}) for left, right in expected for one in left for other in right]
    rounds = [drawn(count, "quartile", seed=seed, against=against) for seed in range(6)]
    assert all(frozenset(met) in allowed for result in rounds for met in meetings(result))
    assert len({str(sorted(map(sorted, meetings(result)))) for result in rounds}) > 1


def test_quarters_avoid_the_opponent_of_the_round_just_played() -> None:
    """The right quarter comes first, then no immediate rematch, whatever the lot says."""
    rounds = ((game("a", "c", 400, 399), game("b", "d", 400, 399)),)
    for seed in range(8):
        asked = Request(
            History(field(4), rounds), 2, "quartile", {"against": 3}, precedence=("rating",), seed=seed
        )
        result = ok(pair(asked))
        assert dict(result.cost)["quarter"] == 0 or dict(result.cost)["back_to_back"] == 0
        assert meetings(result) == two("ac bd")
    eight = (tuple(game(one, other, 400, 399) for one, other in ("ae", "bf", "cg", "dh")),)
    for seed in range(8):
        asked = Request(History(field(8), eight), 2, "quartile", precedence=("rating",), seed=seed)
        assert meetings(ok(pair(asked))) == two("af be ch dg")


def test_a_random_round_depends_on_the_seed_alone() -> None:
    drawings = [meetings(drawn(12, "random", seed=seed)) for seed in (1, 1, 2, 3)]
    assert drawings[0] == drawings[1]
    assert drawings[2] != drawings[0] != drawings[3]


def test_every_pair_of_four_is_drawn_about_equally_often() -> None:
    """Three ways to pair four; 300 seeds give each between 70 and 130."""
    counts = Counter(
        min("".join(sorted(met)) for met in meetings(drawn(4, "random", seed=s))) for s in range(300)
    )
    assert set(counts) == {"ab", "ac", "ad"}
    assert all(70 <= times <= 130 for times in counts.values())


def test_random_without_repeats_repeats_only_when_it_must() -> None:
    _, results = played(field(6), 6, "random")
    met = Counter(frozenset(board.seats) for result in results[:5] for board in result.boards)
    assert len(met) >= 14
    assert all(dict(result.cost)["repeats"] == 0 for result in results[:3])


def test_plain_random_rounds_repeat_as_it_comes() -> None:
    _, results = played(field(4), 12, "random", params={"repeats": "ignored"})
    assert all(dict(result.cost)["lot"] == 0 for result in results)
    drawings = [sorted(map(sorted, meetings(result))) for result in results]
    assert any(one == other for one, other in pairwise(drawings))


def test_the_bye_of_a_random_round_is_drawn_among_those_with_the_fewest() -> None:
    _, results = played(field(5), 5, "random", params={"repeats": "ignored"})
    assert sorted(result.byes[0].entrant for result in results) == list("abcde")
    assert results[0].byes[0].why == "No bye so far, drawn by lot among those with the fewest byes."


def test_a_round_by_lot_says_so() -> None:
    assert drawn(4, "random").boards[0].why.startswith("By lot, first meeting")


def test_swiss_random_stays_inside_the_score_groups() -> None:
    """Two groups of four after round 1: whatever the seed, winners meet winners."""
    rounds = (tuple(game(one, other) for one, other in ("ae", "bf", "cg", "dh")),)
    for seed in range(6):
        asked = Request(
            History(field(8), rounds), 2, "swiss", {"pattern": "random"}, seed=seed, starts="drawn"
        )
        result = ok(pair(asked))
        assert dict(result.cost)["score_gap"] == 0
        assert all(len(met & set("abcd")) in (0, 2) for met in meetings(result))


def test_the_last_rounds_can_be_given_to_king_of_the_hill_with_a_cap() -> None:
    """tsh `force_koth` 2 and `auto_koth_repeats` 1: rounds 4 and 5 of five, one earlier meeting at most."""
    plan = parse_plan("swiss 1-5, koth(1) last 2", 5)
    assert isinstance(plan, Plan)
    assert [plan.round(number).system for number in range(1, 6)] == ["swiss"] * 3 + ["koth"] * 2
    assert plan.round(5).params == {"repeats": 1}


@pytest.mark.parametrize("system", ["swiss", "koth", "qoth", "factor", "quartile"])
@pytest.mark.parametrize("lag", [1, 2])
def test_a_lagged_round_does_not_wait_for_the_rounds_between(system: str, lag: int) -> None:
    """Rounds on the tables have no result yet; only the standings before them and their meetings count."""
    plan = parse_plan(f"{system}(lag={lag}) 1-4", 4)
    assert isinstance(plan, Plan)
    planned = plan.round(4)
    assert planned.based_on == 3 - lag
    known = (game("a", "e"), game("b", "f"), game("c", "g"), game("d", "h"))
    waiting = tuple(Unfinished(1 + at, tuple(met)) for at, met in enumerate(("ab", "cd", "ef", "gh")))
    rounds = (known,) * (3 - lag) + (waiting,) * lag
    asked = Request(History(field(8), rounds), 4, system, planned.params, planned.based_on)
    result = ok(pair(asked))
    assert result.based_on == 3 - lag
    assert len(result.boards) == 4


@pytest.mark.parametrize("system", ["qoth", "factor", "quartile", "random"])
def test_locks_bans_and_byes_hold_in_patterns_too(system: str) -> None:
    wishes = Constraints(locked=(("a", "b"),), forbidden=(("c", "d"), ("c", "e")), byes=("f",))
    result = ok(pair(Request(History(field(8)), 1, system, constraints=wishes)))
    met = meetings(result)
    assert {"a", "b"} in met
    assert {"c", "d"} not in met
    assert {"c", "e"} not in met
    assert "f" in {bye.entrant for bye in result.byes}


@pytest.mark.parametrize(
    ("system", "teams", "wanted"), [("koth", "TTLL", {"ab", "cd"}), ("qoth", "TLTL", {"ac", "bd"})]
)
def test_mates_are_not_kept_apart_at_the_price_of_the_hill(system: str, teams: str, wanted: set[str]) -> None:
    named = enumerate(zip("abcd", teams, strict=True), start=1)
    entrants = tuple(Entrant(name, seed, name=name, team=team) for seed, (name, team) in named)
    asked = Request(History(entrants), 1, system, constraints=Constraints(teams="avoid"))
    assert {"".join(sorted(board.seats)) for board in ok(pair(asked)).boards} == wanted
