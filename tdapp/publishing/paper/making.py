"""Packs: asked for by a command, so that the log says who took what; drawn by the worker; kept for a day or less."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tdapp.desk.phones.commands.phones import note_printed
from tdapp.events.models import Division, Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can, require
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.signing_in.owning import refuse_others
from tdapp.publishing.paper.drawing.document import SIZES
from tdapp.publishing.paper.pack import PARTS, Wish, build
from tdapp.publishing.paper.parts.slips import GRIDS

KIND = "paper.pack"
KEEP = timedelta(hours=24)
PRIVATE, CALL = "roster.private", "challenge.call"
# Who holds everybody's card could report for everybody: those alone who say in a division what reports are worth.
CODES = "division.edit"


@command("paper.pack", "pack of paper asked for", needs="roster.view")
def make_pack(ctx: Context, event: Event, *, wish: Wish) -> Change:
    """Let the worker draw a pack. Check-in sheets take `roster.private`, players' cards `division.edit` too.

    Refuses, one sentence for each mistake: nothing chosen, parts or paper that do not exist, a poster of no page.
    """
    _refuse(event, wish)
    if wish.private:
        require(ctx, PRIVATE)
    wish = replace(wish, kiosk="slips" in wish.parts and can(ctx, CALL))
    if wish.codes and not can(ctx, CODES):
        sentence = _("Players' cards are printed by the director; your role does not allow it.")
        raise NotAllowed("not-allowed", sentence, needs=CODES)
    told = {"parts": list(wish.parts), "paper": wish.paper, "private": wish.private}
    params = {"event": str(event.pk), "wish": asdict(wish), "private": wish.private, "file": file_name(event)}
    params["codes"] = wish.codes
    row = jobs.enqueue(ctx, KIND, {**params, "language": translation.get_language()})
    return Change({**told, "job": str(row.pk)}, str(event), None, told)


def _refuse(event: Event, wish: Wish) -> None:
    faults = [] if wish.parts else [_("Choose at least one part of the pack.")]
    unknown = [name for name in wish.parts if name not in PARTS]
    faults += [_("There is no part called %(name)s.") % {"name": name[:40]} for name in unknown]
    if wish.paper not in SIZES:
        faults.append(_("Paper is A4 or Letter."))
    if wish.per_page not in GRIDS:
        faults.append(_("Slips come two, four or twenty a page."))
    if "posters" in wish.parts and not event.public:
        faults.append(
            _("This event has no public page to put on a poster. Leave the posters out, or open the page in the settings.")
        )  # fmt: skip
    if faults:
        raise Refusal("cannot-print", *faults)


@command("paper.cancel", "pack of paper cancelled", needs="roster.view")
def cancel_pack(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop."""
    jobs.stop(ctx, job)
    return Change({"job": str(job.pk)}, _name(job))


@command("paper.take", "pack with players' cards taken away", needs=CODES)
def take(ctx: Context, job: Job) -> Change:
    """Note who takes a pack with players' cards away: whoever holds it may know every code that is in force."""
    divisions = Division.objects.filter(event=job.params["event"]).select_related("event")
    for row in divisions if job.params.get("codes") else ():
        note_printed(replace(ctx, key=""), row)
    return Change({"job": str(job.pk)}, _name(job))


@command("paper.take_down", "pack of paper destroyed", needs="roster.view")
def take_down(ctx: Context, job: Job) -> Change:
    """Destroy a finished pack's file before its day is over: who asked for it, or a director."""
    refuse_others(ctx, job.actor, "event.edit")
    was = place_of(job).exists()
    place_of(job).unlink(missing_ok=True)
    return Change({"job": str(job.pk), "was": was}, _name(job))


def may_see(ctx: Context, job: Job) -> bool:
    """Whether somebody may open a pack: private sheets, and slips with what opens a kiosk, are not for every role."""
    return all(can(ctx, needed) for needed in _asks(job))


def refuse_unseen(ctx: Context, job: Job) -> None:
    """Refuse (403) a pack that is not for this role."""
    for needed in _asks(job):
        require(ctx, needed)


def _asks(job: Job) -> list[str]:
    return [PRIVATE] * bool(job.params["private"]) + [CALL] * bool(job.params["wish"].get("kiosk"))


def _name(job: Job) -> str:
    return f"pack {job.params.get('file', '')}"


def file_name(event: Event) -> str:
    """What the pack is called when it is taken away."""
    return f"{event.slug}-pack.pdf"


def folder() -> Path:
    """Where packs stand: in the folder no backup takes."""
    return Path(settings.MEDIA_ROOT) / "exports"


def place_of(job: Job) -> Path:
    """Where a job's file stands; its name is the job's id, so nothing typed by anybody reaches the file system."""
    return folder() / f"{job.pk}.pdf"


@jobs.job(KIND)
def draw_pack(run: jobs.JobRun) -> dict[str, Any]:
    """Draw a pack to its file."""
    given = run.params["wish"]
    wish = Wish(**{**given, "parts": tuple(given["parts"])})
    event = Event.objects.get(pk=run.params["event"])
    with translation.override(run.params.get("language") or settings.LANGUAGE_CODE):
        data = build(event, wish, run.context().actor_name, run.step)
    forget_old()
    _write(place_of(Job.objects.get(pk=run.id)), data)
    run.step(1, 1)
    return {"file": run.params["file"], "bytes": len(data)}


def _write(path: Path, data: bytes) -> None:
    """The file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)


def forget_old() -> None:
    """Destroy what has been kept for its day."""
    before = (clock.now() - KEEP).timestamp()
    for path in folder().glob("*.pdf"):
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
