"""Scenario 23: an older installation updated and killed at it."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults.scenario import Tally, World, scenario
from tests.launch.starting import (
    OLDER,
    a_little_older,
    boundaries,
    chosen,
    held,
    older,
    passed,
    starts,
    whole,
)


@scenario(
    23,
    "An older installation is updated, and the update killed at any moment",
    databases=("sqlite",),
    controls=(
        "tests/launch/test_left_half_way.py"
        "::test_in_place_the_same_kill_leaves_a_file_no_start_can_use_and_ours_mends_it",
    ),
)
def killed_updates(world: World) -> Tally:
    """The next start is whole, old or new, with everything people had entered."""
    tally = Tally()
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
