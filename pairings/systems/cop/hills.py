"""King of the hill in the last round of COP: down the standings for the places, then inside each class for its prizes.

| code | source | implemented |
|---|---|---|
| `hill` | liwords `KH` | down from the first to the lowest who reached a prize at all, neighbours meet; nobody across a |
| | | Gibson: who is left over above one meets him or whom the prices say |
| `class_hill` | liwords `KH` | then neighbours in a class who play for those of its prizes that nobody on the hill can take |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from core.messages import say
from pairings.event.ordinals import nth
from pairings.rounds.field import pair_of
from pairings.standings.stakes import ClassPrize
from pairings.systems.cop.keeping import Keeping, Pair, ranked


def neighbours(kept: Keeping, line: Sequence[int]) -> Iterator[Pair]:
    """Who meets whom down a line; two who must not meet are passed over."""
    left = [i for i in line if i not in kept.met]
    while left:
        one = left.pop(0)
        other = next((j for j in left if pair_of(one, j) not in kept.banned), None)
        if other is not None:
            left.remove(other)
            yield one, other


def hill(kept: Keeping) -> int:
    """King of the hill in the last round, down to the lowest who may still win a prize; the first place below it."""
    hall, line = kept.hall, kept.study.contenders
    below = 1 + max((at for at, one in enumerate(line) if one.best <= hall.ask.prizes), default=-1)
    last = below
    for is_safe, run in groupby(ranked(kept), hall.safe):
        for one, other in () if is_safe else tuple(neighbours(kept, tuple(run))):
            if hall.place[one] >= below:
                return last
            where = nth(hall.place[one] + 1)
            text = say("last round, neighbours who play for %(place)s place", place=where)
            kept.force("hill", one, other, text)
            last = max(last, hall.place[other] + 1)
    return last


def class_hills(kept: Keeping, below: int) -> None:
    """King of the hill inside each class, for its prizes, from a place on."""
    at_field = {kept.hall.place[i]: i for i in kept.free}
    for prize in kept.hall.field.request.stakes.class_prizes:
        for pair in rivals(kept, prize, below):
            one, other = (at_field.get(at, -1) for at in pair)
            if min(one, other) < 0 or {one, other} & kept.met or pair_of(one, other) in kept.banned:
                continue
            text = say("last round, neighbours who play for the prizes of class %(klass)s", klass=prize.klass)
            kept.force("class_hill", one, other, text)


def rivals(kept: Keeping, prize: ClassPrize, below: int) -> Iterator[Pair]:
    """The places, two and two, of those who play for the prizes of a class that nobody above can take.

    Who stands above and may miss the place prizes may take one of them. Who cannot be caught by the next of the class has
    his. From the pair with the last prize on, a pair meets only while its lower player can catch who holds that prize.
    """
    hall, line = kept.hall, kept.study.contenders
    whole = [at for at, one in enumerate(hall.line) if one.entrant.klass == prize.klass]
    left = prize.places - sum(line[at].worst > hall.ask.prizes for at in whole if at < below)
    rest = [at for at in whole if at >= below]
    ahead, k, holder = 0, 0, -1
    while left > 0 and k + 1 < len(rest):
        upper, lower = rest[k], rest[k + 1]
        if not hall.catches(lower, upper):
            ahead, k = ahead + 1, k + 1
            if ahead == left:
                return
            continue
        if left - ahead in (1, 2):
            holder = rest[k + left - ahead - 1]
        elif holder >= 0 and not hall.catches(lower, holder):
            return
        yield upper, lower
        ahead, k = ahead + 2, k + 2
