"""The round a pattern means when nothing stands in the way: the search begins here.

Tables are filled from the top, the small ones last. Inside a run of tables of one size and one score:

| pattern | twelve players, three tables |
|---|---|
| swiss | 1 4 7 10 - 2 5 8 11 - 3 6 9 12 (a slide by a table's length for every seat) |
| random | neighbours, after a shuffle by the stored seed |
| koth | 1 2 3 4 - 5 6 7 8 - 9 10 11 12, whatever the scores |

A table across two scores is a run of its own, so that no gap is wider than it has to be.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from pairings.rounds.byes import bye_price
from pairings.rounds.field import Field

Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class Nominal:
    """The tables (byes are tables of one, last), each player's place, and the places of his companions."""

    tables: Tables
    places: list[int]
    companions: list[list[int]]


def sitters(field: Field, players: Sequence[int], count: int, barred: Set[int]) -> list[int]:
    """Those of the players whose byes cost least; who must not sit out only when nobody else is left."""
    return sorted(players, key=lambda i: (i in barred, bye_price(field.byes, i)))[:count]


def chunks(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    """The players in their order, cut into tables."""
    found, at = [], 0
    for size in sizes:
        found.append(list(players[at : at + size]))
        at += size
    return found


def kind(scores: Sequence[int], table: Sequence[int]) -> tuple[int, int, int]:
    """Tables of one kind in a row are one run: size and score; a table of several scores stands alone."""
    alike = len({scores[i] for i in table}) == 1
    return len(table), scores[table[0]], -1 if alike else table[0]


def shuffled(field: Field, players: Sequence[int]) -> list[int]:
    """Players in an order fixed by the stored seed and the round (as in the Swiss draw)."""
    salt = f"{field.request.seed}:{field.request.round}"
    return sorted(players, key=lambda i: sha256(f"{salt}:{field.players[i].id}".encode()).hexdigest())


def slid(run: Tables) -> Tables:
    """A run dealt out: each table takes every so-manyth player."""
    players = [i for table in run for i in table]
    return [players[at :: len(run)] for at in range(len(run))]


def dealt(field: Field, run: Tables, pattern: str) -> Tables:
    """The tables of a run as the pattern means them."""
    if pattern == "swiss":
        return slid(run)
    if pattern == "random":
        return chunks(shuffled(field, [i for table in run for i in table]), [len(table) for table in run])
    return run


def nominal(
    field: Field, scores: Sequence[int], sizes: Sequence[int], players: Sequence[int], barred: Set[int]
) -> Nominal:
    """The round the pattern means for these players, highest first, at tables of these sizes, largest first.

    `scores` are by player; `barred` are those who must not sit out.
    """
    pattern = str(field.request.params.get("pattern", "swiss"))
    out = set(sitters(field, players, sizes.count(1), barred))
    seated = [i for i in players if i not in out]
    cut = chunks(seated, [size for size in sizes if size > 1])
    runs = [list(run) for _, run in groupby(cut, key=lambda table: kind(scores, table))]
    tables = [table for run in runs for table in dealt(field, run, pattern)]
    order = [i for table in tables for i in table] if pattern == "random" else seated
    alone = [i for i in players if i in out]
    places = places_of(field.n, [*order, *alone])
    return Nominal(
        [*map(sorted, tables), *([i] for i in alone)], places, companions_of(field.n, tables, places)
    )


def places_of(count: int, order: Sequence[int]) -> list[int]:
    """Each player's place in an order; who is not in it keeps his rank."""
    places = list(range(count))
    for at, i in enumerate(order):
        places[i] = at
    return places


def companions_of(count: int, tables: Tables, places: Sequence[int]) -> list[list[int]]:
    """The places of those a player would sit with; none for who sits out or is settled already."""
    found: list[list[int]] = [[] for _ in range(count)]
    for table in tables:
        for i in table:
            found[i] = [places[other] for other in table if other != i]
    return found
