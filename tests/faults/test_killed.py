"""Faults 6, 7 and 21: `kill -9` of the web processes while four clerks type, of the worker while a job or a rating runs:
what was acknowledged is there once, a job is done once, by the next worker, and no part of it is left.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet

from tdapp.desk.models import Result
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands.results import as_entry
from tdapp.interchange.commands.export import KIND
from tdapp.interchange.exports.render import Wish
from tdapp.kernel.models import IdempotencyKey, Job
from tdapp.people.models import RatingList
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands import batches
from tests.faults.clerk import Clerk
from tests.faults.halls import Scene, Stage
from tests.faults.under_entry import line, scores, under_entry
from tests.ratings.test_runs import do, new_list, played, players_of, standing
from tests.servers import eventually

pytestmark = pytest.mark.slow
# Longer than the lease of a job plus a few ticks of the reaper.
PATIENCE_SECONDS = 120
MOST_TRIES = 20
EVENTS = 12
LONG_AGO = "2020-01-01T00:00:00Z"


def check_nothing_is_lost(scene: Scene, clerks: list[Clerk]) -> None:
    """Every acknowledged line is there, once, with its scores; nothing else is; the event holds."""
    said = {answer["table"]: key for who in clerks for key, answer in who.saved.items()}
    assert sorted(said) == scene.tables()
    stored = Result.objects.filter(table__round__division=scene.division).select_related("table")
    assert Counter(row.table.number for row in stored) == Counter(scene.tables())
    for row in stored.prefetch_related("lines"):
        assert as_entry(row).scores == scores(row.table.number)
        assert row.in_force
    keys = Counter(IdempotencyKey.objects.filter(scope=scene.event.scope_key).values_list("key", flat=True))
    assert {key: times for key, times in keys.items() if times > 1} == {}
    assert set(said.values()) <= set(keys)
    assert broken(scene.event) == []


def check_sent_again_is_the_same(scene: Scene, clerks: list[Clerk]) -> None:
    """The keys once more, after all the kills: the same table, and no result more."""
    before = Result.objects.count()
    for who in clerks:
        for key, answer in list(who.saved.items())[:10]:
            assert who.enter(line(answer["table"]), key)["table"] == answer["table"]
    assert Result.objects.count() == before


def test_kill_9_of_the_web_processes_under_four_clerks_loses_nothing(
    stage: Stage, record_property: Any
) -> None:
    scene = stage(32)
    clerks, waits = under_entry(scene, 1, ("web",), pause=0.1)
    record_property("kills", len(waits))
    record_property("longest_wait_for_an_answer_seconds", round(max(waits), 2))
    print(f"{len(waits)} kills, {sum(who.broken for who in clerks)} lines sent again, "
          f"first answer after {min(waits):.2f} to {max(waits):.2f} s")  # fmt: skip
    assert sum(who.broken for who in clerks) > 0, "no kill was felt"
    check_nothing_is_lost(scene, clerks)
    check_sent_again_is_the_same(scene, clerks)


@pytest.mark.soak
def test_hundreds_of_kills_lose_nothing(stage: Stage) -> None:
    kills = int(os.environ.get("TD_SOAK_KILLS", "200"))
    scene = stage(1800)
    clerks, waits = under_entry(scene, kills, ("web", "web", "web", "worker"), pause=0.02)
    assert len(waits) == kills
    check_nothing_is_lost(scene, clerks)


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


# The same lease and the same next worker as above; one that never ran is taken up in `tests/kernel/test_jobs.py`.
@pytest.mark.soak
def test_queued_jobs_survive_the_death_of_every_worker(on_sqlite: Stage) -> None:
    scene = on_sqlite(16)
    eventually(lambda: scene.hall.children("worker"), "a worker")
    jobs = [asked(scene) for _number in range(3)]
    scene.hall.kill("worker")
    mine = Job.objects.filter(scope=scene.event.scope_key)
    lease_runs_out(mine)
    eventually(lambda: all(status(job) == Job.Status.DONE for job in jobs), "all done", PATIENCE_SECONDS)
    assert all(row.attempts <= 2 for row in mine)


# In every run each step of a rating dies in `tests/ratings/test_worker_died.py`, and the next worker goes on.
@pytest.mark.soak
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


def test_a_parent_killed_with_its_whole_family_loses_nothing(on_sqlite: Stage) -> None:
    """The laptop's power button, as far as a test can press it: everything at once, then the same command again."""
    scene = on_sqlite(24)
    who = scene.clerk(0)
    tables = scene.tables()
    for table in tables[:6]:
        who.enter(line(table), key=f"table-{table}")
    for kind in ("web", "worker"):
        scene.hall.kill(kind)
    scene.hall.process.kill()
    scene.hall.process.wait()
    kept = Result.objects.filter(table__round__division=scene.division, in_force=True)
    assert sorted(row.table.number for row in kept.select_related("table")) == tables[:6]
    assert broken(scene.event) == []
