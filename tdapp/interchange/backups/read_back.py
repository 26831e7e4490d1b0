"""Which copies were read back, when, and what came of it: a note beside the data, so that a restore does not undo it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings

from tdapp.kernel import clock

MOST = 400


def _place() -> Path:
    return Path(settings.DATA_DIR) / "run" / "checked.json"


def note(path: Path, sha256: str, fault: str = "") -> None:
    """Remember that a copy was read back: its hash, or what is wrong with it."""
    size, changed = _stamp(path)
    told = {
        "at": clock.now().isoformat(),
        "sha256": sha256,
        "fault": fault,
        "bytes": size,
        "changed": changed,
    }
    kept = list({**_all(), _name(path): told}.items())[-MOST:]
    _place().parent.mkdir(parents=True, exist_ok=True)
    part = _place().with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(dict(kept)), encoding="utf-8")
    os.replace(part, _place())


def of(path: Path) -> dict[str, Any]:
    """What is known of a copy (`at`, `sha256`, `fault`); {} when it was never read back, or was changed since."""
    told = _all().get(_name(path), {})
    return told if (told.get("bytes"), told.get("changed")) == _stamp(path) else {}


def _name(path: Path) -> str:
    """Within the data folder its place there, which goes with a folder that is moved; elsewhere the whole path."""
    data, whole = Path(settings.DATA_DIR).resolve(), path.resolve()
    return whole.relative_to(data).as_posix() if whole.is_relative_to(data) else str(whole)


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _all() -> dict[str, Any]:
    try:
        told = json.loads(_place().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}
