"""Rate divisions on a list, take one off again: everything that stands after it is rated anew with it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Division
from tdapp.kernel import jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.jobs import enqueue
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import RatingList
from tdapp.ratings import planning, storing
from tdapp.ratings.models import RatingRun
from tdapp.ratings.moves import moves_between
from tdapp.ratings.replay import Made, Planned, Step, replay
from tdapp.ratings.values import values_at

NEEDS = "installation.ratings"
RATE_JOB = "ratings.rate"
AT_ONCE = 60


def preview(
    rating_list: RatingList, divisions: Sequence[Division], without: Sequence[Any] = ()
) -> dict[str, Any]:
    """Who would move, and how far; nothing is written. The order of the list decides what is rated anew."""
    planning.refuse_unready(rating_list, divisions)
    steps = planning.plan_of(rating_list, divisions, without=without)
    if not steps and not without:
        raise Refusal("nothing-to-rate", _("Choose at least one division."))
    before = values_at(rating_list, None)
    gone = RatingRun.objects.filter(pk__in=without)
    points = [step.point for step in steps] + [planning.Point(run.on, run.order) for run in gone]
    after = values_at(rating_list, min(points, default=None))
    made = list(replay(rating_list, steps, after))
    return {
        "runs": [{"name": one.planned.name, "games": one.games, "players": len(one.moved)} for one in made],
        "moves": moves_between(before, after),
        "version": rating_list.version,
    }


@command("ratings.rate", needs=NEEDS)
def rate(ctx: Context, rating_list: RatingList, *, divisions: Sequence[Any], seen: int) -> Change:
    """Rate divisions on the list, in the order of day and sequence, with everything after the first of them.

    All or nothing; rated again from the same results it changes nothing. More than sixty runs become a job.
    Refuses: unrated kinds, unconfirmed tables, a list that changed since `seen`.
    """
    rows = _divisions(divisions)
    planning.refuse_unready(rating_list, rows)
    steps = planning.plan_of(rating_list, rows)
    if len(steps) > AT_ONCE:
        params = {"list": str(rating_list.pk), "divisions": [str(row.pk) for row in rows], "seen": seen}
        job = enqueue(ctx, RATE_JOB, params)
        return Change({"job": str(job.pk), "runs": len(steps)}, str(rating_list))
    made = rated(ctx, rating_list, steps, seen)
    return Change(_told(made), str(rating_list), None, _told(made))


@command("ratings.take_off", needs=NEEDS)
def take_off(ctx: Context, rating_list: RatingList, *, run: Any, seen: int, reason: str) -> Change:
    """Take a run off the list, with a reason; everything after it is rated anew without it."""
    row = RatingRun.objects.filter(rating_list=rating_list, pk=run, state=RatingRun.State.CURRENT).first()
    if row is None:
        raise Conflict("gone", _("This run is not on the list any more. Look again."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why it is taken off the list."))
    steps = planning.plan_of(rating_list, [], without=[row.pk])
    made = rated(ctx, rating_list, steps, seen, gone=[row])
    return Change(_told(made), str(rating_list), {"run": str(row.pk), "on": str(row.on)}, _told(made), reason)


def rated(
    ctx: Context, rating_list: RatingList, steps: Sequence[Step], seen: int, gone: Sequence[RatingRun] = ()
) -> list[Made]:
    """Replay, store, adopt: inside the command's transaction."""
    storing.next_version(rating_list, seen)
    points = [step.point for step in steps] + [planning.Point(run.on, run.order) for run in gone]
    return anew(ctx, rating_list, steps, min(points), gone)


def anew(
    ctx: Context, rating_list: RatingList, steps: Sequence[Step], point: planning.Point,
    gone: Sequence[RatingRun] = (),
) -> list[Made]:  # fmt: skip
    """Do all the steps from a point on, and make them the list."""
    batch = uuid.uuid4()
    made = list(replay(rating_list, steps, values_at(rating_list, point)))
    for one in made:
        storing.store(rating_list, one, batch, ctx.actor_name)
    storing.adopt(rating_list, batch, point, [run.pk for run in gone])
    return made


def _told(made: Sequence[Made]) -> dict[str, Any]:
    return {
        "runs": [
            {"division": one.planned.name, "games": one.games, "players": len(one.moved),
             "digest": one.digest, "outcome": one.outcome}
            for one in made
        ]
    }  # fmt: skip


def _divisions(ids: Sequence[Any]) -> list[Division]:
    rows = list(Division.objects.filter(pk__in=ids, event__deleted_at=None).select_related("event"))
    if not rows or len(rows) != len(set(map(str, ids))):
        raise Refusal("nothing-to-rate", _("Choose divisions that exist; at least one."))
    return rows


__all__ = ["Planned", "preview", "rate", "rated", "take_off"]


@command("ratings.stage", needs=NEEDS)
def stage(ctx: Context, rating_list: RatingList, *, made: Sequence[Made], batch: uuid.UUID) -> Change:
    """Write some runs of a large batch aside; the list does not change."""
    for one in made:
        storing.store(rating_list, one, batch, ctx.actor_name)
    return Change({"staged": len(made)}, str(rating_list), None, {"batch": str(batch), "runs": len(made)})


@command("ratings.adopt", needs=NEEDS)
def adopt(
    ctx: Context, rating_list: RatingList, *, batch: uuid.UUID, point: planning.Point, seen: int
) -> Change:
    """Make a staged batch the list, all of it at once; refused when the list changed since `seen`."""
    storing.next_version(rating_list, seen)
    storing.adopt(rating_list, batch, point)
    return Change({"batch": str(batch)}, str(rating_list), None, {"batch": str(batch), "from": str(point.on)})


@command("ratings.tidy", needs=NEEDS)
def tidy(ctx: Context, rating_list: RatingList) -> Change:
    """Forget what a batch that never became the list had written aside."""
    return Change({"forgotten": storing.discard_pending(rating_list)}, str(rating_list))


@command("ratings.cancel", needs=NEEDS)
def cancel(ctx: Context, job: Job) -> Change:
    """Ask a rating in the background to stop; the list stays as it was."""
    jobs.cancel(job.pk)
    return Change({"job": str(job.pk)}, f"job {job.kind}")
