from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import gc_settings
from pairings.__main__ import main
from pairings.cli.cli_text import as_json
from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import History
from pairings.rounds import request
from pairings.rounds.request import Constraints, Request
from tests.pairings.making import field, game

SMALL = str(Path(__file__).parent / "files" / "small.t")
Captured = pytest.CaptureFixture[str]


def asked(tmp_path: Path, **more: object) -> str:
    history = History(field(4), ((game("a", "b", 450, 400), game("c", "d", 430, 400)),))
    file = tmp_path / "request.json"
    data = request.to_data(Request(history, 2, "swiss", **more))  # type: ignore[arg-type]
    file.write_text(json.dumps(data), encoding="utf-8")
    return str(file)


def test_standings_as_json_are_a_list_of_places(capsys: Captured) -> None:
    assert main(["standings", SMALL, "--after", "5", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0] == {
        "rank": 1,
        "id": 6,
        "name": "Aquino, Luningning",
        "wins": 4,
        "losses": 1,
        "ties": 0,
        "spread": 7 + 113 - 32 + 89 + 7,
    }
    assert [row["rank"] for row in rows] == list(range(1, 9))
    assert next(row for row in rows if row["id"] == 1)["wins"] == 3.5
    assert 8 not in [row["id"] for row in rows]


def test_standings_as_text_end_with_who_has_left(capsys: Captured) -> None:
    assert main(["standings", SMALL]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "   1     4     1   +184  Aquino, Luningning"
    assert lines[-1].startswith("   -")


def test_a_round_is_paired_with_its_reasons(tmp_path: Path, capsys: Captured) -> None:
    assert main(["pair", asked(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Round 2, swiss. Best possible pairing: verified over all pairs")
    assert "Same score group, ranks 1 and 2, first meeting; nearest alternative costs" in out


def test_a_round_as_json_is_a_result(tmp_path: Path, capsys: Captured) -> None:
    assert main(["pair", asked(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["version"], data["round"], len(data["boards"])) == (1, 2, 2)


def test_an_answer_is_written_to_the_letter_as_json_with_an_indent_of_one() -> None:
    for data in (
        [],
        {},
        [[], {}],
        {"a": [None, True, 1.5, -3, {'ñ\n"\u2028': ("x",)}], "b": {}},
        "é",
        3,
        None,
    ):
        assert as_json(data) == json.dumps(data, ensure_ascii=False, indent=1)


def test_the_options_of_a_player_are_explained(tmp_path: Path, capsys: Captured) -> None:
    assert main(["explain", asked(tmp_path), "a"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "C costs nothing."
    assert main(["explain", asked(tmp_path), "a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["against"] == ["c"]


def test_refusals_are_one_sentence_each_and_exit_2(tmp_path: Path, capsys: Captured) -> None:
    file = asked(tmp_path, constraints=Constraints(locked=(("a", "b"), ("a", "c"))))
    assert main(["pair", file]) == 2
    assert capsys.readouterr().err == "A is in two fixed pairs.\n"
    assert main(["pair", file, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["refusals"][0]["number"] == 301


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["standings", "nowhere.t"], "nowhere.t cannot be read: No such file or directory."),
        (["standings", SMALL, "--after", "9"], "There are 5 rounds; none is number 9."),
        (["standings", SMALL, "--order", "luck"], "There is no ranking rule called 'luck'; use any of"),
        (["pair", SMALL], "The file is not JSON: it is not written in UTF-8 (line 3)."),
        (["simulate", "--players", "1"], "A simulation needs 2 players"),
        (["simulate", "--plan", "swiss 1-3"], "Rounds 4-7 have no system; the event has 7 rounds."),
        (["simulate", "--clubs", "99"], "A simulation has 0 to 8 clubs, not 99."),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(words: list[str], sentence: str, capsys: Captured) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith(sentence)


@pytest.mark.parametrize("words", [[], ["nonsense"], ["standings"], ["simulate", "--players", "x"]])
def test_a_wrong_command_is_one_sentence_and_exit_2(words: list[str], capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_checked_event_tells_every_round(capsys: Captured) -> None:
    assert main(["check", SMALL]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Round 1 is valid; nothing could have been avoided."
    assert main(["check", SMALL, "--json"]) == 0
    assert [one["valid"] for one in json.loads(capsys.readouterr().out)] == [True] * 5


def test_an_event_with_a_player_twice_at_tables_is_refused(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "event.json"
    twice = {"kind": "bye", "entrant": "a"}
    file.write_text(
        json.dumps({"version": 1, "entrants": [{"id": "a", "seed": 1}], "rounds": [[twice, twice]]})
    )
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err == "'a' is twice in round 1.\n"


def test_a_simulated_event_goes_through_check_and_standings(tmp_path: Path, capsys: Captured) -> None:
    for flag, name in (("--json", "event.json"), ("--tsh", "event.t")):
        assert main(["simulate", "--players", "13", "--late", "2", "--withdrawn", "1", flag]) == 0
        (tmp_path / name).write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["check", str(tmp_path / name)]) == 0
        assert main(["standings", str(tmp_path / name)]) == 0
        assert len(capsys.readouterr().out.splitlines()) > 13


def test_the_same_seed_is_the_same_event() -> None:
    one, other, third = (simulate(Setting(seed=seed)) for seed in (5, 5, 6))
    assert one == other
    assert one != third
    assert isinstance(one, Simulated)
    assert all(verdict.valid for verdict in one.verdicts)


def test_it_runs_as_a_program_without_anything_of_the_hall() -> None:
    code = (
        "import sys, runpy; sys.argv = ['pairings', 'standings', sys.argv[1]]\n"
        "try: runpy.run_module('pairings', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "assert not any(name.split('.')[0] in ('django', 'tdapp', 'scoring', 'lexicon_admin') for name in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, SMALL], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Luningning" in done.stdout


def test_a_program_that_answers_once_looks_for_no_garbage_and_starts_no_threads(tmp_path: Path) -> None:
    """What it made is not looked through once more at its end, either; who asks for threads by the environment has them."""
    code = (
        "import gc, os, sys, runpy; sys.argv = ['pairings', 'pair', sys.argv[1]]\n"
        "try: runpy.run_module('pairings', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "print(gc.get_threshold()[0], gc.get_freeze_count() > 0, os.environ['OPENBLAS_NUM_THREADS'])"
    )

    def left(**more: str) -> list[str]:
        command = (sys.executable, "-c", code, asked(tmp_path))
        usual = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=usual | more)
        return done.stdout.splitlines()[-1].split()

    assert left() == [str(gc_settings.ONE_ANSWER), "True", "1"]
    assert left(OPENBLAS_NUM_THREADS="2")[-1] == "2"


def test_a_command_loads_what_it_needs_and_no_more(tmp_path: Path) -> None:
    """A Swiss round needs one system of twenty, no checker, no format of other programs; help needs nothing at all."""
    code = (
        "import sys; from pairings.__main__ import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as end: assert not end.code\n"
        "print(*(name for name in sys.modules if name.partition('.')[0] in ('pairings', 'numpy', 'rustworkx')))"
    )

    def loaded(*words: str) -> set[str]:
        command = (sys.executable, "-c", code, *words)
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return set(done.stdout.splitlines()[-1].split())

    assert loaded("--help") == {"pairings", "pairings.__main__"}
    names = loaded("pair", asked(tmp_path), "--json")
    assert "pairings.systems.by_standings.swiss" in names
    kept_away = ("pairings.systems.cop", "pairings.systems.pods", "pairings.systems.round_robins", "pairings.checks",
                 "pairings.formats.t", "pairings.what_if", "numpy.ma.")  # fmt: skip
    assert not [name for name in names if name.startswith(kept_away)]


def test_the_guide_shows_what_the_commands_say(tmp_path: Path, capsys: Captured) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "command-line.md").read_text(encoding="utf-8")
    file = tmp_path / "request.json"
    file.write_text(guide.partition("```json\n")[2].partition("```")[0], encoding="utf-8")
    assert main(["pair", str(file)]) == 0
    assert capsys.readouterr().out in guide
    assert main(["explain", str(file), "ana", "carla"]) == 0
    assert capsys.readouterr().out in guide
