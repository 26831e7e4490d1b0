"""Whose unplayed tiles a row counts is asked where the last play says otherwise, and never guessed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Scoresheet, load_ruleset, validate
from scoring.checks.findings import QUESTION
from scoring.sheets.scoresheet import EXCHANGE, LOST, OUT, PASSED, PLAY, RACK, Player, Turn
from tests.scoring.hand_games import GAMES

FIRST = Turn(PLAY, 0, "10H", "BATA", score=11)
LAST = Turn(PLAY, 1, "H10", "BUHAY", score=21)
ASKED = {"unplayed_of_nobody", "out_by_another", "out_had_tiles"}


def asked(*turns: Turn, seats: int = 2) -> list[tuple[str, int | None, object]]:
    """Code, row and the seat that may be meant, of each question."""
    sheet = Scoresheet(tuple(Player(name) for name in "abcd"[:seats]), turns)
    found = validate(load_ruleset("salitaan-competition"), sheet).findings
    assert all(one.severity == QUESTION for one in found if one.code in ASKED)
    return [(one.code, one.turn, one.message.facts["seat"]) for one in found if one.code in ASKED]


CASES = {
    "by who played last": ((FIRST, LAST, Turn(OUT, 1, tiles="U", score=1)), []),
    "by the other": ((FIRST, LAST, Turn(OUT, 0, tiles="U", score=1)), [("out_by_another", 2, 2)]),
    "by nobody": ((FIRST, LAST, Turn(OUT, tiles="U", score=1)), [("unplayed_of_nobody", 2, 2)]),
    "off from nobody": ((FIRST, LAST, Turn(RACK, tiles="U", score=-1)), [("unplayed_of_nobody", 2, 0)]),
    "after a pass": ((FIRST, LAST, Turn(PASSED, 0), Turn(OUT, 1, tiles="U", score=1)), []),
    "after a turn lost": ((FIRST, LAST, Turn(LOST, 0), Turn(OUT, 0, tiles="U")), [("out_by_another", 3, 2)]),
    "after an exchange nobody can tell": (
        (FIRST, LAST, Turn(EXCHANGE, 0, number=3), Turn(OUT, 0, tiles="U")), [],
    ),
    "after a play taken back": (
        (FIRST, LAST, Turn("challenge", challengers=(0,), verdict="invalid"), Turn(OUT, 1, tiles="U")),
        [("out_by_another", 3, 1)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_who_earned_the_tiles_is_held_against_the_last_play(name: str) -> None:
    turns, wanted = CASES[name]
    assert asked(*turns) == wanted


def test_who_went_out_has_no_tiles_to_lose() -> None:
    game = next(game for game in GAMES if game.small)
    turns = (*game.sheet().turns, Turn(RACK, 0, tiles="AB", score=-5))
    report = validate(game.rules(), replace(game.sheet(), turns=turns, totals=(), racks=()))
    assert [one.message.facts["seat"] for one in report.findings if one.code == "out_had_tiles"] == [2]
