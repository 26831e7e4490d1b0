"""Many hands at once: run calls in threads that start together, each with its own database connection."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from tdapp.kernel.refusals import Refusal

PATIENCE_SECONDS = 120
# How often a race is run: each order of who is called first twice, and often in the soak.
TURNS = pytest.mark.parametrize(
    "turns", [pytest.param(4, id="few"), pytest.param(40, marks=pytest.mark.soak, id="many")]
)


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """The answers of calls made at the same moment, in their order; a Refusal is an answer too, anything else raises."""
    gate = threading.Barrier(len(calls))
    with ThreadPoolExecutor(len(calls)) as pool:
        asked = [pool.submit(_one, gate, call) for call in calls]
        return [answer.result(PATIENCE_SECONDS) for answer in asked]


def _one(gate: threading.Barrier, call: Callable[[], Any]) -> Any:
    try:
        gate.wait(PATIENCE_SECONDS)
        return call()
    except Refusal as refusal:
        return refusal
    finally:
        connections.close_all()
