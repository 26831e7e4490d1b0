"""Who cannot be caught, by three readings; the places still possible; the marks beside the standings."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.event.history import Entrant, History, Played, Seat, Unfinished
from pairings.event.records import fold
from pairings.standings.clinch import Mark, marks, table_at
from pairings.standings.gibson import gibson_groups, gibsons, spread_decides
from pairings.standings.outlook import Rest, outlooks
from pairings.standings.reachable_places import finishes
from pairings.standings.stakes import ClassPrize, Stakes, mistakes_in
from tests.pairings.making import away, game, standing

USUAL = ("wins", "spread")


def safe(history: History, rounds: int, stakes: Stakes, precedence: tuple[str, ...] = USUAL) -> str:
    """The Gibsons after everything played so far, as letters."""
    after = len(history.rounds)
    rest = Rest(history, after, rounds, stakes)
    field = outlooks(table_at(history, after, precedence), rest)
    return "".join(one.entrant for one in gibsons(field, rest, precedence))


def mark(history: History, rounds: int, stakes: Stakes, who: str) -> Mark:
    return marks(history, len(history.rounds), rounds, stakes)[who]


@pytest.mark.parametrize(
    ("lines", "rounds", "stakes", "expected"),
    [
        # Wins alone: two wins ahead with one round left, in every reading.
        (((5, 0, 0), (3, 2, 900), (3, 2, 0), (0, 5, 0)), 6, Stakes(4), "a"),
        (((5, 0, 0), (3, 2, 900), (3, 2, 0), (0, 5, 0)), 6, Stakes(4, reading="liwords"), "a"),
        (((5, 0, 0), (3, 2, 900), (3, 2, 0), (0, 5, 0)), 6, Stakes(3, reading="cop"), "a"),
        # tsh: a swing of 1000 is level, of 1001 is not (NASPA 2016).
        (((5, 0, 1200), (4, 1, 200), (1, 4, 0)), 6, Stakes(3), ""),
        (((5, 0, 1201), (4, 1, 200), (1, 4, 0)), 6, Stakes(3), "abc"),
        # liwords: the spread is counted once.
        (((5, 0, 700), (4, 1, 200), (1, 4, 0)), 6, Stakes(1, reading="liwords"), ""),
        (((5, 0, 701), (4, 1, 200), (1, 4, 0)), 6, Stakes(1, reading="liwords"), "a"),
        # cop: 250 in the last round and 200 before; two rounds make 900.
        (((6, 0, 1000), (4, 2, 100), (0, 6, 0)), 8, Stakes(1, (), (250, 200), reading="cop"), ""),
        (((6, 0, 1001), (4, 2, 100), (0, 6, 0)), 8, Stakes(1, (), (250, 200), reading="cop"), "a"),
        # cop names the third although the first two still fight; tsh counts from the top and stops.
        (((5, 0, 0), (5, 0, 0), (3, 2, 0), (0, 5, 0)), 6, Stakes(3, reading="cop"), "c"),
        (((5, 0, 0), (5, 0, 0), (3, 2, 0), (0, 5, 0)), 6, Stakes(3), ""),
        # Two places worth the same: both finalists are safe together.
        (((5, 0, 0), (5, 0, 0), (3, 2, 0), (0, 5, 0)), 6, Stakes(2, gibson_groups=((1, 2),)), "ab"),
        # Only the prizes count: the safe second place of one prize is nobody's business.
        (((5, 0, 0), (3, 2, 0), (1, 4, 0)), 6, Stakes(1), "a"),
        (((5, 0, 0), (3, 2, 0), (1, 4, 0)), 6, Stakes(2), "ab"),
    ],
)
def test_gibsons_by_hand(
    lines: tuple[tuple[int, int, int], ...], rounds: int, stakes: Stakes, expected: str
) -> None:
    assert safe(standing(*lines), rounds, stakes) == expected


def test_a_rule_other_than_spread_after_the_wins_lets_a_level_player_catch() -> None:
    history = standing((5, 0, 5000), (4, 1, 0), (0, 5, 0))
    assert safe(history, 6, Stakes(1)) == "a"
    assert safe(history, 6, Stakes(1), ("wins", "head_to_head", "spread")) == ""
    assert safe(history, 6, Stakes(1), ("wins", "losses", "spread", "rating")) == "a"
    assert safe(history, 6, Stakes(1), ("spread", "wins")) == ""
    assert marks(history, 5, 6, Stakes(1), ("rating", "wins")) == {}


def pods(*tables: tuple[tuple[str, ...], ...]) -> History:
    """Rounds of tables; each names its seats from the highest score down."""
    rounds = tuple(
        tuple(
            Played(at, tuple(Seat(one, 300 - 50 * k) for k, one in enumerate(seats)))
            for at, seats in enumerate(one)
        )
        for one in tables
    )
    return History(standing(*((0, 1, 0) for _ in range(6))).entrants, rounds)


def test_at_tables_of_three_points_by_place_decide_who_can_be_caught() -> None:
    """Four rounds of three at a table, a won all: 48 twelfths. b has 36 after 12 + 12 + 6 + 6, one round is left.

    b can come level on points, but not by spread: a gained 50 in each round and b lost 50 in two. d, with 24, and
    the others are out of it.
    """
    history = pods((("a", "b", "c"), ("d", "e", "f")), (("a", "b", "e"), ("d", "c", "f")),
                   (("a", "e", "f"), ("b", "c", "d")), (("a", "c", "f"), ("b", "d", "e")))  # fmt: skip
    order = ("points", "spread")
    found = marks(history, 4, 5, Stakes(2), order)
    assert (found["a"].worst, found["b"].best, found["d"].best) == (2, 1, 2)
    tight = marks(history, 4, 5, Stakes(2, gibson_spread=(60,)), order)
    assert tight["a"].state == "gibson"
    assert tight["a"].sentence == (
        "A is sure of 1st place: B is 1 win and 200 points of spread behind with 1 round left."
    )


def test_an_open_table_gives_its_points_only_once() -> None:
    """Only b and c play on: one of them passes d, or both tie past him; only one of them can catch a."""
    history = standing((2, 0, 0), (1, 1, 0), (1, 1, 0), (1, 1, 10))
    entrants = tuple(
        Entrant(e.id, e.seed, name=e.name, absences=(away(3, 3, "unscored"),)) if e.id in "ad" else e
        for e in history.entrants
    )
    playing = History(entrants, (*history.rounds, (Unfinished(1, ("b", "c")),)))
    assert places(playing, 3) == {"a": (1, 2), "b": (1, 4), "c": (1, 4), "d": (3, 4)}


def test_fewer_losses_break_a_level_score_where_somebody_has_missed_a_round() -> None:
    """tsh: wins, fewer losses, spread. b, a win behind, has one round less behind him, so he has lost less."""
    history = standing((5, 0, 5000), (4, 0, 0), (0, 5, 0))
    assert safe(history, 6, Stakes(1)) == "a"
    assert safe(history, 6, Stakes(1), ("wins", "losses", "spread")) == ""


def test_the_cap_of_a_round_limits_what_a_chaser_can_gain() -> None:
    lines = ((5, 0, 801), (4, 1, 200), (0, 5, 0))
    assert safe(standing(*lines), 6, Stakes(1)) == ""
    assert safe(standing(*lines, spread_caps=(1000, 300)), 6, Stakes(1)) == "a"


def test_who_is_known_to_be_away_catches_nobody() -> None:
    """b, a win behind with two rounds left, misses both; a bye asked for instead would count as a win."""
    history = standing((5, 0, 0), (4, 1, 0), (2, 3, 0))
    for intent, expected in (("forfeit", "a"), ("unscored", "a"), ("bye", "")):
        entrants = (
            history.entrants[0],
            Entrant("b", 2, absences=(away(6, None, intent),)),
            history.entrants[2],
        )
        assert safe(History(entrants, history.rounds), 7, Stakes(1)) == expected


def test_a_table_without_a_result_is_one_more_game_for_both() -> None:
    done = standing((4, 0, 0), (2, 2, 0), (2, 2, 0), (0, 4, 0))
    played = History(done.entrants, (*done.rounds, (game("a", "d"), game("b", "c"))))
    waiting = History(done.entrants, (*done.rounds, (game("a", "d"), Unfinished(2, ("b", "c")))))
    assert safe(played, 6, Stakes(1)) == "a"
    field = outlooks(table_at(waiting, 5, USUAL), Rest(waiting, 5, 6, Stakes(1)))
    assert [(one.entrant.id, one.games) for one in field] == [("a", 1), ("b", 2), ("c", 2), ("d", 1)]


def test_a_gibson_says_why() -> None:
    history = standing((5, 0, 0), (3, 2, 900), (3, 2, 0), (0, 5, 0))
    assert mark(history, 6, Stakes(1), "a").sentence == (
        "A is sure of 1st place: B is 2 wins behind with 1 round left."
    )
    level = standing((5, 0, 1201), (4, 1, 200), (1, 4, 0))
    assert mark(level, 6, Stakes(1), "a").sentence == (
        "A is sure of 1st place: B is 1 win and 1001 points of spread behind with 1 round left."
    )
    two = standing((5, 0, 0), (5, 0, 0), (3, 2, 0), (0, 5, 0))
    assert mark(two, 6, Stakes(2, gibson_groups=((1, 2),)), "b").sentence == (
        "B is sure of one of the places 1-2: C is 2 wins behind with 1 round left."
    )


def test_the_groups_between_gibsons_are_those_who_still_play_for_something() -> None:
    """liwords COP: runs of players between Gibsons."""
    history = standing((5, 0, 0), (5, 0, 0), (3, 2, 0), (1, 4, 0), (1, 4, 0))
    rest = Rest(history, 5, 6, Stakes(3, reading="cop"))
    found = gibsons(outlooks(table_at(history, 5, USUAL), rest), rest, USUAL)
    assert gibson_groups(found, 5) == ((1, 2), (4, 5))


def places(history: History, rounds: int, precedence: tuple[str, ...] = USUAL) -> dict[str, tuple[int, int]]:
    after = len(history.rounds)
    rest = Rest(history, after, rounds, Stakes())
    field = outlooks(table_at(history, after, precedence), rest)
    found = finishes(field, rest, spread_decides(precedence, field))
    return {one: (finish.best, finish.worst) for one, finish in found.items()}


def test_one_round_of_six_has_only_three_wins_to_give() -> None:
    """a leads by one win; four players could come level, but only three of them can win."""
    history = standing((4, 0, 0), (3, 1, 0), (3, 1, 0), (3, 1, 0), (3, 1, 0), (2, 2, 0))
    assert places(history, 5)["a"] == (1, 4)


def test_somebody_above_has_to_win_the_other_game() -> None:
    """tsh BPF: d wins, but of the three above him two play on or one beats d's rival; one gets away."""
    history = standing((2, 1, 0), (2, 1, 0), (2, 1, 0), (1, 2, 0))
    assert places(history, 4)["d"] == (2, 4)


def everything_that_can_happen(history: History, left: int) -> set[tuple[tuple[str, int, int], ...]]:
    """All totals of a field of four after some more rounds, every pairing, wins by 1 or 500 and ties."""
    start = tuple((one, r.halves, r.spread) for one, r in fold(history, len(history.rounds)).items())
    states = {start}
    for _ in range(left):
        states = {
            played(state, pairs, margins)
            for state in states
            for pairs in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
            for margins in product((-500, -1, 0, 1, 500), repeat=2)
        }
    return states


def played(
    state: tuple[tuple[str, int, int], ...],
    pairs: tuple[tuple[int, int], ...],
    margins: tuple[int, ...],
) -> tuple[tuple[str, int, int], ...]:
    """One round played."""
    lines = list(state)
    for (i, j), margin in zip(pairs, margins, strict=True):
        gain = 2 if margin > 0 else 0 if margin < 0 else 1
        for at, sign, halves in ((i, 1, gain), (j, -1, 2 - gain)):
            name, had, spread = lines[at]
            lines[at] = (name, had + halves, spread + sign * margin)
    return tuple(lines)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    wins=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    spreads=st.lists(st.integers(-600, 600), min_size=4, max_size=4),
)
def test_no_way_to_play_on_leads_outside_the_places_said_to_be_possible(
    wins: list[int], spreads: list[int]
) -> None:
    history = standing(*((won, 3 - won, spread) for won, spread in zip(wins, spreads, strict=True)))
    said = places(history, 4)
    for state in everything_that_can_happen(history, 1):
        for name, halves, spread in state:
            above = sum((h, s) > (halves, spread) for _, h, s in state)
            level = sum((h, s) == (halves, spread) for _, h, s in state)
            assert said[name][0] <= above + 1
            assert above + level <= said[name][1]


@pytest.mark.parametrize("wins", [(3, 3, 3, 3), (3, 2, 2, 1), (2, 2, 2, 0), (3, 3, 1, 1)])
def test_the_best_place_on_wins_alone_can_really_be_reached(wins: tuple[int, ...]) -> None:
    """Two rounds left, every pairing tried: the bound is the best that happens somewhere."""
    history = standing(*((won, 3 - won, 0) for won in wins))
    said = places(history, 5, ("wins",))
    best = dict.fromkeys("abcd", 4)
    for state in everything_that_can_happen(history, 2):
        for name, halves, _ in state:
            best[name] = min(best[name], 1 + sum(other > halves for _, other, _ in state))
    assert best == {name: place for name, (place, _) in said.items()}


CLASSED = tuple(Entrant(one, at + 1, name=one.upper(), klass="AB"[at % 2]) for at, one in enumerate("abcdef"))


def classed() -> History:
    """Five rounds: a 5, b 4, c 3, d 2, e 1, f 0 wins; a c e are of class A, b d f of class B."""
    lines = standing(*((5 - at, at, 0) for at in range(6)))
    return History(CLASSED, lines.rounds)


def test_a_class_prize_is_marked_beside_the_place() -> None:
    stakes = Stakes(1, class_prizes=(ClassPrize("B"),))
    found = marks(classed(), 5, 6, stakes)
    assert [(found[one].state, found[one].klass_best, found[one].klass_worst) for one in "abdf"] == [
        ("open", 1, 1),
        ("open", 1, 1),
        ("out", 2, 2),
        ("out", 3, 3),
    ]
    assert found["b"].class_prize
    assert found["b"].sentence == (
        "B can still take a place between 1st and 3rd with 1 round left. Sure of a prize of class B."
    )
    assert found["d"].sentence == (
        "D can still take a place between 3rd and 5th with 1 round left: out of reach of the prizes. "
        "No longer in reach of a prize of class B."
    )


def test_an_event_that_is_over_has_the_places_it_has() -> None:
    """Shared places stay shared, in the class too; withdrawn players have no mark."""
    history = standing((2, 0, 10), (2, 0, 10), (1, 1, 0), (0, 2, 0))
    found = marks(history, 2, 2, Stakes(2))
    assert [(found[one].best, found[one].worst, found[one].state) for one in "abcd"] == [
        (1, 1, "sure"),
        (1, 1, "sure"),
        (3, 3, "out"),
        (4, 4, "out"),
    ]
    assert found["c"].sentence == "C has taken 3rd place."
    assert marks(history, 2, 0) == {}


@pytest.mark.parametrize(
    ("stakes", "sentence"),
    [
        (Stakes(-1), "-1 prize places are planned; it has to be 0 to 1000."),
        (Stakes(gibson_spread=(-5,)), "A Gibson spread of -5 is named; it has to be 0 to 2000."),
        (Stakes(bands=(0,)), "A prize band ends at place 0; places count from 1."),
        (
            Stakes(gibson_groups=((3, 2),)),
            "The places 3-2 are no range; write the higher place first, counting from 1.",
        ),
        (
            Stakes(class_prizes=(ClassPrize("A"), ClassPrize("A"))),
            "Class A has two class prizes; give it one with all its places.",
        ),
        (
            Stakes(class_prizes=(ClassPrize("", 0),)),
            "The class prize '' has 0 places; it needs a class and 1 or more.",
        ),
    ],
)
def test_stakes_that_make_no_sense_are_named(stakes: Stakes, sentence: str) -> None:
    assert list(mistakes_in(stakes)) == [sentence]


def test_the_last_gibson_spread_stands_for_all_earlier_rounds() -> None:
    stakes = Stakes(gibson_spread=(250, 200))
    assert [stakes.spread_in(left) for left in (1, 2, 3, 9)] == [250, 200, 200, 200]
    assert Stakes(gibson_spread=()).spread_in(1) == 0


def test_bands_come_from_the_field_when_nobody_names_them() -> None:
    """tsh `prize_bands`: 1 to a quarter of the field."""
    assert Stakes().bands_in(17) == (1, 2, 3, 4)
    assert Stakes(6, (1, 3)).bands_in(40) == (1, 3, 6)
    assert Stakes(6).bands_in(3) == (1, 2, 3)


def test_a_table_of_three_gives_its_win_to_one_of_three() -> None:
    """Where tables hold three or four, no rival is said to be pushed up by games that need not be won."""
    three = Played(1, (Seat("a", 300), Seat("b", 280), Seat("c", 250)))
    history = standing((2, 0, 0), (2, 0, 0), (2, 0, 0), (1, 1, 0))
    tables = History(history.entrants, (*history.rounds, (three,)))
    assert places(tables, 4)["d"][0] == 2
