"""Fault 21: `kill -9` of the worker in the middle of a rating: no partial set, and the next worker finishes it once."""

from __future__ import annotations

import pytest
from django.db import transaction

from tdapp.kernel.models import Job
from tdapp.people.models import RatingList
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands import batches
from tests.faults.halls import Scene, Stage
from tests.faults.test_jobs_killed import MOST_TRIES, PATIENCE_SECONDS, status
from tests.ratings.test_runs import do, new_list, played, players_of, standing
from tests.servers import eventually

pytestmark = pytest.mark.slow
EVENTS = 12


def killed_at_work(scene: Scene, rating_list: RatingList, first: object) -> Job:
    """A rating of everything from the first event on whose worker died while it was at it."""
    for _try in range(MOST_TRIES):
        job = Job.objects.get(pk=do(rating_list, first)["job"])  # type: ignore[arg-type]
        eventually(lambda row=job: status(row) != Job.Status.QUEUED, "a worker that takes the job")
        with transaction.atomic():
            # Holding the write lock: it can neither write aside nor finish until its worker is dead.
            Job.objects.filter(pk=job.pk).update(message="held")
            caught = status(job) == Job.Status.RUNNING
            if caught:
                scene.hall.kill("worker")
        if caught:
            return job
    raise AssertionError("every rating was done before it could be interrupted")


def test_a_rating_whose_worker_was_killed_leaves_no_part_of_itself(
    on_sqlite: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = on_sqlite(4)
    rating_list, one = new_list(), played(1)
    divisions = [one, *(played(day, players_of(one), first_wins=day % 3 > 0) for day in range(2, EVENTS + 1))]
    do(rating_list, *divisions)
    was, outcomes = standing(rating_list), sorted(RatingRun.objects.values_list("outcome", flat=True))
    eventually(lambda: scene.hall.children("worker"), "a worker")
    monkeypatch.setattr(batches, "AT_ONCE", 1)
    job = killed_at_work(scene, rating_list, one)
    assert standing(rating_list) == was
    assert RatingRun.objects.filter(state="current").count() == EVENTS
    ended = {Job.Status.DONE, Job.Status.FAILED, Job.Status.CANCELLED}
    eventually(lambda: status(job) in ended, "the rating done after all", 2 * PATIENCE_SECONDS)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, (job.message, job.attempts, job.result)
    assert job.attempts == 2
    assert (standing(rating_list), RatingRun.objects.filter(state="pending").count()) == (was, 0)
    current = RatingRun.objects.filter(state="current")
    assert sorted(current.values_list("outcome", flat=True)) == outcomes, "the same results, the same bytes"
