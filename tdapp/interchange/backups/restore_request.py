"""A restore asked for on a page: the order left for the parent process, and what came of it.

Only the parent of `./td run` can stop every web process and the worker, let go of the data folder, and start them
again; `tdapp.launch.process.parent_request` carries the order out with the `restore` command.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.launch.process import parent_request, parent_watch

SHOWN = timedelta(days=1)


def refuse_without_parent(path: Path) -> None:
    """Refuse (409) where nobody could stop and start the program: the command is the way there."""
    if not parent_watch.is_tied():
        sentence = _(
            "Only ./td run can stop and start itself for this. Stop the program, then: ./td manage restore %(path)s --yes"
        )
        raise Refusal("no-parent", sentence % {"path": path}, status=409)


def leave(path: Path, user: str) -> None:
    """Leave the order where the parent looks; whole or not at all."""
    target = parent_request.order_in(Path(settings.DATA_DIR))
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    part.write_text(json.dumps({"file": str(path), "user": user}), encoding="utf-8")
    os.replace(part, target)


def outcome() -> dict[str, Any]:
    """How the last restore from a page ended (`done`, `sentences`, `at`), for a day; {} otherwise."""
    try:
        told = json.loads(parent_request.outcome_in(Path(settings.DATA_DIR)).read_text(encoding="utf-8"))
        at = datetime.fromisoformat(told["at"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {**told, "at": at} if clock.now() - at < SHOWN else {}
