"""Tables whose result nobody has entered yet, of rounds whose pairings are public."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Round, Slot, Table
from tdapp.publishing.released.board import Person, persons
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene
from tdapp.publishing.screens.slides.pairings import tables_left

SEATS = Slot.objects.select_related("entrant__club", "entrant__division__event").order_by("seat")


@dataclass(frozen=True, slots=True)
class Out:
    """A table without an entry: of which round, its number, who sits there in seat order."""

    round: int
    table: int
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a division is: `tables` of the newest shown round, and those still out of it and of rounds before."""

    shown: int
    tables: int
    out: tuple[Out, ...]

    @property
    def entered(self) -> int:
        """Tables of the newest shown round with an entry."""
        return self.tables - sum(row.round == self.shown for row in self.out)


def stamp(scene: Scene) -> str:
    """Changes with every entry, and whatever else happens to the divisions' rounds."""
    return repr([(door.stamp, scene.live.entries.get(door.id)) for door in scene.doors])


@kind("out", _("Still playing"), stamp=stamp)
def still_out(scene: Scene) -> list[Slide]:
    """The tables still out, division by division."""
    return [slide(scene, door, pace(door)) for door in scene.doors if door.shown]


def pace(door: DivisionDoor) -> Pace:
    """Three queries: how many tables, which have no entry, who sits at those."""
    tables = Table.objects.filter(
        round__division=UUID(door.id), round__public_at__isnull=False, round__status=Round.Status.PUBLISHED
    )
    rows = tables.exclude(results__is_current=True).order_by("round__number", "number")
    rows = rows.select_related("round").prefetch_related(Prefetch("seats", SEATS))
    out = list(rows)
    entrants = {seat.entrant_id: seat.entrant for row in out for seat in row.seats.all()}
    known = dict(zip(entrants, persons(entrants.values()), strict=True))
    found = tuple(
        Out(row.round.number, row.number, tuple(known[seat.entrant_id] for seat in row.seats.all()))
        for row in out
    )
    return Pace(door.shown, tables.filter(round__number=door.shown).count(), found)


def slide(scene: Scene, door: DivisionDoor, found: Pace) -> Slide:
    """The list, or the one sentence that nothing is out any more."""
    round_ = gettext("Round %(round)s") % {"round": door.shown}
    sub = scene.of(door, round_)
    if found.out:
        lines = [{"table": row.table, "seats": [(person, "") for person in row.people]} for row in found.out]
        facts = {"lines": lines, "two": all(len(row.people) == 2 for row in found.out)}
        return Slide(
            f"out:{door.slug}", tables_left(len(lines)), "publishing/screen/_tables.html", facts, sub
        )
    word = gettext("All results are in")
    return Slide(f"in:{door.slug}", word, "publishing/screen/_word.html", {"word": word, "icon": "ok"}, sub)
