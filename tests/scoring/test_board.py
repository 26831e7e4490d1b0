from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    Position,
    Square,
    asymmetries,
    from_part,
    images,
    load_ruleset,
    one_part,
    parse_position,
    parse_square,
)
from tests.scoring.strategies import RULESETS

SALITAAN = RULESETS["salitaan-competition"].layout


@pytest.mark.parametrize(
    ("text", "row", "col", "across"),
    [
        ("8G", 7, 6, True),
        ("G8", 7, 6, False),
        ("10e", 9, 4, True),
        ("j10", 9, 9, False),
        ("19S", 18, 18, True),
        ("Y25", 24, 24, False),
    ],
)
def test_row_first_runs_across_and_column_first_runs_down(
    text: str, row: int, col: int, across: bool
) -> None:
    assert parse_position(text) == Position(Square(row, col), across)


@pytest.mark.parametrize("text", ["", "8", "G", "0A", "A0", "8Z", "GG8", "100A", "A 8", "8G8", "٣A", "-1A"])
def test_what_is_no_coordinate_is_none(text: str) -> None:
    assert parse_position(text) is None


@given(st.integers(0, 24), st.integers(0, 24), st.booleans())
def test_a_written_position_reads_back(row: int, col: int, across: bool) -> None:
    position = Position(Square(row, col), across)
    assert parse_position(position.name) == position
    assert parse_square(position.square.name) == position.square


# SAL:26 19x19. The other books give no size: 15x15 is assumed.
@pytest.mark.parametrize(
    ("name", "side", "start", "on_start"),
    [("salitaan-family", 19, "J10", (1, 1)), ("set-words", 15, "H8", (1, 2)), ("bisonte", 15, "H8", (1, 2))],
)
def test_boards_have_their_size_and_start(
    name: str, side: int, start: str, on_start: tuple[int, int]
) -> None:
    layout = RULESETS[name].layout
    assert (layout.width, layout.height, layout.start.name) == (side, side, start)
    assert layout.premiums[layout.start] == on_start  # SAL:78 no premium; SET:107 doubles; BIS:20 doubles


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_shipped_boards_are_symmetric(name: str) -> None:
    assert asymmetries(RULESETS[name].layout) == ()


# The eleven classes the worked examples force, (|row - 10|, |column - 10|): SAL:145-209.
@pytest.mark.parametrize(
    ("rows", "cols", "letter", "word"),
    [
        (0, 0, 1, 1),
        (0, 1, 1, 1),
        (0, 2, 2, 1),
        (0, 3, 1, 1),
        (0, 4, 1, 1),
        (0, 5, 1, 2),
        (0, 6, 1, 1),
        (1, 1, 1, 1),
        (1, 2, 1, 1),
        (1, 4, 2, 1),
        (1, 5, 1, 1),
    ],
)
def test_proven_squares_of_salitaan_hold_everywhere(rows: int, cols: int, letter: int, word: int) -> None:
    ruleset = RULESETS["salitaan-competition"]
    for square in images(Square(9 + rows, 9 + cols), 19, 19):
        assert SALITAAN.premiums[square] == (letter, word)
        assert ruleset.square_is_certain(square)


def test_all_other_squares_of_salitaan_are_uncertain_until_the_board_is_confirmed() -> None:
    ruleset = RULESETS["salitaan-competition"]
    corner = Square(0, 0)
    assert not ruleset.square_is_certain(corner)
    assert load_ruleset(overrides=["board.confirmed=true"]).square_is_certain(corner)
    assert (
        sum(ruleset.square_is_certain(square) for square in SALITAAN.squares()) == 1 + 6 * 4 + 1 * 4 + 3 * 8
    )


def test_painting_one_eighth_gives_the_whole_board() -> None:
    part = one_part(19, 19)
    assert len(part) == 55
    painted = {square: SALITAAN.rows[square.row][square.col] for square in part}
    assert from_part(19, 19, painted) == SALITAAN.rows


def test_an_oblong_board_is_painted_by_quarters() -> None:
    assert len(one_part(15, 21)) == 8 * 11
    assert from_part(3, 5, {Square(0, 0): "T"}) == ("T...T", ".....", "T...T")


def test_a_square_that_breaks_the_symmetry_is_named() -> None:
    grid = list(SALITAAN.rows)
    grid[0] = "." + grid[0][1:]
    named = {square.name for square in asymmetries(load_ruleset(overrides={"board.grid": grid}).layout)}
    assert named == {"A1", "A19", "S1", "S19"}
