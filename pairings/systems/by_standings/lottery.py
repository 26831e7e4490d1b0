"""Random rounds: everybody drawn against everybody, with or without repeats.

| source | implemented |
|---|---|
| baxter, random without repeats | `repeats=avoid`: the draw is kept where it makes no repeat, else solved as a matching |
| tsh RandomPair, liwords random | `repeats=ignored`: neighbours of a shuffle by the stored seed |

The standings play no part, so rounds can be drawn ahead. The bye goes by lot among those with the fewest byes.
Repeats and clubs come before the lot.
"""

from __future__ import annotations

from functools import partial

from core.messages import say
from pairings.event.refusals import Refusals
from pairings.optimum.costs import back_to_back, club, repeats, tie
from pairings.optimum.tiers import Tier, single
from pairings.rounds.explain import club_reason, meeting_reason, times_had
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Reason, Result
from pairings.systems.by_standings.patterns import drawn_pairs, lots
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw


def bye_by_lot(field: Field, drawn: list[int]) -> Tier:
    """Earlier byes first, then the lot: the last one drawn sits out."""
    last = {i: len(drawn) - 1 - at for at, i in enumerate(drawn)}
    return single("bye", {}, lambda i: field.byes[i] * field.n + last[i])


def why_pair(field: Field, i: int, j: int) -> tuple[Reason, ...]:
    """By lot, and how often they have met."""
    return Reason("lot", say("by lot"), {}), meeting_reason(field, i, j), *club_reason(field, i, j)


def why_bye(field: Field, i: int) -> tuple[Reason, ...]:
    """By lot among those who had the fewest byes."""
    had = Reason("byes", times_had(field, i), {"byes": field.byes[i]})
    return had, Reason("lot", say("drawn by lot among those with the fewest byes"), {})


def scheme(field: Field) -> Scheme:
    """The prices of a random round."""
    drawn = lots(field, range(field.n))
    sitting = {min(drawn, key=bye_by_lot(field, drawn).bye)} if field.n % 2 else set()
    order = [i for i in drawn if i not in sitting]
    partners = list(range(field.n))
    for one, other in zip(order[::2], order[1::2], strict=True):
        partners[one], partners[other] = other, one
    fresh = field.request.params.get("repeats", "avoid") == "avoid"
    first = [repeats(field), back_to_back(field)] if fresh else []
    tiers = [*first, bye_by_lot(field, drawn), club(field), drawn_pairs(field, partners), tie(field)]
    return Scheme(tiers, partners, None, (), partial(why_pair, field), partial(why_bye, field))


def pair(request: Request) -> Result | Refusals:
    """A random round."""
    return draw(request, scheme)
