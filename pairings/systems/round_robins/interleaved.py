"""Interleaved round robin: the odd seeds meet all even seeds, and nobody of their own half.

| source | implemented |
|---|---|
| liwords, interleaved round robin | seeds 1, 3, 5 ... as A, 2, 4, 6 ... as B, paired as two teams: 1-2 3-4 ..., then |
| | 1-4 3-6 ... 7-2; an odd field has an empty seat in B |

A span of half the field's rounds is complete. Slots: as in a round robin.
"""

from __future__ import annotations

from core.messages import say
from pairings.event.refusals import Refusals
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.team_rr import scheme_for
from pairings.systems.round_robins.timetable import slots_of


def scheme(field: Field) -> Scheme:
    """The prices of an interleaved round."""
    first = int(field.request.params.get("first", 1))
    ids = [entrant.id for entrant in slots_of(field, first)]
    return scheme_for(field, [ids[::2], ids[1::2]], first, say("odd seed against even seed"))


def pair(request: Request) -> Result | Refusals:
    """A round of an interleaved round robin."""
    return draw(request, scheme)
