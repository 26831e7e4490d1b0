"""Rating a long stretch of a list in the background: written aside run by run, adopted at the end in one step."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tdapp.events.models import Division
from tdapp.kernel.context import Context
from tdapp.kernel.jobs import Cancelled, JobRun, job
from tdapp.kernel.managers import find
from tdapp.people.models import Player, RatingList
from tdapp.ratings import access
from tdapp.ratings.identity.commands import identity
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs import planning
from tdapp.ratings.runs.commands.batches import FORESEE_JOB, MERGE_JOB, RATE_JOB, adopt, stage, tidy
from tdapp.ratings.runs.foreseeing import foreseen
from tdapp.ratings.runs.replay import CHUNK, Made, Step, replay
from tdapp.ratings.runs.values import AS_MERGED, Point, Whose, values_at

# Runs written aside in one transaction: each costs an entry of the log and a wait for the disk.
STAGED = 250


def _in_force(run: JobRun, rating_list: RatingList) -> Context:
    """For what puts a list in force, once. At the list, also where a job still waits that was asked for before lists had
    turns of their own.
    """
    return access.at(run.context(), rating_list)


def _aside(run: JobRun, rating_list: RatingList) -> Context:
    """For what is written aside and may be written again: the job's key is for what puts it in force."""
    return _in_force(run, rating_list).keyless()


@job(RATE_JOB)
def rate_in_background(run: JobRun) -> dict[str, Any]:
    """Rate divisions, take runs off or put values in, with everything after them.

    Killed or cancelled at any point, the list is as it was.
    """
    if (done := run.answered()) is not None:
        return done
    asked = run.params
    rating_list = find(RatingList.objects.all(), pk=asked["list"])
    ctx = _aside(run, rating_list)
    values = asked.get("values")
    tidy(ctx, rating_list, keep=values)
    steps, point = _steps(rating_list, asked)
    batch = _batch_of(values)
    try:
        staged = _staged(run, rating_list, steps, point, batch)
        run.step(len(steps), len(steps), _("Putting the list in force"))
        return adopt(
            _in_force(run, rating_list), rating_list, batch=batch, runs=staged + bool(values), point=point,
            seen=asked["seen"], gone=[UUID(pk) for pk in asked.get("without", ())], reason=asked.get("reason", ""),
        )  # fmt: skip
    except Cancelled:
        tidy(ctx, rating_list)
        raise


def _steps(rating_list: RatingList, asked: dict[str, Any]) -> tuple[list[Step], Point]:
    found = Division.objects.filter(pk__in=asked.get("divisions", ())).select_related("event")
    rows = found.defer("ruleset_frozen", "ruleset_file")
    if values := asked.get("values"):
        given = find(RatingRun.objects.all(), pk=values)
        point = Point(given.on, given.order)
        return [planning.given(given), *planning.steps_from(rating_list, point)], point
    without = asked.get("without", ())
    steps = planning.plan_of(rating_list, rows, without=without)
    return steps, planning.start_of(steps, without)


def _batch_of(values: str | None) -> UUID:
    """Values from outside wait in a batch of their own; what is rated after them joins it."""
    return find(RatingRun.objects.all(), pk=values).batch if values else uuid.uuid4()


def _staged(
    run: JobRun, rating_list: RatingList, steps: Sequence[Step], point: Point, batch: UUID, whose: Whose = AS_MERGED,
    before: int = 0, total: int = 0,
) -> int:  # fmt: skip
    """Write every run aside, some hundreds at a time; `before`, `total`: where this stretch stands in a longer work."""
    ctx, total = _aside(run, rating_list), total or len(steps)
    run.step(before, total, _("Reading where the list stood"))
    waiting: list[Made] = []
    done = games = 0
    for made in replay(rating_list, steps, values_at(rating_list, point, whose=whose), whose):
        waiting.append(made)
        games += made.games
        done += 1
        if done % CHUNK == 0:
            run.step(before + done, total, _("%(games)s games rated") % {"games": games})
        if len(waiting) == STAGED:
            stage(ctx, rating_list, made=waiting, batch=batch)
            waiting = []
    stage(ctx, rating_list, made=waiting, batch=batch)
    return done


@job(MERGE_JOB)
def merge_in_background(run: JobRun) -> dict[str, Any]:
    """Make two numbers one, or two again, on lists with many runs: all lists are put in force with it, or none."""
    if (told := run.answered()) is not None:
        return told
    asked = run.params
    keep, gone = (
        find(Player.objects.select_related("merged_into"), pk=asked[name]) for name in ("keep", "gone")
    )
    whose = identity.whose(keep, gone, apart=asked["apart"])
    lists = [(row, point, planning.steps_from(row, point)) for row, point in identity.lists_of(keep, gone)]
    total = sum(len(steps) for _row, _point, steps in lists)
    staged: list[identity.Staged] = []
    before = 0
    try:
        for row, point, steps in lists:
            tidy(_aside(run, row), row)
            batch = uuid.uuid4()
            runs = _staged(run, row, steps, point, batch, whose, before, total)
            staged.append(identity.Staged(row, batch, runs, point, row.version))
            before += len(steps)
        run.step(total, total, _("Putting the lists in force"))
        return identity.settle(
            run.context(), keep, gone=gone.pk, apart=asked["apart"], reason=asked["reason"], staged=staged
        )
    except Cancelled:
        for row, _point, _steps_of in lists:
            tidy(_aside(run, row), row)
        raise


@job(FORESEE_JOB)
def foresee_in_background(run: JobRun) -> dict[str, Any]:
    """Who would move by a long stretch: worked out, shown on the job's page, stored nowhere else."""
    asked = run.params
    rating_list = find(RatingList.objects.all(), pk=asked["list"])
    steps, point = _steps(rating_list, asked)
    return foreseen(
        rating_list, steps, point, step=lambda done, total: run.step(done, total, _("Nothing is stored"))
    )
