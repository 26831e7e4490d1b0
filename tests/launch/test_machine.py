"""The one file of platform differences: this system's half for real, the others' by saying which system it is."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tdapp.launch.host import machine


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "WINDOWS", True)


def test_the_interpreter_of_an_environment_is_where_unix_puts_it() -> None:
    assert machine.venv_python(Path("v")) == Path("v/bin/python")
    assert machine.venv_tool(Path("v"), "ruff") == Path("v/bin/ruff")
    assert machine.site_packages(Path("v")).parts[:2] == ("v", "lib")


@pytest.mark.usefixtures("windows")
def test_the_interpreter_of_an_environment_is_where_windows_puts_it() -> None:
    assert machine.venv_python(Path("v")) == Path("v/Scripts/python.exe")
    assert machine.venv_tool(Path("v"), "ruff") == Path("v/Scripts/ruff.exe")
    assert machine.site_packages(Path("v")) == Path("v/Lib/site-packages")


@pytest.mark.usefixtures("windows")
def test_windows_gets_one_web_process_and_never_root() -> None:
    assert machine.web_processes() == 1
    assert not machine.is_root()


@pytest.mark.parametrize(("cores", "expected"), [(None, 1), (1, 1), (2, 2), (8, 2)])
def test_two_web_processes_where_there_are_two_cores(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, expected: int
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert machine.web_processes() == expected


def test_a_lock_is_held_once_and_ends_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("a+b") as first, path.open("a+b") as second:
        assert machine.hold(first)
        assert not machine.hold(second)
        first.close()
        assert machine.hold(second)


def test_a_lock_dies_with_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = f"from tdapp.launch.host import machine; h=open({str(path)!r},'a+b'); print(machine.hold(h), flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline().strip() == b"True"
    with path.open("a+b") as mine:
        assert not machine.hold(mine)
        holder.kill()
        holder.wait()
        assert machine.hold(mine)
    holder.communicate()


def test_a_port_somebody_listens_on_is_refused() -> None:
    with machine.listen("127.0.0.1", 0) as taken, pytest.raises(OSError, match="in use"):
        machine.listen("127.0.0.1", taken.getsockname()[1])


def test_a_port_is_free_again_right_after_its_server_closed() -> None:
    with machine.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)), first.accept()[0]:
            pass
    machine.listen("127.0.0.1", port).close()


def test_a_child_serves_on_the_socket_its_parent_holds() -> None:
    code = "import sys; from tdapp.launch.host import machine; s=machine.redeem(input()); s.accept()[0].sendall(b'child')"
    with machine.listen("127.0.0.1", 0) as listener:
        child = machine.spawn([sys.executable, "-c", code], (listener,), stdin=subprocess.PIPE)
        assert child.stdin is not None
        child.stdin.write(machine.ticket(listener, child.pid).encode() + b"\n")
        child.stdin.close()
        with socket.create_connection(listener.getsockname(), timeout=20) as client:
            assert client.recv(9) == b"child"
    assert child.wait(20) == 0


def test_a_child_is_in_a_group_of_its_own_so_ctrl_c_reaches_the_parent_only() -> None:
    code = "import os; print(os.getpgid(0) == os.getpid())"
    child = machine.spawn([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert child.communicate(timeout=20)[0].strip() == b"True"


@pytest.mark.usefixtures("windows")
def test_on_windows_a_child_gets_a_process_group_and_no_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda command, **options: asked.update(options))
    machine.spawn(["x"])
    assert asked == {"creationflags": 512}


def test_the_first_account_that_exists_is_taken() -> None:
    assert machine.first_account("no-such-account-here", "nobody").pw_name == "nobody"
    with pytest.raises(LookupError, match="no-such-account-here"):
        machine.first_account("no-such-account-here")


def test_the_newest_postgres_comes_first(tmp_path: Path) -> None:
    folders = [tmp_path / name / "bin" for name in ("9.6", "16", "15", "odd")]
    assert sorted(folders, key=machine._version, reverse=True)[0].parent.name == "16"


@pytest.mark.usefixtures("windows")
def test_on_windows_browsers_and_postgres_are_looked_for_below_program_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "PostgreSQL" / "16" / "bin").mkdir(parents=True)
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path))
    assert machine.postgres_places() == [tmp_path / "PostgreSQL" / "16" / "bin"]
    assert tmp_path / "Google/Chrome/Application/chrome.exe" in machine.browser_places()
