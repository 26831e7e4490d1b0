"""What backups, files in and files out refuse and no other test of them comes across: found by taking each guard away."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from core import canonical
from tdapp.desk.models import Freeze
from tdapp.desk.pairing.commands.line_ups import set_line_ups
from tdapp.events.models import Entrant, Event
from tdapp.interchange.backups import making, postgres, sqlite
from tdapp.interchange.backups.making import make_backup
from tdapp.interchange.backups.manifest import Manifest
from tdapp.interchange.commands import events
from tdapp.interchange.commands.backups import backup_later
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.exports import render
from tdapp.interchange.exports.trf import export_trf
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.running.legs import walk
from tests import factories as f
from tests.interchange.archived import as_bytes, brought_in, empty, fresh
from tests.refusing import refused

pytestmark = pytest.mark.django_db
WRONG: dict[str, tuple[str, Any, str]] = {
    "a line-up of nobody": ("line_ups", {"2": "A: 99"}, "no player of a team has number 99"),
    "a wish for nobody": ("wishes", {"no_bye": "99"}, "99"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_archive_that_names_nobody_is_not_brought_in(name: str) -> None:
    row = f.division(f.event(), plan="matches 1-3", rounds_planned=3)
    for one in f.entrants(row, 4):
        Entrant.objects.filter(pk=one.pk).update(team="AB"[one.number % 2])
    set_line_ups(f.program(row.event), fresh(row), number=2, lines="A: 4 2")
    told = archive(row.event, private=True)
    field, value, sentence = WRONG[name]
    told["divisions"][0][field] = value
    kept = {name: value for name, value in told.items() if name not in {"digest", "made_at"}}
    empty()
    with pytest.raises(Refusal, match=sentence) as refused:
        brought_in(as_bytes({**told, "digest": canonical.digest(kept)}))
    assert refused.value.code == "bad-archive"
    assert not Event.objects.exists()


OTHER_INDEX = """PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = 'CREATE INDEX by_name ON player (club)' WHERE name = 'by_name'"""


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (OTHER_INDEX, "is not whole"),
        ("INSERT INTO entry VALUES (7)", "refers to rows that are missing"),
        ("", "cannot be read"),
    ],
    ids=["an index of something else", "a row of nobody", "no database of ours"],
)
def test_a_copy_whose_database_is_broken_says_how(tmp_path: Path, spoil: str, told: str) -> None:
    path = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript("""
            CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, club TEXT);
            CREATE INDEX by_name ON player (name);
            INSERT INTO player VALUES (1, 'Ana', 'Cebu');
            CREATE TABLE entry (player INTEGER REFERENCES player);
        """)
        made.executescript(spoil)
    with pytest.raises(Refusal, match=told):
        sqlite.facts(path)


def test_a_backup_without_a_database_is_refused() -> None:
    told = Manifest(connection.vendor, "db.sqlite3", "2026-03-14", [], {}, [], {})
    with pytest.raises(Refusal, match="it holds no database"):
        making._refuse_foreign(told)


def test_only_who_may_make_backups_makes_one_and_in_a_place_there_is(tmp_path: Path) -> None:
    somebody = Context("user:x", "X", "installation", frozenset({"person"}), "cli")
    refused("not-allowed", lambda: make_backup(somebody, tmp_path))
    assert list(tmp_path.iterdir()) == []
    refused("no-place", lambda: backup_later(context.system(), Installation(), place="moon", known_open=True))
    assert not Job.objects.exists()


def test_programs_of_postgresql_that_are_too_old_or_fail_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "_server_version", lambda: 999)
    refused("no-pg-dump", lambda: postgres.program("pg_dump"))
    monkeypatch.setattr(postgres, "program", lambda _name: sys.executable)
    with pytest.raises(Refusal, match="pg_dump failed: no space"):
        postgres._run("pg_dump", "-c", "import sys; sys.exit('no space')")


T_FILE = b"Amihan, Fe 1500 2; 400\nBituin, Gat 1400 1; 350\nCruz, Al 1300 4; 300\nDiaz, Bo 1200 3; 310\n"


def test_a_division_is_filled_from_one_file_that_fits_its_tables() -> None:
    event = f.event()
    row = f.division(event, table_first=1, table_last=1)
    f.division(event, "Other", table_first=2, table_last=9)
    twice = [("a.t", T_FILE), ("b.t", T_FILE)]
    refused("one-file", lambda: walk(events._filled(f.program(event), fresh(row), twice)))
    refused("bad-division", lambda: walk(events._filled(f.program(event), fresh(row), twice[:1])))
    assert not row.rounds.exists()


def test_a_file_of_results_without_a_short_name_is_no_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.t"
    path.write_bytes(T_FILE)
    with pytest.raises(SystemExit):
        call_command("import_event", str(path))
    assert "say --slug" in capsys.readouterr().err
    assert not Event.objects.exists()


def test_tables_of_three_are_in_no_trf() -> None:
    row = f.division(f.event())
    f.published(row, [f.entrants(row, 3)])
    refused("no-trf", lambda: export_trf(fresh(row)))


def test_rounds_kept_back_are_in_no_file_for_the_public() -> None:
    hall = f.hall(4, rounds=2, played=2, rounds_planned=2)
    Freeze.objects.create(division=hall.division, last=1)
    wish = render.Wish("xlsx", after=2)
    refused("held-back", lambda: render.check(hall.event, wish))
    render.check(hall.event, replace(wish, after=1))


def test_who_creates_no_events_does_not_look_into_bundles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bundle.zip"
    path.write_bytes(b"x")
    f.user("guest")
    with pytest.raises(SystemExit):
        call_command("import_bundle", str(path), "--dry-run", "--as", "guest")
    assert "Your role does not allow this." in capsys.readouterr().err
