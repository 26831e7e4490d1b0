from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main

ROOT = Path(__file__).parents[2]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(arguments)
    return code, capsys.readouterr().out


def test_the_rulesets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "rulesets")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [
        "bisonte",
        "salitaan-competition",
        "salitaan-family",
        "set-words",
        "set-words-club",
    ]
    assert "(default)" in out.splitlines()[1]


def test_the_list_as_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "rulesets", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert {row["id"]: (row["board"], row["tiles"]) for row in rows}["salitaan-family"] == ("19x19", 150)


def test_a_rule_sheet_is_printed_with_its_sources(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "rulesets", "salitaan-competition")
    assert code == 0
    assert "No exchange when the bag holds 7 tiles or fewer. [SAL:254]" in out
    assert "assumed: the book names a limit and no penalty" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 100


def test_a_rule_sheet_as_json_has_values_and_rows(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "rulesets", "bisonte", "--json", "--set", "timer.kind=per_game")
    data = json.loads(out)
    assert data["values"]["timer.kind"] == "per_game"
    assert {"topic", "rule", "mark", "source"} <= set(data["rows"][0])


def test_an_unknown_ruleset_is_exit_2_and_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "rulesets", "chess")
    assert code == 2
    assert "salitaan-competition" in out


def test_a_bad_override_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rulesets", "bisonte", "--set", "rack.size=99")[0] == 1
    assert run(capsys, "rulesets", "--set", "rack.size=99")[0] == 1


def test_a_file_is_checked_and_each_mistake_gets_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('schema = 1\nid = "ours"\nname = "Ours"\nextends = "bisonte"\n', encoding="utf-8")
    assert run(capsys, "check-ruleset", str(file)) == (0, f"{file}: Ours: no mistakes\n")
    file.write_text(file.read_text(encoding="utf-8") + "[rack]\nsize = 40\nsise = 1\n", encoding="utf-8")
    code, out = run(capsys, "check-ruleset", str(file))
    assert code == 1
    assert [line.split(": ")[0] for line in out.splitlines()] == [f"{file}:6", f"{file}:7"]
    code, out = run(capsys, "check-ruleset", str(file), "--json")
    assert (code, [m["line"] for m in json.loads(out)["mistakes"]]) == (1, [6, 7])


def test_a_missing_file_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "check-ruleset", "nowhere.toml")
    assert code == 2
    assert "no such file" in out


def test_it_runs_as_a_module_without_django() -> None:
    script = "import runpy, sys; sys.argv = ['scoring', 'rulesets', 'bisonte']\n"
    script += "try: runpy.run_module('scoring', run_name='__main__')\n"
    script += "finally: print('LOADED', sorted({name.split('.')[0] for name in sys.modules} & {'django', 'asyncio', 'tdapp'}))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert "LOADED []" in done.stdout.decode("utf-8")


def test_an_unknown_command_is_exit_2() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "fly"], cwd=ROOT, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
