"""Complete games written by hand: every ruleset, two to four players, each variant, each end, each challenge outcome."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.checks.validate import validate
from scoring.game.fold import Ruling, fold
from scoring.sheets.scoresheet import CHALLENGE, PLAY
from tests.scoring.hand_games import GAMES, HandGame
from tests.scoring.naive import naive_scores

BY_NAME = {game.name: game for game in GAMES}
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@every_game
def test_a_correct_sheet_holds_to_the_end(game: HandGame) -> None:
    report = validate(game.rules(), game.sheet())
    assert [str(one.message) for one in report.findings if one.severity in ("error", "unverifiable")] == []
    assert report.verdict == "holds"
    assert report.computed_totals == game.totals
    assert report.plays_that_agree == report.plays
    ended = report.game.ended
    assert (ended.why if ended else None) == game.ends
    assert game.codes <= {one.code for one in report.findings}


@every_game
def test_every_play_scores_the_same_when_worked_out_a_second_time(game: HandGame) -> None:
    written = {number: turn.score for number, turn in enumerate(game.sheet().turns) if turn.kind == PLAY}
    assert naive_scores(game.rules(), game.sheet()) == written


@every_game
def test_another_winner_is_noticed(game: HandGame) -> None:
    sheet = game.sheet()
    wrong = tuple(seat for seat in range(game.players) if seat not in sheet.winners) or (0,)
    report = validate(game.rules(), replace(sheet, winners=wrong))
    assert "winner_wrong" in {one.code for one in report.findings}


@every_game
def test_every_single_wrong_score_is_one_root(game: HandGame) -> None:
    sheet = game.sheet()
    for number, turn in enumerate(sheet.turns):
        if turn.kind != PLAY or turn.score is None:
            continue
        turns = (*sheet.turns[:number], turn._replace(score=turn.score + 1), *sheet.turns[number + 1 :])
        roots = errors(game, replace(sheet, turns=turns))
        assert (number, turn.score + 1, turn.score) in roots
        assert len(roots) == 1


@every_game
def test_every_single_wrong_running_total_is_one_root(game: HandGame) -> None:
    sheet = game.sheet()
    for number, turn in enumerate(sheet.turns):
        if turn.total is None:
            continue
        turns = (*sheet.turns[:number], turn._replace(total=turn.total + 7), *sheet.turns[number + 1 :])
        roots = errors(game, replace(sheet, turns=turns))
        assert roots == {(number, turn.total + 7, turn.total)}


def errors(game: HandGame, sheet: object) -> set[tuple[int | None, int | None, int | None]]:
    report = validate(game.rules(), sheet)  # type: ignore[arg-type]
    assert report.verdict == "broken"
    found = [one for one in report.findings if one.severity == "error" and one.cause is None]
    return {(one.turn, one.recorded, one.computed) for one in found}


@pytest.mark.parametrize("name", [game.name for game in GAMES if "? " in game.script])
def test_rulings_laid_over_the_turns_do_the_same_as_rows_of_the_sheet(name: str) -> None:
    game = BY_NAME[name]
    sheet = game.sheet()
    rows = [turn for turn in sheet.turns if turn.kind != CHALLENGE]
    rulings, at = [], -1
    for turn in sheet.turns:
        if turn.kind == CHALLENGE:
            rulings.append(Ruling(at, turn.verdict, turn.challengers, turn.words))
        else:
            at += 1
    laid_over = fold(game.rules(), replace(sheet, turns=tuple(rows)), rulings)
    as_rows = fold(game.rules(), sheet)
    assert laid_over.scores == as_rows.scores
    assert laid_over.board == as_rows.board
    assert laid_over.order == as_rows.order
    assert laid_over.used == as_rows.used
