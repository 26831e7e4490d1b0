"""Chance is the same in every run of a test: a lot hangs on the seed of a division and on the ids of its entrants."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from types import SimpleNamespace

import pytest
from django.apps import apps

from tdapp.events.setup import seeds


def steady(patched: pytest.MonkeyPatch, test: str) -> None:
    """Rows made in this process get ids drawn from the test's name, each model's apart: what other threads make
    meanwhile moves none of them. So do the seeds of new divisions.
    """
    for model in apps.get_models():
        if model._meta.pk.default is uuid.uuid4:
            patched.setattr(model._meta.pk, "_get_default", _ids(f"{test} {model._meta.label}"))
    drawn = _drawn(f"{test} seed")
    patched.setattr(seeds, "secrets", SimpleNamespace(randbelow=lambda limit: drawn() % limit))


def _ids(name: str) -> Callable[[], uuid.UUID]:
    drawn = _drawn(name)
    return lambda: uuid.UUID(int=drawn() >> 128, version=4)


def _drawn(name: str) -> Callable[[], int]:
    """256 bits at every call, also for two threads at once."""
    turns = count()
    return lambda: int.from_bytes(sha256(f"{name} {next(turns)}".encode()).digest())
