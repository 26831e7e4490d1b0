from __future__ import annotations

import pytest

from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unfinished, Unscored
from pairings.event.records import fold
from pairings.standings.metrics import Stand, rule_of
from pairings.standings.own_places import class_standings, members_of
from pairings.standings.standings import standings, standings_by_round
from tests.pairings.making import away, field, game


def ranks(history: History, after: int, *precedence: str) -> list[tuple[str, int | None]]:
    rows = standings(history, after, precedence or ("wins", "spread"))
    return [(row.entrant, row.rank) for row in rows]


FOUR = field(4)
TWO_ROUNDS = (
    (game("a", "b", 450, 400), game("c", "d", 430, 300)),
    (game("c", "a", 400, 380), game("d", "b", 350, 350)),
)


def test_wins_come_first_and_spread_decides() -> None:
    """By hand: c 2 wins +150; a 1 win +30; b half a win -50; d half a win -130 (docs/rules/events.md E1)."""
    rows = standings(History(FOUR, TWO_ROUNDS), 2)
    found = [(row.entrant, row.rank, row.wins, row.losses, row.ties, row.spread) for row in rows]
    assert found == [
        ("c", 1, 4, 0, 0, 150),
        ("a", 2, 2, 2, 0, 30),
        ("b", 3, 1, 3, 1, -50),
        ("d", 4, 1, 3, 1, -130),
    ]


def test_starts_and_games_are_counted() -> None:
    rows = {row.entrant: row for row in standings(History(FOUR, TWO_ROUNDS), 2)}
    assert [(rows[one].games, rows[one].firsts, rows[one].replies) for one in "abcd"] == [
        (2, 1, 1),
        (2, 0, 2),
        (2, 2, 0),
        (2, 1, 1),
    ]


def test_equal_places_are_shared_and_the_next_is_left_out() -> None:
    rounds = ((game("a", "b"), game("c", "d")),)
    assert ranks(History(FOUR, rounds), 1) == [("a", 1), ("c", 1), ("b", 3), ("d", 3)]


def test_before_round_one_the_ratings_rank_and_equal_ones_share() -> None:
    entrants = (Entrant("a", 1, 1500), Entrant("b", 2, 1700), Entrant("c", 3, 1500))
    assert ranks(History(entrants), 0) == [("b", 1), ("a", 2), ("c", 2)]


@pytest.mark.parametrize(
    ("before", "rule", "expected"),
    [
        ((390, 385), "before_adjustment", (2, 0)),
        ((380, 385), "before_adjustment", (0, 2)),
        ((385, 385), "before_adjustment", (1, 1)),
        ((None, 385), "before_adjustment", (1, 1)),
        ((390, 385), "half", (1, 1)),
    ],
)
def test_equal_scores_go_to_the_higher_score_before_unplayed_tiles(
    before: tuple[int | None, int], rule: str, expected: tuple[int, int]
) -> None:
    """`SAL:232`: a win by this rule is a full win with spread 0."""
    outcome = Played(1, (Seat("a", 380, before[0]), Seat("b", 380, before[1])))
    history = History(field(2), ((outcome,),), tie_rule=rule)  # type: ignore[arg-type]
    rows = {row.entrant: row for row in standings(history, 1)}
    assert (rows["a"].wins, rows["b"].wins) == expected
    assert rows["a"].spread == rows["b"].spread == 0


def test_the_spread_of_one_game_stops_at_the_cap() -> None:
    rounds = ((game("a", "b", 700, 200),),)
    assert [row.spread for row in standings(History(field(2), rounds, spread_cap=350), 1)] == [350, -350]


def test_a_penalty_takes_spread_from_its_own_seat_only() -> None:
    outcome = Played(1, (Seat("a", 400, penalty=30), Seat("b", 390)))
    rows = {row.entrant: row for row in standings(History(field(2), ((outcome,),)), 1)}
    assert (rows["a"].spread, rows["a"].wins, rows["b"].spread) == (-20, 2, -10)


@pytest.mark.parametrize(
    ("outcome", "wins", "losses", "spread"),
    [
        (Bye("a"), 2, 0, 50),
        (Bye("a", 100), 2, 0, 100),
        (Unscored("a"), 0, 0, 0),
        (Unfinished(1, ("a", "b")), 0, 0, 0),
        (Forfeit(None, ("a",)), 0, 2, -50),
        (Forfeit(4, ("a",), ("b",)), 0, 2, -50),
        (Forfeit(4, ("b",), ("a",)), 2, 0, 50),
        (Forfeit(4, ("a", "b")), 0, 2, -50),
    ],
)
def test_rounds_without_a_game_count_as_they_should(
    outcome: Outcome, wins: int, losses: int, spread: int
) -> None:
    row = next(row for row in standings(History(field(2), ((outcome,),)), 1) if row.entrant == "a")
    assert (row.wins, row.losses, row.spread, row.games) == (wins, losses, spread, 0)


def test_own_forfeits_stand_for_a_start_and_a_reply_in_turn() -> None:
    """tsh `bye_firsts`: the first one is a start; the opponent's side and byes are neither."""
    rounds = tuple((Forfeit(1, ("a",), ("b",)),) for _ in range(3))
    rows = {row.entrant: row for row in standings(History(field(2), rounds), 3)}
    assert (rows["a"].firsts, rows["a"].replies) == (2, 1)
    assert (rows["b"].firsts, rows["b"].replies) == (0, 0)


def leaver_event() -> History:
    entrants = (*field(3), Entrant("gone", 9, 1000, absences=(away(2, None, "forfeit", withdrawn=True),)))
    rounds = (
        (game("gone", "a", 500, 300), game("b", "c", 400, 390)),
        (game("a", "b", 400, 390), Bye("c")),
        (game("a", "c", 400, 390), Bye("b")),
    )
    return History(entrants, rounds)


def test_a_withdrawn_player_takes_no_place_from_his_first_missed_round() -> None:
    """As tsh ranks: listed once more beside the place he would have, then without one."""
    assert dict(ranks(leaver_event(), 1))["gone"] == 1
    after_two = dict(ranks(leaver_event(), 2))
    assert sorted(after_two[one] or 0 for one in "abc") == [1, 2, 3]
    assert after_two["gone"] == 1
    last = standings(leaver_event(), 3)[-1]
    assert (last.entrant, last.rank, last.withdrawn, last.wins) == ("gone", None, True, 2)
    assert "outside the ranking" in last.why


def test_a_house_player_has_no_rank_but_games_against_one_count() -> None:
    entrants = (*field(2), Entrant("house", 9, house=True))
    history = History(entrants, ((game("house", "a", 500, 400), Bye("b")),))
    rows = {row.entrant: row for row in standings(history, 1)}
    assert (rows["house"].rank, rows["b"].rank, rows["a"].rank) == (None, 1, 2)
    assert (rows["a"].losses, rows["a"].spread, rows["a"].games) == (2, -100, 1)


THREE_LEVEL = History(
    field(4),
    (
        (game("a", "b", 400, 390), game("c", "d", 400, 300)),
        (game("b", "c", 410, 400), game("a", "d", 300, 320)),
        (game("c", "a", 450, 400), game("b", "d", 390, 400)),
    ),
)


@pytest.mark.parametrize(
    ("precedence", "order"),
    [
        (("wins", "spread"), "cdba"),
        (("wins", "head_to_head", "spread"), "cdab"),
        (("wins", "opponents_wins", "spread"), "cdba"),
        (("wins", "progress", "spread"), "cdab"),
        (("wins", "firsts", "seed"), "dcab"),
        (("losses", "rating"), "cdab"),
        (("spread",), "cbad"),
        (("seed",), "abcd"),
    ],
)
def test_places_follow_the_list_of_rules_in_its_order(precedence: tuple[str, ...], order: str) -> None:
    """By hand: c, d two wins, a, b one; spreads a -60, b -10, c +140, d -70; c beat d, a beat b.

    Everybody met everybody, so opponents' wins are level inside a score; progress a 3, b 2, c 4, d 3; starts
    2 2 2 0.
    """
    assert "".join(row.entrant for row in standings(THREE_LEVEL, 3, precedence)) == order


@pytest.mark.parametrize(
    ("rule", "values"),
    [
        ("opponents_wins", {"a": 4, "b": 4, "c": 4, "d": 4}),
        ("median", {"a": 0, "b": 0, "c": 0, "d": 0}),
        ("opponents_spread", {"a": 0 - 80, "b": -10 + 90, "c": -80 + 0, "d": 90 - 10}),
        ("opponents_rating", {"a": 1990 + 1970, "b": 2000 + 1980, "c": 1970 + 1990, "d": 1980 + 2000}),
    ],
)
def test_metrics_of_opponents_add_up(rule: str, values: dict[str, int]) -> None:
    """After two rounds everybody has one win; spreads a -10, b 0, c 90, d -80; a met b, d; b met a, c; c met
    d, b.
    """
    records = fold(THREE_LEVEL, 2)
    found = rule_of(rule).values(list(records.values()), Stand(records, 2))
    assert dict(zip(records, found, strict=True)) == values


def test_head_to_head_counts_only_when_all_have_met_equally_often() -> None:
    rounds = (
        (game("a", "b", 390, 400), game("c", "d", 400, 380)),
        (game("a", "c"), game("b", "d", 300, 310)),
    )
    history = History(field(4), rounds)
    level = [row for row in standings(history, 2, ("wins", "head_to_head")) if row.wins == 2]
    assert {row.rank for row in level} == {1}


def test_lots_split_what_is_level_and_a_stored_number_repeats_them() -> None:
    history = History(FOUR, ((game("a", "b"), game("c", "d")),))
    one = ranks(history, 1, "wins", "spread", "lot:7")
    assert one == ranks(history, 1, "wins", "spread", "lot:7")
    assert sorted(rank or 0 for _, rank in one) == [1, 2, 3, 4]


def test_an_unknown_rule_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no ranking rule called 'luck'; use any of wins, losses"):
        standings(THREE_LEVEL, 3, ("luck",))


def test_every_place_says_why_it_is_one() -> None:
    why = {row.entrant: row.why for row in standings(History(FOUR, TWO_ROUNDS), 2)}
    assert why["c"] == "2 wins, +150: above A by wins (2 to 1)."
    assert why["b"] == "0.5 wins, -50: above D by spread (-50 to -130)."
    assert why["d"] == "0.5 wins, -130: last place."
    level = standings(History(FOUR, ((game("a", "b"), game("c", "d")),)), 1)
    assert level[0].why == "1 win, +50: tied with C, equal on everything that counts."


def test_movement_is_the_change_from_the_round_before() -> None:
    rows = {row.entrant: row for row in standings(History(FOUR, TWO_ROUNDS), 2)}
    assert (rows["a"].previous, rows["a"].movement) == (2, 0)
    assert (rows["d"].previous, rows["d"].movement) == (4, 0)
    after_one = {row.entrant: row for row in standings(History(FOUR, TWO_ROUNDS), 1)}
    assert (after_one["c"].previous, after_one["c"].movement) == (3, 2)


def test_one_pass_gives_the_same_tables_as_round_by_round() -> None:
    history = leaver_event()
    assert standings_by_round(history) == tuple(standings(history, after) for after in range(4))


def test_a_class_is_ranked_inside_itself() -> None:
    entrants = tuple(
        Entrant(one.id, one.seed, one.rating, one.name, klass="A" if one.id in "ad" else "B") for one in FOUR
    )
    history = History(entrants, TWO_ROUNDS)
    placed = class_standings(members_of(history, "A"), standings(history, 2))
    assert [(place, row.entrant) for place, row in placed] == [(1, "a"), (2, "d")]


def test_a_table_of_three_has_one_winner_and_spreads_against_the_best_other() -> None:
    outcome = Played(1, (Seat("a", 300), Seat("b", 280), Seat("c", 250)))
    rows = {row.entrant: row for row in standings(History(field(3), ((outcome,),)), 1)}
    assert {one: (rows[one].wins, rows[one].spread) for one in "abc"} == {
        "a": (2, 20),
        "b": (0, -20),
        "c": (0, -50),
    }
