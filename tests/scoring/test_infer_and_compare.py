"""Missing squares found over the whole game; two sheets of one game compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.engine.paper_games.random_play import random_game
from scoring import load_ruleset
from scoring.checks.compare import (
    BOTH_WRONG,
    FIRST_WRONG,
    SECOND_WRONG,
    UNDECIDED,
    Comparison,
    compare,
    comparison_lines,
)
from scoring.checks.validate import validate
from scoring.repair.infer import NONE, SEVERAL, UNIQUE, infer, inference_lines
from scoring.sheets.scoresheet import PLAY, Scoresheet, Turn
from tests.scoring.hand_games import CONFIRMED
from tests.scoring.sheets import GAME, sheet

RULES = load_ruleset("salitaan-competition", CONFIRMED)
CLUB = load_ruleset("set-words-club")


def without(text: Scoresheet, *rows: int) -> Scoresheet:
    """The sheet with the squares of these rows left out."""
    turns = tuple(turn._replace(position="") if at in rows else turn for at, turn in enumerate(text.turns))
    return replace(text, turns=turns)


@pytest.mark.parametrize("row", range(5))
def test_a_square_that_was_not_written_is_found(row: int) -> None:
    whole = sheet(GAME, 2)
    found = infer(RULES, without(whole, row))
    assert [(one.number, one.answer, one.places) for one in found.rows] == [
        (row, UNIQUE, (whole.turns[row].position,))
    ]
    assert found.sheet.turns == whole.turns
    assert [remark.turn for remark in found.sheet.remarks] == [row]
    assert validate(RULES, found.sheet).computed_totals == (77, 66)


def test_later_plays_settle_earlier_ones() -> None:
    whole = sheet(GAME, 2)
    missing = without(whole, 1, 3)
    assert {one.answer for one in infer(RULES, replace(missing, turns=missing.turns[:4])).rows} >= {UNIQUE}
    assert [one.places for one in infer(RULES, missing).rows] == [("H7",), ("13G",)]


def test_squares_that_both_fit_are_listed_and_nothing_is_filled_in() -> None:
    text = sheet("1 10I MAMA +6", 2)
    open_end = replace(text, turns=(*text.turns, Turn(PLAY, 1, word="MO", score=4)))
    found = infer(RULES, open_end)
    assert found.rows[0].answer == SEVERAL
    assert len(found.rows[0].places) > 1
    assert found.sheet.turns[-1].position == ""


def test_a_word_that_fits_nowhere_is_said() -> None:
    text = sheet(GAME, 2)
    odd = replace(text, turns=(*text.turns, Turn(PLAY, 0, word="WWW", score=99)))
    found = infer(RULES, odd)
    assert [(one.number, one.answer) for one in found.rows] == [(6, NONE)]


def test_without_any_square_the_first_play_is_taken_to_run_across() -> None:
    whole = sheet(GAME, 2)
    found = infer(RULES, without(whole, *range(6)))
    assert found.mirrored
    assert all(whole.turns[row.number].position in row.places for row in found.rows)
    assert "mirrored" in inference_lines(found)[0]


def test_a_play_taken_back_leaves_the_board_before_the_next_search() -> None:
    text = sheet("1 10E MABAIT +22\n2 H7 MAGANDA +24\n1? invalid MAGANDA\n1 H7 MAGANDA +24", 2)
    found = infer(RULES, without(text, 1, 3))
    assert [row.places for row in found.rows] == [("H7",), ("H7",)]


@pytest.mark.parametrize("seed", range(3))
def test_the_true_squares_of_a_random_game_are_always_among_those_found(seed: int) -> None:
    whole = random_game(CLUB, 2, seed, plays=14)
    rows = [at for at, turn in enumerate(whole.turns) if turn.kind == PLAY and at % 3 == 2]
    found = infer(CLUB, without(whole, *rows))
    assert [row.number for row in found.rows] == rows
    for row in found.rows:
        assert row.answer in (UNIQUE, SEVERAL)
        square = whole.turns[row.number].position
        assert square in row.places or len(whole.turns[row.number].word.replace(".", "")) == 3


def pair(change: dict[str, object], row: int = 2) -> Comparison:
    one = sheet(GAME, 2)
    turns = list(one.turns)
    turns[row] = turns[row]._replace(**change)  # type: ignore[arg-type]
    return compare(RULES, one, replace(one, turns=tuple(turns)))


def test_equal_sheets_agree() -> None:
    found = pair({})
    assert found.same
    assert "0 of 6 rows differ; the same totals" in comparison_lines(found)[-1]


@pytest.mark.parametrize(
    ("change", "answer", "fields"),
    [
        ({"score": 20}, SECOND_WRONG, ("score",)),
        ({"total": 51}, SECOND_WRONG, ("total",)),
        ({"position": "8F"}, SECOND_WRONG, ("position",)),
        ({"word": "HATX"}, SECOND_WRONG, ("word",)),
        ({"kind": "pass"}, UNDECIDED, ("kind",)),
    ],
)
def test_the_sheet_that_is_wrong_by_the_arithmetic_is_named(
    change: dict[str, object], answer: str, fields: tuple[str, ...]
) -> None:
    rows = [row for row in pair(change).rows if row.answer != "agree"]
    assert (rows[0].answer, rows[0].fields) == (answer, fields)


def test_the_first_sheet_may_be_the_wrong_one_or_both() -> None:
    good = sheet(GAME, 2)
    bad = replace(good, turns=(good.turns[0]._replace(score=23), *good.turns[1:]))
    worse = replace(good, turns=(good.turns[0]._replace(score=24), *good.turns[1:]))
    assert compare(RULES, bad, good).rows[0].answer == FIRST_WRONG
    assert compare(RULES, bad, worse).rows[0].answer == BOTH_WRONG


def test_what_only_one_sheet_has_written_is_no_difference() -> None:
    full, short = sheet(GAME, 2), sheet(GAME, 2, add_up=False)
    assert compare(RULES, full, short).same


def test_the_same_tiles_written_another_way_are_the_same_play() -> None:
    one, two = sheet(GAME, 2), sheet(GAME.replace("H7 MAGANDA", "H7 MAG.NDA"), 2)
    assert compare(RULES, one, two).same


def test_a_row_only_one_sheet_has_does_not_shift_the_rest() -> None:
    one = sheet(GAME, 2)
    two = replace(one, turns=(*one.turns[:2], *one.turns[3:]))
    answers = [row.answer for row in compare(RULES, one, two).rows if row.second is None]
    assert answers == [UNDECIDED]
    assert sum(row.first is not None and row.second is not None for row in compare(RULES, one, two).rows) == 5


def test_scores_without_words_cannot_be_decided() -> None:
    one, two = sheet("1 score +22", 2, add_up=False), sheet("1 score +23", 2, add_up=False)
    row = compare(RULES, one, two).rows[0]
    assert row.answer == UNDECIDED
    assert row.as_data()["fields"] == ["score"]


def test_a_row_only_one_sheet_has_shifts_nothing_where_the_rows_around_it_differ_too() -> None:
    rows = sheet("1 8G HATI +10\n2 G8 HALA +8\n1 exch 3\n2 9A BUHAY +30", 2, add_up=False)
    other = replace(
        rows, turns=(rows.turns[0]._replace(score=12), *rows.turns[2:3], rows.turns[3]._replace(score=31))
    )
    found = compare(load_ruleset("salitaan-competition"), rows, other)
    assert [(row.first, row.second) for row in found.rows] == [(0, 0), (1, None), (2, 1), (3, 2)]
    lost = replace(rows, turns=(Turn("lost", 1),))
    found = compare(load_ruleset("salitaan-competition"), replace(rows, turns=rows.turns[:1]), lost)
    assert sorted((row.first is None, row.second is None) for row in found.rows) == [
        (False, True),
        (True, False),
    ]


def test_points_for_unplayed_tiles_and_a_play_are_never_one_row() -> None:
    one, two = sheet(GAME + "1 out U +1", 2, add_up=False), sheet(GAME + "1 N12 TALA +6", 2, add_up=False)
    found = compare(RULES, one, two).rows
    assert {(row.first, row.second) for row in found[6:]} == {(6, None), (None, 6)}


def test_sheets_longer_than_any_game_are_put_together_row_by_row_in_no_time() -> None:
    rows = tuple(Turn(PLAY, 0, "10E", "MABAIT", score=22) for _ in range(500))
    one = replace(sheet(GAME, 2), turns=rows)
    two = replace(one, turns=rows[:-1])
    found = compare(RULES, one, two)
    assert [(row.first, row.second) for row in found.rows] == [*((at, at) for at in range(499)), (499, None)]
