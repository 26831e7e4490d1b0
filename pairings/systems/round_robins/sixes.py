"""Sixes: groups of six in which everybody meets everybody in five rounds.

| source | implemented |
|---|---|
| baxter, sixes | as quads, with six to a group: `groups=clustered`, `distributed` or `snaked` |
| engine notes | other fields: a last group of 7 to 10, or of 5 |

The groups rest on the standings when the span begins and hold until it ends.
"""

from __future__ import annotations

from functools import partial

from pairings.event.refusals import Refusals
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.groups import scheme_by
from pairings.systems.round_robins.quads import formed

SIZE = 6


def scheme(field: Field) -> Scheme:
    """The prices of a round in sixes."""
    return scheme_by(field, partial(formed, size=SIZE))


def pair(request: Request) -> Result | Refusals:
    """A round in sixes."""
    return draw(request, scheme)
