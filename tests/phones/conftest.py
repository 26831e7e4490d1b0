"""Phones read the shared public board: a test starts with an empty cache, and nothing stale is served."""

from __future__ import annotations

from tests.publishing.conftest import _nothing_kept as _nothing_kept
