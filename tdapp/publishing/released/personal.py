"""One person over all public events, as released: places and games. Six statements, however many events they are.

The same facts as the board and the games of each division, read across divisions: of 200 events nobody could wait for 200
boards. Of a table the version counts that was in force when the standings were released.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from pairings.event import history as h
from tdapp.desk.ledger.rounds.outcomes import game as came_of
from tdapp.desk.ledger.rounds.outcomes import without_table
from tdapp.desk.models import Freeze, ResultLine, Snapshot
from tdapp.events.models import Division, Entrant, Named, Slot
from tdapp.events.rules import rulesets
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.registry import numbers_of
from tdapp.publishing.released import games
from tdapp.publishing.released.games import Game, Line, Meeting, line_of_row

MOST = 400


@dataclass(frozen=True, slots=True)
class Met:
    """Who sat at the same table: the player they are (the one that stays, of merged ones), and their score."""

    player: UUID | None
    score: int | None


@dataclass(frozen=True, slots=True)
class Sat:
    """A released round of theirs, with whom they met."""

    game: Game
    met: tuple[Met, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One division of one event. `of`: so many were ranked; `last`: no round follows; `games` by round; `demo`: invented."""

    event: str
    slug: str
    division: str
    division_slug: str
    division_id: UUID
    number: int
    starts_on: date
    ends_on: date
    line: Line
    of: int
    shared: bool
    last: bool
    games: tuple[Sat, ...]
    demo: bool = False


ENTRIES = WrittenOnce(
    lambda player: Entrant.objects.filter(
        player__in=numbers_of(player), house=False, event__public=True, event__deleted_at=None,
        division__released_round__gt=0,
    ).select_related("division__event", "division__freeze").order_by("-event__starts_on", "-event__sequence")[:MOST]
)  # fmt: skip


def entrants_of(player: UUID) -> list[Entrant]:
    """Their entries at public events with anything released, the newest first; of the demo only who plays nowhere else."""
    found = ENTRIES(player)
    return [row for row in found if not row.division.event.demo] or found


def of_entrants(entrants: Sequence[Entrant]) -> tuple[Entry, ...]:
    """Each of these with its line and its games, in their order; who has no line in what was released is left out."""
    snapshots = newest_of(row.division for row in entrants)
    shown = [row for row in entrants if row.division_id in snapshots]
    tables = Tables(shown)
    found = (_entry(row, snapshots[row.division_id], tables) for row in shown)
    return tuple(one for one in found if one is not None)


def bound(division: Division) -> int:
    """The newest round whose standings the public sees: none of those kept back until the prize giving."""
    freeze: Freeze | None = getattr(division, "freeze", None)
    if freeze is None or not freeze.holds:
        return division.released_round
    return min(division.released_round, freeze.bound)


RELEASES = WrittenOnce(
    lambda ids: Snapshot.objects.filter(division__in=ids, why="released").order_by("after", "version", "at")
    .values_list("pk", "division", "after")
)  # fmt: skip
SHOWN = WrittenOnce(lambda ids: Snapshot.objects.filter(pk__in=ids))


def newest_of(divisions: Iterable[Division]) -> dict[UUID, Snapshot]:
    """The release each division shows (`board._snapshot`), by division: rows are read of these alone. Two statements."""
    most = {row.pk: bound(row) for row in divisions}
    light = RELEASES(list(most)) if most else []
    newest = {division: pk for pk, division, after in light if after <= most[division]}
    return {row.division_id: row for row in SHOWN(list(newest.values()))} if newest else {}


def _entry(entrant: Entrant, snapshot: Snapshot, tables: Tables) -> Entry | None:
    row = next((row for row in snapshot.rows if row["number"] == entrant.number), None)
    if row is None:
        return None
    mine = line_of_row(row, entrant.division.event.show_ratings)
    division, event = entrant.division, entrant.division.event
    ranks = [row["rank"] for row in snapshot.rows if row["rank"] and not row["withdrawn"]]
    return Entry(
        event.name, event.slug, division.name, division.slug, division.pk, entrant.number, event.starts_on, event.ends_on,
        mine, len(ranks), ranks.count(mine.rank) > 1,
        snapshot.after >= division.rounds_planned, tuple(tables.sat(entrant, snapshot)), event.demo,
    )  # fmt: skip


MINE = WrittenOnce(
    lambda ids: Slot.objects.filter(entrant__in=ids).order_by("round__number").values_list(
        "entrant_id", "round__number", "kind", "table_id", "table__number", "spread"
    )
)  # fmt: skip
BESIDE = WrittenOnce(
    lambda ids: Slot.objects.filter(table__seats__entrant__in=ids).order_by("seat").values_list(
        "table_id", "entrant_id", "entrant__number", "entrant__player_id", "entrant__player__merged_into_id"
    )
)  # fmt: skip
CAME_OF = WrittenOnce(
    lambda ids: ResultLine.objects.filter(result__table__seats__entrant__in=ids, result__confirmed_at__isnull=False)
    .order_by("seat").values_list(
        "result__table_id", "result__version", "result__in_force", "result__confirmed_at", "result__kind",
        "slot__entrant_id", "score", "before", "penalty", "absent",
    )
)  # fmt: skip


class Tables:
    """Where these entrants sat, with whom, and every confirmed version of what came of it; three statements."""

    def __init__(self, entrants: Sequence[Named]) -> None:
        ids = [row.pk for row in entrants]
        self._slots: dict[UUID, list[Any]] = defaultdict(list)
        self._seats: dict[UUID, list[Any]] = defaultdict(list)
        self._lines: dict[UUID, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
        if not ids:
            return
        for entrant, *facts in MINE(ids):
            self._slots[entrant].append(facts)
        for table, *facts in BESIDE(ids):
            self._seats[table].append(facts)
        for table, version, *facts in CAME_OF(ids):
            self._lines[table][version].append(facts)

    def sat(self, entrant: Named, snapshot: Snapshot) -> Iterable[Sat]:
        """Their released rounds, the first one first."""
        rounds, numbers, people = self._rounds(entrant, snapshot)
        played = games.play(_history(entrant.division, numbers, rounds))
        for game in played.of(entrant.number):
            scores = _scores(rounds[game.round - 1], numbers)
            met = tuple(Met(people.get(other), scores.get(other)) for other in game.others)
            yield Sat(game, met)

    def meeting(self, entrant: Named, snapshot: Snapshot, number: int) -> Meeting:
        """The table they sat at in a released round."""
        rounds, numbers, _people = self._rounds(entrant, snapshot)
        alone = [outcomes if at == number else () for at, outcomes in enumerate(rounds, start=1)]
        meetings = games.play(_history(entrant.division, numbers, alone)).meetings[number - 1]
        return next(one for one in meetings if entrant.number in {side.number for side in one.sides})

    def _rounds(
        self, entrant: Named, snapshot: Snapshot
    ) -> tuple[list[tuple[h.Outcome, ...]], dict[str, int], dict[int, UUID | None]]:
        """What came of each released round of theirs; the numbers of everybody in it by id, and the players by number."""
        slots = [slot for slot in self._slots[entrant.pk] if slot[0] <= snapshot.after]
        rounds: list[tuple[h.Outcome, ...]] = [()] * snapshot.after
        numbers = {str(entrant.pk): entrant.number}
        people: dict[int, UUID | None] = {}
        for number, kind, table, table_number, spread in slots:
            if table is None:
                rounds[number - 1] = (without_table(kind, str(entrant.pk), spread, entrant.division),)
                continue
            seats = self._seats[table]
            numbers |= {str(pk): at for pk, at, _player, _stays in seats}
            people |= {at: stays or player for _pk, at, player, stays in seats}
            lines = self._as_of(table, snapshot)
            who = [str(pk) for pk, *_facts in seats]
            rounds[number - 1] = tuple(came_of(table_number, who, lines or (), entrant.division))
        return rounds, numbers, people

    def _as_of(self, table: UUID, snapshot: Snapshot) -> list[Any] | None:
        """The lines that counted when the standings were released: the one in force, or the newest confirmed before it."""
        versions = self._lines.get(table, {})
        known = {at: rows for at, rows in versions.items() if rows[0][1] <= snapshot.at}
        if not known:
            return None
        at = next((at for at, rows in known.items() if rows[0][0]), max(known))
        return [(kind, str(pk), *rest) for _force, _at, kind, pk, *rest in known[at]]


def _history(division: Division, numbers: dict[str, int], rounds: list[tuple[h.Outcome, ...]]) -> h.History:
    entrants = tuple(h.Entrant(pk, number) for pk, number in numbers.items())
    tied = any(
        len({seat.score for seat in one.seats}) < len(one.seats)
        for outcomes in rounds
        for one in outcomes
        if isinstance(one, h.Played)
    )
    # What decides equal scores stands in the rules, which are long: they are read where it matters.
    tie: h.TieRule = "before_adjustment" if tied and rulesets.tie_asks_before(division) else "half"
    caps = tuple(division.wishes.get("spread_caps", ()))
    return h.History(entrants, tuple(rounds), division.spread_cap, tie, spread_caps=caps)


def _scores(outcomes: Iterable[h.Outcome], numbers: dict[str, int]) -> dict[int, int]:
    return {
        numbers[seat.entrant]: seat.score
        for one in outcomes
        if isinstance(one, h.Played)
        for seat in one.seats
    }
