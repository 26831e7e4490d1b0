"""Backups from the page: made and read back by the worker, taken home, restored by the parent process."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tdapp.interchange.backups import making, manifest, read_back, restore_request
from tdapp.interchange.backups.backup_list import HERE, Copy, copy_named, folders
from tdapp.kernel import jobs
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Missing, Refusal

MAKE, CHECK = "installation.make_backup", "installation.check_backup"
KINDS = (MAKE, CHECK)
SURE = "RESTORE"


@command("installation.backup_later", "backup handed to the worker", needs="installation.backup")
def backup_later(
    ctx: Context, target: Installation, *, place: str = HERE, known_open: bool = False
) -> Change:
    """Hand a backup to the worker, one at a time, once it was said that its file is open."""
    making.refuse_unsaid(known_open, _("tick the box"))
    if place not in folders():
        raise Missing("no-place", _("There is no such place for copies."))
    return _handed(ctx, MAKE, {"place": place})


@command(
    "installation.backup_check", "copy handed to the worker to be read back", needs="installation.backup"
)
def check_later(ctx: Context, target: Installation, *, copy: Copy) -> Change:
    """Hand a copy to the worker to be read back: hashes, wholeness, rows."""
    return _handed(ctx, CHECK, {"place": copy.place, "name": copy.name})


def _handed(ctx: Context, kind: str, params: dict[str, Any]) -> Change:
    if running().exists():
        raise Conflict("busy", _("A backup is being made or verified already; wait for it."))
    job = jobs.enqueue(ctx, kind, params)
    return Change({"job": job.pk}, "installation", None, params)


def running() -> Any:
    """Jobs on backups that are not over."""
    return Job.objects.filter(kind__in=KINDS, status__in=[Job.Status.QUEUED, Job.Status.RUNNING])


@command("installation.backup_cancel", "work on a backup stopped", needs="installation.backup")
def cancel(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop; a backup that is not finished leaves nothing behind."""
    jobs.stop(ctx, job, "installation.backup")
    return Change({"job": job.pk}, f"job {job.kind}")


@command("installation.backup_take", "backup taken as a file", needs="installation.backup")
def take(ctx: Context, target: Installation, *, copy: Copy) -> Change:
    """Note that somebody took a copy home: it holds everything there is."""
    told = {"place": copy.place, "name": copy.name, "bytes": copy.bytes}
    return Change(told, "installation", None, told)


@command("installation.ask_restore", "restore asked for", needs="installation.backup")
def ask_restore(ctx: Context, target: Installation, *, copy: Copy, sure: str, user: str) -> Change:
    """Leave the order to restore a copy for the parent process, which stops everything, carries it out and starts again.

    Refuses without the word that says it is meant, a copy that was not read back, and where there is no such parent.
    """
    restore_request.refuse_without_parent(copy.path)
    if sure.strip() != SURE:
        raise Refusal("not-sure", _("Type %(word)s to say that you mean it.") % {"word": SURE})
    if copy.state != "ok":
        raise Refusal("not-checked", _("Verify this copy first; only one that was read back is restored."))
    if running().exists():
        raise Conflict("busy", _("A backup is being made or verified already; wait for it."))
    transaction.on_commit(lambda: restore_request.leave(copy.path, user))
    told = {"place": copy.place, "name": copy.name}
    return Change(told, "installation", None, told)


@jobs.job(MAKE)
def make(run: jobs.JobRun) -> dict[str, Any]:
    """A backup, with its progress."""
    told = making.make_backup(run.context(), folders()[run.params["place"]], step=run.step)
    run.step(making.STEPS, making.STEPS)
    return told


@jobs.job(CHECK)
def check(run: jobs.JobRun) -> dict[str, Any]:
    """Read a copy back; what is wrong with it is noted beside it."""
    copy = copy_named(run.params["place"], run.params["name"])
    run.step(0, 1, _("Reading it back"))
    sha256, fault = manifest.hash_of_file(copy.path), ""
    try:
        with making.opened(copy.path, making.workshop()):
            pass
    except Refusal as refusal:
        fault = str(refusal)
    read_back.note(copy.path, sha256, fault)
    run.step(1, 1)
    if fault:
        raise Refusal("bad-backup", fault)
    return {"name": copy.name, "sha256": sha256}
