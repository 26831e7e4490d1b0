"""A large batch: written aside part by part by a job, then put in force all at once; or forgotten."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.kernel import jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict
from tdapp.people.models import RatingList
from tdapp.ratings.runs import storing
from tdapp.ratings.runs.replay import Made
from tdapp.ratings.runs.values import Point

NEEDS = "installation.ratings"
RATE_JOB, MERGE_JOB, FORESEE_JOB = "ratings.rate", "ratings.merge", "ratings.foresee"
# More runs than this are never worked out in a request, nor foreseen in one: of two hundred that takes a second.
AT_ONCE, FORESEEN = 60, 60


def later(ctx: Context, rating_list: RatingList, params: dict[str, Any]) -> Job:
    """Hand a long rating of a list to the worker. Refuses a second one while the first is at work."""
    if at_work(rating_list):
        raise Conflict("at-work", _("This list is being rated in the background. Wait for it, or cancel it."))
    return jobs.enqueue(ctx, RATE_JOB, {"list": str(rating_list.pk), **params})


def at_work(rating_list: RatingList) -> Job | None:
    """The job that rates the list now, if there is one."""
    rows = Job.objects.filter(kind=RATE_JOB, params__list=str(rating_list.pk))
    return rows.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING]).first()


@command("ratings.stage", "ratings worked out", needs=NEEDS)
def stage(ctx: Context, rating_list: RatingList, *, made: Sequence[Made], batch: uuid.UUID) -> Change:
    """Write some runs of a large batch aside; the list does not change."""
    storing.store(rating_list, made, batch, ctx.actor_name)
    return Change({"staged": len(made)}, str(rating_list), None, {"batch": str(batch), "runs": len(made)})


@command("ratings.adopt", "ratings put in force", needs=NEEDS)
def adopt(
    ctx: Context, rating_list: RatingList, *, batch: uuid.UUID, runs: int, point: Point, seen: int,
    gone: Sequence[uuid.UUID] = (), reason: str = "",
) -> Change:  # fmt: skip
    """Make a staged batch of so many runs the list, all of it at once, without the runs in `gone`.

    Refused when the list changed since `seen`, and when the batch is not whole.
    """
    storing.next_version(rating_list, seen)
    storing.refuse_incomplete(batch, runs)
    storing.adopt(rating_list, batch, point, gone)
    told = {"batch": str(batch), "from": str(point.on), "runs": runs, "without": [str(pk) for pk in gone]}
    return Change({"batch": str(batch), "runs": runs}, str(rating_list), None, told, reason)


@command("ratings.tidy", "unfinished ratings discarded", needs=NEEDS)
def tidy(ctx: Context, rating_list: RatingList, *, keep: Any = None) -> Change:
    """Forget what a batch that never became the list had written aside; `keep`: but for this run."""
    return Change({"forgotten": storing.discard_pending(rating_list, keep)}, str(rating_list))


@command("ratings.cancel", "rating in the background stopped", needs=NEEDS)
def cancel(ctx: Context, job: Job) -> Change:
    """Ask a rating in the background to stop; the list stays as it was."""
    jobs.stop(ctx, job, NEEDS)
    return Change({"job": str(job.pk)}, f"job {job.kind}")
