"""Rehearsals: asked for at an event, made by the worker, deleted with one click."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.events.setup.seeds import new_seed
from tdapp.interchange.copies import rehearsing
from tdapp.kernel import jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal

KIND = "event.rehearsal"


@command("event.rehearse", "rehearsal asked for", needs="event.edit")
def rehearse_later(ctx: Context, event: Event) -> Change:
    """Hand a rehearsal to the worker. Refuses (409) while there is one already, and to rehearse a rehearsal."""
    if notices.is_rehearsal(event):
        raise Refusal("is-rehearsal", _("This is a rehearsal itself."))
    if (there := of_event(event)) is not None:
        sentence = _("There is a rehearsal already: %(name)s. Delete it first.")
        raise Conflict("rehearsed", sentence % {"name": there.name}, slug=there.slug)
    if waiting(event).exists():
        raise Conflict("busy", _("A rehearsal is being made already; wait for it."))
    job = jobs.enqueue(ctx, KIND, {"event": str(event.pk), "seed": new_seed()})
    return Change({"job": job.pk}, str(event))


def of_event(event: Event) -> Event | None:
    """The event's rehearsal, if there is one."""
    return _of_event(event).filter(deleted_at=None).first()


def _of_event(event: Event) -> QuerySet[Event]:
    """The same, and what was left in the bin by a killed worker."""
    return Event.objects.filter(**{f"extras__{notices.KEY}__rehearsal": str(event.pk)})


def waiting(event: Event) -> Any:
    """Rehearsals of the event that a worker is at, or will be."""
    running = (Job.Status.QUEUED, Job.Status.RUNNING)
    return Job.objects.filter(kind=KIND, scope=event.scope_key, status__in=running)


@command("event.rehearse_cancel", "rehearsal stopped", needs="event.edit")
def cancel_rehearsal(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop; nothing of the rehearsal stays."""
    jobs.stop(ctx, job)
    return Change({"job": job.pk}, "rehearsal")


@jobs.job(KIND)
def make_rehearsal(run: jobs.JobRun) -> dict[str, Any]:
    """The rehearsal itself. One that a killed worker left half done is thrown away first."""
    source = Event.objects.get(pk=run.params["event"])
    for left in _of_event(source):
        rehearsing.away(left)
    made = rehearsing.rehearse(run.context(), source, seed=run.params["seed"], step=run.step)
    return {"slug": made.slug, "name": made.name}


@command("event.end_rehearsal", "rehearsal deleted", needs="event.edit")
def end_rehearsal(ctx: Context, event: Event) -> Change:
    """Delete the event's rehearsal for good; the log of the event itself says so."""
    rehearsal = of_event(event)
    if rehearsal is None:
        raise Refusal("no-rehearsal", _("There is no rehearsal of this event."))
    name = rehearsal.name
    rehearsing.away(rehearsal)
    return Change({"name": name}, str(event), {"name": name}, None)
