"""Faults 7 and 21: `kill -9` of the worker while a job or a rating runs: it is done once, by the next worker, and no part of
it is left.
"""

from __future__ import annotations

from dataclasses import asdict

import pytest
from django.db import transaction
from django.db.models import QuerySet

from tdapp.interchange.commands.export import KIND
from tdapp.interchange.exports.render import Wish
from tdapp.kernel.models import Job
from tdapp.people.models import RatingList
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands import batches
from tests.faults.halls import Scene, Stage
from tests.ratings.test_runs import do, new_list, played, players_of, standing
from tests.servers import eventually

pytestmark = pytest.mark.slow
# Longer than the lease of a job plus a few ticks of the reaper.
PATIENCE_SECONDS = 120
MOST_TRIES = 20
EVENTS = 12
LONG_AGO = "2020-01-01T00:00:00Z"


def asked(scene: Scene) -> Job:
    """A workbook wanted, as the export command leaves it; nobody was told, the reaper finds it."""
    params = {"event": str(scene.event.pk), "file": "hall.xlsx", "wish": asdict(Wish("xlsx"))}
    return Job.objects.create(
        kind=KIND, scope=scene.event.scope_key, actor="system", actor_name="Test", params=params
    )


def status(job: Job) -> str:
    return Job.objects.values_list("status", flat=True).get(pk=job.pk)


def _of(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk)


def caught(scene: Scene, job: Job) -> bool:
    """Whether the worker was killed while it ran this job.

    Once it runs we hold the write lock, so that it can neither report progress nor finish until its worker is dead.
    """
    eventually(lambda: status(job) != Job.Status.QUEUED, "a worker that takes the job")
    with transaction.atomic():
        _of(job).update(total=1)
        running = status(job) == Job.Status.RUNNING
        if running:
            scene.hall.kill("worker")
    return running


def killed_in_the_middle(scene: Scene) -> Job:
    """A job whose worker died while it ran."""
    for _try in range(MOST_TRIES):
        if caught(scene, job := asked(scene)):
            return job
    raise AssertionError("every job was done before it could be interrupted")


def killed_at_work(scene: Scene, rating_list: RatingList, first: object) -> Job:
    """A rating of everything from the first event on whose worker died while it was at it."""
    for _try in range(MOST_TRIES):
        job = Job.objects.get(pk=do(rating_list, first)["job"])  # type: ignore[arg-type]
        if caught(scene, job):
            return job
    raise AssertionError("every rating was done before it could be interrupted")


def lease_runs_out(jobs: QuerySet[Job]) -> None:
    """The lease of a dead worker is over. That none is taken over before is shown in `tests/kernel/test_jobs.py`; `./td faults`
    waits for it.
    """
    jobs.filter(status=Job.Status.RUNNING, attempts=1).update(heartbeat=LONG_AGO, last_sent=None)


def test_a_job_whose_worker_was_killed_is_done_once_by_the_next(stage: Stage) -> None:
    scene = stage(60)
    eventually(lambda: scene.hall.children("worker"), "a worker")
    job = killed_in_the_middle(scene)
    lease_runs_out(_of(job))
    eventually(lambda: status(job) == Job.Status.DONE, "the job done after all", PATIENCE_SECONDS)
    job.refresh_from_db()
    assert job.attempts == 2
    assert job.result["bytes"] > 1000
    assert job.finished_at is not None
    exports = scene.hall.data / "media" / "exports"
    assert [path.name for path in exports.glob(f"*{job.pk}*")] == [f"{job.pk}.export"], "no half-written file"


def test_queued_jobs_survive_the_death_of_every_worker(on_sqlite: Stage) -> None:
    scene = on_sqlite(16)
    eventually(lambda: scene.hall.children("worker"), "a worker")
    jobs = [asked(scene) for _number in range(3)]
    scene.hall.kill("worker")
    mine = Job.objects.filter(scope=scene.event.scope_key)
    lease_runs_out(mine)
    eventually(lambda: all(status(job) == Job.Status.DONE for job in jobs), "all done", PATIENCE_SECONDS)
    assert all(row.attempts <= 2 for row in mine)


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
    lease_runs_out(_of(job))
    ended = {Job.Status.DONE, Job.Status.FAILED, Job.Status.CANCELLED}
    eventually(lambda: status(job) in ended, "the rating done after all", 2 * PATIENCE_SECONDS)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, (job.message, job.attempts, job.result)
    assert job.attempts == 2
    assert (standing(rating_list), RatingRun.objects.filter(state="pending").count()) == (was, 0)
    current = RatingRun.objects.filter(state="current")
    assert sorted(current.values_list("outcome", flat=True)) == outcomes, "the same results, the same bytes"
