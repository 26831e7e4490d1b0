"""`python -m scoring` on scoresheets: exit codes, JSON keys, text, several processes."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.engine.paper_games.random_play import random_game
from scoring import load_ruleset
from scoring.__main__ import main
from scoring.sheets.sheet_files import write_sheet
from tests.scoring.hand_games import GAMES
from tests.scoring.sheets import sheet

ROOT = Path(__file__).parents[2]
SMALL = next(game for game in GAMES if game.small)
CLUB = "1 8F READS +12\n2 G7 LEASE +7\n1 J8 SILENT +8\n2 13G MOUTH +14\n1 H13 ON +2"
KEYS = [
    "file",
    "ruleset",
    "verdict",
    "players",
    "turns",
    "plays",
    "totals",
    "computed_totals",
    "findings",
    "slips",
]
FINDING = [
    "code",
    "severity",
    "turn",
    "seat",
    "recorded",
    "computed",
    "rule",
    "message",
    "suggestion",
    "cause",
]


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    code = main([str(argument) for argument in arguments])
    return code, capsys.readouterr().out


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return written(tmp_path / "good.gcg", CLUB)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return written(tmp_path / "bad.gcg", CLUB.replace("+8", "+9"))


def written(path: Path, script: str) -> Path:
    path.write_text(write_sheet(sheet(script, 2), path.suffix[1:])[0], encoding="utf-8")
    return path


def test_a_clean_sheet_holds_and_the_ruleset_taken_is_said(
    capsys: pytest.CaptureFixture[str], good: Path
) -> None:
    code, out = run(capsys, "validate", good)
    assert code == 0
    assert f"{good}: holds (set-words-club)" in out
    assert "No ruleset was named; set-words-club was taken: 5 of 5 plays agree with it." in out


def test_the_finding_stands_under_its_turn(capsys: pytest.CaptureFixture[str], bad: Path) -> None:
    code, out = run(capsys, "validate", bad, "--ruleset", "set-words-club")
    assert code == 1
    lines = out.splitlines()
    row = next(at for at, line in enumerate(lines) if "SILENT" in line)
    assert "!! error: 9 points are written; the play scores" in lines[row + 1]
    assert "[SET:88-116]" in lines[row + 1]


def test_json_is_one_object_a_line_with_exactly_these_keys(
    capsys: pytest.CaptureFixture[str], good: Path, bad: Path
) -> None:
    code, out = run(capsys, "validate", "--json", good, bad)
    assert code == 1
    first, second = (json.loads(line) for line in out.splitlines())
    assert list(first) == list(second) == KEYS
    assert (first["verdict"], second["verdict"]) == ("holds", "broken")
    assert (first["turns"], first["plays"], first["players"]) == (5, 5, ["Amihan", "Bayani"])
    assert first["totals"] == first["computed_totals"] == [22, 21]
    finding = next(one for one in second["findings"] if one["severity"] == "error")
    assert list(finding) == FINDING
    assert (finding["code"], finding["turn"], finding["seat"]) == ("score_wrong", 3, 1)
    assert (finding["recorded"], finding["computed"], finding["cause"]) == (9, 8, None)


def test_a_file_that_cannot_be_read_is_exit_2_and_the_others_are_done(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, bad: Path
) -> None:
    code, out = run(capsys, "validate", "--json", tmp_path / "none.gcg", bad)
    assert code == 2
    assert json.loads(out.splitlines()[0])["error"].startswith(f"{tmp_path / 'none.gcg'} cannot be read")
    assert json.loads(out.splitlines()[1])["verdict"] == "broken"


def test_several_processes_give_the_same_lines_in_order(
    capsys: pytest.CaptureFixture[str], good: Path, bad: Path
) -> None:
    files = [good, bad, good, good, bad]
    alone = run(capsys, "validate", "--json", "--ruleset", "set-words-club", *files)
    code, out = run(capsys, "validate", "--json", "--jobs", "2", "--ruleset", "set-words-club", *files)
    assert (code, out) == alone


def test_a_ruleset_that_is_none_is_exit_2(capsys: pytest.CaptureFixture[str], good: Path) -> None:
    code, out = run(capsys, "validate", "--ruleset", "chess", good)
    assert code == 2
    assert "salitaan-competition" in out


def test_fields_can_be_set_and_board_and_tiles_confirmed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = written(tmp_path / "s.json", "1 10J BATAS +9\n2 L8 TAT +3\n1 pass")
    for flags, verdict in (((), "unverifiable"), (("--confirmed",), "holds")):
        _, out = run(capsys, "validate", "--json", "--ruleset", "salitaan-family", *flags, file)
        assert json.loads(out)["verdict"] == verdict
    code, _ = run(capsys, "validate", "--ruleset", "salitaan-family", "--set", "passing.allowed=false", file)
    assert code == 1


def test_a_sheet_that_names_its_ruleset_is_checked_by_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = replace(sheet("1 8F CASAS +14", 2), ruleset="bisonte")
    file = tmp_path / "s.json"
    file.write_text(write_sheet(text, "json")[0], encoding="utf-8")
    _, out = run(capsys, "validate", "--json", file)
    assert json.loads(out)["ruleset"] == "bisonte"
    assert "ruleset_assumed" not in out


def test_the_ruleset_is_chosen_by_the_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("salitaan-competition", "set-words-club", "bisonte"):
        file = tmp_path / f"{name}.csv"
        game = replace(random_game(load_ruleset(name), 2, 5, plays=16), ruleset="")
        file.write_text(write_sheet(game, "csv")[0], encoding="utf-8")
        _, out = run(capsys, "validate", "--json", file)
        assert json.loads(out)["ruleset"] == name


def test_a_game_no_ruleset_fits_accuses_nobody(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path / "s.gcg", "1 8F READS +77\n2 G7 LEASE +88\n1 J8 SILENT +99")
    code, out = run(capsys, "validate", "--json", file)
    data = json.loads(out)
    assert (code, data["verdict"]) == (0, "unverifiable")
    assert "no_ruleset_fits" in {one["code"] for one in data["findings"]}


def test_words_are_asked_about_from_a_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, good: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("reads\nsilent 1 2\nMOUTH\n", encoding="utf-8")
    code, out = run(capsys, "validate", "--json", "--words", words, good)
    asked = [one for one in json.loads(out)["findings"] if one["code"] == "word_unknown"]
    assert code == 0
    assert [(one["turn"], one["severity"]) for one in asked] == [(2, "question"), (5, "question")]
    assert run(capsys, "validate", "--words", tmp_path / "none", good)[0] == 2


def test_theme_words_are_checked_from_a_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, good: Path
) -> None:
    words = tmp_path / "theme.txt"
    words.write_text("reads\n", encoding="utf-8")
    more = ("--set", "variants.theme=true", "--theme", words, good)
    out = run(capsys, "validate", "--json", *more)[1]
    missing = [one for one in json.loads(out)["findings"] if one["code"] == "theme_missing"]
    assert [one["turn"] for one in missing] == [1]
    assert run(capsys, "validate", "--theme", tmp_path / "none", good)[0] == 2


def test_explain_shows_the_board_before_and_the_arithmetic(
    capsys: pytest.CaptureFixture[str], good: Path
) -> None:
    code, out = run(capsys, "explain", good, "--turn", "2")
    assert code == 0
    assert "L1 E1 A1x2 S1 E1 = 6" in out or "score:" in out
    assert " 8  T  .  .  d  .  R  E  A  D  S" in out
    assert "in the bag: 81" in out
    assert run(capsys, "explain", good, "--turn", "9")[0] == 2


def test_infer_names_the_squares(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = sheet(CLUB, 2)
    turns = tuple(turn._replace(position="") if at == 2 else turn for at, turn in enumerate(text.turns))
    file = tmp_path / "s.json"
    file.write_text(write_sheet(replace(text, turns=turns), "json")[0], encoding="utf-8")
    code, out = run(capsys, "infer", "--ruleset", "set-words-club", file)
    assert code == 0
    assert "unique" in out
    assert "J8" in out
    _, out = run(capsys, "infer", "--json", "--ruleset", "set-words-club", file)
    assert json.loads(out)["rows"][0]["places"] == ["J8"]


def test_compare_is_exit_1_when_sheets_differ(
    capsys: pytest.CaptureFixture[str], good: Path, bad: Path
) -> None:
    assert run(capsys, "compare", good, good)[0] == 0
    code, out = run(capsys, "compare", good, bad)
    assert code == 1
    assert "the second sheet is wrong by the arithmetic" in out
    rows = [json.loads(line) for line in run(capsys, "compare", "--json", good, bad)[1].splitlines()]
    assert rows[2]["answer"] == "second_wrong"


def test_convert_tells_what_is_lost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = written(tmp_path / "s.json", "1 8F READS +12 @30\n2? valid READS")
    code, out = run(capsys, "convert", source, tmp_path / "t.gcg")
    assert code == 0
    assert "seconds" in out
    assert "challenge" in out
    assert run(capsys, "convert", tmp_path / "t.gcg", tmp_path / "u.csv") == (0, "")
    assert run(capsys, "convert", source, tmp_path / "t.pdf")[0] == 2
    assert run(capsys, "convert", source, tmp_path / "no" / "t.gcg")[0] == 2


def test_the_module_runs_by_itself_without_django(good: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "scoring", "validate", str(good)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert "django" not in done.stderr
    assert SMALL.small
