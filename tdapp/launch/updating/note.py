"""That an update is under way: written before it begins, gone when it is done. What is left tells of a kill."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings

from tdapp.kernel import clock


def _path() -> Path:
    return Path(settings.DATA_DIR) / "run" / "updating.json"


def write(before: list[str]) -> None:
    """Note that an update begins, and what the database had before it."""
    _path().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = _path().with_suffix(".part")
    part.write_text(json.dumps({"at": clock.now().isoformat(), "before": before}), encoding="utf-8")
    os.replace(part, _path())


def left() -> dict[str, Any]:
    """What an update that was cut off noted: `at` and `before`; {} without one."""
    try:
        told = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def remove() -> None:
    """The update is over. A note that cannot be removed is told of at the next start, which finds all in order."""
    with contextlib.suppress(OSError):
        _path().unlink(missing_ok=True)
