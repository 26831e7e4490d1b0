"""Honest games made without the engine (`bench/engine/paper_games`), thinned at random, are never called broken.

The long form, with 10,000 of them, is `python bench/engine/sheets.py`.
"""

from __future__ import annotations

import random

import pytest

from bench.engine.paper_games.honest import honest_game
from bench.engine.paper_games.rules import read_rules
from bench.engine.paper_games.thinning import THIN, mixed, thinned
from bench.engine.sheets import RULES, firm, read
from scoring import load_ruleset
from scoring.checks.validate import Report, validate
from tests.scoring.hand_games import CONFIRMED

NUMBERED = list(enumerate(RULES))


def broken(report: Report) -> list[str]:
    return [str(one.message) for one in report.findings if one.severity == "error"]


@pytest.mark.parametrize(("at", "rules"), NUMBERED, ids=[f"{name} {at}" for at, (name, _) in NUMBERED])
def test_thinning_never_turns_an_honest_sheet_into_a_broken_one(
    at: int, rules: tuple[str, dict[str, object]]
) -> None:
    name, changed = rules
    ruleset, dice = firm(name, changed), random.Random(at)
    for seats in (2, 3, 4):
        sheet = honest_game(read_rules(name, changed), seats, 900 + at)
        assert validate(ruleset, read(sheet)).verdict == "holds"
        some = [thinned(sheet, kind, "some", dice) for kind in dice.sample([*THIN, "head"], 2)]
        for thin in (*some, mixed(sheet, dice)[0]):
            assert broken(validate(ruleset, read(thin))) == []


def test_a_set_of_which_two_tiles_are_not_known_proves_no_final_total_wrong() -> None:
    """Played with a hundred tiles, checked by the rules that say 102: the bag nobody can count may have been empty."""
    hundred = read_rules("bisonte", {"tiles.total": 100})
    for seed in range(3):
        game = honest_game(hundred, 2 + seed % 3, seed)
        assert broken(validate(load_ruleset("bisonte", CONFIRMED), read(game))) == []
