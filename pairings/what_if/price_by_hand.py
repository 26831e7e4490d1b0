"""What a round made by hand costs beside a best one that is known: counted, nothing is searched again."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.event.refusals import Refusals
from pairings.optimum.tiers import vector
from pairings.plan.constraints import wishes_of
from pairings.rounds.field import field_of, pair_of
from pairings.rounds.request import Request
from pairings.rounds.result import Vector
from pairings.systems import SCHEMES
from pairings.what_if.handmade import Ids, Price, against_the_best, differences, free_of_locks, seat_mistakes
from pairings.what_if.whatif import broken_wishes, price


def beside(request: Request, best: Vector, boards: Sequence[Ids], byes: Ids = ()) -> Price | Refusals:
    """The same as `whatif.price`; `best` is the `Price.best` it gave for this very request before.

    A best price in other terms (an older engine's), or of a system whose rounds are not made of pairs, is looked
    for anew.
    """
    if request.system not in SCHEMES:
        return price(request, boards, byes)
    found = field_of(free_of_locks(request))
    mistakes = tuple(seat_mistakes(found, boards, byes))
    if mistakes:
        return Refusals(mistakes)
    pairs = [pair_of(found.index[seats[0]], found.index[seats[1]]) for seats in boards]
    sitting = [found.index[one] for one in byes]
    scheme = SCHEMES[request.system](found)
    tiers = scheme.tiers
    amounts = vector(tiers, pairs, sitting)
    cost = tuple((tier.name, n) for tier, n in zip(tiers, amounts, strict=True) if tier.name != "tie")
    if [name for name, _ in cost] != [name for name, _ in best]:
        return price(request, boards, byes)
    extra = tuple((name, a - b) for (name, a), (_, b) in zip(cost, best, strict=True))
    wishes = [*wishes_of(found), *scheme.wishes]
    banned = broken_wishes(wishes, [*pairs, *((i, found.n) for i in sitting)])
    return Price(cost, best, extra, against_the_best(extra), differences(extra), banned)
