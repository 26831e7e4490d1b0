"""Points of tables of two, three and four, and caps that differ by round."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, product

import pytest

from pairings.event.codec import digest
from pairings.event.history import Bye, Forfeit, History, Played, Seat, Unscored
from pairings.event.records import fold
from pairings.event.table_points import WHOLE, by_place, by_share
from pairings.formats import event_file
from pairings.standings.metrics import ALL, RULES, Stand, rule_of, twelfths
from pairings.standings.standings import standings
from tests.pairings.making import field, game, ident

SOURCES = ("FIDE", "tsh", "liwords", "NASPA", "SAL:", "Harkness", "the same idea")


def seats(*scores: int | tuple[int, int]) -> tuple[Seat, ...]:
    """Seats a, b, c ... with a score, or a score and the one before unplayed tiles."""
    pairs = [score if isinstance(score, tuple) else (score, None) for score in scores]
    return tuple(Seat(ident(at), score, before) for at, (score, before) in enumerate(pairs))


@pytest.mark.parametrize(
    ("scores", "place", "share"),
    [
        ((400, 350), (12, 0), (12, 0)),
        ((350, 350), (6, 6), (6, 6)),
        ((300, 280, 250), (12, 6, 0), (12, 0, 0)),
        ((300, 300, 250), (9, 9, 0), (6, 6, 0)),
        ((300, 250, 250), (12, 3, 3), (12, 0, 0)),
        ((300, 300, 300), (6, 6, 6), (4, 4, 4)),
        ((300, 280, 250, 200), (12, 8, 4, 0), (12, 0, 0, 0)),
        ((200, 250, 280, 300), (0, 4, 8, 12), (0, 0, 0, 12)),
        ((300, 300, 250, 200), (10, 10, 4, 0), (6, 6, 0, 0)),
        ((300, 300, 300, 200), (8, 8, 8, 0), (4, 4, 4, 0)),
        ((300, 250, 250, 250), (12, 4, 4, 4), (12, 0, 0, 0)),
        ((300, 300, 300, 300), (6, 6, 6, 6), (3, 3, 3, 3)),
        (((300, 310), (300, 305), (250, 250)), (12, 6, 0), (12, 0, 0)),
        (((300, 310), (300, 310), (300, 305)), (9, 9, 0), (6, 6, 0)),
        (((300, 310), 300, (300, 305)), (6, 6, 6), (4, 4, 4)),
    ],
)
def test_a_table_gives_twelfths_by_place_and_by_share(
    scores: tuple[int | tuple[int, int], ...], place: tuple[int, ...], share: tuple[int, ...]
) -> None:
    """Worked by hand from the table of `pairings.event.table_points`; equal scores by `SAL:232`."""
    assert (by_place(seats(*scores)), by_share(seats(*scores))) == (place, share)


def test_equal_scores_stay_level_where_the_division_says_so() -> None:
    assert by_place(seats((300, 310), (300, 305)), "half") == (6, 6)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_table_gives_out_the_same_points_however_it_ends(size: int) -> None:
    """By place half a win for each seat, by share one win for the table."""
    for scores in product((100, 200, 300), repeat=size):
        assert sum(by_place(seats(*scores))) == WHOLE * size // 2
        assert sum(by_share(seats(*scores))) == WHOLE


def test_a_record_adds_the_points_of_tables_games_byes_and_forfeits() -> None:
    three = Played(1, (Seat("a", 300), Seat("b", 300), Seat("c", 250)))
    rounds = ((three,), (game("b", "a"), Bye("c")), (Forfeit(1, ("a",), ("b",)),))
    records = fold(History(field(3), rounds), 3)
    found = {one: (records[one].by_place, records[one].by_share) for one in "abc"}
    assert found == {"a": (9, 6), "b": (9 + 12 + 12, 6 + 24), "c": (12, 12)}


@pytest.mark.parametrize(
    ("caps", "spreads"),
    [
        ({}, (500, 500, 500)),
        ({"spread_cap": 350}, (350, 350, 350)),
        ({"spread_cap": 100, "spread_growth": 50}, (100, 150, 200)),
        ({"spread_caps": (200, 300)}, (200, 300, 300)),
        ({"spread_caps": (200, 900), "spread_cap": 10}, (200, 500, 500)),
    ],
)
def test_the_cap_may_be_one_number_a_list_by_round_or_grow(
    caps: dict[str, object], spreads: tuple[int, ...]
) -> None:
    """A margin of 500 in each of three rounds (liwords #686: growing caps)."""
    history = History(field(2), ((game("a", "b", 700, 200),),) * 3, **caps)  # type: ignore[arg-type]
    totals = [standings(history, after)[0].spread for after in (1, 2, 3)]
    assert totals == [sum(spreads[:after]) for after in (1, 2, 3)]


def test_caps_go_through_a_file_and_into_the_fingerprint() -> None:
    plain = History(field(2), ((game("a", "b"),),))
    listed = History(plain.entrants, plain.rounds, spread_caps=(100, 200), spread_growth=5)
    assert event_file.from_data(json.loads(json.dumps(event_file.to_data(listed)))) == listed
    assert listed.upto(1).spread_caps == (100, 200)
    assert digest(listed) != digest(plain)


LEVELS = History(
    field(4),
    (
        (game("a", "b", 400, 390), game("c", "d", 400, 300)),
        (game("c", "a", 410, 400), Bye("b"), Unscored("d")),
        (Played(1, seats(300, 280, 250)), Unscored("d")),
    ),
)


@pytest.mark.parametrize(
    ("rule", "values", "words"),
    [
        ("win_percent", {"a": 666666666, "b": 333333333, "c": 666666666, "d": 0}, "66.67 %"),
        ("points", {"a": 24, "b": 18, "c": 24, "d": 0}, "2"),
        ("shares", {"a": 24, "b": 12, "c": 24, "d": 0}, "2"),
    ],
)
def test_shares_and_points_by_hand(rule: str, values: dict[str, int], words: str) -> None:
    """Three rounds: a won 2 of 3, b 1 of 3 (his bye) and half a table, c 2 of 3, d lost his only game."""
    records = fold(LEVELS, 3)
    found = rule_of(rule).values(list(records.values()), Stand(records, 3))
    assert dict(zip(records, found, strict=True)) == values
    assert rule_of(rule).shown(values["a"]) == words


@pytest.mark.parametrize(("value", "words"), [(0, "0"), (4, "1/3"), (6, "1/2"), (32, "2 2/3"), (24, "2")])
def test_twelfths_are_written_as_people_write_them(value: int, words: str) -> None:
    assert twelfths(value) == words


def test_a_share_tells_apart_every_two_scores_an_event_can_have() -> None:
    """Halves out of the most rounds there may be: equal shares are equal numbers, others are not."""
    shares = {(a, b): a * ALL // b for b in range(1, 401, 19) for a in range(b + 1)}
    ordered = sorted(shares, key=lambda pair: Fraction(*pair))
    for one, other in pairwise(ordered):
        assert (shares[one] < shares[other]) == (Fraction(*one) < Fraction(*other))


@pytest.mark.parametrize("name", RULES)
def test_every_ranking_rule_has_a_label_and_says_where_it_comes_from(name: str) -> None:
    assert RULES[name].label
    first = (RULES[name].values.__doc__ or "").partition("\n")[0]
    assert any(source in first for source in SOURCES), f"{first} names none of {', '.join(SOURCES)}"
