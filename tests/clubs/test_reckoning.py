"""The standings of a season, worked by hand."""

from __future__ import annotations

from datetime import date

import pytest

from tdapp.clubs import reckoning
from tdapp.clubs.reckoning import Line, Recognition, Result, Rule

BY_PLACE = Rule(points=(10, 8, 6, 5), rest=1)
# player: (event, place, wins in games, class, school)
SEASON = {
    "ana": [("e1", 1, 5, "A", "Lipa"), ("e2", 3, 4, "A", "Lipa"), ("e3", 9, 1, "A", "Lipa")],
    "ben": [("e1", 2, 4, "B", "Lipa"), ("e2", 1, 6, "B", "Lipa")],
    "cid": [("e1", 3, 4, "A", "Naga"), ("e2", 2, 5, "A", "Naga"), ("e3", 4, 3, "B", "Naga")],
    "dan": [("e3", 1, 6, "B", "")],
}
DAYS = {"e1": date(2026, 1, 10), "e2": date(2026, 2, 10), "e3": date(2026, 3, 10)}


def results(*players: str) -> list[Result]:
    return [
        Result(player, event, DAYS[event], place, 12, wins * 2, klass, school)
        for player in players or SEASON
        for event, place, wins, klass, school in SEASON[player]
    ]


def told(lines: tuple[Line, ...]) -> list[tuple[int, str, float]]:
    return [(line.rank, line.player, line.total / 2) for line in lines]


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        # all count: cid 6+8+5, ben 8+10, ana 10+6+1, dan 10
        (BY_PLACE, [(1, "cid", 19), (2, "ben", 18), (3, "ana", 17), (4, "dan", 10)]),
        # the best two: ben 18, ana 16, cid 14, dan 10
        (Rule((10, 8, 6, 5), 1, best=2), [(1, "ben", 18), (2, "ana", 16), (3, "cid", 14), (4, "dan", 10)]),
        # the best one: three of 10, cid 8
        (Rule((10, 8, 6, 5), 1, best=1), [(1, "ana", 10), (1, "ben", 10), (1, "dan", 10), (4, "cid", 8)]),
        # as scored: cid 12, ana 10, ben 10 (6 + 4 is better than 5 + 4 + 1), dan 6
        (Rule(as_scored=True), [(1, "cid", 12), (2, "ben", 10), (3, "ana", 10), (4, "dan", 6)]),
        # nothing behind the second place: ben 18, dan and ana 10 (one result each that counts for anything), cid 8
        (Rule((10, 8)), [(1, "ben", 18), (2, "ana", 10), (3, "dan", 10), (4, "cid", 8)]),
    ],
)
def test_the_standings(rule: Rule, wanted: list[tuple[int, str, float]]) -> None:
    assert told(reckoning.standings(results(), rule)) == wanted


def test_what_does_not_count_is_shown_all_the_same() -> None:
    (line,) = reckoning.standings(results("ana"), Rule((10, 8, 6, 5), 1, best=2))
    assert [(part.result.event, part.points / 2, part.counts) for part in line.parts] == [
        ("e1", 10, True), ("e2", 6, True), ("e3", 1, False),
    ]  # fmt: skip


def test_of_equal_results_the_earlier_counts() -> None:
    rows = [Result("ana", event, day, 2, 9, 0) for event, day in DAYS.items()]
    (line,) = reckoning.standings(reversed(rows), Rule((10, 8), best=2))
    assert [part.counts for part in line.parts] == [True, True, False]


def test_who_shares_a_place_has_the_points_of_that_place() -> None:
    rows = [Result(player, "e1", DAYS["e1"], 2, 9, 0) for player in ("ana", "ben")]
    assert told(reckoning.standings(rows, BY_PLACE)) == [(1, "ana", 8), (1, "ben", 8)]
    assert all(line.shared for line in reckoning.standings(rows, BY_PLACE))


def test_a_tied_game_counts_half_a_point() -> None:
    (line,) = reckoning.standings([Result("ana", "e1", DAYS["e1"], 1, 9, 7)], Rule(as_scored=True))
    assert line.total / 2 == 3.5


def test_a_class_is_ranked_among_itself_by_the_class_of_the_newest_result() -> None:
    lines = reckoning.standings(results(), BY_PLACE)
    by_class = {name: told(reckoning.ranked(one for one in lines if one.klass == name)) for name in "AB"}
    assert by_class == {"A": [(1, "ana", 17)], "B": [(1, "cid", 19), (2, "ben", 18), (3, "dan", 10)]}


@pytest.mark.parametrize(
    ("best", "wanted"),
    [(1, [(1, "Naga", 19, 1), (2, "Lipa", 18, 1)]), (2, [(1, "Lipa", 35, 2), (2, "Naga", 19, 1)])],
)
def test_schools_by_their_best_players(best: int, wanted: list[tuple[int, str, float, int]]) -> None:
    lines = reckoning.schools(reckoning.standings(results(), BY_PLACE), best)
    assert [(one.rank, one.school, one.total / 2, len(one.players)) for one in lines] == wanted


def given(rule: Recognition) -> list[tuple[str, str, int, tuple[tuple[str, int], ...]]]:
    lines = reckoning.standings(results(), BY_PLACE)
    found = reckoning.recognised(lines, reckoning.schools(lines, 2), rule)
    return [(one.player, one.school, one.events, one.places) for one in found]


def test_certificates_go_to_the_first_of_all_and_of_each_class_to_schools_and_to_who_came_often() -> None:
    assert given(Recognition(events=3, places=1, schools=1)) == [
        ("", "Lipa", 0, (("", 1),)),
        ("ana", "Lipa", 3, (("A", 1),)),
        ("cid", "Naga", 3, (("", 1), ("B", 1))),
    ]
    assert [player for player, *_more in given(Recognition(events=2))] == ["ben", "ana", "cid"]
    assert given(Recognition()) == []
    assert not Recognition()


def test_of_one_class_alone_there_are_no_places_of_a_class() -> None:
    lines = reckoning.standings(results("dan"), BY_PLACE)
    assert reckoning.recognised(lines, (), Recognition(places=3))[0].places == (("", 1),)


def test_nobody_and_nothing() -> None:
    assert reckoning.standings([], BY_PLACE) == ()
    assert reckoning.schools([], 3) == ()


@pytest.mark.parametrize(
    ("typed", "read"),
    [("10 8 6", (10, 8, 6)), ("10, 8,6", (10, 8, 6)), ("", ()), ("5 5 1", (5, 5, 1)), ("8 10", None),
     ("ten", None), ("-1", None), ("99999", None), ("1 " * 201, None), ("٣", None)],
)  # fmt: skip
def test_points_as_they_are_typed(typed: str, read: tuple[int, ...] | None) -> None:
    assert reckoning.read_points(typed) == read
