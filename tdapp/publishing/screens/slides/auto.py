"""The automatic screen: what the hall needs now, division by division, as the day goes on.

Before pairings are shown: who is missing (where the director put the roll call on a screen) and the code for phones.
Round shown: pairings by name and by table; once the clock runs, the clock between them; from half of the results on,
or when time is called, the tables still out. Standings released: the standings. Ceremony: the ceremony alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from tdapp.events.day import clocks
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import AUTO, KINDS, Slide, kind
from tdapp.publishing.screens.scene import Scene
from tdapp.publishing.screens.slides import checkin, tables_out


def stamp(scene: Scene) -> str:
    """Whatever any of the kinds it may turn to depends on."""
    return repr([one.stamp(scene) for name, one in KINDS.items() if name != AUTO])


@kind(AUTO, _("Automatic"), stamp=stamp)
def auto(scene: Scene) -> list[Slide]:
    """The slides of every division's own phase, in turn, with what is announced before them."""
    for one in KINDS.values():
        if one.takes_over(scene):
            return list(one.make(scene))
    slides = [slide for door in scene.doors for slide in _of(scene.only(door), door)]
    return [*KINDS["announcements"].make(scene), *slides] or list(KINDS["code"].make(scene))


def _of(scene: Scene, door: DivisionDoor) -> Iterator[Slide]:
    found = tables_out.pace(door) if door.shown > door.released else None
    for name in phase(scene, door, found):
        yield from KINDS[name].make(scene)


def phase(scene: Scene, door: DivisionDoor, found: tables_out.Pace | None) -> tuple[str, ...]:
    """The kinds a division needs now; `found` is the pace of the round it plays, None when it plays none."""
    if found is None:
        return ("standings",) if door.released else ("checkin", "code")
    row = scene.live.clocks.get(door.slug)
    timed = ("clock",) if row and row.state != clocks.READY else ()
    called = row is not None and row.state == clocks.CALLED
    if called or 2 * found.entered >= found.tables:
        return (*timed, "out")
    return ("names", *timed, "tables", *timed)


__all__ = ["auto", "checkin", "phase", "stamp"]
