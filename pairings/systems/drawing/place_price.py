"""What a rematch is worth in places: as much as the score gap of two who stand so far apart.

| source | implemented |
|---|---|
| directors' own rounds | `places=p`: the mean gap (half wins, squared) of all who stand p places apart in this ranking |

Few places say how a ranking is spread: where scores lie close a rematch is soon too dear, where they lie apart it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairings.optimum.costs import by_score
from pairings.optimum.tiers import Arrays, Tier
from pairings.rounds.field import Field
from pairings.rounds.request import Nearness

TIER = "nearness"


def gap_of(halves: Sequence[int], places: int) -> int:
    """A gap of so many places in half wins, squared, rounded up at a half; 1 at least. Worked: [6, 4, 4, 0], 2 -> 10."""
    apart = min(places, len(halves) - 1)
    gaps = (
        [(one - other) ** 2 for one, other in zip(halves, halves[apart:], strict=False)] if apart > 0 else []
    )
    return max(1, (2 * sum(gaps) + len(gaps)) // (2 * len(gaps))) if gaps else 1


def at_price(tier: Tier, gap: int) -> Tier:
    """The tier of gaps and rematches that was made for a gap of one win, for one of `gap`."""
    arrays = tier.arrays or Arrays()
    some = {pair: price // 4 * gap for pair, price in (arrays.some or {}).items()}
    more = {pair: price - (arrays.some or {})[pair] for pair, price in some.items()}

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [price + more.get((i, j), 0) for j, price in zip(js, tier.row(i, js), strict=True)]

    return replace(tier, row=row, arrays=replace(arrays, some=some))


def by_score_and_price(field: Field, asked: Nearness) -> list[Tier]:
    """The tiers a Swiss begins with, a rematch at its price in wins or in places."""
    if not asked.places:
        return by_score(field, asked.free, asked.wins)
    gap = gap_of(field.halves, asked.places)
    return [at_price(tier, gap) if tier.name == TIER else tier for tier in by_score(field, asked.free, 1)]
