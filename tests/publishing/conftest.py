"""Public pages are cached by design; a test starts with an empty cache, and nothing stale is served unless it says so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache

from tdapp.publishing.pages.views import now
from tdapp.publishing.released import single_flight


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(single_flight, "STALE", timedelta(seconds=-1))
    monkeypatch.setattr(now, "SLOT_MS", 1)
    cache.clear()
    yield
    cache.clear()
