"""The whole installation once a night, in the second place (`TD_BACKUP_TO`): the worker asks `tick` now and then.

What changed during the day is there already: of each event its own sealed copy (`interchange.commands.copies`), so that a
closed round costs one event's file and not everybody's.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Count, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from core import canonical
from tdapp.interchange.backups.making import make_backup, refuse_unsaid
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.models import AuditHead, Job
from tdapp.kernel.refusals import Refusal

log = logging.getLogger(__name__)
PREFIX = "td-night"
# Until November 2026 everything was copied after every round; these are forgotten with the others.
PREFIXES = (PREFIX, "td-round")
KIND = "installation.copy"
KEPT = 30
NIGHT = time(3, 0)  # local; a computer that was off then makes it when it is on again
# A stick that was pulled out is looked for again after a while, not at every tick.
PATIENCE = timedelta(minutes=1)


def note() -> Path:
    """Where it stands what the last copy held, and how it went."""
    return Path(settings.DATA_DIR) / "run" / "copies.json"


def state() -> dict[str, Any]:
    """What is known of the last copy: `held`, `at`, `path` or `error`; {} before the first."""
    try:
        told = json.loads(note().read_text(encoding="utf-8"))
        return told if isinstance(told, dict) else {}
    except (OSError, ValueError):
        return {}


def everything() -> str:
    """Changes with whatever is done here, for every write is in the log of its scope; one query. "" before the first."""
    found = AuditHead.objects.exclude(scope=context.INSTALLATION).aggregate(
        scopes=Count("pk"), entries=Sum("number")
    )
    return canonical.digest(found) if found["scopes"] else ""


def last_night() -> datetime:
    """The newest moment at which a night's copy was due."""
    now = timezone.localtime(clock.now())
    night = datetime.combine(now.date(), NIGHT, now.tzinfo)
    return night if night <= now else night - timedelta(days=1)


def is_due() -> bool:
    """Whether something was done since the last copy, and a night has passed; light, and nothing without a second place."""
    if not settings.BACKUP_TO:
        return False
    before = state()
    if "error" in before:
        return bool(everything()) and clock.now() - datetime.fromisoformat(before["at"]) >= PATIENCE
    if "at" in before and datetime.fromisoformat(before["at"]) >= last_night():
        return False
    return before.get("held", "") != everything() and not _made_elsewhere()


def _made_elsewhere() -> bool:
    """Whether the worker of another machine made last night's."""
    done = Job.objects.filter(kind=KIND, status=Job.Status.DONE, finished_at__gte=last_night())
    return any("path" in (one.result or {}) for one in done)


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
    """Make a copy in the second place when one is due; None when there is nothing to do.

    A place that is away is no fault of the event: it is noted, logged once, and tried again later.
    """
    if not is_due():
        return None
    before, held = state(), everything()
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
    return _noted({"held": held, "path": told["path"], "at": clock.now().isoformat()})


def _noted(told: dict[str, Any]) -> dict[str, Any]:
    note().parent.mkdir(parents=True, exist_ok=True)
    note().write_text(json.dumps(told), encoding="utf-8")
    return told


def _forget_old(folder: Path) -> None:
    found = [path for prefix in PREFIXES for path in folder.glob(f"{prefix}-*.zip")]
    for old in sorted(found, key=lambda path: path.stat().st_mtime)[:-KEPT]:
        old.unlink(missing_ok=True)
