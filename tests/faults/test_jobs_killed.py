"""Fault 7: `kill -9` of the worker while a job runs: it is done once, by the next worker."""

from __future__ import annotations

import time
from dataclasses import asdict

import pytest
from django.db import transaction

from tdapp.interchange.commands.export import KIND
from tdapp.interchange.exports.render import Wish
from tdapp.kernel.models import Job
from tests.faults.halls import Scene, Stage
from tests.servers import eventually

pytestmark = pytest.mark.slow
# Longer than the lease of a job plus a few ticks of the reaper.
PATIENCE_SECONDS = 120
MOST_TRIES = 20


def asked(scene: Scene) -> Job:
    """A workbook wanted, as the export command leaves it; nobody was told, the reaper finds it."""
    params = {"event": str(scene.event.pk), "file": "hall.xlsx", "wish": asdict(Wish("xlsx"))}
    return Job.objects.create(
        kind=KIND, scope=scene.event.scope_key, actor="system", actor_name="Test", params=params
    )


def status(job: Job) -> str:
    return Job.objects.values_list("status", flat=True).get(pk=job.pk)


def killed_in_the_middle(scene: Scene) -> Job:
    """A job whose worker died while it ran.

    Once it runs we hold the write lock, so that it can neither report progress nor finish until its worker is dead.
    """
    for _try in range(MOST_TRIES):
        job = asked(scene)
        eventually(lambda row=job: status(row) != Job.Status.QUEUED, "a worker that takes the job")
        with transaction.atomic():
            Job.objects.filter(pk=job.pk).update(total=1)
            caught = status(job) == Job.Status.RUNNING
            if caught:
                scene.hall.kill("worker")
        if caught:
            return job
    raise AssertionError("every job was done before it could be interrupted")


def test_a_job_whose_worker_was_killed_is_done_once_by_the_next(stage: Stage) -> None:
    scene = stage(60)
    eventually(lambda: scene.hall.children("worker"), "a worker")
    job = killed_in_the_middle(scene)
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
    jobs = [asked(scene) for _number in range(4)]
    scene.hall.kill("worker")
    started = time.monotonic()
    eventually(lambda: all(status(job) == Job.Status.DONE for job in jobs), "all done", PATIENCE_SECONDS)
    print(f"4 queued jobs done {time.monotonic() - started:.1f} s after the kill")
    assert all(row.attempts <= 2 for row in Job.objects.filter(scope=scene.event.scope_key))
