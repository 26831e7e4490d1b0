"""What `./td` understands, and what it says when it does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tdapp import command_line
from tdapp.launch import running
from tdapp.launch.host import environment, machine
from tdapp.launch.sentences import Stop
from tdapp.launch.steps import Steps
from tests.servers import ROOT


def test_td_alone_prints_help_that_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"    {word} " in shown for word in ("run", "test", "check", "bench", "soak", "manage"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rum"], "invalid choice: 'rum'"),
        (["run", "--prot", "80"], "Unknown: --prot 80"),
        (["check", "nonsense"], "Unknown: nonsense"),
        (["bench", "nonsense"], "There is no measurement nonsense; there are "),
        (
            ["bench", "--peer", "x"],
            "--peer is handed to one measurement, and 0 are named: name one before it.",
        ),
        (["run", "--port", "0"], "'0' is no port"),
        (["run", "--port", "70000"], "'70000' is no port"),
        (["run", "--port", "http"], "'http' is no port"),
    ],
)
def test_a_wrong_word_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert command_line.main(words) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_an_unwritable_folder_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    assert command_line.main(["run", "--data", str(tmp_path / "file" / "data")]) == 2
    assert "cannot be written to" in capsys.readouterr().err


def test_an_unwritable_backup_place_is_found_before_the_event_starts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "stick").write_text("")
    assert (
        command_line.main(["run", "--data", str(tmp_path / "data"), "--backup-to", str(tmp_path / "stick")])
        == 2
    )
    assert "The backup folder" in capsys.readouterr().err


def test_open_copies_in_a_second_place_have_to_be_meant(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert (
        command_line.main(["run", "--data", str(tmp_path / "data"), "--backup-to", str(tmp_path / "stick")])
        == 2
    )
    assert "Say that you know with --open-copies" in capsys.readouterr().err


def test_a_first_start_says_that_its_port_is_taken_before_it_installs_anything(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(environment, "python", lambda command, _end: asked.append(command))
    taken = machine.listen("127.0.0.1", 0)
    try:
        port, where = str(taken.getsockname()[1]), str(tmp_path / "data")
        assert command_line.main(["run", "--host", "127.0.0.1", "--port", port, "--data", where]) == 2
    finally:
        taken.close()
    assert f"Port {port} on 127.0.0.1 is taken" in capsys.readouterr().err
    assert asked == []


def test_manage_passes_everything_on_and_its_status_back() -> None:
    command = [sys.executable, str(ROOT / "td"), "manage", "no-such-command", "--help"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "no-such-command" in done.stderr
    assert "Traceback" not in done.stderr


def test_manage_passes_back_the_status_of_a_command_that_is_known(tmp_path: Path) -> None:
    """And says on which data, where it is not read as the answer."""
    command = [
        sys.executable,
        str(ROOT / "td"),
        "manage",
        "--data",
        str(tmp_path),
        "check",
        "--tag",
        "nothing-of-this-name",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "nothing-of-this-name" in done.stderr
    assert (f"Data: {tmp_path} (--data)" in done.stderr, done.stdout) == (True, "")


@pytest.mark.parametrize("version", [(3, 10, 12), (2, 7, 18)])
def test_an_old_python_is_one_sentence_and_exit_2(version: tuple[int, ...]) -> None:
    code = (
        f"import sys; sys.version_info = {version}; sys.argv = ['td']; "
        f"exec(compile(open({str(ROOT / 'td')!r}).read(), 'td', 'exec'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Python 3.11 or newer is needed; this is {version[0]}.{version[1]}")
    assert done.stderr.count("\n") == 1


def test_the_entrance_needs_no_package_at_all() -> None:
    done = subprocess.run([sys.executable, "-S", "-I", str(ROOT / "td")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("host", "error", "sentence"),
    [
        ("0.0.0.0", OSError(98, "Address already in use"), "is taken"),
        ("0.0.0.0", PermissionError(13, "Permission denied"), "administrator"),
        ("10.9.8.7", OSError(99, "Cannot assign requested address"), "not an address of this machine"),
    ],
)
def test_every_reason_not_to_listen_has_its_own_sentence(host: str, error: OSError, sentence: str) -> None:
    options = command_line._parser().parse_args(["run", "--port", "80", "--host", host])
    assert sentence in running._why_not(options, error)


def test_the_addresses_are_told_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = running.Hall("127.0.0.1", 8000, tmp_path, Steps(live=False))
    told.announce({"ready": True})
    told.announce({"ready": True})
    assert capsys.readouterr().out.count("This computer    http://localhost:8000/") == 1


def test_a_start_says_its_steps_how_far_they_are_and_what_is_where(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps = Steps(live=True)
    steps.begin("packages")
    told = running.Hall("127.0.0.1", 8000, tmp_path, steps)
    demo, own = (
        {"name": name, "slug": name.casefold(), "public": name == "Demo"} for name in ("Demo", "Own")
    )
    for facts in (
        {"step": "data"},
        {"step": "data", "done": 7, "of": 9},
        {"step": "demo"},
        {"step": "pages"},
    ):
        told.announce(facts)
    told.announce({"step": "pages", "events": [demo, own]})
    told.announce({"ready": True})
    told.announce({"step": "data"})
    said = capsys.readouterr().out.split("\n")
    lines = [line.split("\r")[-1].rstrip() for line in said if line]
    assert lines[:3] == ["[1/3] Packages", "[2/3] Data        7 of 9", "[3/3] Pages"]
    assert lines[3].startswith("Ready after")
    assert [
        line.split()[-1] for line in lines if "page  " in line or "screen  " in line or "desk" in line
    ] == [f"http://localhost:8000/{end}" for end in ("e/demo/", "t/demo/", "t/demo/screen/", "e/own/")]
    assert len(lines) == len({*lines})


def test_what_stops_a_start_stands_on_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(running, "Tenancy", Taken)
    assert command_line.main(["run", "--data", str(tmp_path)]) == 2
    said, complained = capsys.readouterr()
    assert said.endswith("\n")
    assert said.split() == ["[1/3]", "Packages"]
    assert complained == "Taken.\n"


class Taken:
    """The right to run on a folder somebody else has."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self) -> None:
        raise Stop("Taken.")


def test_the_first_page_is_opened_once_where_somebody_sits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(running.threading, "Thread", AtOnce)
    monkeypatch.setattr(running.webbrowser, "open", opened.append)
    for shown in (False, True):
        told = running.Hall("0.0.0.0", 8000, tmp_path, Steps(live=False), shown)
        told.announce({"ready": True})
        told.announce({"ready": True})
    assert opened == ["http://localhost:8000/"]


class AtOnce:
    """A thread that is done when it was started."""

    def __init__(self, target: Callable[..., object], args: tuple[str, ...], daemon: bool) -> None:
        self.start = lambda: target(*args)


@pytest.mark.parametrize(
    ("variables", "platform", "seen"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1"}, "linux", False),
        ({}, "darwin", True),
    ],
)
def test_a_browser_is_opened_only_on_a_computer_with_a_screen(
    variables: dict[str, str], platform: str, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine.os, "environ", variables)
    monkeypatch.setattr(machine.sys, "platform", platform)
    assert machine.has_screen() is seen


def test_the_password_is_shown_where_a_director_was_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = running.Hall("127.0.0.1", 8000, tmp_path, Steps(live=False))
    told.announce({"director": {"username": "direktor", "password": "pw-1"}, "event": {}})
    told.announce({"director": {}, "event": {}})
    assert capsys.readouterr().out.count("pw-1") == 1


def test_the_data_folder_named_in_the_environment_or_in_env_file_is_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.delenv("TD_DATA")
    assert command_line._parser().parse_args(["run"]).data == tmp_path / "data"
    (tmp_path / ".env").write_text("# comment\nTD_DATA='/srv/hall'\nTD_DATABASE=x\n")
    assert command_line._parser().parse_args(["run"]).data == Path("/srv/hall")
    monkeypatch.setenv("TD_DATA", "/srv/other")
    assert command_line._parser().parse_args(["run"]).data == Path("/srv/other")
    assert command_line._parser().parse_args(["run", "--data", "/x"]).data == Path("/x")
