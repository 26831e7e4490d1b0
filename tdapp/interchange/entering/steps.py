"""What entering a list comes to, one step a row, with the number each newcomer will have. Pure: the plan says it all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from tdapp.interchange.entering.reconcile import Addition, Alteration, Plan
from tdapp.interchange.roster import RosterRow

LAST = 1_000_000


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody to be entered: `number` counts within the division's newcomers; seniority as on the entry."""

    row: RosterRow
    player: str
    number: int
    seniority: int = 0


Step = Newcomer | Alteration


def steps(plan: Plan, fresh: Collection[str]) -> list[Step]:
    """Everything a plan does, in the order it is written. `fresh`: short names of divisions nobody is entered in yet,
    which are numbered by the file's seeds, then by rating; in the others newcomers follow in the order of the file.
    """
    by_division: dict[str, list[Addition]] = {}
    for one in plan.add:
        by_division.setdefault(one.row.division, []).append(one)
    found: list[Step] = []
    for slug, additions in by_division.items():
        found += _seeded(additions) if slug in fresh else _following(additions)
    return [*found, *plan.change]


def _following(additions: Sequence[Addition]) -> Iterator[Newcomer]:
    return (Newcomer(one.row, one.player, number) for number, one in enumerate(additions, start=1))


def _seeded(additions: Sequence[Addition]) -> Iterator[Newcomer]:
    born = sorted((day, one.row.row) for one in additions if (day := _born(one.row)) is not None)
    eldest = {row: place for place, (_day, row) in enumerate(born, start=1)}
    for number, one in enumerate(sorted(additions, key=_strength), start=1):
        yield Newcomer(one.row, one.player, number, eldest.get(one.row.row, 0))


def _strength(one: Addition) -> tuple[int, int, str, str, int]:
    row = one.row
    return row.seed or LAST, -(row.rating or 0), row.surname.casefold(), row.given.casefold(), row.row


def _born(row: RosterRow) -> date | None:
    return row.birth_date or (date(row.birth_year, 12, 31) if row.birth_year else None)
