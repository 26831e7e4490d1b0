"""Fault 11: the disk is full, or read-only. Nothing false is said, nothing is half there, and it goes on without a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory

from tdapp.desk.models import Result
from tdapp.desk.rehearsal.invariants import broken
from tdapp.kernel.models import AuditEntry, IdempotencyKey
from tdapp.kernel.pages.middleware import Refusals
from tests import factories as f
from tests.contracts.worlds import signed_in

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = 40


@contextmanager
def full_disk() -> Iterator[None]:
    """SQLite may not grow by a single page inside the block; pages that earlier tests freed are given up first."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        before = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {before}")


def send(client: Client, hall: f.Hall, table: int, accept: str = "application/json") -> Any:
    """A typed line with its key, as the page's script sends it (or as a plain form)."""
    where, line = f"/e/{hall.event.slug}/enter/", f"{table} {400 + table} {390 - table}"
    headers = {"Idempotency-Key": f"table-{table}", "Accept": accept}
    if accept == "application/json":
        return client.post(
            where, json.dumps({"line": line, "sure": True}), "application/json", headers=headers
        )
    return client.post(where, {"line": line, "agree": "1", "agreed_line": line}, headers=headers)


def until_full(client: Client, hall: f.Hall) -> tuple[list[int], Any]:
    """Enter until the disk is full: the tables that were acknowledged, and the answer to the first that was not."""
    saved = []
    for table in range(1, TABLES + 1):
        answer = send(client, hall, table)
        if answer.status_code != 200:
            return saved, answer
        saved.append(table)
    raise AssertionError("the disk never filled")


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=2 * TABLES, table_last=2 * TABLES)


@pytest.fixture
def clerk(hall: f.Hall) -> Client:
    client = signed_in(hall.clerk)
    assert client.get(f"/e/{hall.event.slug}/enter/").status_code == 200
    return client


def test_what_could_not_be_saved_is_said_not_to_be_saved(hall: f.Hall, clerk: Client) -> None:
    with full_disk():
        saved, answer = until_full(clerk, hall)
        assert answer.status_code == 507
        assert "NOT saved" in answer.content.decode()
        page = send(clerk, hall, len(saved) + 1, accept="text/html")
        assert page.status_code == 507
        assert "NOT saved" in page.content.decode()
    kept = Result.objects.filter(is_current=True).values_list("table__number", flat=True)
    assert sorted(kept) == saved
    assert (
        IdempotencyKey.objects.count()
        == AuditEntry.objects.filter(intent="result.enter").count()
        == len(saved)
    )
    assert broken(hall.event) == []


def test_reading_goes_on_while_the_disk_is_full(hall: f.Hall, clerk: Client) -> None:
    with full_disk():
        until_full(clerk, hall)
        for page in ("", "enter/", "open/standings/1/", "open/round/1/"):
            assert clerk.get(f"/e/{hall.event.slug}/{page}").status_code == 200


def test_after_space_was_made_the_same_key_saves_without_a_restart(hall: f.Hall, clerk: Client) -> None:
    with full_disk():
        saved, _answer = until_full(clerk, hall)
    for table in range(1, TABLES + 1):
        assert send(clerk, hall, table).status_code == 200
    assert Result.objects.count() == TABLES
    assert saved
    assert broken(hall.event) == []


def test_where_nothing_can_be_written_the_sentence_says_so_and_the_same_key_saves_afterwards(
    hall: f.Hall, clerk: Client
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
    try:
        for accept in ("application/json", "text/html"):
            answer = send(clerk, hall, 1, accept)
            assert answer.status_code == 507
            assert "The data folder cannot be written to. This was NOT saved." in answer.content.decode()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 0")
    assert Result.objects.count() == 0
    assert send(clerk, hall, 1).status_code == 200
    assert Result.objects.count() == 1
    assert broken(hall.event) == []


@pytest.mark.services
def test_where_postgresql_can_only_be_read_the_sentence_says_so_and_the_same_key_saves_afterwards(
    pg: object,
) -> None:
    """As after a move to a replica: its answer is no `OperationalError`."""
    hall = f.hall(2 * TABLES)
    client = signed_in(hall.clerk)
    assert send(client, hall, 2).status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
        answer = send(client, hall, 1)
        assert answer.status_code == 503
        assert "can only be read" in answer.content.decode()
        page = client.get(f"/e/{hall.event.slug}/enter/")
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE")
    assert page.status_code == 200
    assert send(client, hall, 1).status_code == 200
    assert Result.objects.count() == 2


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("database or disk is full", "disk-full"),
        ('could not extend file "base/16384/16512": No space left on device', "disk-full"),
        ("attempt to write a readonly database", "disk-read-only"),
        ("unable to open database file", "disk-read-only"),
        ("server closed the connection unexpectedly", "database-away"),
        ("database is locked", "database-away"),
    ],
)
def test_what_a_database_says_of_its_disk_is_told_as_what_it_is(said: str, code: str) -> None:
    request = RequestFactory().post("/e/cebu/enter/", headers={"Accept": "application/json"})
    answer = Refusals(lambda _request: HttpResponse()).process_exception(request, OperationalError(said))
    assert answer is not None
    assert code in answer.content.decode()
