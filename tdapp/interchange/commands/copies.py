"""Copies of one event: the second place, the newest copy and where it goes, links to it."""

from __future__ import annotations

import base64
import secrets
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.events.day import notices
from tdapp.events.members.commands.members import hashed
from tdapp.events.models import Event
from tdapp.interchange.commands import copy_keys
from tdapp.interchange.copies import content, earlier, making, places, plans
from tdapp.interchange.models import CopyLink, CopyPlan
from tdapp.kernel import clock, context, fence, jobs
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.launch.host.disks import Disk

KIND, DISK = "event.copy", "event.copy_to_disks"
# A stick that was pulled out is looked for again after a while, not at every tick.
PATIENCE = timedelta(minutes=1)
DISK_PATIENCE = timedelta(minutes=10)
MOST_DISKS = 12
LINK_LIFE = timedelta(hours=12)
MOST_LINKS = 20


@command("copy.place", "second place of copies chosen", needs="installation.backup")
def choose_place(ctx: Context, target: Installation, *, event: Event, folder: str) -> Change:
    """A copy goes to this folder after each round; "" for none. Refuses what is no folder that can be written to."""
    place = folder.strip() and str(_checked(Path(folder.strip()).expanduser()))
    plan = plans.new_plan(event)
    before, plan.folder, plan.held, plan.fault = plan.folder, place, "", ""
    plan.apart = bool(place) and places.is_apart(Path(place))
    plan.save(update_fields=["folder", "apart", "held", "fault"])
    return Change({"folder": place}, str(event), {"folder": before}, {"folder": place})


def _checked(place: Path) -> Path:
    if not place.is_absolute() or not place.is_dir():
        sentence = _(
            "%(path)s is no folder here. Put the stick in, then type where it is, such as /media/stick."
        )
        raise Refusal("no-folder", sentence % {"path": place})
    place = place.resolve()
    if place.is_relative_to(Path(settings.DATA_DIR).resolve()):
        raise Refusal(
            "same-place", _("This folder is inside the program's own data: it would be lost with it.")
        )
    probe = place / f".td-{secrets.token_hex(4)}"
    try:
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        facts = {"path": place, "why": error.strerror or error}
        raise Refusal("no-folder", _("%(path)s cannot be written to: %(why)s.") % facts) from error
    return place


@command("copy.now", "copy asked for", needs="event.edit")
def copy_now(ctx: Context, event: Event) -> Change:
    """Hand a copy to the worker; without a key one is made. Refuses (409) while a copy is being made."""
    if waiting(event).exists():
        raise Conflict("busy", _("A copy is being made already; wait for it."))
    plan = plans.new_plan(event)
    if plans.key_kept(plan) is None:
        plans.invent_key(plan)
        plan.save()
    job = jobs.enqueue(ctx, KIND, {"event": str(event.pk)})
    return Change({"job": job.pk}, str(event))


def waiting(event: Event) -> Any:
    """Copies of the event that a worker is at, or will be."""
    running = (Job.Status.QUEUED, Job.Status.RUNNING)
    return Job.objects.filter(kind__in=(KIND, DISK), scope=event.scope_key, status__in=running)


@command("copy.cancel", "copy stopped", needs="event.edit")
def cancel_copy(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop making a copy; the one before stays."""
    jobs.stop(ctx, job)
    return Change({"job": job.pk}, "copy")


@jobs.job(KIND)
def make_copy(run: jobs.JobRun) -> dict[str, Any]:
    """The newest copy, as the worker makes it."""
    told = make_now(Event.objects.get(pk=run.params["event"]), run.step)
    run.step(making.STEPS, making.STEPS)
    return {"bytes": told["bytes"], "second": told.get("second", "")}


def make_now(event: Event, step: content.Step = making.nobody_waits) -> dict[str, Any]:
    """The newest copy, then the second places and the disks that are in. A fault is noted for the desk and stops nothing;
    a disk that takes none is told on the page of the copies.
    """
    plan = CopyPlan.objects.get(event=event)
    held, closed, told, fault = plans.rounds_digest(event), plans.last_decided(event), plan.told, ""
    shut = earlier.last_closed(event)
    try:
        told = {**making.make(event, plan, step), "closed": closed, "round": shut}
        earlier.keep(event, told, plan.told)
        if settings.BACKUP_TO:
            told["second"] = places.put_in_common(event, told)
        if plan.folder:
            told["second"] = places.put_second(event, plan, told)
    except Refusal as refusal:
        fault = str(refusal)
    note_copy(context.system(event.scope_key), event, held=held, told=told, fault=fault)
    if plans.newest(event).is_file():
        put_on_disks(event, told)
    if fault:
        raise Refusal("no-copy-written", fault)
    return told


def up_to_date(ctx: Context, event: Event) -> Path | None:
    """The event's newest copy, made anew where its rounds changed since, with a key where there is none. None for an event
    another laptop runs of which no copy is here.
    """
    plan, path = plans.plan_of(event), plans.newest(event)
    if fence.state(event.scope_key).fenced:
        return path if path.is_file() else None
    if plan is None or plans.key_kept(plan) is None:
        copy_keys.make_key(ctx, event)
    elif path.is_file() and plan.held == plans.rounds_digest(event):
        return path
    make_now(event)
    return path


@command("copy.take", "copy taken as a file", needs="event.edit", past_fence=True)
def take_copy(ctx: Context, event: Event) -> Change:
    """Note that somebody took the newest copy home. Refuses (404) where none stands."""
    plan = plans.plan_of(event)
    if plan is None or not plans.newest(event).is_file():
        raise Missing("no-copy", _("There is no copy yet; make one."))
    shown = {"number": plan.told.get("number"), "bytes": plan.told.get("bytes")}
    return Change(shown, str(event), None, shown)


@command("copy.made", "copy made", needs="event.edit")
def note_copy(ctx: Context, event: Event, *, held: str, told: dict[str, Any], fault: str) -> Change:
    """How a copy went: shown on its page, and a failure on every page of the desk."""
    plan = CopyPlan.objects.get(event=event)
    plan.told, plan.fault, plan.tried_at = told, fault[:300], clock.now()
    if fault:
        notices.keep(event, copy_fault=fault[:300])
    else:
        plan.held = held
        notices.drop(event, "copy_fault")
    plan.save(update_fields=["told", "fault", "tried_at", "held"])
    shown = {
        "number": told.get("number"),
        "bytes": told.get("bytes"),
        "second": told.get("second", ""),
        "fault": fault,
    }
    return Change({"fault": fault}, str(event), None, shown)


@jobs.job(DISK)
def copy_to_disks(run: jobs.JobRun) -> dict[str, Any]:
    """The newest copy to the disks that came in since it was made."""
    event = Event.objects.get(pk=run.params["event"])
    return put_on_disks(event, CopyPlan.objects.get(event=event).told)


def put_on_disks(event: Event, told: dict[str, Any]) -> dict[str, Any]:
    """Put the newest copy on every disk that is in, lacks it and is due; what came of each, by its path."""
    found: dict[str, Any] = {}
    plan = CopyPlan.objects.get(event=event)
    for disk in lacking(plan, told, places.seen()):
        try:
            found[str(disk.path)] = {"file": places.put_on(disk, event, told)}
        except Refusal as refusal:
            found[str(disk.path)] = {"fault": str(refusal)[:300]}
    if found:
        note_disks(context.system(event.scope_key), event, found=found)
    return found


@command("copy.on_disks", "copy put on other disks", needs="event.edit")
def note_disks(ctx: Context, event: Event, *, found: dict[str, Any]) -> Change:
    """How it went on each disk, the newest few."""
    plan, at = CopyPlan.objects.get(event=event), clock.now().isoformat()
    known = {path: told for path, told in plan.disks.items() if path not in found}
    plan.disks = dict(
        [*known.items(), *((path, {**told, "at": at}) for path, told in found.items())][-MOST_DISKS:]
    )
    plan.save(update_fields=["disks"])
    return Change(found, str(event), None, found)


def lacking(plan: CopyPlan, told: dict[str, Any], seen: list[Disk]) -> list[Disk]:
    """The disks that can be written to, lack the newest copy, and did not refuse one a while ago."""
    return [
        disk
        for disk in seen
        if disk.writable
        and not _refused_lately(plan.disks.get(str(disk.path), {}))
        and places.lacks(disk, plan.event, told)
    ]


def _refused_lately(known: dict[str, Any]) -> bool:
    return "fault" in known and clock.now() - datetime.fromisoformat(known["at"]) < DISK_PATIENCE


def token_of(link: CopyLink) -> str:
    """A link's token (192 bits), made from its id and the installation's secret; stored nowhere."""
    digest = salted_hmac("td.copy-link", str(link.pk), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


@command("copy.link", "link to copies made", needs="event.edit")
def make_link(ctx: Context, event: Event, *, label: str) -> Change:
    """A link by which a helper's phone or laptop fetches the newest copy, for twelve hours."""
    now = clock.now()
    if CopyLink.objects.filter(event=event, revoked_at=None, expires_at__gt=now).count() >= MOST_LINKS:
        raise Refusal(
            "too-many-links", _("There are %(most)s links in force; revoke one first.") % {"most": MOST_LINKS}
        )
    link = CopyLink(event=event, label=label.strip()[:60], made_at=now, expires_at=now + LINK_LIFE)
    link.token_hash = hashed(token_of(link))
    link.save(force_insert=True)
    return Change({"id": link.pk}, str(event), None, {"label": link.label})


@command("copy.revoke_link", "link to copies revoked", needs="event.edit", past_fence=True)
def revoke_link(ctx: Context, link: CopyLink) -> Change:
    """The link opens nothing any more."""
    CopyLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=clock.now())
    return Change({"id": link.pk}, f"copy link {link.label}", None, {"revoked": True})


@command("copy.fetch", "copy fetched by a helper", needs="link.copy", past_fence=True)
def fetch(ctx: Context, link: CopyLink) -> Change:
    """Note that the newest copy was fetched by this link, and which."""
    plan = CopyPlan.objects.get(event=link.event_id)
    number = plan.told.get("number")
    rows = CopyLink.objects.filter(pk=link.pk)
    rows.update(fetched=F("fetched") + 1, fetched_at=clock.now(), fetched_number=number)
    return Change({"number": number}, f"copy link {link.label}", None, {"number": number})
