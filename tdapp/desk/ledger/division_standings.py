"""Standings when asked for: computed once per version of the division, by one worker at a time.

Others get the last ones meanwhile, at most two seconds old.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db.models import QuerySet

from core import canonical
from pairings.event.history import History
from pairings.event.records import Record, fold
from pairings.standings.standings import Row, standings, tie_breaks
from pairings.standings.standings import rows_of as ranked_rows
from tdapp.desk.ledger import history as halls
from tdapp.events.models import Division, Person, Round, people_of
from tdapp.kernel import clock
from tdapp.kernel.running.written_once import WrittenOnce

STALE = timedelta(seconds=2)
KEEP_SECONDS = 600
LOCK_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """One line for people: the ranked row with whom it speaks of."""

    row: Row
    entrant: Person


def table(division: Division, after: int, rows: tuple[Row, ...] | None = None) -> list[Standing]:
    """Confirmed standings after round `after`, people told apart; cached by the division's version.

    Inside a command pass `rows=compute(...)`: what is cached there would outlive a rolled back change.
    """
    rows = rows_of(division, after) if rows is None else rows
    people = people_of(division)
    return [Standing(row, people[row.entrant]) for row in rows if row.entrant in people]


def rows_of(division: Division, after: int, read: halls.Read | None = None) -> tuple[Row, ...]:
    """Confirmed standings after a round as rows of ids, cached by the division's version; `read`: what is read already."""
    read = read or halls.Read(division, after)
    key = f"ranked:{division.pk}:{after}"
    known: tuple[int, tuple[Row, ...]] | None = cache.get(key)
    if known and known[0] == division.version:
        return known[1]
    if cache.add(f"{key}:lock", clock.now(), LOCK_SECONDS):
        return _computed_alone(read, key)
    started: datetime | None = cache.get(f"{key}:lock")
    # What is served meanwhile is out of date for as long as the other worker counts, and that only so long.
    if known and started and clock.now() - started <= STALE:
        return known[1]
    return _computed(read, key)


def _computed_alone(read: halls.Read, key: str) -> tuple[Row, ...]:
    try:
        return _computed(read, key)
    finally:
        cache.delete(f"{key}:lock")


def _computed(read: halls.Read, key: str) -> tuple[Row, ...]:
    rows = compute(read.division, read.after, read=read)
    cache.set(key, (read.division.version, rows), KEEP_SECONDS)
    return rows


def compute(
    division: Division, after: int, *, provisional: bool = False, history: History | None = None,
    read: halls.Read | None = None,
) -> tuple[Row, ...]:  # fmt: skip
    """Standings from the stored facts (or these, when they are read already), without any cache."""
    if read is not None:
        table, previous = read.counted
        return ranked_rows(table, after, tuple(division.precedence), previous)
    history = history or halls.of_division(division, after=after, provisional=provisional)
    return standings(history, after, tuple(division.precedence))


@WrittenOnce
def _rounds_begun(division: UUID) -> QuerySet[Round, int]:
    return Round.objects.filter(division=division).exclude(status="planned").values_list("number", flat=True)


def last_round(division: Division) -> int:
    """The newest published round, 0 before the first."""
    return max(_rounds_begun(division.pk), default=0)


def counted(division: Division) -> str:
    """What tables of three and four are counted by, when the division ranks by it: points or shares."""
    return next((name for name in division.precedence if name in ("points", "shares")), "")


def points_of_places(division: Division, table: tuple[Row, ...]) -> dict[str, int]:
    """Points or shares in twelfths by entrant id, where the division's places go by them; else nothing."""
    by = counted(division)
    return {row.entrant: row.by_place if by == "points" else row.by_share for row in table} if by else {}


def with_points(
    division: Division, rows: list[dict[str, Any]], table: tuple[Row, ...]
) -> list[dict[str, Any]]:
    """Plain rows with their points in twelfths, where points or shares decide the places; else as they are."""
    told = points_of_places(division, table)
    if not told:
        return rows
    numbers = {entrant.number: told.get(str(entrant.pk), 0) for entrant in division.entrants.all()}
    return [{**row, "points": numbers[row["number"]]} for row in rows]


def stored_rows(division: Division, after: int, table: tuple[Row, ...]) -> Any:
    """Standings as they are stored: plain rows, with what each place stands on rule by rule, as written."""
    plain = with_points(division, as_rows(division, after, public=False, rows=table), table)
    lines, numbers = {row.entrant: row for row in table}, dict(division.entrants.values_list("number", "pk"))
    return canonical.plain([
        {**row, "tie_breaks": tie_breaks(lines[str(numbers[row["number"]])], division.precedence)} for row in plain
    ])  # fmt: skip


def as_rows(
    division: Division, after: int, *, public: bool, rows: tuple[Row, ...] | None = None
) -> list[dict[str, Any]]:
    """Standings as plain rows for exports, snapshots and the API; names as the public or the desk sees."""
    return [
        {
            "rank": line.row.rank, "number": line.entrant.number,
            "name": line.entrant.public_name if public else line.entrant.listed,
            "club": line.entrant.club.name if line.entrant.club else "",
            "wins": line.row.wins, "losses": line.row.losses, "ties": line.row.ties,
            "spread": line.row.spread,
            "games": line.row.games, "movement": line.row.movement, "withdrawn": line.row.withdrawn,
        }
        for line in table(division, after, rows)
    ]  # fmt: skip


def provisional_records(division: Division, entrants: Collection[Any]) -> dict[str, Record]:
    """Records of a few entrants with the newest entries counted, confirmed or not: the echo at the desk.

    Entrant ids in, records by id (as text) out. As many queries for a large field as for a small one.
    """
    last = last_round(division)
    history = halls.of_division(division, after=last, provisional=True, only=entrants)
    wanted = {str(entrant) for entrant in entrants}
    return {entrant: record for entrant, record in fold(history, last).items() if entrant in wanted}
