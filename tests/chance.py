"""Chance is the same in every run of a test: a lot hangs on the seed of a division and on the ids of its entrants."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from types import SimpleNamespace

import pytest
from django.apps import apps

from tdapp.events.setup import seeds

# Whose ids are drawn now, and how many of each model; without a test they are nobody's.
drawing: tuple[str, dict[str, Iterator[int]]] | None = None


def steady(patched: pytest.MonkeyPatch, test: str) -> None:
    """Rows made in this process get ids drawn from the test's name, each model's apart: what other threads make
    meanwhile moves none of them. So do the seeds of new divisions.
    """
    _ids_are_drawn()
    patched.setattr(sys.modules[__name__], "drawing", (test, {}))
    drawn = _drawn(f"{test} seed")
    patched.setattr(seeds, "secrets", SimpleNamespace(randbelow=lambda limit: drawn() % limit))


@cache
def _ids_are_drawn() -> None:
    """Once a process: to change all models for each test and back took longer than many a test."""
    for model in apps.get_models():
        if model._meta.pk.default is uuid.uuid4:
            vars(model._meta.pk)["_get_default"] = _ids(model._meta.label)


def _ids(label: str) -> Callable[[], uuid.UUID]:
    def one() -> uuid.UUID:
        if drawing is None:
            return uuid.uuid4()
        test, turns = drawing
        # Also for two threads at once.
        turn = next(turns.setdefault(label, count()))
        return uuid.UUID(int=_bits(f"{test} {label} {turn}") >> 128, version=4)

    return one


def _drawn(name: str) -> Callable[[], int]:
    """256 bits at every call, also for two threads at once."""
    turns = count()
    return lambda: _bits(f"{name} {next(turns)}")


def _bits(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest())
