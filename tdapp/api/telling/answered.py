"""What an operation answered once: at an event of 40 players of a test, which holds the file (`tests/api/recorded.py`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


def show(document: dict[str, Any]) -> None:
    """Put the answers into a description, each at its operation's 200 (or 202) as JSON."""
    told: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    for methods in document["paths"].values():
        for operation in methods.values():
            if (name := operation["operationId"]) in told:
                kind = next(one for status, one in operation["responses"].items() if status[0] == "2")
                kind["content"]["application/json"]["example"] = told[name]
