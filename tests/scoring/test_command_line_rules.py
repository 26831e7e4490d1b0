"""`python -m scoring` and the rules it goes by: read once a run, named by the sheet, never from a pipe."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from scoring import check_ruleset
from scoring.__main__ import main
from scoring.cli import sharing_out
from scoring.rules import loading
from scoring.sheets.sheet_files import write_sheet
from tests.scoring.sheets import sheet

CLUB = "1 8F READS +12\n2 G7 LEASE +7\n1 J8 SILENT +8"
OWN = 'schema = 1\nid = "ours"\nname = "Ours"\nextends = "set-words-club"\n'


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    code = main([str(argument) for argument in arguments])
    return code, capsys.readouterr().out


def written(path: Path, ruleset: str = "") -> Path:
    text = write_sheet(replace(sheet(CLUB, 2), ruleset=ruleset), path.suffix[1:])[0]
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was asked of the files of rulesets."""
    asked: list[object] = []
    read_draft = loading.read_draft

    def counted(ref: str, *, lines: bool = True) -> object:
        asked.append(ref)
        return read_draft(ref, lines=lines)

    monkeypatch.setattr(loading, "read_draft", counted)
    return asked


def test_a_ruleset_file_is_read_once_however_many_sheets_there_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, reads: list[object]
) -> None:
    own = tmp_path / "ours.toml"
    own.write_text(OWN, encoding="utf-8")
    sheets = [written(tmp_path / f"{number}.gcg") for number in range(5)]
    code, out = run(capsys, "validate", "--ruleset", own, *sheets)
    assert (code, out.count("holds (ours)"), len(reads)) == (0, 5, 1)


def test_a_shipped_ruleset_is_read_once_a_process_and_a_file_whenever_it_is_asked_for(
    tmp_path: Path, reads: list[object]
) -> None:
    own = tmp_path / "ours.toml"
    own.write_text(OWN, encoding="utf-8")
    assert check_ruleset(str(own)).unwrap().name == "Ours"
    own.write_text(OWN.replace("Ours", "Theirs"), encoding="utf-8")
    assert check_ruleset(str(own)).unwrap().name == "Theirs"
    once = check_ruleset("bisonte", ["rack.size=8"])
    assert check_ruleset("bisonte", ["rack.size=8"]) is once
    assert reads.count("bisonte") <= 1


@pytest.mark.parametrize("name", ["chess", "nowhere.toml", "x" * 2000])
def test_a_sheet_that_names_rules_nobody_knows_is_told_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    file = written(tmp_path / "s.json", name)
    code, out = run(capsys, "validate", file)
    assert code == 2
    assert f"names the ruleset “{name[:60]}" in out
    assert "salitaan-competition" in out
    assert len(out) < 400
    assert run(capsys, "validate", "--ruleset", "set-words-club", file)[0] == 0
    assert run(capsys, "compare", file, file)[0] == 2


def test_a_pipe_or_a_device_is_refused_before_it_is_opened(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, pipe = written(tmp_path / "good.gcg"), tmp_path / "pipe.gcg"
    os.mkfifo(pipe)
    pipe.with_suffix(".toml").symlink_to(pipe)
    for arguments in (
        (pipe,), ("/dev/zero",), (tmp_path,), ("--ruleset", pipe.with_suffix(".toml"), good), ("--words", pipe, good),
    ):  # fmt: skip
        code, out = run(capsys, "validate", *arguments)
        assert code == 2
        assert "it is a folder, a pipe or a device, no file" in out
    assert run(capsys, "convert", good, pipe)[0] == 2


@pytest.mark.parametrize("forked", [True, False])
def test_shares_are_told_in_order_whatever_becomes_of_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forked: bool
) -> None:
    if not forked:
        monkeypatch.delattr(os, "fork")
    monkeypatch.setattr(sharing_out.threading, "active_count", lambda: 1)
    files = [written(tmp_path / f"{number}.gcg") for number in range(3)]
    files.insert(2, tmp_path / "none.gcg")
    alone = run(capsys, "validate", *files)
    assert run(capsys, "validate", "--jobs", "3", *files) == alone
    assert alone[0] == 2


def test_a_share_that_broke_off_is_exit_2_and_says_which_sheets_are_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing_out.threading, "active_count", lambda: 1)
    files = [written(tmp_path / f"{number}.gcg") for number in range(4)]
    tell = sharing_out.tell_files

    def breaks(rules: object, share: list[str]) -> int:
        return tell(rules, share) if str(files[0]) in share else os._exit(9)  # type: ignore[arg-type]

    monkeypatch.setattr(sharing_out, "tell_files", breaks)
    code, out = run(capsys, "validate", "--jobs", "2", *files)
    assert code == 2
    assert "sheets 3 to 4 may be missing" in out.splitlines()[-1]
