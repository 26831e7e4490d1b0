"""The rules of a division from the command line: the same commands, the same sentences, exit 2 for a refusal."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.board.board import Square
from tests.events.rules_pages import division, freeze, hall, rules

pytestmark = pytest.mark.django_db


def run(here: Any, *words: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("set_rules", here.hall.event.slug, *words, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_file_board_values_and_ticks_are_set_in_one_go(tmp_path: Path) -> None:
    here = hall()
    own, board = tmp_path / "ours.toml", tmp_path / "board.txt"
    own.write_text('schema = 1\nid = "ours"\nname = "Ours"\nextends = "bisonte"\n', encoding="utf-8")
    board.write_text("T . T\n. . .\nT . T\n", encoding="utf-8")
    told = run(
        here, "--file", str(own), "--board", str(board), "--set", "challenge.quota=2", "--confirm", "board"
    )
    ruleset = rules(here)
    assert (ruleset.id, ruleset.challenge.quota, ruleset.board.confirmed) == ("ours", 2, True)
    assert ruleset.layout.premiums[Square(0, 0)].word == 3
    assert told["hash"] == ruleset.content_hash


def test_a_person_is_told_by_what_the_division_plays() -> None:
    here, out = hall(), io.StringIO()
    call_command("set_rules", here.hall.event.slug, "--set", "rack.size=10", stdout=out)
    assert out.getvalue().startswith(f"{here.hall.division.slug} plays by salitaan-competition (")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--set", "rack.size=99"), "rack.size is 99; it must be a whole number from 5 to 12"),
        (("--set", "rack.size"), "“rack.size” is no rule; write field=value."),
        (("--set", "rack.siez=9"), "The rules have no rack.siez."),
        (("--file", "nowhere.toml"), "nowhere.toml cannot be read"),
        (("--set", "rating_kind=full"), "rating_kind is no rule: say --rated full."),
        (
            ("--set", "spread_cap=300"),
            "spread_cap is no rule: it is changed on the page of the division's settings.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_and_exit_2(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = hall()
    with pytest.raises(SystemExit) as stopped:
        call_command("set_rules", here.hall.event.slug, *words)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err
    assert division(here).overrides == {}


def test_after_round_1_only_the_tick_is_taken() -> None:
    here = hall()
    freeze(here)
    with pytest.raises(SystemExit):
        run(here, "--set", "rack.size=9")
    run(here, "--confirm", "board")
    assert rules(here).board.confirmed
