"""The quick way through a sheet and the careful way say the same about every game, right or wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.engine.paper_games.random_play import random_game
from scoring.checks.sheet_report import report_data
from scoring.checks.validate import validate
from scoring.game import fold as folding
from scoring.game.fast_path import has_usual_rules
from scoring.game.fold import fold
from scoring.game.state import Game
from scoring.repair.suggest import Mender
from scoring.rules.loading import Ruleset, load_ruleset
from scoring.sheets.scoresheet import CHALLENGE, PASSED, PLAY, WITHDRAWN, Scoresheet, Turn
from tests.scoring.strategies import RULESETS

every_ruleset = pytest.mark.parametrize("name", sorted(RULESETS))
few = settings(max_examples=10, deadline=None)


def carefully(ruleset: Ruleset, sheet: Scoresheet) -> tuple[object, object]:
    """The report and what every row came to, without the quick way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folding, "has_usual_rules", lambda rules: False)
        return checked(ruleset, sheet)


def checked(ruleset: Ruleset, sheet: Scoresheet) -> tuple[object, object]:
    report = validate(ruleset, sheet)
    rows = [
        (step.computed, step.scores, step.board, step.placed, step.certain, step.in_bag, step.sure)
        for step in report.game.steps
    ]
    return {**report_data(report, ""), "checks": dict(report.checks)}, (rows, memory(report.game))


def memory(game: Game) -> tuple[object, ...]:
    return (
        game.board,
        game.counts,
        game.bounds,
        game.scores,
        game.passes,
        game.moves,
        game.ended,
        game.order.due,
        game.kept,
        game.doubtful,
    )


@every_ruleset
@few
@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4))
def test_a_clean_game_comes_out_the_same_both_ways(name: str, seed: int, seats: int) -> None:
    sheet = random_game(RULESETS[name], seats, seed, plays=40)
    assert checked(RULESETS[name], sheet) == carefully(RULESETS[name], sheet)


@every_ruleset
@few
@given(seed=st.integers(0, 10_000), data=st.data())
def test_a_game_with_a_changed_row_comes_out_the_same_both_ways(
    name: str, seed: int, data: st.DataObject
) -> None:
    sheet = random_game(RULESETS[name], 2, seed, plays=30)
    at = data.draw(st.integers(0, len(sheet.turns) - 1))
    change = data.draw(
        st.sampled_from(
            [
                {"score": 13}, {"total": 7}, {"rack": None}, {"rack": "A B ?"}, {"rack": "ZZZZZZZ"}, {"seat": 1},
                {"position": "8H"}, {"position": "19S"}, {"word": "A"}, {"word": "..A"}, {"word": "(A)nG"}, {"kind": PASSED},
                {"seconds": 500}, {"score": None}, {"seat": None},
            ]
        )
    )  # fmt: skip
    turns = (*sheet.turns[:at], sheet.turns[at]._replace(**change), *sheet.turns[at + 1 :])
    changed = replace(sheet, turns=turns)
    assert checked(RULESETS[name], changed) == carefully(RULESETS[name], changed)


@every_ruleset
@few
@given(seed=st.integers(0, 10_000), data=st.data())
def test_a_play_taken_back_comes_out_the_same_both_ways(name: str, seed: int, data: st.DataObject) -> None:
    sheet = random_game(RULESETS[name], 2, seed, plays=30)
    plays = [at for at, turn in enumerate(sheet.turns) if turn.kind == PLAY]
    at = data.draw(st.sampled_from(plays))
    turn = sheet.turns[at]
    back = data.draw(
        st.sampled_from(
            [
                Turn(WITHDRAWN, turn.seat, score=-(turn.score or 0)),
                Turn(CHALLENGE, challengers=(1 - (turn.seat or 0),), verdict="invalid"),
                Turn(CHALLENGE, challengers=(1 - (turn.seat or 0),), verdict="valid"),
            ]
        )
    )
    changed = replace(sheet, turns=(*sheet.turns[: at + 1], back, *sheet.turns[at + 1 :]))
    assert checked(RULESETS[name], changed) == carefully(RULESETS[name], changed)


def test_a_clean_game_goes_the_quick_way_from_the_first_play_to_the_last() -> None:
    sheet = random_game(RULESETS["set-words-club"], 2, 1)
    steps = fold(RULESETS["set-words-club"], sheet, (), Mender()).steps
    assert all(step.as_written for step in steps if step.turn.kind == PLAY)


@pytest.mark.parametrize(
    "override",
    [
        "premiums.counted=every_turn",
        "premiums.two_words=add",
        "first_play.word_multiplier=2",
        "variants.short_turns=3",
    ],
)
def test_rules_that_count_otherwise_always_go_the_careful_way(override: str) -> None:
    rules = load_ruleset("set-words-club", [override])
    assert not has_usual_rules(rules)
    sheet = random_game(rules, 2, 4, plays=12)
    assert not any(step.as_written for step in fold(rules, sheet).steps)
