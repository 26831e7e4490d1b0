"""Factor pairings: the first 2k play i against i + k, all others a Swiss round.

| source | implemented |
|---|---|
| liwords (factor) | the leaders literally, the others by score and pattern; `k=3` when nothing is said, as in the |
| | penultimate round of COP: 1-4, 2-5, 3-6 |
| tsh `koth <repeats>` | `repeats=k` caps earlier meetings; without it the leaders' meetings are ignored |

A field too small for the factor is paired by the largest that fits, and says so. Not implemented: COP's own
conditions for a factor round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.later import later
from core.messages import say
from pairings.event.refusals import Refusals
from pairings.optimum.costs import back_to_back, bye, club, pattern, repeats, score_gap, starts, tie
from pairings.optimum.tiers import Arrays, Ints, Tier
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.by_standings.brackets import PARTNERS, brackets, places_of, players_of, shuffled
from pairings.systems.by_standings.patterns import over_cap, partners_by
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")


def factor_of(field: Field, players: int) -> int:
    """The factor asked for, or the largest the field allows."""
    return min(int(field.request.params.get("k", 3)), players // 2)


def leaders_first(places: Sequence[int], targets: Sequence[int], top: int) -> Tier:
    """How far, squared, a leader sits from the opponent the factor names; nothing between the others."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine, wanted = places[i], targets[i]
        own = [(places[j] - wanted) ** 2 for j in js] if mine < top else [0] * len(js)
        return [
            cost + ((targets[j] - mine) ** 2 if places[j] < top else 0)
            for cost, j in zip(own, js, strict=True)
        ]

    known, named = np.array(places, dtype=np.int64), np.array(targets, dtype=np.int64)

    def grid(i: Ints, j: Ints) -> Ints:
        first: Ints = np.where(known[i] < top, (known[j] - named[i]) ** 2, 0)
        return first + np.where(known[j] < top, (named[j] - known[i]) ** 2, 0)

    most = 2 * (max([*places, *targets], default=0) - min([*places, *targets], default=0)) ** 2
    return Tier("factor", row, arrays=Arrays(grid, most))


def scheme(field: Field) -> Scheme:
    """The prices of a factor round."""
    order, params = players_of(field), field.request.params
    k = factor_of(field, len(order))
    leaders, how = order[: 2 * k], str(params.get("pattern", "slide"))
    groups = brackets(field, order[2 * k :])
    groups = [shuffled(field, group) for group in groups] if how == "random" else groups
    partners = partners_by(field, [leaders] if k else [], [k] if k else [])
    for group in groups:
        for at, i in enumerate(group):
            partners[i] = group[PARTNERS[how](at, len(group))]
    places = places_of(field, [leaders, *groups])
    targets = [places[partner] for partner in partners]
    tiers = [*over_cap(field), bye(field), leaders_first(places, targets, 2 * k)]
    tiers += [
        repeats(field),
        back_to_back(field),
        club(field),
        score_gap(field),
        starts(field),
        pattern(places, targets),
    ]
    asked = int(params.get("k", 3))
    notes = (
        (say("The factor is %(it)s: %(field)s players allow no more.", it=k, field=field.n),)
        if k < asked
        else ()
    )
    return Scheme([*tiers, tie(field)], partners, notes=notes)


def pair(request: Request) -> Result | Refusals:
    """A factor round."""
    return draw(request, scheme)
