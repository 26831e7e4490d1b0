"""Real answers as the description's examples: those an event of 40 players got, cut short. They are written anew with

TD_RECORD_ANSWERS=1 ./td test tests/api/test_whole_event.py
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from tdapp.api.telling.answered import FILE

MOST_ITEMS, LONGEST = 2, 120


def hold(answers: Mapping[str, Any]) -> None:
    """Each operation that was answered has an example; where it is asked for, what was answered becomes it."""
    if os.environ.get("TD_RECORD_ANSWERS"):
        told = {name: short(answers[name]) for name in sorted(answers)}
        FILE.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert sorted(answers) == sorted(json.loads(FILE.read_text(encoding="utf-8"))), __doc__


def short(value: Any) -> Any:
    """The same with the first of its rows, of the desk in the guide."""
    if isinstance(value, dict):
        return {name: short(one) for name, one in value.items()}
    if isinstance(value, list):
        return [short(one) for one in value[:MOST_ITEMS]]
    if isinstance(value, str):
        return value.replace("http://testserver", "https://desk.example.org")[:LONGEST]
    return value
