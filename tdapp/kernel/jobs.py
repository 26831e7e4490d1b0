"""Long work that survives kill -9: the Job row is the truth, the queue only carries its id.

A worker claims a job by one conditional UPDATE, writes a heartbeat at every step and beside it, so that a long step on a
busy computer costs nobody the job, and starts again from the row when it died; the reaper sends ids again that nobody
holds. Duplicated messages are harmless.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from core.request_of import request_id
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import IdempotencyKey, Job
from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in.owning import refuse_others

log = logging.getLogger(__name__)
LEASE = timedelta(seconds=20)
RESEND_AFTER = timedelta(seconds=10)
MAX_ATTEMPTS = 5
SEND: Port[Callable[[str], None]] = Port("send a job's id to the workers")
Errors = tuple[type[Exception], ...]
_kinds: dict[str, Callable[[JobRun], dict[str, Any]]] = {}
_again: dict[str, Errors] = {}
# What this process carries out now: each job with the attempt that is its own.
_running: dict[UUID, int] = {}


class Cancelled(Exception):
    """Raised inside a job at its next step after somebody asked it to stop, or another worker took it over."""


class JobRun:
    """What a job function is handed: its row's facts, and `step` to report progress."""

    def __init__(self, row: Job) -> None:
        self.id, self.params, self.scope = row.pk, row.params, row.scope
        self.done, self.attempt = row.done, row.attempts
        self._actor, self._actor_name, self._request_id = row.actor, row.actor_name, row.request_id

    def step(self, done: int, total: int, message: str = "") -> None:
        """Write progress and a heartbeat; raises Cancelled when somebody asked for it.

        A worker that slept past its lease finds the job in other hands and stops as well.
        """
        mine = self._mine()
        held = mine.update(done=done, total=total, message=message[:300], heartbeat=clock.now())
        if not held or mine.filter(cancel_requested=True).exists():
            raise Cancelled

    def so_far(self, result: dict[str, Any]) -> None:
        """Keep what is known before the end: it is there while the job goes on, and when it is stopped. Raises as `step`."""
        if not self._mine().update(result=result):
            raise Cancelled

    def _mine(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.id, status=Job.Status.RUNNING, attempts=self.attempt)

    def holds(self) -> bool:
        """Whether the job is still this worker's. Asked in a transaction, nobody takes it over until that is over."""
        mine = Job.objects.select_for_update().filter(pk=self.id, attempts=self.attempt)
        return mine.filter(status=Job.Status.RUNNING).first() is not None

    def context(self, roles: frozenset[str] = frozenset({"system"})) -> Context:
        """A context in the name of the person who asked for the job (checked when it was enqueued)."""
        return Context(
            self._actor, self._actor_name, self.scope, roles, "job", self._request_id, f"job:{self.id}"
        )

    def answered(self) -> dict[str, Any] | None:
        """What this job's command answered an attempt that died before it could say that all is done."""
        ctx = self.context()
        keys = IdempotencyKey.objects.filter(scope=ctx.scope, actor=ctx.actor, key=ctx.key)
        return keys.values_list("answer", flat=True).first()


def job(
    kind: str, again: Errors = ()
) -> Callable[[Callable[[JobRun], dict[str, Any]]], Callable[[JobRun], dict[str, Any]]]:
    """Register `(JobRun) -> JSON-able result` as what jobs of `kind` do.

    `again`: what sends the job back into the queue, for somebody was in its way; tried too often it fails by it.
    """

    def wrap(function: Callable[[JobRun], dict[str, Any]]) -> Callable[[JobRun], dict[str, Any]]:
        _kinds[kind], _again[kind] = function, again
        return function

    return wrap


def enqueue(ctx: Context, kind: str, params: dict[str, Any]) -> Job:
    """Store a job and send its id once the transaction is committed. Call inside a command, or on its own."""
    if kind not in _kinds:
        raise ValueError(f"unknown job kind {kind!r}")
    row = Job.objects.create(
        kind=kind, scope=ctx.scope, actor=ctx.actor, actor_name=ctx.actor_name, params=params,
        request_id=ctx.request_id or request_id.get(),
    )  # fmt: skip
    transaction.on_commit(lambda: _send(row.pk))
    return row


def _send(pk: UUID) -> bool:
    """Send an id to the workers; whether that could be. A dead queue loses nothing: the reaper sends at its next turn."""
    row = Job.objects.filter(pk=pk)
    row.update(last_sent=clock.now())
    try:
        for send in SEND:
            send(str(pk))
    except Exception as error:
        row.update(last_sent=None)
        log.warning("job %s not sent, the reaper will: %s", pk, error)
        return False
    return True


def claim(pk: UUID | str) -> Job | None:
    """Take a job for this worker: queued, or running with a stale heartbeat. None when somebody else has it."""
    now = clock.now()
    free = Q(status=Job.Status.QUEUED) | Q(status=Job.Status.RUNNING, heartbeat__lt=now - LEASE)
    taken = Job.objects.filter(free, pk=pk).update(
        status=Job.Status.RUNNING, heartbeat=now, attempts=F("attempts") + 1
    )
    return Job.objects.get(pk=pk) if taken else None


def run(pk: UUID | str) -> None:
    """Claim and carry out one job; its outcome is written to its row, whatever happens."""
    if (row := claim(pk)) is None:
        return
    _running[row.pk] = row.attempts
    asked = request_id.set(row.request_id or str(row.pk))
    try:
        if row.attempts > MAX_ATTEMPTS:
            raise Refusal("gave-up", _("This was tried too often and gave no result. Start it again."))
        result = _kinds[row.kind](JobRun(row))
        _finish(row, Job.Status.DONE, result=result)
    except Cancelled:
        _finish(row, Job.Status.CANCELLED, message=_("Cancelled."))
    except Exception as error:
        if row.attempts < MAX_ATTEMPTS and isinstance(error, _again.get(row.kind, ())):
            _put_back(row, error)
        else:
            _fail(row, error)
    finally:
        request_id.reset(asked)
        # Another thread of this process may have taken it over: then that attempt stays.
        if _running.get(row.pk) == row.attempts:
            del _running[row.pk]


def _fail(row: Job, error: Exception) -> None:
    if isinstance(error, Refusal):
        _finish(row, Job.Status.FAILED, message=str(error), result=error.as_dict())
        return
    log.error("job %s failed", row.pk, exc_info=error)
    _finish(row, Job.Status.FAILED, message=_("This stopped because of a fault in the program."))


def _put_back(row: Job, error: Exception) -> None:
    """Into the queue, from where the reaper sends it after a while."""
    log.warning("job %s is tried again: %s", row.pk, error)
    mine = Job.objects.filter(pk=row.pk, status=Job.Status.RUNNING, attempts=row.attempts)
    mine.update(status=Job.Status.QUEUED, last_sent=clock.now(), done=0, message="")


def beat() -> None:
    """Keep what this process carries out: called beside it, whatever a step takes."""
    for pk, attempt in tuple(_running.items()):
        mine = Job.objects.filter(pk=pk, status=Job.Status.RUNNING, attempts=attempt)
        mine.update(heartbeat=clock.now())


def _finish(row: Job, status: str, **facts: Any) -> None:
    log.info("job %s %s %s, attempt %s", row.kind, row.pk, status, row.attempts)
    facts["message"] = facts.get("message", "")[:300]
    Job.objects.filter(pk=row.pk, attempts=row.attempts).update(
        status=status, finished_at=clock.now(), **facts
    )


def reap() -> int:
    """Send again what nobody holds: queued for long, or running without a heartbeat. Returns how many were sent."""
    now = clock.now()
    waiting = Q(status=Job.Status.QUEUED) | Q(status=Job.Status.RUNNING, heartbeat__lt=now - LEASE)
    unsent = Q(last_sent__isnull=True) | Q(last_sent__lt=now - RESEND_AFTER)
    ids = list(Job.objects.filter(waiting & unsent).values_list("pk", flat=True)[:100])
    # A queue that does not take one takes none of the others.
    return sum(1 for _pk in takewhile(_send, ids))


def stop(ctx: Context, row: Job, over: str = "event.edit") -> None:
    """Let who asked for a job stop it, and who may stop anybody's (`over`)."""
    refuse_others(ctx, row.actor, over)
    cancel(row.pk)


def cancel(pk: UUID | str) -> None:
    """Ask a job to stop: at once when it is queued, at its next step when it runs."""
    Job.objects.filter(pk=pk, status=Job.Status.QUEUED).update(
        status=Job.Status.CANCELLED, finished_at=clock.now(), message=_("Cancelled.")
    )
    Job.objects.filter(pk=pk, status=Job.Status.RUNNING).update(cancel_requested=True)
