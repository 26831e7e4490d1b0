"""Copies of one event: the passphrase, the second place, the newest copy, links to it."""

from __future__ import annotations

import base64
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.events.day import notices
from tdapp.events.members.commands.members import hashed
from tdapp.events.models import Event
from tdapp.interchange.copies import making, plans, sealed, spoken_words
from tdapp.interchange.models import CopyLink, CopyPlan
from tdapp.kernel import clock, context, fence, jobs
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal

KIND = "event.copy"
SHORTEST, FEWEST = 12, 6
# A stick that was pulled out is looked for again after a while, not at every tick.
PATIENCE = timedelta(minutes=1)
LINK_LIFE = timedelta(hours=12)
MOST_LINKS = 20


@command("copy.passphrase", "passphrase of copies chosen", needs="event.edit", private=("passphrase",))
def choose_passphrase(ctx: Context, event: Event, *, passphrase: str) -> Change:
    """Copies are sealed with this passphrase from now on, which is stored nowhere; those made before keep their own."""
    typed = spoken_words.folded(passphrase)
    if len(typed) < SHORTEST or len(set(typed)) < FEWEST:
        sentence = _(
            "A passphrase has at least %(least)s letters or digits, not all alike; several words are best."
        )
        raise Refusal("weak-passphrase", sentence % {"least": SHORTEST})
    plan = plans.new_plan(event)
    plans.keep_key(plan, sealed.key_of(passphrase))
    plan.passphrase_at, plan.held, plan.fault = clock.now(), "", ""
    plan.save()
    return Change({"chosen": True}, str(event), None, {"passphrase": "chosen"})


@command("copy.place", "second place of copies chosen", needs="installation.backup")
def choose_place(ctx: Context, target: Installation, *, event: Event, folder: str) -> Change:
    """A copy goes to this folder after each round; "" for none. Refuses what is no folder that can be written to."""
    place = folder.strip() and str(_checked(Path(folder.strip()).expanduser()))
    plan = plans.new_plan(event)
    before, plan.folder, plan.held, plan.fault = plan.folder, place, "", ""
    plan.save(update_fields=["folder", "held", "fault"])
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
    """Hand a copy to the worker. Refuses (409) without a passphrase, and while one is being made."""
    plan = plans.plan_of(event)
    if plan is None or plans.key_kept(plan) is None:
        raise Refusal("no-passphrase", _("Choose a passphrase for the copies first."), status=409)
    if waiting(event).exists():
        raise Conflict("busy", _("A copy is being made already; wait for it."))
    job = jobs.enqueue(ctx, KIND, {"event": str(event.pk)})
    return Change({"job": job.pk}, str(event))


def waiting(event: Event) -> Any:
    """Copies of the event that a worker is at, or will be."""
    running = (Job.Status.QUEUED, Job.Status.RUNNING)
    return Job.objects.filter(kind=KIND, scope=event.scope_key, status__in=running)


@command("copy.cancel", "copy stopped", needs="event.edit")
def cancel_copy(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop making a copy; the one before stays."""
    jobs.stop(ctx, job)
    return Change({"job": job.pk}, "copy")


@jobs.job(KIND)
def make_copy(run: jobs.JobRun) -> dict[str, Any]:
    """The newest copy, then the second place. A fault is noted for the desk and stops nothing."""
    event = Event.objects.get(pk=run.params["event"])
    plan = CopyPlan.objects.get(event=event)
    held, told, fault = plans.rounds_digest(event), plan.told, ""
    try:
        told = making.make(event, plan, run.step)
        if plan.folder:
            told["second"] = making.put_second(event, plan, told)
    except Refusal as refusal:
        fault = str(refusal)
    note_copy(context.system(event.scope_key), event, held=held, told=told, fault=fault)
    if fault:
        raise Refusal("no-copy-written", fault)
    run.step(making.STEPS, making.STEPS)
    return {"bytes": told["bytes"], "second": told.get("second", "")}


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


def tick() -> list[Job]:
    """Hand the copies that are due to the worker: a round was published, recalled or closed since. One query when none is."""
    rows = CopyPlan.objects.exclude(key="").filter(event__deleted_at=None).select_related("event")
    return [
        jobs.enqueue(context.system(plan.event.scope_key), KIND, {"event": str(plan.event_id)})
        for plan in rows.order_by("-event__sequence")[:20]
        if is_due(plan)
    ]


def is_due(plan: CopyPlan) -> bool:
    """Whether the event's rounds changed since its last copy, and nothing speaks against making one now."""
    if plan.fault and plan.tried_at and clock.now() - plan.tried_at < PATIENCE:
        return False
    rounds = plans.rounds_digest(plan.event)
    if not rounds or rounds == plan.held or waiting(plan.event).exists():
        return False
    return not fence.state(plan.event.scope_key).fenced


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
