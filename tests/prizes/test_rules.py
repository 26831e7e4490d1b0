"""Who gets which prize: tables of cases with what is given, and what holds of every one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as s

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import words
from tdapp.desk.prizes.rules.awards import BROKEN, SHARED, SPLIT, Contender, Contest, give, split
from tdapp.desk.prizes.rules.winners import Won

Told = list[tuple[str, int, str, int]]


def contest(
    key: str, cents: list[int], values: dict[str, int], *, order: int = 1, ties: str = SPLIT, first: int = 1,
    ladder: str = "", breakers: dict[str, tuple[int, ...]] | None = None, counted: bool = True,
) -> Contest:  # fmt: skip
    known = breakers or {}
    people = tuple(
        Contender(name, (value,), known.get(name, (ord(name[0]),)), number)
        for number, (name, value) in enumerate(values.items(), start=1)
    )
    return Contest(key, order, ladder or key, tuple(cents), people, first, ties, counted)


def told(contests: list[Contest], most: int = 0) -> Told:
    return [(one.contest, one.place, one.winner, one.cents) for one in give(contests, most).awards]


ABC = {"a": 9, "b": 8, "c": 7, "d": 6}
LEVEL = {"a": 9, "b": 8, "c": 8, "d": 6}
CASES: dict[str, tuple[list[Contest], int, Told]] = {
    "three places, no tie": (
        [contest("rank", [500, 300, 200], ABC)], 0,
        [("rank", 1, "a", 500), ("rank", 2, "b", 300), ("rank", 3, "c", 200)],
    ),
    "a tie for second splits second and third": (
        [contest("rank", [500, 300, 200], LEVEL)], 0,
        [("rank", 1, "a", 500), ("rank", 2, "b", 250), ("rank", 2, "c", 250)],
    ),
    "a tie for the last place splits that place": (
        [contest("rank", [500, 301], LEVEL)], 0,
        [("rank", 1, "a", 500), ("rank", 2, "b", 151), ("rank", 2, "c", 150)],
    ),
    "shared gives each the prize and skips the places behind": (
        [contest("rank", [500, 300, 200], LEVEL, ties=SHARED)], 0,
        [("rank", 1, "a", 500), ("rank", 2, "b", 300), ("rank", 2, "c", 300)],
    ),
    "broken gives one place each by the rule": (
        [contest("rank", [500, 300, 200], LEVEL, ties=BROKEN, breakers={"b": (1,), "c": (2,)})], 0,
        [("rank", 1, "a", 500), ("rank", 2, "c", 300), ("rank", 3, "b", 200)],
    ),
    "one prize each: what he gives up goes to the next": (
        [contest("rank", [500], ABC), contest("class", [100], {"a": 2, "c": 1}, order=2)], 1,
        [("rank", 1, "a", 500), ("class", 1, "c", 100)],
    ),
    "the order of precedence decides which prize he keeps": (
        [contest("rank", [500], ABC, order=2), contest("class", [100], {"a": 2, "c": 1})], 1,
        [("class", 1, "a", 100), ("rank", 1, "b", 500)],
    ),
    "two prizes each": (
        [contest(key, [100], ABC, order=place) for place, key in enumerate("xyz", start=1)], 2,
        [("x", 1, "a", 100), ("y", 1, "a", 100), ("z", 1, "b", 100)],
    ),
    "what is not counted bounds nobody": (
        [contest("hand", [100], {"a": 1}, counted=False), contest("rank", [500], ABC, order=2)], 1,
        [("hand", 1, "a", 100), ("rank", 1, "a", 500)],
    ),
    "a tie over two lines of one ladder is split from both": (
        [contest("r1", [500], {"a": 9, "b": 9}, ladder="r"),
         contest("r2", [300], {"a": 9, "b": 9}, ladder="r", first=2, order=2)], 0,
        [("r1", 1, "a", 400), ("r1", 1, "b", 400)],
    ),
    "a ladder goes on after another line": (
        [contest("r1", [500], ABC, ladder="r"), contest("class", [100], {"b": 2, "d": 1}, order=2),
         contest("r2", [300], ABC, ladder="r", first=2, order=3)], 1,
        [("r1", 1, "a", 500), ("class", 1, "b", 100), ("r2", 2, "c", 300)],
    ),
    "second place alone leaves the first without one": (
        [contest("rank", [300], ABC, first=2)], 0, [("rank", 2, "b", 300)],
    ),
    "nobody there": ([contest("rank", [500], {})], 0, []),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_prizes_go_where_the_rules_say(name: str) -> None:
    contests, most, expected = CASES[name]
    assert told(contests, most) == expected


def test_a_place_that_found_nobody_is_named() -> None:
    given_ = give([contest("rank", [500, 300], {"a": 1})])
    assert [(one.contest, one.place, one.cents) for one in given_.nobody] == [("rank", 2, 300)]


def test_who_was_passed_over_and_what_he_holds_is_told() -> None:
    contests = [contest("rank", [500], ABC), contest("class", [100], {"a": 2, "c": 1}, order=2)]
    last = give(contests, 1).awards[-1]
    assert [(one.key, one.holds) for one in last.passed] == [("a", ("rank",))]


def test_a_broken_tie_names_the_rule_that_decided() -> None:
    level = {"a": 1, "b": 1}
    row = contest("x", [5], level, ties=BROKEN, breakers={"a": (3, 1, 8), "b": (3, 2, 9)})
    award = give([row]).awards[0]
    assert (award.winner, award.by, award.tied) == ("b", 1, ("b", "a"))


@given(s.integers(0, 10**9), s.integers(1, 200))
def test_a_split_is_even_to_the_centavo_and_adds_up(pot: int, shares: int) -> None:
    parts = split(pot, shares)
    assert sum(parts) == pot
    assert max(parts) - min(parts) <= 1


PEOPLE = [f"p{number}" for number in range(8)]
VALUES = s.dictionaries(s.sampled_from(PEOPLE), s.integers(0, 3), max_size=8)
ROWS = s.tuples(
    s.lists(s.integers(0, 9999), min_size=1, max_size=4), VALUES, s.sampled_from([SPLIT, SHARED, BROKEN])
)


def built(rows: list[tuple[list[int], dict[str, int], str]], seed: int = 0) -> list[Contest]:
    shuffle = random.Random(seed)
    contests = []
    for order, (cents, values, ties) in enumerate(rows, start=1):
        people = [Contender(key, (value,), (int(key[1:]),), int(key[1:])) for key, value in values.items()]
        shuffle.shuffle(people)
        contests.append(Contest(f"c{order}", order, f"c{order}", tuple(cents), tuple(people), 1, ties))
    shuffle.shuffle(contests)
    return contests


@settings(max_examples=60, deadline=None)
@given(s.lists(ROWS, max_size=4), s.integers(1, 3), s.integers(1, 5))
def test_no_one_holds_more_than_the_bound_and_the_order_of_input_is_nothing(
    rows: list[tuple[list[int], dict[str, int], str]], most: int, seed: int
) -> None:
    result = give(built(rows), most)
    assert result == give(built(rows, seed), most)
    assert max(Counter(one.winner for one in result.awards).values(), default=0) <= most


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_money_is_neither_made_nor_lost_unless_a_prize_is_shared_in_full(
    row: tuple[list[int], dict[str, int], str],
) -> None:
    cents, values, ties = row
    result = give(built([row]))
    out = sum(one.cents for one in result.awards) + sum(slot.cents for slot in result.nobody)
    assert out == sum(cents) or ties == SHARED
    if len(values) >= len(cents) and ties != SHARED:
        assert sum(one.cents for one in result.awards) == sum(cents)


def test_money_is_split_and_who_gets_a_thing_the_director_decides() -> None:
    said = {}
    for cents, thing in ((5000, ""), (0, "medal"), (5000, "medal")):
        for places in ([1], [1, 2]):
            won = Won(
                "p", "high-game", "", "", "", 1, ("open", 1), "", cents, thing, SPLIT, places, [["open", 1], ["open", 2]]
            )  # fmt: skip
            said[cents, thing, len(places)] = words.why_without_places(
                replace(won, kind="among"), words.Names({("open", 2): "Cruz"}, {})
            )
    assert [("split evenly" in one, "director decides" in one) for one in said.values()] == [
        (True, False), (True, False), (False, True), (False, True), (True, True), (True, True),
    ]  # fmt: skip
    assert (
        said[0, "medal", 1] == "Tied with Cruz: the director decides who gets what cannot be split (medal)."
    )


@pytest.mark.parametrize(
    ("language", "score", "tiles", "said"),
    [
        ("en", 1, 1, "Ana played NGA in round 2: 1 tile, 1 point."),
        ("en", 24, 4, "Ana played NGA in round 2: 4 tiles, 24 points."),
        ("fil", 1, 1, "Tinira ni Ana ang NGA sa round 2: 1 tile, 1 puntos."),
        ("fil", 24, 4, "Tinira ni Ana ang NGA sa round 2: 4 na tile, 24 na puntos."),
    ],
)
def test_a_play_is_told_with_its_tiles_and_points_counted(
    language: str, score: int, tiles: int, said: str
) -> None:
    facts = {"words": ["NGA"], "round": 2, "tiles": tiles, "score": score}
    won = Won("", Prize.Kind.BEST_PLAY, "", "", "open", 1, ("open", 1), "", 0, "", facts=facts)
    with override(language):
        assert words.why(won, words.Names({("open", 1): "Ana"}, {})) == said


@pytest.mark.parametrize(
    ("language", "wins", "said"),
    [
        ("en", 2, "1 game point and"), ("en", 9, "4½ game points and"), ("en", 1, "½ game points and"),
        ("fil", 2, "1 puntos ng laro at"), ("fil", 8, "4 na puntos ng laro at"), ("fil", 9, "4½ puntos ng laro at"),
    ],
)  # fmt: skip
def test_a_teams_game_points_are_counted(language: str, wins: int, said: str) -> None:
    facts = {"points": 3, "wins": wins, "losses": 0, "spread": 7}
    won = Won("", Prize.Kind.TEAM, "", "", "open", 1, None, "Balanga", 0, "", facts=facts)
    with override(language):
        assert said in words.why(won, words.Names({}, {}))
