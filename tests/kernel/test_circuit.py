"""Redis that takes every connection and answers none: one wait tells the whole process, no reader is spent on asking again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from django.conf import settings

from tdapp.kernel import context, jobs, tasks
from tdapp.kernel.models import Job
from tdapp.kernel.running import circuit, health
from tdapp.kernel.running.circuit import Circuit
from tdapp.kernel.signing_in.limits import FirstThatAnswers, OwnCounts, RedisCounts
from tdapp.launch.requests.cache import ForgivingRedisCache

HOUR = 3600.0


@pytest.fixture
def hanging(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a Redis that hangs; nobody looks whether it is back."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as door:
        url = f"redis://127.0.0.1:{door.getsockname()[1]}/0"
        settings.REDIS_URL, settings.WAIT_FOR_REDIS = url, dict.fromkeys(settings.WAIT_FOR_REDIS, 0.05)
        known = Circuit(lambda: None, soon=HOUR)
        monkeypatch.setattr(circuit, "of", {url: known}.__getitem__)
        yield url


def must_not_ask(*_asked: Any, **_named: Any) -> None:
    raise AssertionError("Redis was asked while it is known to be away")


def test_one_reader_who_waits_in_vain_opens_the_circuit_for_everything_the_process_asks_of_redis(
    hanging: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ForgivingRedisCache(hanging, {"OPTIONS": settings.WAIT_FOR_REDIS}).get("k", "none") == "none"
    monkeypatch.setattr(redis.connection.AbstractConnection, "connect", must_not_ask)
    monkeypatch.setattr(tasks.run_job, "delay", must_not_ask)
    counts = RedisCounts(hanging)
    with ThreadPoolExecutor(1) as another:
        fresh = another.submit(ForgivingRedisCache, hanging, {"OPTIONS": settings.WAIT_FOR_REDIS}).result()
        assert another.submit(fresh.get, "k", "none").result() == "none"
    assert FirstThatAnswers(counts, OwnCounts()).add(b"one", 60, 1.0) == (1, 61.0)
    health.beat("web")
    assert not health._held(health.worker)["ok"]
    with pytest.raises(redis.ConnectionError):
        tasks.send("a job")


@pytest.mark.parametrize("asks", ["counts", "beats", "jobs"])
def test_whoever_of_them_waits_first(hanging: str, asks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsent(_pk: str) -> None:
        raise tasks.OperationalError("Timeout reading from socket")

    monkeypatch.setattr(tasks.run_job, "delay", unsent)
    if asks == "counts":
        FirstThatAnswers(RedisCounts(hanging), OwnCounts()).add(b"one", 60, 1.0)
    elif asks == "beats":
        health.beat("web")
    else:
        with pytest.raises(tasks.OperationalError):
            tasks.send("a job")
    assert circuit.of(hanging).is_open


def test_a_thread_of_its_own_looks_until_redis_answers_and_closes_it_for_all() -> None:
    knocked: list[str] = []

    def knock() -> None:
        knocked.append(threading.current_thread().name)
        if len(knocked) < 4:
            raise redis.TimeoutError

    one = Circuit(knock, soon=0.0)
    with pytest.raises(redis.TimeoutError):
        one.ask(knock)
    assert one._looking
    one._looking.join(10)
    assert (one.is_open, knocked, one.absences) == (False, ["MainThread", *["redis"] * 3], 1)
    assert one.ask(lambda: "of Redis") == "of Redis"


def test_a_process_forked_from_one_that_was_waiting_looks_for_itself() -> None:
    one = Circuit(lambda: None, soon=0.0)
    # What is left of it there: it is away, and the thread is not.
    one._away, one._looking = True, threading.Thread(target=print)
    one.is_open  # noqa: B018
    one._looking.join(10)
    assert not one.is_open


def test_who_knocks_has_a_value_kept_for_a_full_redis_says_that_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_asked: Any, **_named: Any) -> None:
        raise redis.ResponseError("OOM command not allowed when used memory > 'maxmemory'.")

    monkeypatch.setattr(redis.Redis, "set", full)
    with pytest.raises(redis.RedisError, match="maxmemory"):
        circuit.of.__wrapped__("redis://127.0.0.1:1/0").knock()


@pytest.mark.django_db(transaction=True)
def test_jobs_asked_for_meanwhile_are_sent_as_soon_as_it_is_back_and_the_first_that_fails_stands_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def away(pk: str) -> None:
        tried.append(pk)
        raise redis.ConnectionError

    monkeypatch.setattr(jobs, "_kinds", {"test.nothing": dict})
    monkeypatch.setattr(jobs.SEND, "answers", (away,))
    rows = [jobs.enqueue(context.system("event:1"), "test.nothing", {}) for _ in range(3)]
    assert (len(tried), set(Job.objects.values_list("last_sent", flat=True))) == (3, {None})
    assert (jobs.reap(), len(tried)) == (0, 4)
    sent: list[str] = []
    monkeypatch.setattr(jobs.SEND, "answers", (sent.append,))
    assert jobs.reap() == 3
    assert set(sent) == {str(row.pk) for row in rows}
