"""The demo's written games: one complete, clean and ruled; one with a slip that is found and offered to be repaired."""

from __future__ import annotations

import json
from typing import Any

from scoring import load_ruleset, read_sheet, validate
from tdapp.demo.making.cast import cast
from tdapp.demo.making.games import GAME, SLIP, SLIP_AT, with_slip


def report_on(data: bytes) -> Any:
    content = read_sheet(data, "json").sheet
    assert content is not None
    ruleset = load_ruleset("salitaan-competition", ["board.confirmed=true", "tiles.confirmed=true"])
    return validate(ruleset, content)


def test_the_game_is_whole_and_nothing_is_wrong_with_it_on_its_own_board() -> None:
    report = report_on(GAME.read_bytes())
    assert report.findings == ()
    assert report.verdict == "holds"
    assert set(report.checks.values()) == {"holds"}
    assert report.game.ended is not None
    assert report.totals == report.computed_totals == tuple(json.loads(GAME.read_bytes())["totals"])


def test_each_play_has_its_rack_its_square_and_its_seconds() -> None:
    content = read_sheet(GAME.read_bytes(), "json").sheet
    assert content is not None
    plays = [turn for turn in content.turns if turn.kind == "play"]
    assert all(turn.rack and turn.position and turn.seconds for turn in plays)
    assert len({turn.word for turn in plays}) == len(plays)


def test_the_slip_is_one_root_at_its_row_and_the_true_totals_are_computed() -> None:
    game = json.loads(GAME.read_bytes())
    report = report_on(json.dumps(with_slip(game)).encode())
    wrong = [one for one in report.findings if one.severity == "error"]
    assert [(one.code, one.turn) for one in wrong if one.cause is None] == [("score_wrong", SLIP_AT)]
    assert report.computed_totals == tuple(game["totals"])
    assert sum(report.totals) == sum(game["totals"]) + SLIP


def test_one_seed_gives_one_cast_of_grown_ups_and_children() -> None:
    adults, children = cast(7, 2026)
    assert (adults, children) == cast(7, 2026)
    everybody = [*adults, *children]
    assert len({one.number for one in everybody}) == len({one.surname for one in everybody}) == len(everybody)
    assert all(2026 - one.birth_year >= 19 for one in adults)
    assert all(2026 - one.birth_year < 13 for one in children)
