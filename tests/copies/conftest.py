"""Halls whose copies are made, opened, cut and taken over."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tdapp.events.models import Event
from tdapp.interchange.commands import copies, copy_keys
from tdapp.interchange.copies import insert_rows, plans, sealed, take_over
from tdapp.interchange.models import CopyLink, CopyPlan, Handover
from tdapp.kernel import context
from tdapp.kernel.models import AuditHead
from tests import factories as f
from tests.copies.laptops import WORDS
from tests.kept import once


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Copies go to a folder of this test's own."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    # A key in a millisecond: what a real one costs is asserted in one place.
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sealed.SCRYPT, "n", 2**10)
        yield


def played() -> f.Hall:
    """Six players, one round in and closed, one out but for a table."""
    here = f.hall(players=6, rounds=2, played=1)
    f.enter(here.table(1), 400, 300)
    return here


whole, hall = once(played)


def sealed_copy(here: f.Hall, words: str = WORDS) -> bytes:
    """The event's newest copy, as the worker makes it."""
    copy_keys.choose_passphrase(here.as_(here.director), here.event, passphrase=words)
    return newest(here)


def newest(here: f.Hall) -> bytes:
    """A copy of the event as it is now."""
    run = FakeRun(here.event)
    copies.make_copy(run)  # type: ignore[arg-type]
    return plans.newest(here.event).read_bytes()


class FakeRun:
    """A job's run that nobody cancels."""

    def __init__(self, event: Event) -> None:
        self.params = {"event": str(event.pk)}
        self.steps: list[str] = []

    def step(self, _done: int, _total: int, message: str = "") -> None:
        self.steps.append(message)


def gone(here: f.Hall) -> None:
    """As on another laptop: nothing of the event is known."""
    with transaction.atomic():
        for model in (CopyPlan, CopyLink, Handover):
            model.objects.filter(event=here.event).delete()
        insert_rows.forget(here.event)
        AuditHead.objects.filter(scope=here.event.scope_key).delete()


def taken(data: bytes, words: str = WORDS) -> dict[str, Any]:
    """The copy taken over here."""
    return take_over.take_over(context.system(), io.BytesIO(data), words)
