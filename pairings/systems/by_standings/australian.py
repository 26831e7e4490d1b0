"""Australian Draw: a draw that can be done, and checked, by hand at the wall.

| source | implemented |
|---|---|
| AUPAIR, liwords, round 1 | casement: the top half meets the bottom half in order, 1 with the middle one |
| AUPAIR, liwords, later | the highest left meets the highest he has not met that leaves the rest pairable |
| liwords reset round | `reset=R`: meetings before round R are forgiven; 1 (the default) forgives none |
| liwords relaxing | where no draw exists, the reset moves on by one round until one does |
| liwords phantom | an odd field is padded at the bottom; who draws the phantom has the bye |

Departure: a bye counts as having met the phantom, so that nobody sits out twice while another has not (tsh). A
round 1 that a wish spoils keeps top from top first, then stays as near to the casement as it can. Not implemented:
AUPAIR's quadrants drawn at random for round 1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from core.messages import say
from pairings.event.history import Bye, met_in
from pairings.event.refusals import Refusals
from pairings.optimum.costs import pattern, repeats, tie
from pairings.optimum.tiers import Tier, single
from pairings.plan.constraints import asked_byes, banned_by, wishes_of
from pairings.rounds.explain import bye_reasons, meeting_reason, pair_reasons, rank_reason
from pairings.rounds.field import Field, pair_of
from pairings.rounds.request import Request
from pairings.rounds.result import Reason, Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.drawing.handdraw import casement, draw_by_hand

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The pairs of a draw (the bye is the index n) and the round from which meetings counted."""

    partners: dict[int, int]
    reset: int


def met_rounds(field: Field) -> dict[Pair, int]:
    """The latest round in which every two met; a bye is a meeting with the index n."""
    latest: dict[Pair, int] = {}
    rounds = field.request.history.rounds[: field.request.round - 1]
    for number, outcomes in enumerate(rounds, start=1):
        for outcome in outcomes:
            seats = [field.index[one] for one in met_in(outcome) if one in field.index]
            if isinstance(outcome, Bye) and outcome.entrant in field.index:
                seats = [field.index[outcome.entrant], field.n]
            for at, i in enumerate(seats):
                latest.update(dict.fromkeys((pair_of(i, j) for j in seats[at + 1 :]), number))
    return latest


def may_meet(barred: Collection[Pair], i: int, j: int) -> bool:
    """Whether two are not barred from each other."""
    return pair_of(i, j) not in barred


def drawn_by_hand(field: Field) -> Drawn | None:
    """The draw of a later round: the earliest reset at which there is one."""
    request, wishes = field.request, wishes_of(field)
    banned, met = banned_by(wishes), met_rounds(field)
    taken = {i for wish in wishes if wish.locked for i in wish.locked} | set(asked_byes(field))
    nodes = [i for i in range(field.n) if i not in taken]
    nodes += [field.n] if len(nodes) % 2 else []
    for reset in range(int(request.params.get("reset", 1)), request.round + 1):
        barred = banned | {pair for pair, number in met.items() if number >= reset}
        pairs = draw_by_hand(nodes, partial(may_meet, barred))
        if pairs is not None:
            return Drawn({**dict(pairs), **{j: i for i, j in pairs}}, reset)
    return None


def off_draw(partners: dict[int, int], n: int) -> Tier:
    """One for every pair, and every bye, that the draw does not have."""
    return Tier(
        "draw",
        lambda i, js: [int(partners.get(i) != j) for j in js],
        lambda i: int(partners.get(i) != n),
    )


def why_pair(field: Field, drawn: Drawn, i: int, j: int) -> tuple[Reason, ...]:
    """The highest left, and the highest he may meet."""
    if drawn.partners.get(i) != j:
        return pair_reasons(field, i, j, False)
    since = say(" since round %(reset)s", reset=drawn.reset) if drawn.reset > 1 else ""
    text = say(
        "%(name)s is the highest left and %(name_)s the highest they can meet without a rematch%(since)s",
        name=field.name(i),
        name_=field.name(j),
        since=since,
    )
    return Reason("draw", text, {"reset": drawn.reset}), rank_reason(field, i, j), meeting_reason(field, i, j)


def why_bye(field: Field, i: int) -> tuple[Reason, ...]:
    """Left over at the bottom of the draw."""
    return Reason("draw", say("left over at the bottom of the draw"), {}), bye_reasons(field, i, False)[0]


def later(field: Field) -> Scheme:
    """The prices of a later round: what is off the draw costs."""
    drawn = drawn_by_hand(field) or Drawn({}, field.request.round)
    asked = int(field.request.params.get("reset", 1))
    text = say(
        "No draw without a rematch since round %(asked)s: meetings before round %(reset)s are forgiven.",
        asked=asked,
        reset=drawn.reset,
    )
    partners = [drawn.partners.get(i, i) for i in range(field.n)]
    return Scheme(
        [off_draw(drawn.partners, field.n), repeats(field), tie(field)],
        [i if j == field.n else j for i, j in enumerate(partners)],
        notes=(text,) if drawn.reset > asked else (),
        why_pair=partial(why_pair, field, drawn),
        why_bye=partial(why_bye, field),
    )


def top_against_top(half: int) -> Tier:
    """One for two of the top half."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [int(i < half and j < half) for j in js]

    return Tier("casement", row)


def from_the_middle(partners: Sequence[int], n: int) -> Tier:
    """Places between a bye and the one the casement means."""
    meant = next((i for i, j in enumerate(partners) if j == n), 0)
    return single("bye", {}, lambda i: abs(i - meant))


def why_first(field: Field, partners: Sequence[int], i: int, j: int) -> tuple[Reason, ...]:
    """The casement, or as near to it as the wishes allow."""
    text = (
        say("top half against bottom half")
        if partners[i] == j
        else say("as near to the casement as the wishes allow")
    )
    return Reason("casement", text, {}), rank_reason(field, i, j), meeting_reason(field, i, j)


def first(field: Field) -> Scheme:
    """The prices of round 1: the casement."""
    partners = list(range(field.n + field.n % 2))
    for i, j in casement(field.n):
        partners[i], partners[j] = j, i
    half = (field.n + 1) // 2
    byes = from_the_middle(partners, field.n)
    places = list(range(field.n))
    return Scheme(
        [top_against_top(half), byes, pattern(places, partners[: field.n]), tie(field)],
        [i if j == field.n else j for i, j in enumerate(partners[: field.n])],
        why_pair=partial(why_first, field, partners),
        why_bye=lambda i: (
            Reason("casement", say("the middle of an odd field sits out of the casement"), {}),
        ),
    )


def scheme(field: Field) -> Scheme:
    """The prices of a round of an Australian Draw."""
    return first(field) if field.request.round == 1 else later(field)


def pair(request: Request) -> Result | Refusals:
    """A round of an Australian Draw."""
    return draw(request, scheme)
