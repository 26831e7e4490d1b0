"""A copy after every closed round, in a second place (`--backup-to`): the worker asks `tick` now and then."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.models import Round
from tdapp.interchange.backups.making import make_backup, refuse_unsaid
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal

log = logging.getLogger(__name__)
PREFIX = "td-round"
KIND = "installation.copy"
KEPT = 30
# A stick that was pulled out is looked for again after a while, not at every tick.
PATIENCE = timedelta(minutes=1)


def note() -> Path:
    """Where it stands which closed rounds the last copy held, and how it went."""
    return Path(settings.DATA_DIR) / "run" / "copies.json"


def state() -> dict[str, Any]:
    """What is known of the last copy: `closed`, `at`, `path` or `error`; {} before the first."""
    try:
        told = json.loads(note().read_text(encoding="utf-8"))
        return told if isinstance(told, dict) else {}
    except (OSError, ValueError):
        return {}


def closed_rounds() -> str:
    """Changes with every round that is closed; one query."""
    found = Round.objects.filter(status=Round.Status.CLOSED).aggregate(
        count=Count("pk"), last=Max("closed_at")
    )
    return canonical.digest(found) if found["count"] else ""


def is_due() -> bool:
    """Whether a round was closed since the last copy; one query, none without a second place."""
    if not settings.BACKUP_TO:
        return False
    before, closed = state(), closed_rounds()
    failed = "error" in before and clock.now() - datetime.fromisoformat(before["at"]) < PATIENCE
    return bool(closed) and before.get("closed") != closed and not failed


def tick() -> Job | None:
    """Hand a copy that is due to the worker, once."""
    waiting = Job.objects.filter(kind=KIND, status__in=[Job.Status.QUEUED, Job.Status.RUNNING])
    return jobs.enqueue(context.system(), KIND, {}) if is_due() and not waiting.exists() else None


@jobs.job(KIND)
def make_copy(run: jobs.JobRun) -> dict[str, Any]:
    """The copy itself."""
    run.step(0, 1)
    return keep_copy() or {}


def keep_copy() -> dict[str, Any] | None:
    """Make a copy in the second place when a round was closed since the last one; None when there is nothing to do.

    A place that is away is no fault of the event: it is noted, logged once, and tried again later.
    """
    before, closed = state(), closed_rounds()
    if not settings.BACKUP_TO or not closed or before.get("closed") == closed:
        return None
    try:
        refuse_unsaid(settings.BACKUP_OPEN, "--open-copies, TD_BACKUP_OPEN=true")
        told = make_backup(context.system(), Path(settings.BACKUP_TO), prefix=PREFIX)
    except Refusal as refusal:
        if before.get("error") != str(refusal):
            log.warning("no copy in the second place: %s", refusal)
        return _noted({**before, "error": str(refusal), "at": clock.now().isoformat()})
    except Exception:
        # Whatever it is: the next try waits its minute, else the worker fails at it every few seconds, all day.
        sentence = _("A fault in the program; the log of the program tells it.")
        _noted({**before, "error": str(sentence), "at": clock.now().isoformat()})
        raise
    _forget_old(Path(settings.BACKUP_TO))
    return _noted({"closed": closed, "path": told["path"], "at": clock.now().isoformat()})


def _noted(told: dict[str, Any]) -> dict[str, Any]:
    note().parent.mkdir(parents=True, exist_ok=True)
    note().write_text(json.dumps(told), encoding="utf-8")
    return told


def _forget_old(folder: Path) -> None:
    for old in sorted(folder.glob(f"{PREFIX}-*.zip"))[:-KEPT]:
        old.unlink(missing_ok=True)
