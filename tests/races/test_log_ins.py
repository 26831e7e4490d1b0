"""A log-in waits for nobody's turn: whoever holds the installation's, or writes for long, is not noticed by it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from tdapp.events.members.views import account
from tdapp.kernel import audit
from tdapp.kernel.context import INSTALLATION
from tdapp.kernel.models import AuditEntry, BrowserSession, SignInNote, User, WrongTries
from tdapp.kernel.running import patience
from tdapp.kernel.signing_in.doors import beside, notes
from tests import factories
from tests.races.crowd import PATIENCE_SECONDS


@pytest.fixture
def beside_the_database(
    database: str, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """As a hall runs: on SQLite what a log-in writes lies in a file of its own."""
    if database == "postgresql":
        yield database
        return
    # Tests are let into databases they name beforehand; this one is there only now.
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", django_db_blocker._real_ensure_connection)
    known = connections.settings
    known[beside.ALIAS] = {
        **known["default"], "NAME": str(tmp_path / "doors.sqlite3"), "OPTIONS": settings.BESIDE["OPTIONS"],
    }  # fmt: skip
    try:
        yield database
    finally:
        connections[beside.ALIAS].close()
        del known[beside.ALIAS], connections[beside.ALIAS]


@contextmanager
def somebody_writes() -> Iterator[None]:
    """Meanwhile another thread holds the installation's turn and has written, until the block is over."""
    begun, over, told = threading.Event(), threading.Event(), list[BaseException]()

    def write() -> None:
        try:
            with transaction.atomic():
                audit.lock(INSTALLATION)
                User.objects.filter(username="nobody").update(display_name="x")
                begun.set()
                over.wait(PATIENCE_SECONDS)
        except BaseException as error:  # what broke is raised in the test, not swallowed in a thread
            told.append(error)
            begun.set()
        finally:
            connections.close_all()

    thread = threading.Thread(target=write)
    thread.start()
    assert begun.wait(PATIENCE_SECONDS)
    try:
        yield
    finally:
        over.set()
        thread.join(PATIENCE_SECONDS)
    assert not told


def log_in(name: str, password: str = "pass", client: Client | None = None) -> Any:
    return (client or Client()).post("/login", {"username": name, "password": password})


def entries(user: User) -> list[str]:
    rows = AuditEntry.objects.filter(scope=user.scope_key).order_by("number")
    return list(rows.values_list("intent", flat=True))


def test_a_log_in_answers_while_somebody_holds_the_installations_turn(beside_the_database: str) -> None:
    ana, client = factories.user("ana"), Client()
    with somebody_writes():
        assert log_in("ana", client=client).status_code == 303
        assert log_in("ana", "wrong").status_code == 422
        assert client.get("/").wsgi_request.user == ana  # type: ignore[attr-defined]
        assert client.post("/logout").status_code == 303
    notes.tick()
    assert entries(ana) == ["session.begin", "session.end"]
    ana.refresh_from_db()
    assert ana.last_login is not None
    assert audit.broken(ana.scope_key) == []


def test_what_a_log_in_leaves_is_in_the_log_once_however_often_it_is_settled(
    beside_the_database: str,
) -> None:
    ana = factories.user("ana")
    note = notes.leave(ana, "password")
    for _time in range(2):
        notes.tick()
        SignInNote.objects.bulk_create(
            [note], ignore_conflicts=True
        )  # the program ended before it was taken away
    notes.tick()
    assert entries(ana) == ["session.begin"]
    assert not SignInNote.objects.exists()


def test_eight_log_ins_at_once_are_eight_sessions(beside_the_database: str) -> None:
    users = [factories.user(f"user-{number}") for number in range(8)]
    with somebody_writes():
        threads = [threading.Thread(target=_one, args=(user.username,)) for user in users]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        assert set(BrowserSession.objects.values_list("user", flat=True)) == {str(user.pk) for user in users}


def _one(name: str) -> None:
    try:
        log_in(name)
    finally:
        connections.close_all()


def test_a_log_in_that_took_the_turn_would_wait(
    beside_the_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: written as it was before, the log-in meets whoever writes, and the tests above would see it."""

    def as_before(request: Any, user: User, how: str, **facts: Any) -> None:
        with patience.hardly_any():
            audit.lock(INSTALLATION)

    factories.user("ana")
    monkeypatch.setattr(account, "begin", as_before)
    with somebody_writes():
        assert log_in("ana").status_code == 503


def test_without_its_own_file_a_log_in_on_sqlite_would_wait(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of the file beside the database."""
    if connection.vendor != "sqlite":
        return
    factories.user("ana")
    monkeypatch.setattr(patience, "seconds", lambda usual: 0.05)
    with somebody_writes():
        assert log_in("ana").status_code == 503


def test_the_file_beside_the_database_has_the_tables_the_models_have(beside_the_database: str) -> None:
    if connection.vendor != "sqlite":
        return
    for model in (BrowserSession, SignInNote, WrongTries):
        table = model._meta.db_table
        shapes = []
        for alias in ("default", beside.ALIAS):
            with connections[alias].cursor() as cursor:
                cursor.execute(f"PRAGMA table_info({table})")
                shapes.append(sorted(row[1:4] for row in cursor.fetchall()))
        assert shapes[0] == shapes[1], table
