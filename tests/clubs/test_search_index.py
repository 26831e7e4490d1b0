"""The index the search looks things up in: what the worker makes, and that it never says more than the tables do."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.clubs.front import index
from tdapp.events.models import Event
from tdapp.people.models import ClubHome
from tests import factories as f
from tests.clubs.test_front import named, page
from tests.publishing.hall import played_hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(index, "_next", [0.0])
    monkeypatch.setattr(index, "SHARE", 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Lipa (Batangas) Open, 2026", ["lipa", "batangas", "open", "2026"]),
        ("O'Brien-Peña", ["o'brien-pen~a"]),
        ("...", []),
    ],
)
def test_words_are_what_people_type(text: str, words: list[str]) -> None:
    assert index.parts(text) == words


def test_it_says_what_the_tables_say_and_is_asked_instead_of_them() -> None:
    here = played_hall()
    named(here, 2, age="adult")
    f.club("lipa", name="Lipa (Tile) Club", public=True)
    f.club("hidden", name="Lipa Secret Club")
    before = {
        typed: page(f"/search?q={typed}") for typed in ("quir", "xen+quirante", "public+op", "lipa", "nobody")
    }
    index.tick()
    assert {typed: page(f"/search?q={typed}") for typed in before} == before
    assert "Lipa (Tile) Club" in page("/search?q=tile")
    with CaptureQueriesContext(connection) as asked:
        page("/search?q=nobody")
    assert not [
        one for one in asked.captured_queries if "LIKE" in one["sql"] and "people_player" in one["sql"]
    ]


def test_a_child_is_in_no_index_and_whoever_is_guarded_or_hidden_since_is_found_by_nobody() -> None:
    here = played_hall()
    named(here, 2, age="minor")
    index.tick()
    assert b"quirante" not in index.place().read_bytes()
    named(here, 2, age="adult")
    f.club("lipa", name="Lipa Club", public=True)
    index.build()
    assert "Xenia" in page("/search?q=quirante")
    named(here, 2, age="minor")
    assert "Xenia" not in page("/search?q=quirante")
    named(here, 2, age="adult")
    Event.objects.update(public=False)
    ClubHome.objects.update(public=False)
    for typed in ("quirante", "public", "lipa"):
        assert "Nothing found" in page(f"/search?q={typed}")


def test_it_is_made_anew_after_what_is_done_and_not_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    here = played_hall()
    index.tick()
    first = index.place().stat().st_ino
    index.tick()
    assert index.place().stat().st_ino == first
    here.release(2)
    index.tick()
    assert index.place().stat().st_ino != first
    monkeypatch.setattr(index, "SHARE", 10**9)
    index.tick()
    here.release(1)
    second = index.place().stat().st_ino
    index.tick()
    assert index.place().stat().st_ino == second, "its share of the worker's time is used up"


def test_one_nobody_keeps_or_can_read_is_not_asked() -> None:
    f.club("lipa", name="Lipa Club", public=True)
    index.build()
    ClubHome.objects.filter(slug="lipa").update(slug="new")
    f.club("newer", name="Newer Club", public=True)
    assert index.found(index.CLUB, "newer") == []
    os.utime(index.place(), (0, 0))
    assert index.found(index.CLUB, "newer") is None
    assert "Newer Club" in page("/search?q=newer")
    index.place().write_bytes(b"no database")
    assert index.found(index.CLUB, "lipa") is None
    index.tick()
    with sqlite3.connect(index.place()) as file:
        assert file.execute("SELECT count(*) FROM words").fetchone()[0] > 0
