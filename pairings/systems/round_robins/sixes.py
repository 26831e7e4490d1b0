"""Sixes: groups of six, three rounds against three of the others or five against them all.

| source | implemented |
|---|---|
| baxter, sixes | three rounds: groups dealt forth and back (`groups=snaked`, the usual one), or `clustered`, `distributed`; |
| | 1-2 3-4 5-6, 1-3 4-5 2-6, 1-4 2-5 3-6; what six does not divide plays in quads at the end |
| engine notes | other spans: five rounds in which all meet, with a last group of 7 to 10, or of 5, so that nobody meets twice |

The groups rest on the standings when the span begins and hold until it ends.
"""

from __future__ import annotations

from pairings.event.refusals import Refusals
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.circle import table_in_groups
from pairings.systems.round_robins.groups import Groups, clustered, dealt, grouped, scheme_by

SIZE, SHORT = 6, 3


def formed(request: Request, members: list[str]) -> Groups:
    """The groups as the director wants them formed; quads among them only where their three rounds are enough."""
    how = str(request.params.get("groups", "snaked"))
    if int(request.params.get("length", SIZE - 1)) <= SHORT:
        return grouped(members, SIZE, how)
    return clustered(members, SIZE) if how == "clustered" else dealt(members, SIZE, how == "snaked")


def scheme(field: Field) -> Scheme:
    """The prices of a round in sixes."""
    return scheme_by(field, formed, table=table_in_groups)


def pair(request: Request) -> Result | Refusals:
    """A round in sixes."""
    return draw(request, scheme)
