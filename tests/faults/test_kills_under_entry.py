"""Fault 6 of the list of 25: `kill -9` of the web process and of the worker while four clerks type."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from tdapp.desk.models import Result
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands.results import as_entry
from tdapp.kernel.models import IdempotencyKey
from tests.faults.clerk import Clerk
from tests.faults.halls import Scene, Stage
from tests.faults.under_entry import line, scores, under_entry

pytestmark = pytest.mark.slow
KINDS = ("web", "worker")


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


def test_kill_9_of_web_and_worker_under_four_clerks_loses_nothing(stage: Stage, record_property: Any) -> None:
    scene = stage(32)
    clerks, waits = under_entry(scene, len(KINDS), KINDS, pause=0.1)
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
