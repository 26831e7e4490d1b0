"""`./td run --dev`: what changes in the rooms is noticed; errors are shown to this computer alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdapp import command_line
from tdapp.launch.process import source_watch
from tdapp.launch.process.source_watch import Sources


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(source_watch, "EVERY_SECONDS", 0.0)
    for room in source_watch.ROOMS:
        (tmp_path / room).mkdir()
    (tmp_path / "scoring" / "play.py").write_text("one = 1")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "noticed"),
    [("scoring/play.py", True), ("tdapp/new.py", True), ("tdapp/page.html", False), ("x.py", False)],
)
def test_what_a_process_reads_at_its_start_is_noticed_once(
    tree: Path, path: str, noticed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    looked = Sources(tree)
    assert not looked.is_due()
    (tree / path).write_text("other = 22")
    assert looked.is_due() is noticed
    if noticed:
        looked.run()
        assert path in capsys.readouterr().out
        assert not looked.is_due()


def test_a_file_taken_away_is_noticed(tree: Path) -> None:
    looked = Sources(tree)
    (tree / "scoring" / "play.py").unlink()
    assert looked.is_due()


def test_errors_are_shown_to_this_computer_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(tmp_path / "data")
    assert command_line.main(["run", "--dev", "--host", "0.0.0.0", "--data", data]) == 2
    assert "serves 127.0.0.1 only" in capsys.readouterr().err
