"""One process that has loaded the program, from which tests start it in forks; and an installation somebody watches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tdapp.launch import counting
from tests.launch.starting import Starts, starts


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starts]:
    """Each start is a fork with a data folder of its own; loading the program would cost more than all it does there."""
    with starts(tmp_path_factory.mktemp("settings")) as running:
        yield running


WATCHER = "a-token-of-whoever-watches-it"


@pytest.fixture
def watched(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation somebody watches, with a folder of its own."""
    settings.METRICS_TOKEN, settings.DATA_DIR = WATCHER, tmp_path
    settings.MIDDLEWARE = ["tdapp.launch.counting.Route", *settings.MIDDLEWARE]
    monkeypatch.setenv(counting.FOLDER, "")
    monkeypatch.setattr(counting, "_has_files", set())
    counting.counters.cache_clear()
    yield
    counting.counters.cache_clear()
