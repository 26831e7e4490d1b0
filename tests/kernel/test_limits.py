"""A limit holds over all web processes together, takes no turn of the database, and never stops the hall by failing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.kernel import clock
from tdapp.kernel.signing_in import limits
from tdapp.kernel.signing_in.limits import Counts, FileCounts, FirstThatAnswers, OwnCounts, RedisCounts
from tests.servers import ROOT

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SENDER = """
import sys
from pathlib import Path
from tdapp.kernel.signing_in.limits import FileCounts, OwnCounts, RedisCounts
place = {"file": lambda to: FileCounts(Path(to)), "redis": RedisCounts, "own": lambda to: OwnCounts()}[sys.argv[1]](sys.argv[2])
sys.stdin.readline()
print(sum(place.add(b"one", 60, 1000.0 + number / 100)[0] <= 60 for number in range(40)))
"""


def let_through(kind: str, where: str) -> int:
    """How many of 3 x 40 requests three processes let through that begin at one word, at most 60 being allowed."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT)}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SENDER, kind, where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(3)
    ]
    for one in started:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()
    return sum(int(one.communicate(timeout=120)[0]) for one in started)


def test_three_processes_together_let_sixty_a_minute_through(tmp_path: Path) -> None:
    assert let_through("file", str(tmp_path / "run" / "limits.sqlite3")) == 60
    # Each for itself, as it was: everything passes.
    assert let_through("own", "") == 120


@pytest.mark.services
def test_three_processes_that_share_redis_together_let_sixty_a_minute_through(redis_url: str) -> None:
    assert let_through("redis", redis_url) == 60


@pytest.fixture(params=["file", "own", pytest.param("redis", marks=pytest.mark.services)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Counts:
    made: dict[str, Callable[[], Counts]] = {
        "file": lambda: FileCounts(tmp_path / "limits.sqlite3"),
        "own": OwnCounts,
        "redis": lambda: RedisCounts(request.getfixturevalue("redis_url")),
    }
    return made[str(request.param)]()


def test_a_count_begins_with_its_first_request_and_ends_a_minute_later(place: Counts) -> None:
    begin = NOON.timestamp()
    assert [place.add(b"a", 60, begin + second)[0] for second in (0, 30, 59.9, 60, 119, 120)] == [
        1,
        2,
        3,
        1,
        2,
        1,
    ]
    assert place.add(b"b", 60, begin + 121)[0] == 1


def test_a_clock_set_back_an_hour_locks_nobody_out(place: Counts) -> None:
    for _ in range(100):
        place.add(b"a", 60, NOON.timestamp())
    assert place.add(b"a", 60, NOON.timestamp() - 3600)[0] == 1


def test_what_is_over_leaves_the_file(tmp_path: Path) -> None:
    counts = FileCounts(tmp_path / "limits.sqlite3")
    for number in range(50):
        counts.add(b"%d" % number, 60, NOON.timestamp())
    counts.add(b"later", 60, NOON.timestamp() + 61)
    with sqlite3.connect(tmp_path / "limits.sqlite3") as file:
        assert file.execute("SELECT count(*) FROM counts").fetchone() == (1,)


def test_who_is_over_the_limit_is_told_how_long_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    with clock.at(NOON):
        assert [limits.wait("x", "10.0.0.1", 2) for _ in range(3)] == [0, 0, 60]
        assert limits.wait("x", "10.0.0.2", 2) == 0
        assert limits.wait("y", "10.0.0.1", 2) == 0
    with clock.at(NOON + timedelta(seconds=45)):
        assert limits.wait("x", "10.0.0.1", 2) == 15
    with clock.at(NOON + timedelta(seconds=60)):
        assert limits.wait("x", "10.0.0.1", 2) == 0


@pytest.mark.django_db
def test_counting_asks_nothing_of_the_database_so_it_waits_for_nobodys_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = FileCounts(tmp_path / "limits.sqlite3")
    monkeypatch.setattr(limits, "places", lambda folder, url: counts)
    with CaptureQueriesContext(connection) as asked:
        assert limits.wait("x", "10.0.0.1", 1) == 0
    assert len(asked) == 0


def test_a_damaged_file_is_thrown_away_and_a_place_that_fails_is_left_alone_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "limits.sqlite3"
    path.write_bytes(b"no database at all, but long enough to be looked at " * 40)
    here = FirstThatAnswers(FileCounts(path), OwnCounts())
    assert here.add(b"a", 60, 1.0) == (1, 61.0)
    assert not path.exists()
    assert here.add(b"a", 60, 1.0)[0] == 2
    assert not path.exists()
    monkeypatch.setattr(here, "away_until", [0.0, 0.0])
    assert here.add(b"a", 60, 1.0)[0] == 1
    assert path.exists()


def test_without_redis_and_without_a_folder_this_process_counts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    refused = RedisCounts("redis://127.0.0.1:1/0")
    here = FirstThatAnswers(refused, FileCounts(tmp_path / "file" / "limits.sqlite3"), OwnCounts())
    assert [here.add(b"a", 60, 1.0)[0] for _ in range(3)] == [1, 2, 3]


def test_a_household_of_ipv6_is_one_address() -> None:
    assert limits.household("2001:db8::1:2") == limits.household("2001:db8::ffff:0:0:1") == "2001:db8::/64"
    assert limits.household("2001:db8:0:1::1") != limits.household("2001:db8::1")
    assert (limits.household("10.0.0.1"), limits.household("")) == ("10.0.0.1", "")
