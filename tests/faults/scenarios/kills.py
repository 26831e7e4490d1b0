"""Scenarios 6 and 7: `kill -9` of the web processes and of the worker."""

from __future__ import annotations

from collections import Counter

from tdapp.desk.commands.results import as_entry
from tdapp.desk.models import Result
from tests.faults.clerk import Clerk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.under_entry import scores, under_entry


@scenario(6, "kill -9 of the web processes under clerks who type")
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
