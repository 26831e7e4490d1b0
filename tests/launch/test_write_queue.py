"""The queue before SQLite's write lock: fair, bounded, and always left again."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection, transaction

from tdapp.kernel.running import giving_way, patience
from tdapp.launch.sqlite import base
from tdapp.launch.sqlite.queue import FairLock
from tests.servers import eventually

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_waits_longest_is_next_and_nobody_overtakes() -> None:
    lock, order = FairLock(), []

    def wait_in_line(number: int) -> None:
        assert lock.enter(30)
        order.append(number)
        lock.leave()

    assert lock.enter(1)
    threads = []
    for number in range(20):
        threads.append(threading.Thread(target=wait_in_line, args=(number,)))
        threads[-1].start()
        eventually(lambda expected=number + 1: len(lock._waiting) == expected, "its place in the line", 20)
    lock.leave()
    for thread in threads:
        thread.join(30)
    assert order == list(range(20))
    assert lock.enter(0)


def test_who_gives_up_leaves_the_line_to_the_others() -> None:
    lock = FairLock()
    assert lock.enter(1)
    assert not lock.enter(0.01)
    lock.leave()
    assert lock.enter(0)


@contextmanager
def another_process_writing() -> Iterator[sqlite3.Connection]:
    """A second connection that holds the write lock, as another process would."""
    name = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        if other.in_transaction:
            other.rollback()


def impatient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(base.DatabaseWrapper, "_patience", lambda self: seconds)


def test_a_lock_that_never_comes_is_an_error_in_time_and_the_line_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connection.ensure_connection()
    impatient(monkeypatch, 0.1)
    with (
        another_process_writing(),
        pytest.raises(OperationalError, match="database is locked"),
        transaction.atomic(),
    ):
        pytest.fail("the other still writes")
    with transaction.atomic():
        get_user_model().objects.create_user("alma")  # type: ignore[attr-defined]
    assert get_user_model().objects.count() == 1


def test_a_writer_waits_for_another_process_and_then_writes() -> None:
    connection.ensure_connection()
    with another_process_writing() as other:
        threading.Timer(0.3, other.rollback).start()
        began = time.monotonic()
        with transaction.atomic():
            get_user_model().objects.create_user("alma")  # type: ignore[attr-defined]
        assert time.monotonic() - began >= 0.2
    assert get_user_model().objects.count() == 1


def turn_is_free() -> bool:
    lock = base._queues[str(connection.settings_dict["NAME"])]
    if not lock.enter(0):
        return False
    lock.leave()
    return True


def test_the_turn_ends_with_a_commit_a_rollback_and_a_lost_connection() -> None:
    with transaction.atomic():
        assert not turn_is_free()
    assert turn_is_free()
    with pytest.raises(ValueError, match="undo"), transaction.atomic():
        raise ValueError("undo")
    assert turn_is_free()
    with transaction.atomic():
        connection.close()
    assert turn_is_free()


def test_work_beside_the_day_stays_away_from_the_lock_after_each_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    least, most = giving_way.LEAST, giving_way.MOST
    assert giving_way.rest(1.0) == 0.0
    with giving_way.giving_way():
        assert [giving_way.rest(held) for held in (0.0, least * 4, 60.0)] == [least, least * 2, most]
    assert giving_way.rest(1.0) == 0.0
    rests = []

    def rest(held: float) -> float:
        rests.append((held >= 0, turn_is_free()))
        return 0.0

    monkeypatch.setattr(base, "rest", rest)
    for _time in range(2):
        with transaction.atomic(), transaction.atomic():
            get_user_model().objects.count()
    assert rests == [(True, True)] * 2


def test_what_happens_on_commit_may_write_again() -> None:
    with transaction.atomic():
        transaction.on_commit(lambda: get_user_model().objects.create_user("late"))  # type: ignore[attr-defined]
    assert get_user_model().objects.filter(username="late").exists()


def test_who_hardly_waited_to_write_reads_with_the_usual_patience_again() -> None:
    """A page after a log-in was told that the database is away where somebody committed for longer than that."""
    with patience.hardly_any():
        pass
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)


def test_the_busy_timeout_of_single_statements_is_the_long_one() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)


def test_many_threads_write_each_once_and_none_is_refused() -> None:
    failures: list[Exception] = []

    def write(number: int) -> None:
        try:
            with transaction.atomic():
                get_user_model().objects.create_user(f"clerk{number}")  # type: ignore[attr-defined]
        except OperationalError as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert get_user_model().objects.count() == 30
