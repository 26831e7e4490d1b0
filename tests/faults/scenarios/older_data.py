"""Scenario 23: an older installation updated and killed at it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.conftest import needed
from tests.faults.scenario import Tally, World, scenario
from tests.launch.starting import (
    HELD,
    OLDER,
    Place,
    a_little_older,
    boundaries,
    chosen,
    held,
    older,
    passed,
    starts,
    whole,
)
from tests.launch.test_killed_on_postgresql import on_postgres, pg_a_little_older, pg_older, pg_sql
from tests.postgres import used_before


@scenario(
    23,
    "An older installation is updated, and the update killed at any moment",
    controls=(
        "tests/launch/test_left_half_way.py"
        "::test_in_place_the_same_kill_leaves_a_file_no_start_can_use_and_ours_mends_it",
    ),
)
def killed_updates(world: World) -> Tally:
    """The next start is whole, old or new, with everything people had entered."""
    tally = Tally()
    if world.database == "postgresql":
        _killed_on_postgresql(world, tally)
        return tally
    makes = [a_little_older] if world.quick else [partial(older, dump=dump) for dump in OLDER]
    with starts(world.folder / "updates") as running:
        for number, make in enumerate(makes):
            unhurt = world.folder / f"unhurt-{number}"
            make(unhurt)
            moments = passed(running, unhurt)
            for moment in boundaries(moments)[::4] if world.quick else chosen(moments):
                folder = world.folder / f"killed-{number}-{tally.tried}"
                make(folder)
                before = held(folder)
                tally.tried += 1
                running.start({"folder": str(folder)}, moment)
                _count(tally, folder, before, moments[moment])
                tally.errors += running.start({"folder": str(folder)})["status"] != 0
                _count(tally, folder, before, f"the start after {moments[moment]}")
                shutil.rmtree(folder)
    return tally


def _count(tally: Tally, folder: Path, before: list[Any], when: str) -> None:
    tally.lost += held(folder) != before
    tally.broken += [] if whole(folder) else [f"not whole at {when}"]


def _killed_on_postgresql(world: World, tally: Tally) -> None:
    """There an update is one transaction, which the database undoes."""
    folder = world.folder / "updates"
    folder.mkdir()
    with on_postgres(folder) as (running, another):

        def as_it_is() -> Place:
            return pg_a_little_older(another(used_before(needed("TD_TEST_PG_URL"))))

        def of(dump: Path) -> Place:
            first = another("template0")
            pg_older(first, dump, folder)
            return pg_a_little_older(first) if dump.stem == "before_squash" else first

        makes: list[Callable[[], Place]] = (
            [as_it_is] if world.quick else [partial(of, dump) for dump in OLDER]
        )
        for make in makes:
            first = make()
            moments = running.start(another(first["database"]))["moments"]
            for moment in boundaries(moments)[::2] if world.quick else chosen(moments):
                place = another(first["database"])
                before = _rows(place)
                tally.tried += 1
                running.start(place, moment)
                tally.lost += _rows(place) != before
                tally.errors += running.start(place)["status"] != 0
                tally.lost += _rows(place) != before


def _rows(place: Place) -> list[Any]:
    return [pg_sql(place, f"SELECT count(*) FROM {name}") for name in HELD]
