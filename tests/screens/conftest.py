"""Screens are made from what is kept for the public pages: every test starts with nothing kept, and nothing stale."""

from __future__ import annotations

from tests.publishing.conftest import _nothing_kept as _nothing_kept
