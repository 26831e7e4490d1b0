"""What of an event is rated: confirmed games between entrants who are players. Byes, forfeits, house players are not.

One query for the games of as many divisions as asked for, one for their entrants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import CharField, QuerySet
from django.db.models.functions import Cast

from core import canonical
from tdapp.desk.ledger import points_off
from tdapp.desk.models import Result, ResultLine
from tdapp.events.models import Division, Entrant
from tdapp.events.rules import rulesets
from tdapp.kernel.running.written_once import LONGEST, WrittenOnce
from tdapp.ratings.formulas import Game, pairwise
from tdapp.ratings.runs.values import AS_MERGED, Whose

RATED_KINDS = (Result.Kind.PLAYED, Result.Kind.UNFINISHED)


class Who(NamedTuple):
    """An entrant of the field. `player` None: nobody's number, so met with the frozen rating and never stored."""

    number: int
    player: UUID | None
    frozen: int


@dataclass(frozen=True)
class Counted:
    """A division's rated games, by place in `field`, and their digest (of numbers and scores, no database keys)."""

    field: Sequence[Who]
    games: Sequence[Game]
    rounds: int
    digest: str


# The lines of one division: round, table -> (entrant, score, before) in seat order, all by number: no database keys; none
# where somebody was absent. Scores as the standings read them, `before` where it decides equal ones.
Tables = dict[tuple[int, int], list[tuple[int, int, int | None]]]


def counted(
    divisions: Iterable[UUID], after: int | None = None, whose: Whose = AS_MERGED
) -> dict[UUID, Counted]:
    """The rated games of each division, all of them confirmed and in force; up to round `after`, None: all."""
    ids = list(divisions)
    who = _entrants(ids, whose)
    # A division at a time: two hundred thousand lines are not kept together.
    found = {division: _count(tables, who[division]) for division, tables in _lines(ids, after)}
    return {division: found[division] if division in found else _count({}, who[division]) for division in ids}


@WrittenOnce
def _rated_lines(ids: Sequence[UUID]) -> QuerySet[ResultLine, Any]:
    rows = ResultLine.objects.filter(
        result__in_force=True, result__kind__in=RATED_KINDS, result__table__round__division__in=ids
    )
    return rows.order_by(
        "result__table__round__division_id", "result__table__round__number", "result__table__number", "seat"
    ).values_list(
        # As the database writes it: an id made of each of two million lines is most of the reading.
        Cast("result__table__round__division_id", CharField()), "result__table__round__number", "result__table__number",
        "slot__entrant__number", "score", "before", "penalty", "absent",
    )  # fmt: skip


def _facts(ids: Sequence[UUID], after: int | None) -> Iterable[Any]:
    if 0 < len(ids) <= LONGEST:
        return (row for row in _rated_lines(ids) if after is None or row[1] <= after)
    rows = _rated_lines.made(ids)
    return rows if after is None else rows.filter(result__table__round__number__lte=after)


def _lines(ids: Sequence[UUID], after: int | None) -> Iterator[tuple[UUID, Tables]]:
    # What a division's rules say is asked for a few scores alone, and nine kilobytes each.
    divisions = cache(lambda: Division.objects.in_bulk(ids))
    asks = cache(lambda key: rulesets.tie_asks_before(divisions()[key]))
    for key, lines in groupby(_facts(ids, after), itemgetter(0)):
        division, unplayed = UUID(key), set()
        tables: Tables = defaultdict(list)
        for _key, number, table, entrant, score, before, penalty, absent in lines:
            if penalty:
                seat = points_off.seat(divisions()[division], "", score, before, penalty)
                score, before = seat.score, seat.before
            told = before if before is not None and asks(division) else None
            tables[number, table].append((entrant, score, told))
            if absent:
                unplayed.add((number, table))
        tables.update((table, []) for table in unplayed)
        yield division, tables


Entrants = dict[int, Who]


def _entrants(ids: Sequence[UUID], whose: Whose) -> dict[UUID, Entrants]:
    """Entrants by division and number, house players left out; a merged player is the one who stayed."""
    found: dict[UUID, Entrants] = defaultdict(dict)
    rows = Entrant.objects.filter(division__in=ids, house=False).order_by("number")
    facts = rows.values_list("division_id", "number", "player_id", "player__merged_into_id", "rating")
    for division, number, player, stayed, rating in facts.iterator(chunk_size=5000):
        found[division][number] = Who(number, player and whose.of(player, stayed), rating)
    return found


def _count(tables: Tables, entrants: Entrants) -> Counted:
    field = list(entrants.values())
    places = {entrant: place for place, entrant in enumerate(entrants)}
    games: list[Game] = []
    told: list[Any] = []
    for (number, _table), seats in tables.items():
        known = [(entrant, score) for entrant, score, _ in seats if entrant in places]
        if len(known) < 2:
            continue
        told.append([number, known])
        games += pairwise(
            number, [(places[entrant], score) for entrant, score in known], _before(seats, places)
        )
        # Who won equal scores is part of what was played; of other games the digest stays what it always was.
        if len(known) == 2 and games[-1].tie_rule:
            told[-1].append(games[-1].tie_rule)
    rounds = max((number for number, _ in tables), default=0)
    return Counted(field, games, rounds, canonical.digest_plain([[who[::2] for who in field], told]))


def _before(seats: Sequence[tuple[int, int, int | None]], known: Container[int]) -> Sequence[int | None]:
    """The scores before unplayed tiles; of two who scored differently nobody asks for them."""
    if len(seats) == 2 and seats[0][1] != seats[1][1]:
        return ()
    return [before for entrant, _, before in seats if entrant in known]
