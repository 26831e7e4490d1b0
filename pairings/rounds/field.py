"""Who plays a round, in the order they stand, and what is known of every two of them.

The systems price pairs on it.

A player is an index into the field: 0 is the highest standing. `n` stands for the bye.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, repeat

from pairings.event.history import Entrant, Outcome, Unfinished, met_in
from pairings.event.records import Record, Records, fold
from pairings.rounds.bracket import resting as resting_in
from pairings.rounds.byes import needs_house_player
from pairings.rounds.request import Request, byes_had_by
from pairings.rounds.table_sizes import house_player_helps, sizes_asked
from pairings.standings.metrics import Stand
from pairings.standings.standings import Placed, order_of, ranked


@dataclass(slots=True)
class Field:
    """The players of a round by index; lists run parallel. `lean` is starts minus replies.

    `byes` are those had, wins by forfeit and rounds missed among them where they count (`given` and `missed` say how many).
    """

    request: Request
    players: list[Entrant]
    ranks: list[int | None]
    halves: list[int]
    byes: list[int]
    firsts: list[int]
    replies: list[int]
    met: list[dict[int, int]]
    last: set[tuple[int, int]]
    sitting_out: tuple[str, ...] = ()
    index: dict[str, int] = field(default_factory=dict)
    given: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)
    starters: dict[tuple[int, int], int] | None = None

    @property
    def started(self) -> dict[tuple[int, int], int]:
        """Who started when two last met, by pair; asked for where two meet again, so counted only then."""
        if self.starters is None:
            self.starters = starters_in(self)
        return self.starters

    @property
    def n(self) -> int:
        """How many players; also the index that stands for the bye."""
        return len(self.players)

    def lean(self, i: int) -> int:
        """Starts minus replies."""
        return self.firsts[i] - self.replies[i]

    def meetings(self, i: int, j: int) -> int:
        """How often two have met."""
        return self.met[i].get(j, 0)

    def name(self, i: int) -> str:
        """What to call a player."""
        return self.players[i].name or self.players[i].id


def pair_of(i: int, j: int) -> tuple[int, int]:
    """Two indexes, the higher standing first."""
    return (i, j) if i < j else (j, i)


def saves_a_bye(request: Request, playing: set[str]) -> bool:
    """Whether one more player leaves fewer to sit out: house players only play for that (docs/rules/events.md E8)."""
    wishes = request.constraints
    settled = {*wishes.byes, *(one for seats in wishes.whole_tables for one in seats)}
    left = len(playing - settled)
    if request.system == "tables":
        return house_player_helps(left, sizes_asked(request.params))
    return needs_house_player(left)


def taking_part(request: Request) -> tuple[set[str], tuple[str, ...]]:
    """Ids that play, and who sits out: house players who are not needed, who is out of a bracket or waits."""
    resting = resting_in(request)
    present = [one for one in request.present() if one.id not in resting]
    fixed = (*request.constraints.locked, *request.constraints.whole_tables)
    wanted = {one for group in fixed for one in group}
    house = sorted((e for e in present if e.house and e.id not in wanted), key=lambda e: (e.seed, e.id))
    playing = {entrant.id for entrant in present} - {entrant.id for entrant in house}
    if house and saves_a_bye(request, playing):
        playing.add(house.pop(0).id)
    return playing, (*(entrant.id for entrant in house), *sorted(resting))


def order_players(request: Request, records: Records, playing: set[str]) -> list[Placed]:
    """The playing ones as they stand after the round the pairing is based on."""
    stand = Stand(records, request.basis)
    return [
        one
        for one in ranked(stand, order_of(request.precedence, request.basis))
        if one.record.entrant.id in playing
    ]


def pairs_at(found: Field, outcome: Outcome) -> Iterator[tuple[int, int]]:
    """Every two who sat down together at a table, the higher standing first."""
    seats = [at for at in map(found.index.get, met_in(outcome)) if at is not None]
    return combinations(sorted(seats), 2)


def starters_in(found: Field) -> dict[tuple[int, int], int]:
    """Who started in the last game of every two who have met."""
    index, started = found.index, dict[tuple[int, int], int]()
    for outcomes in found.request.history.rounds[: max(0, found.request.round - 1)]:
        for outcome in outcomes:
            for i, j in combinations([index[one] for one in met_in(outcome) if one in index], 2):
                started[pair_of(i, j)] = i
    return started


def meetings_of(
    found: Field, records: Sequence[Record], playing_on: Sequence[Unfinished]
) -> list[dict[int, int]]:
    """How often everybody has met whom: in games that count, and at tables without a result yet."""
    index, nobody, all_met = found.index.get, repeat(-1), list[dict[int, int]]()
    for record in records:
        met = dict.fromkeys(map(index, record.opponents, nobody), 1)
        if len(met) < len(record.opponents):
            met = dict(Counter(map(index, record.opponents, nobody)))
        met.pop(-1, None)
        all_met.append(met)
    for table in playing_on:
        for i, j in pairs_at(found, table):
            all_met[i][j] = all_met[j][i] = all_met[i].get(j, 0) + 1
    return all_met


def field_of(request: Request) -> Field:
    """The field of a request; entrants absent in the round are not in it."""
    history = request.history.upto(request.round - 1)
    now = fold(history, request.round - 1)
    basis = now if request.basis >= len(history.rounds) else fold(history, request.basis)
    playing, sitting_out = taking_part(request)
    placed = order_players(request, basis, playing)
    records = [now[one.record.entrant.id] for one in placed]
    playing_on = [one for outcomes in history.rounds for one in outcomes if type(one) is Unfinished]
    seats = [one.seats for one in playing_on if len(one.seats) > 1]
    firsts, replies = (
        Counter(first for first, *_ in seats),
        Counter(one for _, *rest in seats for one in rest),
    )
    ids = [record.entrant.id for record in records]
    counts = byes_had_by(request.system, request.constraints)
    given = [record.given * (counts != "ignore") for record in records]
    missed = [record.forfeits * (counts == "all") for record in records]
    found = Field(
        request,
        [record.entrant for record in records],
        [None if one.out else one.rank for one in placed],
        [one.record.halves for one in placed],
        [record.byes + wins + lost for record, wins, lost in zip(records, given, missed, strict=True)],
        [record.firsts + firsts[record.entrant.id] for record in records],
        [record.replies + replies[record.entrant.id] for record in records],
        [],
        set(),
        sitting_out,
        {entrant_id: at for at, entrant_id in enumerate(ids)},
        given,
        missed,
    )
    found.met = meetings_of(found, records, playing_on)
    for outcome in chain.from_iterable(history.rounds[max(0, request.round - 2) :]):
        found.last.update(pairs_at(found, outcome))
    return found


def groups_by(players: Sequence[Entrant], kind: str) -> dict[str, list[int]]:
    """Indexes by club or by team; an empty club is nobody's."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, entrant in enumerate(players):
        if getattr(entrant, kind):
            groups[getattr(entrant, kind)].append(at)
    return groups
