"""Quartiles: the field in four quarters by the standings, quarter against quarter, by lot inside.

| source | implemented |
|---|---|
| tsh `pq 2`, `pq 3`, `pq 4` | `against=2`: first against second, third against fourth quarter; `3`: first against third, |
| | second against fourth; `4`: first against fourth, second against third |
| tsh preferences | the right quarter, no rematch of the round just played, starts, fewest repeats, the lot |

The bye and clubs come before. Quarters are as even as they can be: when two players are left over, the first
quarter and its opponents have one more each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.refusals import Refusals
from pairings.optimum.costs import back_to_back, bye, club, repeats, starts, tie
from pairings.optimum.tiers import Arrays, Tier
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.by_standings.brackets import players_of
from pairings.systems.by_standings.patterns import drawn_pairs, lots
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

OPPOSED = {2: (1, 0, 3, 2), 3: (2, 3, 0, 1), 4: (3, 2, 1, 0)}


def quarters(order: Sequence[int], against: int) -> list[list[int]]:
    """The four quarters, opposed ones of the same size."""
    size, rest = divmod(len(order), 4)
    longer = {0, OPPOSED[against][0]} if rest else set()
    found: list[list[int]] = []
    for number in range(4):
        done = sum(map(len, found))
        found.append(list(order[done : done + size + (number in longer)]))
    return found


def wrong_quarter(number: Sequence[int], against: int) -> Tier:
    """One for every pair that is not of two opposed quarters; -1: in none, because of the bye."""
    opposed = OPPOSED[against]

    def row(i: int, js: Sequence[int]) -> list[int]:
        wanted = opposed[number[i]] if number[i] >= 0 else -1
        return [int(number[j] != wanted or wanted < 0) for j in js]

    numbers = np.array(number, dtype=np.int64)
    wanted_of = np.array([opposed[own] if own >= 0 else -2 for own in number], dtype=np.int64)
    return Tier("quarter", row, arrays=Arrays(lambda i, j: (numbers[j] != wanted_of[i]).astype(np.int64), 1))


def scheme_of(field: Field, against: int) -> Scheme:
    """The prices of a round of quarter against quarter."""
    groups = quarters(players_of(field), against)
    number, partners = [-1] * field.n, list(range(field.n))
    for at, group in enumerate(groups):
        for i in group:
            number[i] = at
    for at, other in enumerate(OPPOSED[against]):
        one, two = lots(field, groups[at], str(at)), lots(field, groups[other], str(other))
        for i, j in zip(one, two, strict=True):
            partners[i] = j
    tiers = [bye(field), wrong_quarter(number, against), back_to_back(field), club(field), starts(field)]
    return Scheme([*tiers, repeats(field), drawn_pairs(field, partners), tie(field)], partners)


def scheme(field: Field) -> Scheme:
    """The prices of a quartile round."""
    return scheme_of(field, int(field.request.params.get("against", 3)))


def pair(request: Request) -> Result | Refusals:
    """A quartile round."""
    return draw(request, scheme)
