"""Tables whose result nobody has entered yet, of rounds whose pairings are public."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Division, Round, Slot, Table, give_divisions
from tdapp.publishing.released.board import Person, persons
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene
from tdapp.publishing.screens.slides.pairings import tables_left

SEATS = Slot.objects.select_related("entrant__club").order_by("seat")


@dataclass(frozen=True, slots=True)
class Out:
    """A table without an entry: of which round, its number, who sits there in seat order."""

    round: int
    table: int
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a division is: how many tables the newest shown round has, and how many of them an entry."""

    tables: int
    entered: int


def stamp(scene: Scene) -> str:
    """Changes with every entry, and whatever else happens to the divisions' rounds."""
    return repr([(door.stamp, scene.live.entries.get(door.id)) for door in scene.doors])


@kind("out", _("Still playing"), stamp=stamp)
def still_out(scene: Scene) -> list[Slide]:
    """The tables still out, division by division."""
    return [slide(scene, door, out(door)) for door in scene.doors if door.shown]


def _tables(door: DivisionDoor) -> QuerySet[Table]:
    return Table.objects.filter(
        round__division=UUID(door.id), round__public_at__isnull=False, round__status=Round.Status.PUBLISHED
    )


def pace(door: DivisionDoor) -> Pace:
    """Two queries."""
    tables = _tables(door).filter(round__number=door.shown)
    return Pace(tables.count(), tables.filter(results__is_current=True).count())


def out(door: DivisionDoor) -> tuple[Out, ...]:
    """The tables without an entry, of the newest shown round and of rounds before. Three queries: which, who sits there, and
    the division, which is the same row for all of them.
    """
    rows = _tables(door).exclude(results__is_current=True).order_by("round__number", "number")
    found = list(rows.select_related("round").prefetch_related(Prefetch("seats", SEATS)))
    entrants = {seat.entrant_id: seat.entrant for row in found for seat in row.seats.all()}
    own = Division.objects.filter(pk__in={one.division_id for one in entrants.values()})
    give_divisions(entrants.values(), own.select_related("event"))
    known = dict(zip(entrants, persons(entrants.values()), strict=True))
    return tuple(
        Out(row.round.number, row.number, tuple(known[seat.entrant_id] for seat in row.seats.all()))
        for row in found
    )


def slide(scene: Scene, door: DivisionDoor, found: tuple[Out, ...]) -> Slide:
    """The list, or the one sentence that nothing is out any more."""
    round_ = gettext("Round %(round)s") % {"round": door.shown}
    sub = scene.of(door, round_)
    if found:
        lines = [{"table": row.table, "seats": [(person, "") for person in row.people]} for row in found]
        facts = {"lines": lines, "two": all(len(row.people) == 2 for row in found)}
        return Slide(
            f"out:{door.slug}", tables_left(len(lines)), "publishing/screen/_tables.html", facts, sub
        )
    word = gettext("All results are in")
    return Slide(f"in:{door.slug}", word, "publishing/screen/_word.html", {"word": word, "icon": "ok"}, sub)
