"""The records of a club's events: the highest game and the widest win, as released.

An event is read board by board, which costs some twenty statements; of two hundred nobody could wait for all. What a
division can have at the most is told by two statements for all of them, so only those are read that can hold a record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import F, Max, Min
from django.db.models.functions import Abs

from tdapp.desk.models import Result
from tdapp.events.models import Division, Event
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import games, public_access, rounds
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.public_access import EventDoor

Who = tuple[str, int]
HIGH_GAME, WIDEST_WIN = "high-game", "widest-win"


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


class Opened:
    """Events with anything released, the newest first, each read when it is asked for, once."""

    def __init__(self, events: Sequence[Event]) -> None:
        rows = Division.objects.filter(event__in=events, released_round__gt=0).order_by("order", "name")
        self.divisions: dict[str, list[Division]] = defaultdict(list)
        for row in rows.select_related("event"):
            self.divisions[row.event.slug].append(row)
        self.slugs = [row.slug for row in events if row.slug in self.divisions]
        self._read: dict[str, tuple[EventDoor, list[Board]]] = {}

    def of(self, slug: str) -> tuple[EventDoor, list[Board]]:
        """What the public sees of an event."""
        if slug not in self._read:
            door = public_access.open_event(slug)
            self._read[slug] = (door, [boards.current(one) for one in door.divisions if one.released])
        return self._read[slug]


def records_of(opened: Opened) -> list[Record]:
    """The highest game and the widest win of all released rounds; of equal ones the earlier."""
    most, found = _at_most(opened), []
    oldest = opened.slugs[::-1]
    for kind in (HIGH_GAME, WIDEST_WIN):
        best: tuple[int, int, Record] | None = None
        bounds = {
            at: max(most[one.pk][kind] for one in opened.divisions[slug]) for at, slug in enumerate(oldest)
        }
        for at in sorted(bounds, key=lambda at: (-bounds[at], at)):
            if best is not None and (bounds[at], -at) < best[:2]:
                continue
            for one in _of_event(*opened.of(oldest[at])):
                if one.kind == kind and (best is None or (one.points, -at) > best[:2]):
                    best = (one.points, -at, one)
        found += [best[2]] if best else []
    return found


def _at_most(opened: Opened) -> dict[UUID, dict[str, int]]:
    """What the score and the spread of a game of each division cannot be above, whatever version of a result counts."""
    known = {one.pk: {HIGH_GAME: 0, WIDEST_WIN: 0} for some in opened.divisions.values() for one in some}
    rows = Result.objects.filter(
        table__round__division__in=known,
        table__round__number__lte=F("table__round__division__released_round"),
    ).order_by()
    facts = rows.annotate(
        high=Max("lines__score"), low=Min("lines__score"), off=Max(Abs("lines__penalty"))
    )  # fmt: skip
    for division, high, low, off in facts.values_list("table__round__division", "high", "low", "off"):
        if high is not None:
            one = known[division]
            one[HIGH_GAME] = max(one[HIGH_GAME], high + off)
            one[WIDEST_WIN] = max(one[WIDEST_WIN], high - low + 2 * off)
    return known


def _of_event(door: EventDoor, some: Iterable[Board]) -> Iterable[Record]:
    for board in some:
        yield from _of_board(door, board)


def _of_board(door: EventDoor, board: Board) -> Iterable[Record]:
    played = rounds.of_board(board)
    url = f"/t/{door.slug}/{board.slug}/results/"

    def record(kind: str, points: int | None, number: int) -> Record:
        name = board.people[number].name
        return Record((board.division, number), kind, points or 0, name, door.name, door.starts_on, url)

    for meetings in played.meetings[: board.after]:
        high, wide = games.high_game(meetings), games.widest(meetings)
        if high is not None and high.number in board.people:
            yield record(HIGH_GAME, high.score, high.number)
        if wide is not None and wide.sides[0].number in board.people:
            yield record(WIDEST_WIN, wide.spread, wide.sides[0].number)
