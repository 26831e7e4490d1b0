"""Quads: groups of four in which everybody meets everybody in three rounds.

| source | implemented |
|---|---|
| baxter, quads | `groups=clustered`: neighbours in the standings; `distributed`: one from each quarter, so that |
| | the groups are alike; `snaked`: as distributed, each row dealt the other way |
| | fields of 4n + 2, or one less: the last six (five) are a group that plays an incomplete round robin of three |
| | rounds: 1-2 3-4 5-6, 1-3 4-5 2-6, 1-4 2-5 3-6 |

The groups rest on the standings when the span begins (before round 1: the ratings) and hold until it ends. A span
of other than three rounds stops early or begins a second leg; the six go on until all have met.
"""

from __future__ import annotations

from pairings.event.refusals import Refusals
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.circle import table_in_groups
from pairings.systems.round_robins.groups import QUAD, Groups, grouped, scheme_by


def formed(request: Request, members: list[str]) -> Groups:
    """The groups as the director wants them formed."""
    return grouped(members, QUAD, str(request.params.get("groups", "clustered")))


def scheme(field: Field) -> Scheme:
    """The prices of a round in quads."""
    return scheme_by(field, formed, table=table_in_groups)


def pair(request: Request) -> Result | Refusals:
    """A round in quads."""
    return draw(request, scheme)
