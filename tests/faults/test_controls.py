"""Negative controls of the fault scenarios that have no guard to take away: the fault does happen, and is seen."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import DataError, transaction

from tdapp.kernel import audit, clock, context
from tdapp.kernel.models import AuditEntry
from tdapp.people.models import Club
from tests.faults.scenarios import laptop

NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
SCOPE = "event:clock"


@pytest.mark.parametrize("with_journal", [True, False])
def test_an_image_without_its_journal_is_not_whole(with_journal: bool, tmp_path: Path) -> None:
    """Scenario 5 would see it: the file in the middle of a change, with half of its pages written already."""
    file, image = tmp_path / "db.sqlite3", tmp_path / "image.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 2")
        database.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT)")
        database.execute("CREATE INDEX by_text ON kept (text)")
        rows = [(f"{n * 7919 % 1000:050}",) for n in range(2000)]
        database.execute("BEGIN")
        database.executemany("INSERT INTO kept (text) VALUES (?)", rows)
        database.execute("COMMIT")
        database.execute("BEGIN")
        database.execute("UPDATE kept SET text = id || text WHERE id % 3 = 0")
        shutil.copyfile(file, image)
        if with_journal:
            shutil.copyfile(f"{file}-journal", f"{image}-journal")
        database.execute("ROLLBACK")
    assert (laptop._faults_of(image) == []) is with_journal


@pytest.mark.django_db
def test_by_its_times_the_log_of_such_a_day_is_out_of_order() -> None:
    """Scenario 10 reads it by its numbers, which stay in order when the clock is put back; its times do not."""
    for hours in (0, 6, -2, 8, 0):
        with clock.at(NOON + timedelta(hours=hours)):
            audit.write(context.system(SCOPE), "result.enter", f"{hours} hours")
    entries = AuditEntry.objects.filter(scope=SCOPE).order_by("number")
    assert [row.target for row in entries] != [row.target for row in entries.order_by("at", "number")]
    assert audit.broken(SCOPE) == []


@pytest.mark.services
def test_past_the_forms_such_text_is_a_crash(pg: object) -> None:
    """Scenario 15 finds no crash because no form lets such text through: PostgreSQL would not take it."""
    with pytest.raises(DataError, match="NUL"), transaction.atomic():
        Club.objects.create(name="a\x00b")
    with pytest.raises(UnicodeEncodeError), transaction.atomic():
        Club.objects.create(name="a\ud800b")
