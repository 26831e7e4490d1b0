"""Values that no form of ours writes but a file or a stored ruleset may hold: each is refused with its place."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Scoresheet, load_ruleset, parse_square, report_lines, ruleset_from_data, validate
from scoring.rules.loading import RulesetError, check_ruleset_text
from scoring.rules.ruleset_files import MAX_BYTES
from scoring.rules.tile_table import MAX_LETTERS, TileTable
from scoring.rules.value_kinds import BadValue
from scoring.sheets.scoresheet import Player, Turn
from tests.scoring.strategies import RULESETS

GOOD = {"id": "A", "value": 1, "count": 9}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("A", "not a table"),
        ({**GOOD, "id": ""}, "the id is missing"),
        ({**GOOD, "shown": 7}, "shown, letters and bag are short texts"),
        ({**GOOD, "bag": "b" * 21}, "shown, letters and bag are short texts"),
        ({**GOOD, "value": True}, "value must be a whole number"),
        ({**GOOD, "count": 0}, "count must be a whole number"),
        ({**GOOD, "letters": "A" * (MAX_LETTERS + 1)}, f"at most {MAX_LETTERS} letters on a tile"),
        ({"id": "?", "value": 3, "count": 2}, "the blank is worth 0"),
    ],
)
def test_a_row_of_the_tile_table_says_what_is_wrong_with_it(row: object, said: str) -> None:
    read = TileTable().read([GOOD, row])
    assert isinstance(read, BadValue)
    assert f"(row 2: {said}" in read.expected


def test_a_tile_table_that_is_no_list_is_refused() -> None:
    assert isinstance(TileTable().read("A1x9"), BadValue)


def test_a_file_larger_than_any_ruleset_is_not_read() -> None:
    [mistake] = check_ruleset_text("#" * (MAX_BYTES + 1), "huge.toml").mistakes
    assert "larger than" in str(mistake)


def test_a_stored_mark_and_an_overrides_mark_that_cannot_be_are_named() -> None:
    stored: dict[str, Any] = RULESETS["bisonte"].to_data()
    stored["marks"]["rack.size"] = {"source": "", "assumed": "both"}
    with pytest.raises(RulesetError, match="one mark, not 2"):
        ruleset_from_data(stored)
    with pytest.raises(RulesetError, match="not known here; beside the value"):
        load_ruleset(overrides={"rack.size": {"value": 8, "because": "we like it"}})


def test_no_tile_lies_on_an_empty_board() -> None:
    board = validate(load_ruleset(), Scoresheet((Player("Ana"), Player("Ben")))).game.board
    assert board.run(parse_square("A1"), across=True) == ()


def test_a_row_that_says_little_is_printed_with_what_it_says() -> None:
    turns = (
        Turn("play", 0, score=12),
        Turn("exchange", 1, number=3),
        Turn("pass", 5),
        Turn("end", reason="agreed"),
    )
    text = "\n".join(
        report_lines(validate(load_ruleset(), Scoresheet((Player("Ana"), Player("Ben")), turns)), "x")
    )
    assert "(a play)" in text
    assert "exchange 3" in text
    assert "end agreed" in text
