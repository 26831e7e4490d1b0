"""Quads: groups of four in which everybody meets everybody in three rounds.

| source | implemented |
|---|---|
| baxter, quads | `groups=clustered`: neighbours in the standings; `distributed`: one from each quarter, so that |
| | the groups are alike; `snaked`: as distributed, each row dealt the other way |
| engine notes | fields that are not a multiple of four: a last group of 5, 6 or 3 |

The groups rest on the standings when the span begins (before round 1: the ratings) and hold until it ends. A span
of other than three rounds stops early or begins a second leg. Not implemented: baxter's equalised groups.
"""

from __future__ import annotations

from pairings.event.refusals import Refusals
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.groups import Groups, clustered, dealt, scheme_by

SIZE = 4


def formed(request: Request, members: list[str], size: int = SIZE) -> Groups:
    """The groups as the director wants them formed."""
    how = request.params.get("groups", "clustered")
    return clustered(members, size) if how == "clustered" else dealt(members, size, how == "snaked")


def scheme(field: Field) -> Scheme:
    """The prices of a round in quads."""
    return scheme_by(field, formed)


def pair(request: Request) -> Result | Refusals:
    """A round in quads."""
    return draw(request, scheme)
