"""Which events need a newer copy, or lack theirs on a disk that came in: looked at by the worker now and then.

Of a federation's ten thousand events those are looked at that something was done to lately, in a few questions for all.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from tdapp.desk.models import Finalisation, PrizeGiving
from tdapp.events.models import Event, Round
from tdapp.interchange.commands import copy_keys
from tdapp.interchange.commands.copies import DISK, KIND, PATIENCE, lacking, waiting
from tdapp.interchange.copies import earlier, places, plans
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock, context, fence, jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal

# What nobody touched since is an event of the past: a stick that comes in is not for it.
LATELY = timedelta(days=2)
# Beside those, the newest few that have a key: what was done to them may leave no moment we ask for (a round that was
# recalled, a correction days later: a million results are not searched every few seconds, and the night has it).
NEWEST = 20


def tick() -> list[Job]:
    """Hand the copies that are due to the worker: what `plans.rounds_digests` tells changed, or a disk came in; and copies
    of earlier rounds are thinned. Two queries where nothing is due, however many events there are.
    """
    earlier.thin()
    rows = list(_candidates())
    rounds = plans.rounds_digests([event.pk for event in rows])
    kinds = (
        (event, _due_kind(event, getattr(event, "copy_plan", None), rounds.get(event.pk, "")))
        for event in rows
    )
    return [
        jobs.enqueue(context.system(event.scope_key), kind, {"event": str(event.pk)})
        for event, kind in kinds
        if kind
    ]


def _candidates() -> QuerySet[Event]:
    """Events something was done to lately, or whose last copy failed or is of a key that was replaced; the newest few."""
    lately = clock.now() - LATELY
    rounds = Round.objects.filter(Q(published_at__gte=lately) | Q(closed_at__gte=lately))
    final = Finalisation.objects.filter(at__gte=lately)
    over = PrizeGiving.objects.filter(ended_at__gte=lately)
    with_key = CopyPlan.objects.exclude(key="")
    again = with_key.filter(Q(held="") | ~Q(fault=""))
    found = (
        Q(pk__in=rounds.values("division__event"))
        | Q(pk__in=final.values("division__event"))
        | Q(pk__in=over.values("event"))
        | Q(pk__in=again.values("event"))
    )
    events = Event.objects.filter(deleted_at=None)
    newest = events.filter(pk__in=with_key.values("event")).order_by("-sequence")[:NEWEST]
    return events.filter(found | Q(pk__in=newest.values("pk"))).select_related("copy_plan")


def _due_kind(event: Event, plan: CopyPlan | None, rounds: str) -> str:
    """The kind of job the event's copies need now, with a key made where there is none; "" none."""
    if is_due(event, plan, rounds):
        try:
            if plan is None or plans.key_kept(plan) is None:
                copy_keys.make_key(context.system(event.scope_key), event)
        except Refusal:
            return ""
        return KIND
    return DISK if plan and _lacks_one(event, plan) else ""


def _lacks_one(event: Event, plan: CopyPlan) -> bool:
    """Whether a disk that is in lacks the event's newest copy, which is of these days and the event's own laptop's."""
    if plans.is_thrown_away(event) or not plan.told or not plans.newest(event).is_file():
        return False
    if datetime.fromisoformat(plan.told["at"]) < clock.now() - LATELY or not lacking(
        plan, plan.told, places.seen()
    ):
        return False
    return not (waiting(event).exists() or fence.state(event.scope_key).fenced)


def is_due(event: Event, plan: CopyPlan | None, rounds: str | None = None) -> bool:
    """Whether the event's rounds changed since its last copy, and nothing speaks against making one now.

    `rounds`: their digest, where it is known.
    """
    if plans.is_thrown_away(event):
        return False
    if plan and plan.fault and plan.tried_at and clock.now() - plan.tried_at < PATIENCE:
        return False
    rounds = plans.rounds_digest(event) if rounds is None else rounds
    if not rounds or rounds == (plan.held if plan else "") or waiting(event).exists():
        return False
    return not fence.state(event.scope_key).fenced
