"""Put entrants into a round: tables, seats, byes and absences as rows. Called from inside commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tdapp.desk.models import Result, ResultLine
from tdapp.events.models import Entrant, Presence, Round, Slot, Table


@dataclass(frozen=True, slots=True)
class Placed:
    """One table as it shall stand: number, entrants in seat order (the first starts), and why."""

    number: int
    seats: tuple[Entrant, ...]
    reason: str = ""
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A round, or the part of it that changes: tables, byes, and absences by what they count as."""

    tables: tuple[Placed, ...] = ()
    byes: tuple[Entrant, ...] = ()
    absent: dict[Entrant, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def everybody(self) -> list[Entrant]:
        """Every entrant it speaks of, as often as it does."""
        seated = [entrant for table in self.tables for entrant in table.seats]
        return [*seated, *self.byes, *self.absent]


def write(round_: Round, arrangement: Arrangement) -> None:
    """Create the rows of an arrangement. The constraints refuse anybody placed twice."""
    for placed in arrangement.tables:
        write_table(round_, placed)
    division = round_.division
    slots = [Slot(round=round_, entrant=e, kind="bye", spread=division.bye_spread) for e in arrangement.byes]
    slots += [
        Slot(round=round_, entrant=e, kind=ABSENT_KINDS[intent], spread=_absent_spread(round_, intent))
        for e, intent in arrangement.absent.items()
    ]
    for slot in slots:
        slot.reason = arrangement.reasons.get(str(slot.entrant_id), "")[:300]
    Slot.objects.bulk_create(slots)


ABSENT_KINDS: dict[str, str] = {
    Presence.Intent.FORFEIT: Slot.Kind.FORFEIT,
    Presence.Intent.UNSCORED: Slot.Kind.UNSCORED,
    Presence.Intent.BYE: Slot.Kind.BYE,
}


def _absent_spread(round_: Round, intent: str) -> int | None:
    values = {"forfeit": round_.division.forfeit_spread, "bye": round_.division.bye_spread}
    return values.get(intent)


def write_table(round_: Round, placed: Placed, *, note: str = "") -> Table:
    """One table with its seats; a table of this number that is there already is reused."""
    starts = "drawn" if placed.drawn else ""
    table, _made = Table.objects.update_or_create(
        round=round_, number=placed.number,
        defaults={"reason": placed.reason[:400], "starts": starts, "as_played": note[:300]},
    )  # fmt: skip
    Slot.objects.bulk_create(
        Slot(round=round_, entrant=entrant, kind=Slot.Kind.SEAT, table=table, seat=seat)
        for seat, entrant in enumerate(placed.seats, start=1)
    )
    return table


def clear(slots: Sequence[Slot]) -> None:
    """Take slots away, with the undone results that still point at them (their contents stay in the log)."""
    tables = {slot.table_id for slot in slots if slot.table_id}
    undone = Result.objects.filter(table__in=tables, withdrawn=True)
    ResultLine.objects.filter(result__in=undone).delete()
    undone.delete()
    Slot.objects.filter(pk__in=[slot.pk for slot in slots]).delete()


def as_told(round_: Round) -> list[list[object]]:
    """A round's places without database keys, for the log: `[table or kind, [entrant numbers in seat order]]`."""
    found: dict[object, list[int]] = {}
    rows = round_.slots.select_related("table", "entrant").order_by(
        "table__number", "seat", "entrant__number"
    )
    for slot in rows:
        found.setdefault(slot.table.number if slot.table else slot.kind, []).append(slot.entrant.number)
    return [[place, numbers] for place, numbers in found.items()]
