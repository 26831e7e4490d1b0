"""Places beside the table of all: one entrant's alone, as a card shows it after each round, and those inside a class."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairings.event.history import History
from pairings.event.records import Record
from pairings.standings.metrics import Stand, rule_of
from pairings.standings.standings import Row, is_out, ranked


def place_of(stand: Stand, precedence: Sequence[str], entrant_id: str) -> tuple[int | None, bool]:
    """The place as `standings.ranked` has it, and whether somebody else holds it (who has just withdrawn takes none): of the
    others only those who are level are measured by the next rule.
    """
    if not _takes_place(stand.records[entrant_id], stand.after):
        return _beside(stand, precedence, entrant_id)
    level, above = list(stand.records.values()), 0
    for name in precedence:
        values = rule_of(name).values(level, stand)
        own = next(
            value for value, record in zip(values, level, strict=True) if record.entrant.id == entrant_id
        )
        ahead = (record for value, record in zip(values, level, strict=True) if value > own)
        above += sum(_takes_place(record, stand.after) for record in ahead)
        level = [record for value, record in zip(values, level, strict=True) if value == own]
    return above + 1, sum(_takes_place(record, stand.after) for record in level) > 1


def _beside(stand: Stand, precedence: Sequence[str], entrant_id: str) -> tuple[int | None, bool]:
    """Of who has just withdrawn the place they would have; it may be that of those below."""
    table = ranked(stand, precedence)
    rank = next(one.rank for one in table if one.record.entrant.id == entrant_id)
    return rank, rank is not None and sum(one.rank == rank and not one.out for one in table) > 1


def _takes_place(record: Record, after: int) -> bool:
    """Nearly everybody does, and of them it is told at a glance."""
    entrant = record.entrant
    return not (entrant.house or entrant.absences or entrant.unranked) or not is_out(entrant, after)


def members_of(history: History, klass: str) -> set[str]:
    """The ids of everybody in a class."""
    return {entrant.id for entrant in history.entrants if entrant.klass == klass}


def class_standings(members: Collection[str], rows: Sequence[Row]) -> tuple[tuple[int, Row], ...]:
    """The ranked rows of a class's members with their places inside the class; shared places stay shared."""
    ranks: list[tuple[int, Row]] = []
    for row in rows:
        if row.rank is not None and not row.withdrawn and row.entrant in members:
            level = bool(ranks) and ranks[-1][1].rank == row.rank
            ranks.append((ranks[-1][0] if level else len(ranks) + 1, row))
    return tuple(ranks)
