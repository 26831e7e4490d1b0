"""The push as a job, and what is due: looked at now and then by the worker. Newest wins, one at a time for each place; what
fails for want of a network is tried for as long as it takes, with growing pauses kept in the row, so that a restart forgets
none.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tdapp.kernel import clock, context, fence, jobs
from tdapp.kernel.models import AuditHead, Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import faults, holds, kinds, public_state, staged
from tdapp.publishing.site.push.commands import outcomes
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.targets.sftp import UnknownKey
from tdapp.publishing.site.staging import stages

KIND = "site.push"
# Between tries, in minutes; the last one again and again for a day, then every six hours until it is done.
PAUSES = (1, 2, 5, 10, 20, 30)
DAY, SELDOM = timedelta(hours=24), timedelta(hours=6)
# Releases come in a row: the first is sent at once, the others together.
GAP = timedelta(seconds=20)
AT_LEAST = timedelta(minutes=1)
BUSY = (Job.Status.QUEUED, Job.Status.RUNNING)


@jobs.job(KIND)
def push(run: jobs.JobRun) -> dict[str, Any]:
    """Bring one place to what is public now."""
    place = PushPlace.objects.select_related("event").filter(pk=run.params["place"]).first()
    if place is None:
        raise Refusal("no-place", _("This place was removed."))
    return carry_out(place, run.step)


def carry_out(place: PushPlace, step: Callable[[int, int, str], None]) -> dict[str, Any]:
    """Send one place what it lacks; what was done, in files. Refuses with the fault's sentence, which is kept too."""
    ctx, moved = context.system(place.scope_key), False
    state = public_state.wanted(place)

    def on_the_way(done: int, total: int) -> None:
        nonlocal moved
        moved = moved or done > 0
        step(done, total, _("Sending"))

    try:
        step(0, 1, _("Connecting"))
        with kinds.opened(place) as target:
            done = staged.Pushed(target, holds.Holds(place.pk), on_the_way, place.event.slug)
            _bring(place, done, step)
    except Fault as fault:
        keep_fault(place, fault, moved)
        raise Refusal("not-sent", faults.sentence(fault.as_data()), fault=fault.code) from None
    except (jobs.Cancelled, Refusal):
        raise
    except Exception:
        keep_fault(place, Fault("program"), moved)
        raise
    told = {"sent": done.sent, "removed": done.removed, "unchanged": done.unchanged}
    outcomes.note_sent(ctx, place, held=state, told=told)
    return told


def here_and_now(place: PushPlace) -> dict[str, Any]:
    """Send one place in this process. Refuses (409) while a worker is at it."""
    job = enqueue(PushPlace.objects.get(pk=place.pk), clock.now())
    if job is None:
        raise Conflict("busy", _("It is being sent already; wait for it."))
    jobs.run(job.pk)
    job.refresh_from_db()
    if job.status != Job.Status.DONE:
        raise Refusal("not-sent", job.message)
    done: dict[str, Any] = job.result
    return done


def _bring(place: PushPlace, there: staged.Pushed, step: Callable[[int, int, str], None]) -> None:
    """Everything public now; nothing when nothing is, or nothing is to stand there."""
    # Said before the pages are: they are written in one language after the other.
    word, languages = _("Writing the pages"), [code for code, _name in settings.LANGUAGES]
    if place.down or not stages.carry_out(
        place.event.slug, languages, there, base=place.base, on_disk=place.on_disk,
        step=lambda done, of: step(done, of, word),
    ):  # fmt: skip
        there.empty()


def keep_fault(place: PushPlace, fault: Fault, moved: bool) -> None:
    """Why it stopped, and when it is tried again: not at all where a person is asked. `moved`: it got a part of the way, so
    that the pauses begin anew.
    """
    now, row = clock.now(), PushPlace.objects.select_related("event").get(pk=place.pk)
    failures = 1 if moved else row.failures + 1
    since = now if moved or row.failing_since is None else row.failing_since
    told: dict[str, Any] = {"failures": failures, "failing_since": since, "next_at": None}
    if fault.passing:
        told["next_at"] = now + pause(failures, now - since)
    if isinstance(fault, UnknownKey):
        told["offered_key"] = fault.offered
    if row.waiting_since is None:
        told["waiting_since"] = now
    if fault.code != row.fault.get("code") or failures == outcomes.LONG:
        outcomes.note_fault(context.system(row.scope_key), row, fault=fault.as_data(), facts=told)
    else:
        # The same again, as so often in a night without a network: the log needs no line for each try.
        PushPlace.objects.filter(pk=row.pk).update(fault=fault.as_data(), **told)


def pause(failures: int, failing: timedelta) -> timedelta:
    """How long to wait after the n-th try in vain."""
    return SELDOM if failing >= DAY else timedelta(minutes=PAUSES[min(failures, len(PAUSES)) - 1])


def tick() -> list[Job]:
    """Hand to the worker what is due. Two queries when nothing happened at any event that is sent somewhere."""
    rows = list(PushPlace.objects.select_related("event"))
    heads = dict(
        AuditHead.objects.filter(scope__in={row.scope_key for row in rows}).values_list("scope", "number")
    )
    return [job for row in rows if (job := _handed_over(row, str(heads.get(row.scope_key, 0))))]


def _handed_over(row: PushPlace, head: str) -> Job | None:
    now = clock.now()
    if row.seen != head and not _asks(row):
        # Something was done at the event: was it anything the public sees?
        waiting = row.waiting_since or now if public_state.wanted(row) != row.held else None
        PushPlace.objects.filter(pk=row.pk).update(seen=head, waiting_since=waiting)
        row.waiting_since = waiting
    if not is_due(row, now) or fence.state(row.scope_key).fenced:
        return None
    return enqueue(row, now)


def _asks(row: PushPlace) -> bool:
    """Whether a person has to do something before it is tried again."""
    return bool(row.fault) and not faults.is_passing(row.fault)


def is_due(row: PushPlace, now: datetime) -> bool:
    """Whether something is to be sent now."""
    if row.next_at is not None and now < row.next_at:
        return False
    again = row.by_itself or row.down or bool(row.fault)
    by_itself = again and row.waiting_since is not None and not _asks(row)
    if by_itself and not row.asked and row.sent_at is not None and now - row.sent_at < GAP:
        return False
    return row.asked or by_itself


def is_busy(row: PushPlace) -> bool:
    """Whether a worker is at it, or will be."""
    return row.job is not None and Job.objects.filter(pk=row.job, status__in=BUSY).exists()


def enqueue(row: PushPlace, now: datetime) -> Job | None:
    """A job for one place; None while there is one, or somebody else was quicker. However it ends, it is not due at once."""
    if is_busy(row):
        return None
    with transaction.atomic():
        job = jobs.enqueue(context.system(row.scope_key), KIND, {"place": str(row.pk)})
        taken = PushPlace.objects.filter(pk=row.pk, job=row.job).update(
            job=job.pk, asked=False, next_at=now + AT_LEAST
        )
        if not taken:
            transaction.set_rollback(True)
            return None
    return job
