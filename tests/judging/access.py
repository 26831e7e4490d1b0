"""Rows as commands want them, for tests."""

from __future__ import annotations

from typing import Any

from tdapp.judging.access import calls
from tdapp.judging.models import Call


def a_call(told: dict[str, Any]) -> Call:
    """The call a command told of, with all that commands read."""
    return calls().get(pk=told["call"])
