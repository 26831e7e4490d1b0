"""The process tree of `./td run`, with real processes and real kills."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.load.processes import memory
from tdapp.launch.host import machine
from tdapp.launch.requests.gate import Rules
from tests.faults.conftest import Kept, kept
from tests.launch.test_gate import CLERK, HALF_HEAD, STRANGER, closed
from tests.servers import Hall, children_of, eventually, is_alive, start
from tests.servers import hall as hall_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kept_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    @contextmanager
    def made() -> Iterator[tuple[Hall, str]]:
        with hall_of(tmp_path_factory.mktemp("lasting") / "Dropbox" / "data") as running:
            yield running, ""

    with kept(made) as one:
        yield one


@pytest.fixture
def lasting(kept_hall: Kept) -> Hall:
    """One hall for all, whole and ready; another after who ended it."""
    return kept_hall.ready()[0]


def test_a_start_in_a_folder_that_is_copied_away_says_so_and_goes_on(lasting: Hall) -> None:
    assert "is copied by Dropbox while results are written" in lasting.output.read_text()
    assert lasting.is_ready()


def all_children(hall: Hall) -> list[int]:
    return list(children_of(hall.process.pid))


def test_a_killed_worker_is_started_again(lasting: Hall) -> None:
    eventually(lambda: lasting.children("worker"), "a worker")
    killed = lasting.kill("worker")
    assert eventually(lambda: set(lasting.children("worker")) - set(killed), "another worker", 20)


def test_a_killed_web_process_is_started_again_and_nobody_is_turned_away(lasting: Hall) -> None:
    killed = lasting.kill("web")
    assert lasting.get("/healthz", timeout=20)[0] == 200
    assert eventually(lambda: set(lasting.children("web")) - set(killed), "another web process", 20)


def test_the_running_program_has_the_gate_and_counts_over_its_processes(lasting: Hall) -> None:
    # Eighty calls in a row reach both processes; together they let sixty of a minute through.
    refused = [lasting.get("/api/v1/events")[0] for _ in range(80)].count(429)
    with sqlite3.connect(lasting.data / "run" / "limits.sqlite3") as file:
        ((counted,),) = file.execute("SELECT count FROM counts").fetchall()
    assert refused == 20 or counted < 80, "all in one minute, and more than sixty let through"
    strangers = []
    for _ in range(machine.web_processes() * Rules().half_sent_an_address + 50):
        one = socket.create_connection((CLERK, lasting.port), timeout=30, source_address=(STRANGER, 0))
        one.sendall(HALF_HEAD)
        strangers.append(one)
    assert lasting.get("/healthz", timeout=30)[0] == 200
    eventually(lambda: closed(strangers) > 0, "the first of too many is closed")
    for one in strangers:
        one.close()


def test_what_the_children_say_goes_into_the_log_and_not_onto_the_console(lasting: Hall) -> None:
    lasting.get("/no-such-page")
    eventually(lambda: "/no-such-page" in lasting.log(), "the line in the log")
    assert "no-such-page" not in lasting.output.read_text()


def test_nothing_in_the_data_folder_is_for_others_to_read(lasting: Hall) -> None:
    """Made by anybody beforehand, or by the running program: folders, database, keys, logs, messages."""
    eventually(lasting.beats, "a worker that beats")
    assert opened_up(lasting.data) == []


def opened_up(folder: Path) -> list[Path]:
    return [path for path in (folder, *folder.rglob("*")) if path.exists() and path.stat().st_mode & 0o077]


def test_a_second_program_on_the_same_folder_is_refused(lasting: Hall) -> None:
    eventually(lasting.beats, "all of the first program")
    family = all_children(lasting)
    second = start(lasting.data, "--no-demo")
    assert second.process.wait(30) == 2
    at, sentence = said_by(second)
    assert at == "[1/3] Packages"
    assert "is using the data folder" in sentence
    assert set(family) <= set(all_children(lasting)), "the first one goes on undisturbed"
    eventually(lasting.is_ready, "the first one's answer")


def test_a_taken_port_is_one_sentence_before_anything_is_installed(lasting: Hall, tmp_path: Path) -> None:
    second = start(tmp_path / "other", "--no-demo", port=lasting.port)
    assert second.process.wait(30) == 2
    (sentence,) = said_by(second)
    assert f"Port {lasting.port} on 127.0.0.1 is taken" in sentence


def said_by(hall: Hall) -> list[str]:
    """The lines of a start that stopped, but for what is said of the folder at every start."""
    return [line for line in hall.output.read_text().splitlines() if "is copied by Dropbox" not in line]


def test_after_kill_9_of_the_parent_the_same_command_works_at_once_and_no_orphan_is_left(
    lasting: Hall,
) -> None:
    """Then it ends politely on Ctrl-C (told to as a service: `tests/faults/test_database_away.py`), everything in its place."""
    eventually(lasting.beats, "a worker that beats")
    orphans = all_children(lasting)
    assert len(orphans) >= 2
    lasting.process.send_signal(signal.SIGKILL)
    lasting.process.wait()
    again = start(lasting.data, "--no-demo", port=lasting.port)
    try:
        eventually(
            lambda: again.children("web") and again.is_ready(),
            "another hall on the same port and folder",
            30,
        )
        eventually(lambda: not any(is_alive(pid) for pid in orphans), "the end of every orphan", 15)
        family = all_children(again)
    finally:
        assert again.stop(signal.SIGINT) == 0
    said = again.output.read_text()
    assert not any(is_alive(pid) for pid in family)
    assert "Traceback" not in said
    assert "password" not in said
    assert not (lasting.data / "backups").exists(), "nothing to migrate, so nothing to copy"


def test_the_children_share_what_they_have_loaded_and_need_nobody_for_it(lasting: Hall) -> None:
    """Two web processes and a worker hold less together than each by itself did; without their nursery they go on."""
    eventually(lasting.beats, "a worker that beats")
    family = [*lasting.children("web"), *lasting.children("worker")]
    (nursery,) = lasting.children("nursery")
    assert memory(family) < 0.75 * sum(held(pid) for pid in family)
    lasting.kill("nursery")
    eventually(lambda: not is_alive(nursery), "its end")
    assert lasting.is_ready()
    assert all(is_alive(pid) for pid in family)
    os.kill(family[-1], signal.SIGKILL)
    assert eventually(lambda: lasting.children("worker"), "another worker, of another nursery", 20)


def held(pid: int) -> int:
    """Megabytes of a process, what it shares told in full."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Rss:")) // 1024
