"""A club's file ordered by its officers, made by the worker, fetched once it is there."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.clubs import taking
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import ClubHome

KIND, NEEDS = "club.file", "club.officers"
KEEP = timedelta(hours=24)
NAMES = {taking.COPIES: "copies", taking.EXPORT: "data"}


@command("club.file", "a club's data ordered as a file", needs=NEEDS)
def order(ctx: Context, home: ClubHome, *, what: str) -> Change:
    """Hand the club's copies, or its data as open files, to the worker. Refuses (409) while one is being made."""
    if what not in NAMES:
        raise Refusal("no-file", _("There is no such file of a club."))
    if jobs_of(home).filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING]).exists():
        raise Conflict("busy", _("A file is being made already; wait for it."))
    job = jobs.enqueue(ctx, KIND, {"home": str(home.pk), "what": what, "file": file_name(home, what)})
    return Change({"job": str(job.pk)}, str(home), None, {"what": what})


@command("club.file_taken", "a club's data taken as a file", needs=NEEDS)
def take(ctx: Context, home: ClubHome, *, what: str) -> Change:
    """Note that somebody took it home."""
    return Change({"what": what}, str(home), None, {"what": what})


def jobs_of(home: ClubHome) -> QuerySet[Job]:
    """What was ordered, the newest first."""
    return Job.objects.filter(scope=home.scope_key, kind=KIND)


def file_name(home: ClubHome, what: str) -> str:
    """What it is called where it is put."""
    return f"{home.slug}-{NAMES[what]}-{clock.today():%Y%m%d}.zip"


def place_of(job: Job) -> Path:
    """Where a job's file stands until a day is over."""
    return Path(settings.MEDIA_ROOT) / "exports" / f"{job.pk}.club"


@jobs.job(KIND)
def make(run: jobs.JobRun) -> dict[str, Any]:
    """The file, whole or not at all."""
    place = place_of(Job.objects.get(pk=run.id))
    home = ClubHome.objects.select_related("club").get(pk=run.params["home"])
    part = place.with_suffix(".part")
    _forget_old(place.parent)
    part.unlink(missing_ok=True)
    try:
        events = taking.write(home, run.params["what"], part, run.step)
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)
    run.step(1, 1)
    return {"events": events, "bytes": place.stat().st_size}


def _forget_old(folder: Path) -> None:
    before = (clock.now() - KEEP).timestamp()
    for path in [*folder.glob("*.club"), *folder.glob("*.part")]:
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
