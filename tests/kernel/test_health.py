"""What `/readyz` says of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tdapp.kernel.running import health

pytestmark = pytest.mark.django_db


def test_a_database_whose_file_was_deleted_is_not_ready(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The open file still answers; what is entered into it is gone with the process."""
    monkeypatch.setitem(health.connection.settings_dict, "NAME", str(tmp_path / "gone.sqlite3"))
    monkeypatch.setattr(health.connection, "is_in_memory_db", lambda: False)
    answer = Client().get("/readyz")
    told: dict[str, Any] = answer.json()
    assert answer.status_code == 503
    assert told["checks"]["database"] == {"ok": False, "engine": "sqlite", "error": "FileGone"}


def test_a_database_that_is_there_is_ready() -> None:
    assert Client().get("/readyz").json()["checks"]["database"]["ok"]


def test_a_data_folder_that_can_only_be_read_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.os, "access", lambda _path, _mode: False)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["disk"]["writable"] is False
