"""The records of a club's events: the highest game and the widest win, as released.

What a result can come to at the most is told by one statement for all of them, the highest first; the games behind the first
few are then read as they stood at the release, until none that is left can be a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import F, Max, Min, QuerySet
from django.db.models.functions import Abs

from tdapp.clubs.public.released import Released
from tdapp.desk.models import Result
from tdapp.events.models import Division, Person, Slot
from tdapp.publishing.released import games, personal
from tdapp.publishing.released.games import Meeting

Who = tuple[str, int]
HIGH_GAME, WIDEST_WIN = "high-game", "widest-win"
# With each candidate its division's standings and people are read.
AT_FIRST, AT_ONCE = 2, 24
# Of equal records the first by day, division, round and table.
ORDER = (
    "table__round__division__event__starts_on", "table__round__division__event__sequence", "table__round__division__order",
    "table__round__division__name", "table__round__number", "table__number",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """The best of its kind at the club's events; no `name` where a child holds it (`who`: division and number)."""

    who: Who
    kind: str
    points: int
    name: str
    event: str
    day: date
    url: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table that may hold a record: the most its game can come to, and what makes it the first of equal ones."""

    table: UUID
    division: UUID
    round: int
    most: int
    order: tuple[Any, ...]


def records_of(released: Released) -> list[Record]:
    """The highest game and the widest win of all released rounds; of equal ones the earlier."""
    parts = {kind: _in_parts(_candidates(kind, released)) for kind in (HIGH_GAME, WIDEST_WIN)}
    # Nearly always the first is it; those of both kinds are read together.
    first = {kind: next(some, []) for kind, some in parts.items()}
    known = _meetings([one for some in first.values() for one in some], released)
    found = (_best(kind, _met(first[kind], known, parts[kind], released), released) for kind in parts)
    return [one for one in found if one]


def _met(
    first: Sequence[Candidate],
    known: Mapping[UUID, Meeting],
    rest: Iterable[Sequence[Candidate]],
    released: Released,
) -> Iterator[tuple[Candidate, Meeting | None]]:
    """Each candidate with what came of its table; those after the first part are read when it comes to them."""
    yield from ((one, known.get(one.table)) for one in first)
    for some in rest:
        found = _meetings(some, released)
        yield from ((one, found.get(one.table)) for one in some)


def _best(kind: str, met: Iterable[tuple[Candidate, Meeting | None]], released: Released) -> Record | None:
    best: tuple[tuple[Any, ...], Record] | None = None
    for one, meeting in met:
        if best is not None and (-one.most, *one.order) >= best[0]:
            return best[1]
        for made in _of_meeting(kind, one, meeting, released):
            key = (-made.points, *one.order)
            best = min((key, made), best or (key, made), key=lambda pair: pair[0])
    return best[1] if best else None


def _candidates(kind: str, released: Released) -> QuerySet[Result, Any]:
    """Tables of released rounds, the one that can come to most first, whatever version of its result counts."""
    rows = Result.objects.filter(
        table__round__division__in=released.divisions,
        table__round__number__lte=F("table__round__division__released_round"),
    )
    rows = rows.annotate(high=Max("lines__score"), low=Min("lines__score"), off=Max(Abs("lines__penalty")))
    most = F("high") + F("off") if kind == HIGH_GAME else F("high") - F("low") + 2 * F("off")
    told = rows.filter(high__isnull=False).annotate(most=most).order_by("-most", *ORDER, "pk")
    return told.values_list("table_id", "table__round__division_id", "table__round__number", "most", *ORDER)


def _in_parts(rows: QuerySet[Result, Any]) -> Iterator[list[Candidate]]:
    at, many = 0, AT_FIRST
    while some := list(rows[at : at + many]):
        yield [Candidate(row[0], row[1], row[2], row[3], row[4:]) for row in some]
        if len(some) < many:
            return
        at, many = at + many, AT_ONCE


def _meetings(some: Iterable[Candidate], released: Released) -> dict[UUID, Meeting]:
    """What came of these tables as released, by table; those of rounds that are kept back are left out."""
    wanted = {one.table: one for one in some}
    released.read_with_rules({one.division for one in wanted.values()})
    seats = Slot.objects.filter(table__in=wanted).order_by("-seat").values_list("table_id", "entrant_id")
    first = dict(seats)
    people = {row.pk: row for one in wanted.values() for row in released.people[one.division].values()}
    sitting: dict[UUID, Person] = {table: people[who] for table, who in first.items() if who in people}
    tables, found = personal.Tables(list({row.pk: row for row in sitting.values()}.values())), {}
    for table, entrant in sitting.items():
        one, shown = wanted[table], released.snapshots.get(entrant.division.pk)
        if shown is not None and one.round <= shown.after:
            found[table] = tables.meeting(entrant, shown, one.round)
    return found


def _of_meeting(kind: str, one: Candidate, meeting: Meeting | None, released: Released) -> Iterable[Record]:
    if meeting is None or meeting.kind != games.PLAYED:
        return
    division = released.divisions[one.division]
    if kind == HIGH_GAME:
        side = games.high_game([meeting])
        number, points = (side.number, side.score) if side else (0, None)
    else:
        wide = games.widest([meeting])
        number, points = (wide.sides[0].number, wide.spread) if wide else (0, None)
    if points is not None and number in released.names(division):
        yield _record(kind, points, number, division, released)


def _record(kind: str, points: int, number: int, division: Division, released: Released) -> Record:
    event = division.event
    url = f"/t/{event.slug}/{division.slug}/results/"
    name = released.names(division)[number]
    return Record((str(division.pk), number), kind, points, name, event.name, event.starts_on, url)
