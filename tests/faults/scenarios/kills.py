"""Scenarios 6, 7 and 21: `kill -9` of the web processes, and of the worker while it exports or rates."""

from __future__ import annotations

import time
from collections import Counter
from unittest.mock import patch

from tdapp.desk.models import Result
from tdapp.desk.results.commands.results import as_entry
from tdapp.kernel.models import Job
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands import batches
from tests.faults.clerk import Clerk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.test_killed import (
    EVENTS,
    PATIENCE_SECONDS,
    killed_at_work,
    killed_in_the_middle,
    status,
)
from tests.faults.under_entry import scores, under_entry
from tests.ratings.test_runs import do, new_list, played, players_of, standing
from tests.servers import eventually

ENDED = {Job.Status.DONE, Job.Status.FAILED, Job.Status.CANCELLED}


@scenario(
    6,
    "kill -9 of the web processes under clerks who type",
    controls=("tests/kernel/test_commands.py::test_without_a_key_the_same_order_twice_is_carried_out_twice",),
)
def web_killed(world: World) -> Tally:
    """Every acknowledged result is there once; somebody is answered again within seconds."""
    tally = Tally()
    with world.own_hall("kills", players=world.size(quick=160, whole=900)) as scene:
        clerks, tally.recovery = under_entry(
            scene, kills=world.size(quick=3, whole=50), kinds=("web", "web", "web", "worker"), pause=0.02
        )
        tally.tried = sum(len(who.saved) for who in clerks)
        count_entries(tally, scene, clerks)
        tally.notes.append(
            f"{len(tally.recovery)} kills, {sum(who.broken for who in clerks)} lines sent again"
        )
    return tally


def count_entries(tally: Tally, scene: Scene, clerks: list[Clerk]) -> None:
    """What became of every acknowledged line of these clerks."""
    stored = Result.objects.filter(table__round__division=scene.division, is_current=True)
    found = {
        row.table.number: as_entry(row).scores
        for row in stored.select_related("table").prefetch_related("lines")
    }
    said = {answer["table"] for who in clerks for answer in who.saved.values()}
    tally.lost += sum(found.get(table) != scores(table) for table in said)
    times = Counter(stored.values_list("table", flat=True))
    tally.doubled += sum(number > 1 for number in times.values())
    tally.check(scene.event)


@scenario(
    7,
    "kill -9 of the worker in the middle of an export",
    guards=("a job is claimed once", "a late worker does not write over a newer one"),
)
def worker_killed(world: World) -> Tally:
    """The next worker does the job once; no half-written file is left."""
    tally = Tally()
    with world.own_hall("worker", players=60) as scene:
        for _time in range(world.size(quick=1, whole=20)):
            eventually(lambda: scene.hall.children("worker"), "a worker")
            job = killed_in_the_middle(scene)
            started = time.monotonic()
            eventually(lambda row=job: status(row) in ENDED, "the job done after all", PATIENCE_SECONDS)
            tally.recovery.append(time.monotonic() - started)
            job.refresh_from_db()
            tally.tried += 1
            tally.lost += job.status != Job.Status.DONE
            tally.doubled += job.attempts > 2
            exports = scene.hall.data / "media" / "exports"
            tally.errors += [path.name for path in exports.glob(f"*{job.pk}*")] != [f"{job.pk}.export"]
        tally.check(scene.event)
    return tally


@scenario(
    21,
    "kill -9 of the worker in the middle of a rating, and the rating run twice",
    guards=("a batch in part is not put in force", "one long work on a list at a time"),
)
def rating_killed(world: World) -> Tally:
    """No part of a rating is left, the next worker finishes it once, and the same results give the same bytes."""
    tally = Tally()
    with world.own_hall("rating", players=4) as scene:
        rating_list, one = new_list(), played(1)
        others = [played(day, players_of(one), first_wins=day % 3 > 0) for day in range(2, EVENTS + 1)]
        do(rating_list, one, *others)
        was = standing(rating_list), _outcomes()
        for _time in range(world.size(quick=1, whole=20)):
            eventually(lambda: scene.hall.children("worker"), "a worker")
            with patch.object(batches, "AT_ONCE", 1):
                job = killed_at_work(scene, rating_list, one)
            tally.broken += ["a part of a rating stands"] * (standing(rating_list) != was[0])
            started = time.monotonic()
            eventually(
                lambda row=job: status(row) in ENDED, "the rating done after all", 2 * PATIENCE_SECONDS
            )
            tally.recovery.append(time.monotonic() - started)
            job.refresh_from_db()
            tally.tried += 1
            tally.lost += job.status != Job.Status.DONE or (standing(rating_list), _outcomes()) != was
            tally.doubled += RatingRun.objects.filter(state="pending").exists()
    return tally


def _outcomes() -> list[str]:
    return sorted(RatingRun.objects.filter(state="current").values_list("outcome", flat=True))
