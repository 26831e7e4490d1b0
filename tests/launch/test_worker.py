"""The job worker among the other processes of the hall."""

from __future__ import annotations

import os

import pytest

from tdapp.launch import worker


def test_the_worker_stands_behind_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import must not slow the hall; where a system knows no such order the worker runs as it is."""
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append, raising=False)
    worker._stand_back()
    assert asked == [worker.BEHIND_PAGES]
    monkeypatch.delattr(os, "nice")
    worker._stand_back()
    assert asked == [worker.BEHIND_PAGES]
