"""Tables whose result nobody has entered yet, of rounds whose pairings are public."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Round, Slot, Table
from tdapp.publishing.gate import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.pairings import tables_left
from tdapp.publishing.screens.scene import Scene

SEATS = Slot.objects.select_related("entrant__club", "entrant__division__event").order_by("seat")


@dataclass(frozen=True, slots=True)
class Pace:
    """How far the shown rounds of a division are: tables altogether, and those still out."""

    tables: int
    out: tuple[tuple[int, tuple[str, ...]], ...]

    @property
    def entered(self) -> int:
        return self.tables - len(self.out)


def stamp(scene: Scene) -> str:
    """Changes with every entry, and whatever else happens to the divisions' rounds."""
    return repr([(door.stamp, scene.live.entries.get(door.id)) for door in scene.doors])


@kind("out", _("Still playing"), stamp=stamp)
def still_out(scene: Scene) -> list[Slide]:
    """The tables still out, division by division."""
    return [slide(scene, door, pace(door)) for door in scene.doors if door.shown]


def pace(door: DivisionDoor) -> Pace:
    """Two queries: how many tables, and who sits at those without an entry."""
    tables = Table.objects.filter(
        round__division=door.id, round__public_at__isnull=False, round__status=Round.Status.PUBLISHED
    )
    count = tables.count()
    rows = (
        tables.exclude(results__is_current=True).order_by("number").prefetch_related(Prefetch("seats", SEATS))
    )
    return Pace(count, tuple((row.number, _names(row.seats.all())) for row in rows))


def _names(seats: Iterable[Slot]) -> tuple[str, ...]:
    return tuple(seat.entrant.public_name for seat in seats)


def slide(scene: Scene, door: DivisionDoor, found: Pace) -> Slide:
    """The list, or the one sentence that nothing is out any more."""
    round_ = gettext("Round %(round)s") % {"round": door.shown}
    sub = scene.of(door, round_)
    if found.out:
        lines = [{"table": table, "names": names} for table, names in found.out]
        facts = {"lines": lines, "two": all(len(line["names"]) == 2 for line in lines)}
        return Slide(
            f"out:{door.slug}", tables_left(len(lines)), "publishing/screen/_tables.html", facts, sub
        )
    word = gettext("All results are in") if found.tables or door.shown else ""
    return Slide(f"in:{door.slug}", word, "publishing/screen/_word.html", {"word": word, "icon": "ok"}, sub)
