"""What the tests of tables of three and four share: brute force over every way to fill them, small events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from pairings.event.history import Entrant, History
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from tests.pairings.making import field, ok, outcomes

STEPS = 4_000
Ways = tuple[tuple[int, ...], ...]


def every_way(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Ways]:
    """All ways to share players out to tables of these sizes, by plain recursion."""
    if not players:
        yield ()
        return
    first, rest = players[0], players[1:]
    for size in dict.fromkeys(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            remain = tuple(one for one in rest if one not in others)
            for more in every_way(remain, tuple(left)):
                yield ((first, *others), *more)


@cache
def ways_of(count: int, sizes: tuple[int, ...]) -> tuple[Ways, ...]:
    """All ways for players 0 to count - 1, kept for the next test."""
    return tuple(every_way(tuple(range(count)), sizes))


def request(history: History, wishes: Constraints | None = None, **params: str | int) -> Request:
    """The next round at tables."""
    number, wishes = len(history.rounds) + 1, wishes or Constraints()
    return Request(history, number, "tables", dict(params), constraints=wishes, seed=7, budget=STEPS)


def tables(answer: object) -> list[set[str]]:
    """Who sits together, by table."""
    return [set(board.seats) for board in ok(answer).boards]


def event(
    count: int, rounds: int, seed: int = 1, entrants: Sequence[Entrant] | None = None, **params: str | int
) -> tuple[History, list[Result]]:
    """An event of tables with random scores."""
    chance, history, results = Random(seed), History(tuple(entrants or field(count))), []
    for _ in range(rounds):
        result = ok(pair(request(history, **params)))
        results.append(result)
        history = History(history.entrants, (*history.rounds, outcomes(result, chance)))
    return history, results
