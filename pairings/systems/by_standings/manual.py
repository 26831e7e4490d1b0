"""By hand: the locked pairs are the round. Priced like a Swiss, so that a director sees what his round costs.

Everybody present has to be in a locked pair or to have a bye asked for; at most one who is left gets the bye
of an odd field by the usual rule.
"""

from __future__ import annotations

from core.messages import say
from pairings.event.refusals import Refusals, refuse
from pairings.rounds.field import field_of
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.by_standings.swiss import scheme
from pairings.systems.drawing.draw import draw


def unpaired(request: Request) -> Refusals | None:
    """The players nobody paired, when there are two or more of them."""
    found, wishes = field_of(request), request.constraints
    named = {one for pair in wishes.locked for one in pair} | set(wishes.byes)
    left = [entrant for entrant in found.players if entrant.id not in named]
    if len(left) < 2:
        return None
    names = ", ".join(entrant.name or entrant.id for entrant in left)
    text = say(
        "Round %(round)s is paired by hand; still without an opponent: %(names)s.",
        round=request.round,
        names=names,
    )
    return refuse("not_paired", text, *(entrant.id for entrant in left))


def pair(request: Request) -> Result | Refusals:
    """The round as the director fixed it."""
    return unpaired(request) or draw(request, scheme)
