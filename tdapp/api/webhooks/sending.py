"""Messages sent by the worker, as a job: one at a time in the whole installation, so that slow receivers never hold more than
one of its hands; several receivers beside each other in it. Each webhook's messages go in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet

from core import canonical
from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.webhooks import calling, noticing, outcomes, reach, signing
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.models import Job

log = logging.getLogger(__name__)
KIND = "webhooks.send"
LANES, MOST_OF_ONE, ROUNDS = 8, 10, 20
# Longer than a lane can take: ten messages of ten seconds each, all told.
TAKEN = timedelta(minutes=3)
BUSY = (Job.Status.QUEUED, Job.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Letter:
    """A message ready to be sent: nothing of the database is asked on the way."""

    message: WebhookMessage
    address: str
    headers: dict[str, str]
    body: bytes


def tick() -> Job | None:
    """Look what happened, and hand to the worker what is due."""
    noticing.tick()
    if not due().exists() or Job.objects.filter(kind=KIND, status__in=BUSY).exists():
        return None
    return jobs.enqueue(context.system(), KIND, {})


def due() -> QuerySet[Webhook]:
    """The webhooks that have something to send now and are in nobody's hands."""
    now = clock.now()
    free = Q(taken_until__isnull=True) | Q(taken_until__lt=now)
    rested = Q(next_at__isnull=True) | Q(next_at__lte=now)
    waiting = WebhookMessage.objects.filter(status=WebhookMessage.Status.WAITING).values("webhook")
    return Webhook.objects.filter(free, rested, off_at=None, pk__in=waiting)


@jobs.job(KIND)
def send(run: jobs.JobRun) -> dict[str, Any]:
    """Send what is due, eight receivers at a time."""
    tried = 0
    for done in range(ROUNDS):
        run.step(done, ROUNDS)
        rows = [row for row in due().order_by("next_at", "sent_at")[:LANES] if _taken(row)]
        if not rows:
            break
        tried += _sent(rows)
    return {"tried": tried}


def _taken(row: Webhook) -> bool:
    """Take a webhook for this worker, by one conditional UPDATE."""
    return due().filter(pk=row.pk).update(taken_until=clock.now() + TAKEN) == 1


def _sent(rows: Sequence[Webhook]) -> int:
    tried = 0
    letters = [_letters(row) for row in rows]
    with ThreadPoolExecutor(LANES) as pool:
        for lane in pool.map(_lane, letters):
            for letter, fault in lane:
                outcomes.note(letter.message, fault)
                tried += 1
    Webhook.objects.filter(pk__in=[row.pk for row in rows]).update(taken_until=None)
    return tried


def _letters(row: Webhook) -> list[Letter]:
    """The oldest messages of a webhook; none when its maker may no longer."""
    whole = Webhook.objects.select_related("event", "club__home", "user").get(pk=row.pk)
    if not reach.is_trusted(whole):
        outcomes.turn_off(whole, {"code": "nobodys", "facts": {}})
        return []
    found = whole.messages.filter(status=WebhookMessage.Status.WAITING)[:MOST_OF_ONE]
    return [letter(whole, message) for message in found]


def letter(row: Webhook, message: WebhookMessage) -> Letter:
    """A message signed, as of now."""
    body = canonical.dumps({"id": str(message.pk), **message.body}).encode()
    seconds = int(clock.now().timestamp())
    return Letter(message, row.address, signing.headers(row, str(message.pk), seconds, body), body)


def _lane(letters: Sequence[Letter]) -> list[tuple[Letter, calling.Told]]:
    """Send one webhook's messages until one is not taken; in a thread, without the database."""
    done = []
    for one in letters:
        try:
            fault = calling.post(one.address, one.headers, one.body)
        except Exception:
            # One receiver's oddity must not keep the others waiting.
            log.exception("webhook %s", one.message.webhook_id)
            fault = {"code": "program", "facts": {}}
        done.append((one, fault))
        if fault:
            break
    return done
