"""Exports: asked for by a command, so that the log says who took what; workbooks are made by the worker."""

from __future__ import annotations

import os
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.exports.render import Wish, check, file_name, render
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import require

KEEP = timedelta(hours=24)
KIND = "export.workbook"


@command("event.export", "exported", needs="export.run")
def export_event(ctx: Context, event: Event, *, wish: Wish, background: bool = False) -> Change:
    """Note an export; the caller renders it, or with `background` the worker does. Refuses what cannot be made.

    Names of guarded children and private data take the permission `roster.private`.
    """
    check(event, wish)
    require(ctx, wish.needs)
    told: dict[str, Any] = {"file": file_name(event, wish), "wish": asdict(wish)}
    if background:
        told["job"] = str(jobs.enqueue(ctx, KIND, {"event": str(event.pk), **told}).pk)
    return Change(told, str(event), None, told)


@command("event.export_cancel", "export cancelled", needs="export.run")
def cancel_export(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop making a file."""
    jobs.stop(ctx, job)
    return Change({"job": str(job.pk)}, f"export {job.params.get('file', '')}")


def place_of(job: Job) -> Path:
    """Where a job's file stands; its name is the job's id, so nothing typed by anybody reaches the file system."""
    return Path(settings.MEDIA_ROOT) / "exports" / f"{job.pk}.export"


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)


@jobs.job(KIND)
def make_workbook(run: jobs.JobRun) -> dict[str, Any]:
    """Render an export to a file that is kept for a day."""
    event = Event.objects.get(pk=run.params["event"])
    run.step(0, 1, _("Counting standings"))
    data = render(
        event, Wish(**run.params["wish"]), lambda done, total: run.step(done, total, _("Writing the file"))
    )
    place = place_of(Job.objects.get(pk=run.id))
    _forget_old(place.parent)
    write_file(place, data)
    run.step(1, 1)
    return {"file": run.params["file"], "bytes": len(data)}


def _forget_old(folder: Path) -> None:
    before = (clock.now() - KEEP).timestamp()
    for path in folder.glob("*.export"):
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
