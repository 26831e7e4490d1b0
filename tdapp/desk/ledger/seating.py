"""Put entrants into a round: tables, seats, byes and absences as rows. Called from inside commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tdapp.desk.models import Claim, Result, ResultLine
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
    _write_tables(round_, arrangement.tables)
    division = round_.division
    slots = [Slot(round=round_, entrant=e, kind="bye", spread=division.bye_spread) for e in arrangement.byes]
    slots += [
        Slot(round=round_, entrant=e, kind=ABSENT_KINDS[intent], spread=_absent_spread(round_, intent))
        for e, intent in arrangement.absent.items()
    ]
    for slot in slots:
        slot.reason = arrangement.reasons.get(str(slot.entrant_id), "")
    Slot.objects.bulk_create(slots)


def _write_tables(round_: Round, tables: Sequence[Placed]) -> None:
    """New tables all at once, as many statements for 500 as for one; those that are there already one by one."""
    known = set(round_.tables.values_list("number", flat=True))
    for placed in (one for one in tables if one.number in known):
        write_table(round_, placed)
    new = [one for one in tables if one.number not in known]
    rows = Table.objects.bulk_create(
        Table(round=round_, number=one.number, **_table_columns(one)) for one in new
    )
    Slot.objects.bulk_create(
        slot for row, one in zip(rows, new, strict=True) for slot in _slots(round_, row, one)
    )


def _table_columns(placed: Placed) -> dict[str, str]:
    return {"reason": placed.reason, "starts": "drawn" if placed.drawn else ""}


def _slots(round_: Round, table: Table, placed: Placed) -> list[Slot]:
    return [
        Slot(round=round_, entrant=entrant, kind=Slot.Kind.SEAT, table=table, seat=seat)
        for seat, entrant in enumerate(placed.seats, start=1)
    ]


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
    facts = {**_table_columns(placed), "as_played": note[:300]}
    table, _made = Table.objects.update_or_create(round=round_, number=placed.number, defaults=facts)
    Slot.objects.bulk_create(_slots(round_, table, placed))
    return table


def clear(slots: Sequence[Slot]) -> None:
    """Take slots away, with the undone results that still point at them (their contents stay in the log)."""
    tables = {slot.table_id for slot in slots if slot.table_id}
    undone = Result.objects.filter(table__in=tables, withdrawn=True)
    Claim.objects.filter(result__in=undone).update(result=None)
    ResultLine.objects.filter(result__in=undone).delete()
    undone.delete()
    Slot.objects.filter(pk__in=[slot.pk for slot in slots]).delete()


def as_data(round_: Round) -> list[list[object]]:
    """A round's places without database keys, for the log: `[table or kind, [entrant numbers in seat order]]`."""
    found: dict[object, list[int]] = {}
    rows = round_.slots.order_by("table__number", "seat", "entrant__number")
    # Columns: a round of 1,000 would make three thousand rows of the database to know their numbers.
    for table, kind, number in rows.values_list("table__number", "kind", "entrant__number"):
        found.setdefault(kind if table is None else table, []).append(number)
    return [[place, numbers] for place, numbers in found.items()]
