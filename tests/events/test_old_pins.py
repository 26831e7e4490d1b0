"""PINs from before they were of six digits: after the update they open nothing, and their owners are asked for new ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.slow  # needs the migrations, and `./td try` runs without any
BEFORE = [("kernel", "0006_tries_of_whom"), ("events", "0001_squashed_0008_eligibility")]
AFTER = [("kernel", "0007_no_pin_of_the_account"), ("events", "0009_desk_pins")]


@pytest.fixture
def old(tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """A database of its own, beside the tests' one; the name it has in Django."""
    connections.settings["old"] = {**settings.DATABASES["default"], "NAME": str(tmp_path / "old.sqlite3")}
    with django_db_blocker.unblock():
        yield "old"
        connections["old"].close()
    del connections["old"]
    del connections.settings["old"]


def migrated(using: str, to: list[tuple[str, str]]) -> Any:
    """The models as they are once the database is taken that far."""
    executor = MigrationExecutor(connections[using])
    executor.migrate(to)
    return MigrationExecutor(connections[using]).loader.project_state(to).apps


def test_the_update_keeps_no_old_pin_and_asks_those_with_a_password_for_a_new_one(old: str) -> None:
    apps = migrated(old, BEFORE)
    user, member = apps.get_model("kernel", "User"), apps.get_model("events", "Membership")
    day = date(2026, 3, 14)
    event = apps.get_model("events", "Event").objects.using(old).create(
        name="Cup", slug="cup", starts_on=day, ends_on=day, sequence=1
    )  # fmt: skip
    people = {"dina": ("pbkdf2$x", "a hash"), "vic": ("!none", "a hash"), "ben": ("pbkdf2$x", "")}
    for name, (password, pin) in people.items():
        row = user.objects.using(old).create(username=name, password=password, pin_hash=pin)
        for role in ("clerk", "judge"):
            member.objects.using(old).create(event=event, user=row, role=role)
    pins = migrated(old, AFTER).get_model("events", "DeskPin").objects.using(old)
    assert list(pins.values_list("user__username", "pin_hash")) == [("dina", "")]
