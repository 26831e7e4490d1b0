"""The second half of scenario 11: the disks of the log and of the copies are full, the one with the results is not."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from tdapp.desk.pairing.commands.release import close_round
from tdapp.events.models import Round
from tests import factories
from tests.faults.disks import no_room, small_disk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World
from tests.faults.scenarios.kills import count_entries
from tests.faults.under_entry import line
from tests.servers import eventually

# A stick that took nothing is asked again after a minute.
PATIENCE_SECONDS = 150


def full_beside(world: World, tally: Tally) -> None:
    """Every line is saved, a killed process comes back; the copy is told as not made, and made once there is room."""
    place = world.folder / "beside"
    place.mkdir()
    with small_disk(place / "logs", mib=8) as logs, small_disk(place / "copies", mib=64) as copies:
        if logs is None or copies is None:
            tally.notes.append("the disks of the log and the copies were not tried: none may be mounted here")
            return
        said = {"TD_BACKUP_TO": str(copies), "TD_BACKUP_OPEN": "true"}
        with world.own_hall("beside", players=world.size(quick=20, whole=200), log=logs, **said) as scene:
            who = scene.clerk(0)
            with no_room(copies, []):
                with no_room(logs, []):
                    _web_killed(scene, tally)
                    for table in scene.tables():
                        who.enter(line(table), key=f"beside-{table}")
                    tally.tried += len(scene.tables())
                _close(scene)
                eventually(
                    lambda: "error" in _last_copy(scene), "the copy told as not made", PATIENCE_SECONDS
                )
            started = time.monotonic()
            eventually(lambda: _last_copy(scene).get("path"), "the copy made after all", PATIENCE_SECONDS)
            tally.notes.append(f"the copy was there {time.monotonic() - started:.0f} s after there was room")
            tally.tried += 1
            tally.lost += not Path(_last_copy(scene)["path"]).is_file()
            tally.errors += scene.hall.process.poll() is not None
            count_entries(tally, scene, [who])


def _web_killed(scene: Scene, tally: Tally) -> None:
    """What the parent writes of it goes to the full disk; the hall is there again all the same."""
    started = time.monotonic()
    for pid in scene.hall.children("web"):
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: scene.hall.get("/healthz")[0] == 200, "somebody to answer again")
    tally.recovery.append(time.monotonic() - started)


def _close(scene: Scene) -> None:
    round_ = Round.objects.select_related("division__event").get(division=scene.division, number=1)
    close_round(factories.program(scene.event), round_)


def _last_copy(scene: Scene) -> dict[str, Any]:
    try:
        return dict(json.loads((scene.hall.data / "run" / "copies.json").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}
