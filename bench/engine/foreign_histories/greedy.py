"""Histories the engine did not make: a greedy pairer of its own, which shares nothing with `pairings`.

From the top of the standings everybody takes whoever sits half a score group below and was not met yet, nearest
first; who finds nobody floats down. Fewer starts so far start; where both have as many, a coin decides, drawn from
the seed. So an even round finds everybody one start ahead or behind, and a score group as often as not uneven.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from bench.engine._events import Event, event_of, game
from pairings.event.history import Bye, History, Outcome, Played

Pairs = list[tuple[str, str]]


@dataclass(slots=True)
class Card:
    """What the pairer knows of one player: twice the wins, spread, starts more than replies, who was met."""

    halves: int = 0
    spread: int = 0
    ahead: int = 0
    met: set[str] = field(default_factory=set)


def foreign(count: int, rounds: int, seed: int, clubs: int = 0) -> History:
    """An event of so many players after so many rounds."""
    event = event_of(count, seed, clubs)
    cards = {one.id: Card() for one in event.entrants}
    history = History(event.entrants)
    for number in range(1, rounds + 1):
        history = History(event.entrants, (*history.rounds, played(event, cards, number)))
    return history


def played(event: Event, cards: Mapping[str, Card], number: int) -> tuple[Outcome, ...]:
    """One round, paired and played; the cards know of it."""
    order = sorted(cards, key=lambda one: (-cards[one].halves, -cards[one].spread, one))
    pairs, alone = greedy(order, cards)
    found: list[Outcome] = []
    for table, (one, other) in enumerate(pairs, 1):
        coin = Random(f"{event.seed}:{number}:{one}").random() < 0.5
        if cards[one].ahead > cards[other].ahead or (cards[one].ahead == cards[other].ahead and coin):
            one, other = other, one
        found.append(result := game(event, table, (one, other), number))
        noted(cards, result)
    for one in alone:
        cards[one].halves += 2
        cards[one].spread += 50
        found.append(Bye(one))
    return tuple(found)


def noted(cards: Mapping[str, Card], result: Played) -> None:
    """One game on both cards; the first seat started."""
    for mine, theirs, ahead in ((0, 1, 1), (1, 0, -1)):
        card, other = cards[result.seats[mine].entrant], result.seats[theirs]
        margin = (result.seats[mine].score or 0) - (other.score or 0)
        card.halves += 1 + (margin > 0) - (margin < 0)
        card.spread += margin
        card.ahead += ahead
        card.met.add(other.entrant)


def greedy(order: Sequence[str], cards: Mapping[str, Card]) -> tuple[Pairs, list[str]]:
    """Pairs from the top, and who is left over in an odd field."""
    pairs: Pairs = []
    pool: list[str] = []
    for at, one in enumerate(order):
        pool.append(one)
        if at + 1 == len(order) or cards[order[at + 1]].halves != cards[one].halves:
            pool = taken(pool, cards, pairs)
    while len(pool) > 1:
        one = pool.pop(0)
        other = next((two for two in pool if two not in cards[one].met), pool[0])
        pool.remove(other)
        pairs.append((one, other))
    return pairs, pool


def taken(pool: list[str], cards: Mapping[str, Card], pairs: Pairs) -> list[str]:
    """Pair a score group with those who floated into it; who is left floats on."""
    left = []
    while pool:
        one, half = pool.pop(0), (len(pool) - 1) // 2
        free = (at for at, other in enumerate(pool) if other not in cards[one].met)
        at = min(free, key=lambda at: (abs(at - half), at), default=-1)
        if at < 0:
            left.append(one)
        else:
            pairs.append((one, pool.pop(at)))
    return left
