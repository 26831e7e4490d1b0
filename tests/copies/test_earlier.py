"""Copies of earlier rounds on this laptop: one for each closed round, shown on Safety, and never more than there is room for."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from django.test import Client

from tdapp.events.models import Round
from tdapp.interchange.commands import copies_due
from tdapp.interchange.copies import earlier, places, plans
from tdapp.kernel import clock
from tests import factories as f
from tests.copies.conftest import WORDS, gone, newest, sealed_copy, taken

pytestmark = pytest.mark.django_db


def shut(here: f.Hall, number: int) -> None:
    Round.objects.filter(division=here.division, number=number).update(status="closed", closed_at=clock.now())


def names() -> list[str]:
    return sorted(one.name for one in earlier.folder().glob("*"))


def some(stem: str, count: int, size: int = 10, days: int = 0) -> None:
    """Earlier copies of an event, made this many days ago, the last of them first."""
    earlier.folder().mkdir(parents=True, exist_ok=True)
    at = (clock.now() - timedelta(days=days)).timestamp()
    for number in range(1, count + 1):
        path = earlier.folder() / f"{stem}-r{number}-{number}.tdcopy"
        with path.open("wb") as out:
            out.truncate(size)
        os.utime(path, (at - (count - number) * 60,) * 2)


def test_each_closed_round_has_a_copy_of_its_own_that_outlives_the_next(hall: f.Hall, client: Client) -> None:
    shut(hall, 1)
    first = sealed_copy(hall)
    (one,) = earlier.of_event(hall.event)
    assert one.path.read_bytes() == first
    newest(hall)  # nothing was closed since: the newest is made anew, and nothing more is kept
    assert [row.path for row in earlier.of_event(hall.event)] == [one.path]
    shut(hall, 2)
    second = newest(hall)
    kept = earlier.of_event(hall.event)
    assert [row.path.read_bytes() for row in kept] == [second, first]
    Round.objects.filter(division=hall.division, number=2).update(status="published", closed_at=None)
    newest(hall)
    shut(hall, 2)  # opened again and closed again: once more
    newest(hall)
    assert len(earlier.of_event(hall.event)) == 3
    client.force_login(hall.director)
    page = client.get(f"/e/{hall.event.slug}/copies/").content.decode()
    assert all(row.path.name in page for row in kept)
    gone(hall)
    assert taken(first, WORDS)["slug"] == hall.event.slug


def test_before_a_round_is_closed_nothing_is_kept_and_a_full_disk_stops_no_copy(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    Round.objects.filter(division=hall.division).update(status="published", closed_at=None)
    sealed_copy(hall)
    assert names() == []
    shut(hall, 1)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.link", full)
    monkeypatch.setattr("shutil.copyfile", full)
    newest(hall)
    assert (plans.newest(hall.event).is_file(), names()) == (True, [])
    assert not plans.plan_of(hall.event).fault  # type: ignore[union-attr]


def test_where_a_disk_knows_no_links_a_copy_is_copied(hall: f.Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", unable)
    shut(hall, 1)
    data = sealed_copy(hall)
    (one,) = earlier.of_event(hall.event)
    assert one.path.read_bytes() == data


def test_of_an_event_that_is_over_the_last_few_stay_and_of_one_that_runs_one_for_each_round() -> None:
    some("cebu-1a2b3c", 9)
    some("davao-4d5e6f", 9, days=8)
    some("manila-7a8b9c", earlier.MOST + 4)
    (earlier.folder() / "READ-ME.txt").write_text("not ours")
    copies_due.tick()
    left = names()
    assert sum(name.startswith("cebu") for name in left) == 9
    assert [name for name in left if name.startswith("davao")] == [
        f"davao-4d5e6f-r{n}-{n}.tdcopy" for n in (7, 8, 9)
    ]
    assert sum(name.startswith("manila") for name in left) == earlier.MOST
    assert "manila-7a8b9c-r1-1.tdcopy" not in left
    assert "READ-ME.txt" in left
    assert earlier.thin() == []


def test_all_together_they_take_no_more_room_than_is_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier, "MOST_BYTES", 1000)
    some("cebu-1a2b3c", 4, size=300)
    some("davao-4d5e6f", 2, size=300, days=1)
    earlier.thin()
    assert names() == [f"cebu-1a2b3c-r{n}-{n}.tdcopy" for n in (2, 3, 4)]
    monkeypatch.setattr(earlier, "MOST_FILES", 2)
    earlier.thin()
    assert names() == [f"cebu-1a2b3c-r{n}-{n}.tdcopy" for n in (3, 4)]


def test_on_a_disk_with_little_room_only_the_last_few_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier, "LOW", 1 << 62)
    some("cebu-1a2b3c", 5)
    earlier.thin()
    assert len(names()) == earlier.FEW


def test_a_stick_is_told_apart_from_what_is_kept_here(hall: f.Hall) -> None:
    shut(hall, 1)
    sealed_copy(hall)
    assert places.copies(hall.event, plans.plan_of(hall.event), []) == []
    assert earlier.folder().is_relative_to(plans.folder())
