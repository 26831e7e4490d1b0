"""King of the hill: first against second, third against fourth.

| source | implemented |
|---|---|
| liwords | literal neighbours, meetings ignored: the default |
| tsh `koth <repeats> <based on>` | `repeats=k`: a pair may have met k times at most; nearest ranks then; ties by no |
| | rematch of the round just played, then starts, then fewest repeats; `lag` for the standings used |
| tsh, liwords | `gibson`, `classes`: last rounds that know who plays for what (`systems.contest`) |

The cap gives way only when no pairing keeps it; the price says by how much. `force_koth` and `auto_koth_repeats`
are the plan's: `koth(1) last 2`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairings.event.refusals import Refusals
from pairings.optimum.costs import back_to_back, bye, club, repeats, starts, tie
from pairings.optimum.tiers import Tier, apart_squared
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.by_standings.brackets import places_of, players_of
from pairings.systems.by_standings.contest import contested
from pairings.systems.by_standings.patterns import over_cap
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw


def distance(places: Sequence[int]) -> Tier:
    """Places between two opponents beyond neighbours, squared."""
    return apart_squared("distance", places, 1)


def neighbours_in(order: Sequence[int], count: int) -> list[int]:
    """Each player's neighbour in an order; who has none is his own."""
    found = list(range(count))
    for one, other in zip(order[::2], order[1::2], strict=False):
        found[one], found[other] = other, one
    return found


def prices(field: Field, aside: Collection[int] = ()) -> Scheme:
    """The prices of a king-of-the-hill round; neighbours close up over whom something else sets aside."""
    order = players_of(field, aside)
    places = places_of(field, [order])
    neighbours = neighbours_in(order, field.n)
    # The hill is what the round is for: mates are kept apart only where it costs no place and no rematch.
    first = [*over_cap(field), bye(field), distance(places), back_to_back(field)]
    return Scheme([*first, club(field), starts(field), repeats(field), tie(field)], neighbours)


def scheme(field: Field) -> Scheme:
    """The prices of a king-of-the-hill round, with what the last rounds add."""
    return contested(field, prices)


def pair(request: Request) -> Result | Refusals:
    """A king-of-the-hill round."""
    return draw(request, scheme)
