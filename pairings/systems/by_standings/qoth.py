"""Queen of the hill: first against third, second against fourth in every four.

| source | implemented |
|---|---|
| baxter | groups of four 1-3, 2-4; when two are left over, the last six play i against i + 3 |
| tsh `koth <repeats>` | `repeats=k` caps earlier meetings here too; without it meetings are ignored |

Worked: ten players play 1-3, 2-4, 5-8, 6-9, 7-10. Two players play 1-2. The bye of an odd field is given first.
"""

from __future__ import annotations

from pairings.event.refusals import Refusals
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.by_standings.brackets import players_of
from pairings.systems.by_standings.patterns import partners_by, pattern_scheme
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw


def fours(order: list[int]) -> tuple[list[list[int]], list[int]]:
    """The groups and how far apart opponents stand in them."""
    if len(order) < 4:
        return [order], [1]
    end = len(order) - (6 if len(order) % 4 else 0)
    groups = [order[at : at + 4] for at in range(0, end, 4)]
    offsets = [2] * len(groups)
    return (groups, offsets) if end == len(order) else ([*groups, order[end:]], [*offsets, 3])


def scheme(field: Field) -> Scheme:
    """The prices of a queen-of-the-hill round."""
    order = players_of(field)
    return pattern_scheme(field, order, partners_by(field, *fours(order)))


def pair(request: Request) -> Result | Refusals:
    """A queen-of-the-hill round."""
    return draw(request, scheme)
