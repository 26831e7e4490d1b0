"""What an installation tells whoever watches it: counted by every process, asked with a token, and nobody is named."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tdapp.kernel.models import Job
from tdapp.launch import counting
from tdapp.launch.host import machine
from tdapp.launch.metrics import state
from tdapp.launch.requests import secret
from tests.launch.conftest import WATCHER

ROOT = Path(__file__).parents[2]
ASK = {"Authorization": f"Bearer {WATCHER}"}


def told(client: Client) -> str:
    answer = client.get("/metrics", headers=ASK)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_only_who_has_the_token_may_ask_and_nobody_where_there_is_none(
    client: Client, watched: None, settings: Any
) -> None:
    assert client.get("/metrics").status_code == 401
    for wrong in ("Bearer nonsense", WATCHER, "Basic " + WATCHER, "Bearer é"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 401, wrong
    assert "TD_METRICS_TOKEN" in client.get("/metrics").content.decode()
    assert client.get("/metrics", headers=ASK, SERVER_NAME="10.1.2.3").status_code == 200
    assert client.post("/metrics", headers=ASK).status_code == 405
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers=ASK).status_code == 404
    with pytest.raises(secret.Unsafe, match="too short"):
        secret.watcher("short")


@pytest.mark.django_db
def test_it_tells_how_the_installation_stands(client: Client, watched: None) -> None:
    Job.objects.create(kind="test.none", scope="installation", actor="system", actor_name="")
    page = told(client)
    for line in (
        'td_jobs{state="queued"} 1.0',
        "td_database_up 1.0",
        "td_disk_free_bytes",
        "td_website_behind_seconds 0.0",
    ):
        assert line in page, line
    assert "td_unknown{" not in page


@pytest.mark.django_db
def test_what_cannot_be_asked_is_named_and_the_rest_is_told(
    client: Client, watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> Iterator[Any]:
        raise ConnectionError("secret-host:5432")

    monkeypatch.setitem(state.ASKED, "jobs", away)
    page = told(client)
    assert 'td_unknown{what="jobs"} 1.0' in page
    assert "td_disk_free_bytes" in page
    assert "secret-host" not in page


COUNTED = """
import django, os
django.setup()
from django.conf import settings
from django.test import RequestFactory
from tdapp.launch import counting
from tdapp.wsgi import application
assert type(application).__name__ == "Counted"
for path, method in (("/language", "GET"), ("/nowhere-at-all/1", "GET"), ("/language", "BREW")):
    environ = RequestFactory().get(path).environ
    environ["REQUEST_METHOD"] = method
    b"".join(application(environ, lambda *said: None))
    application.at_hand(environ)
counting.count_command("result.enter", "done")
"""
TOLD = """
from prometheus_client import CollectorRegistry, generate_latest, multiprocess
registry = CollectorRegistry()
multiprocess.MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""


def test_every_process_of_the_machine_counts_into_what_one_of_them_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes one after the other, then a third that tells: a route by its view, no address, no person."""
    monkeypatch.setenv("TD_METRICS_TOKEN", WATCHER)
    monkeypatch.setenv("TD_DATA", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    for program in (COUNTED, COUNTED, COUNTED + TOLD):
        page = subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT
        ).stdout
    assert 'td_requests_total{method="GET",route="set_language",status="405"} 3.0' in page
    assert 'td_requests_total{method="other",route="set_language",status="405"} 3.0' in page
    assert 'td_commands_total{intent="result.enter",outcome="done"} 3.0' in page
    assert 'route="none",status="404"' in page
    assert "nowhere" not in page


def test_a_full_disk_costs_the_counts_and_not_the_process(
    watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is mapped into memory lies whole on the disk before it is written to."""

    def full(*_file: int) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", full)
        counting.count_command("result.enter", "done")
    assert not any(file.stat().st_size for file in counting.folder().glob("*.db"))
    counting.count_command("result.enter", "done")
    files = [counting.folder() / f"{kind}_{os.getpid()}.db" for kind in counting.KINDS]
    assert all(file.stat().st_blocks * 512 >= counting.FILE_BYTES for file in files)


def test_where_somebody_watches_commands_are_counted_and_counts_of_the_dead_are_forgotten(
    watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert counting.listeners() == (counting.count_command,)
    counting.folder().mkdir(parents=True)
    files = [counting.folder() / f"counter_{pid}.db" for pid in (11, 12)]
    for file in files:
        file.touch()
    monkeypatch.setattr(machine, "is_running", lambda pid: pid == 12)
    counting.forget()
    assert all(file.exists() for file in files)
    monkeypatch.setattr(machine, "is_running", lambda pid: False)
    counting.forget()
    assert not any(file.exists() for file in files)
