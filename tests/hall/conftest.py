"""What the hall is at is kept for two seconds; a test starts with nothing kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
