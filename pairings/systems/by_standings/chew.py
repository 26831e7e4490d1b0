"""Chew pairings: contenders for each prize band meet those who can still catch them, the others play a Swiss.

| source | implemented |
|---|---|
| tsh `prize_bands` | the highest open band first; by default each place of the upper quarter is one |
| tsh `BPF` | a contender is whose best possible finish reaches the band (`pairings.standings.reachable_places`) |
| tsh flight cap | by rounds left 1, 2, 3, 4 and more: 2, 4, 8, 12 players; `caps=nsc2008`: 2, 4, 6, 12 |
| tsh leaders | the smallest top group of 4 or more that can be paired at the fewest repeats |
| | leaders: somebody who can still catch the other, fewest repeats, no rematch, first with last |
| tsh faint hope | in the last 4 rounds those within one win of the last prize count as contenders |
| tsh Gibson | Gibsons are taken out first (`systems.contest`); `gibson=off` leaves them in |
| everybody a contender | one flight, paired as a Swiss |

Needs to know how many rounds there are. tsh takes the best who fit out of the standings one by one; here a flight
is always a run of neighbours in the standings. Not implemented: round robins played first, `session_breaks`,
the exact order in which tsh backtracks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from core.messages import say
from pairings.event.refusals import Refusals
from pairings.optimum.costs import back_to_back, bye, club, pattern, repeats, score_gap, starts, tie
from pairings.optimum.tiers import Tier, apart_squared
from pairings.rounds.explain import meeting_reason, rank_reason
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Reason, Result
from pairings.systems.by_standings.brackets import brackets, fold, players_of, slide
from pairings.systems.by_standings.contest import contested, marks_of
from pairings.systems.by_standings.flights import Flight, flights, hall_of
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw


def group_of(found: Sequence[Flight], count: int) -> list[int]:
    """The number of each player's group; leaders are one of their own, and who is in none comes last."""
    groups = [2 * len(found)] * count
    for at, flight in enumerate(found):
        for k, i in enumerate(flight.players):
            groups[i] = 2 * at + (k >= flight.leaders)
    return groups


def apart(groups: Sequence[int]) -> Tier:
    """Steps between two groups, squared."""
    return apart_squared("flight", groups)


def catch(field: Field, leading: Collection[int], best: dict[int, int]) -> Tier:
    """One for a leader against somebody who cannot reach his place any more."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        if i not in leading:
            return [0] * len(js)
        place = field.ranks[i] or i + 1
        return [int(j in leading and best.get(j, field.n) > place) for j in js]

    return Tier("catch", row)


def but_for(leading: Collection[int], tier: Tier) -> Tier:
    """A tier that says nothing of two leaders."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        prices = tier.row(i, js)
        if i not in leading:
            return prices
        return [0 if j in leading else price for j, price in zip(js, prices, strict=True)]

    return Tier(tier.name, row, tier.bye)


def meant_in(field: Field, flight: Flight) -> Iterator[tuple[int, int]]:
    """The nominal pairs of a flight: leaders fold, the others slide inside their score groups."""
    leaders, others = flight.players[: flight.leaders], flight.players[flight.leaders :]
    for k, i in enumerate(leaders):
        yield i, leaders[fold(k, len(leaders))]
    for group in brackets(field, others):
        for k, i in enumerate(group):
            yield i, group[slide(k, len(group))]


def why_of(field: Field, found: Sequence[Flight]) -> dict[int, tuple[int, str]]:
    """For each player the flight he is in, and what it plays for in words."""
    words: dict[int, tuple[int, str]] = {}
    for at, flight in enumerate(found):
        for k, i in enumerate(flight.players):
            role = say("leaders of the contenders") if k < flight.leaders else say("contenders")
            places = (
                say("first place") if flight.band == 1 else say("the first %(band)s places", band=flight.band)
            )
            words[i] = (
                at,
                say("%(role)s for %(places)s", role=role, places=places)
                if flight.band
                else say("out of contention, paired as a Swiss"),
            )
    return words


def prices(field: Field, aside: Collection[int] = ()) -> Scheme:
    """The prices of a Chew round around those the Gibson rule sets aside."""
    marks = marks_of(field)
    found = flights(hall_of(field, marks), players_of(field, aside))
    leading = frozenset(i for flight in found for i in flight.players[: flight.leaders])
    partners = list(range(field.n))
    for flight in found:
        partners = [dict(meant_in(field, flight)).get(i, j) for i, j in enumerate(partners)]
    places, words = list(range(field.n)), why_of(field, found)

    def why(i: int, j: int) -> tuple[Reason, ...]:
        own, other = words.get(i), words.get(j)
        both = own[1] if own and own == other else say("across two groups of contenders")
        return Reason("flight", both, {}), rank_reason(field, i, j), meeting_reason(field, i, j)

    best = {i: mark.best for i, mark in marks.items()}
    tiers = [
        apart(group_of(found, field.n)),
        catch(field, leading, best),
        repeats(field),
        back_to_back(field),
    ]
    tiers += [bye(field), club(field), but_for(leading, score_gap(field))]
    if field.request.starts in ("balanced", "head_to_head"):
        tiers.append(but_for(leading, starts(field)))
    return Scheme([*tiers, pattern(places, partners), tie(field)], partners, why_pair=why)


def scheme(field: Field) -> Scheme:
    """The prices of a Chew round."""
    params = {"gibson": "on", **field.request.params}
    return contested(replace(field, request=replace(field.request, params=params)), prices)


def pair(request: Request) -> Result | Refusals:
    """A Chew round."""
    return draw(request, scheme)
