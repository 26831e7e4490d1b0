"""Swiss by minimum-price matching.

| source | implemented |
|---|---|
| weighted-matching Swiss (Sauer, Cseh, Lenzner 2024) | whole field at once, exact, no backtracking |
| tsh Division, FIDE C.04 | score groups; float of the last of an odd group; slide, fold, adjacent |
| liwords, casual | random inside groups by a stored seed |
| tsh, liwords | `gibson`, `classes`: last rounds that know who plays for what (`systems.contest`) |

Order of prices: repeats, rematch, bye, clubs, score gap, starts (`starts=ignored` leaves them out), pattern. A rematch for
nearness: `repeats=k`: the first k meetings of a pair cost nothing, so only a smaller sum of gaps buys one; `rematch=w`: what
goes beyond weighs as much as a gap of w wins, in one sum with the gaps, `places=p` as one of p places (`place_price`). A
rematch of the round just played stays above both.
Not implemented: the colour and float rules of the FIDE Dutch system, acceleration.
"""

from __future__ import annotations

from collections.abc import Collection

from pairings.event.refusals import Refusals
from pairings.optimum.costs import pattern, starts, tie
from pairings.rounds.field import Field
from pairings.rounds.request import Request, nearness_asked
from pairings.rounds.result import Result
from pairings.systems.by_standings.brackets import nominal
from pairings.systems.by_standings.contest import contested
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.drawing.place_price import by_score_and_price


def prices(field: Field, aside: Collection[int] = ()) -> Scheme:
    """The prices of a Swiss round; the pattern leaves out whom something else sets aside."""
    request = field.request
    places, targets, partners = nominal(field, str(request.params.get("pattern", "slide")), aside)
    weighed = request.params.get("starts") != "ignored" and request.starts in ("balanced", "head_to_head")
    tiers = [*by_score_and_price(field, nearness_asked(request)), *([starts(field)] if weighed else [])]
    return Scheme([*tiers, pattern(places, targets), tie(field)], partners)


def scheme(field: Field) -> Scheme:
    """The prices of a Swiss round, with what the last rounds add."""
    return contested(field, prices)


def pair(request: Request) -> Result | Refusals:
    """A Swiss round."""
    return draw(request, scheme)
