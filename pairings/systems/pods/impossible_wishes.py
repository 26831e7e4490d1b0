"""Which wishes cannot hold together at tables of three or four."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import joined, put, say
from pairings.event.refusals import Refusal
from pairings.plan.constraints import Wish
from pairings.rounds.field import Field
from pairings.systems.pods import layers
from pairings.systems.pods.groups import fixed_of, kept, units_of
from pairings.systems.pods.prices import Prices
from pairings.systems.pods.proving.exact import Exact
from pairings.systems.pods.search import improved

TESTS = 24
SMALL = 16
STEPS = 3_000
NODES = 60_000


def holds(found: Field, sizes: Sequence[int], wishes: Sequence[Wish]) -> bool | None:
    """Whether tables of these sizes can keep these wishes; None: nothing was found, and nothing is proven."""
    fixed = fixed_of(found, wishes)
    prices = Prices([layers.wishes(fixed.banned, fixed.together, found.n)], found.n)
    start, at = [], 0
    for size in sizes:
        start.append(list(fixed.free[at : at + size]))
        at += size
    best = improved(prices, start, -len(fixed.together), "wishes", STEPS)
    if kept(fixed, best):
        return True
    if len(fixed.free) > SMALL:
        return None
    found_one, whole = Exact(prices, units_of(fixed), sizes, prices.round(best), NODES).run()
    if found_one is not None and kept(fixed, found_one):
        return True
    return False if whole else None


def conflict(found: Field, sizes: Sequence[int], wishes: Sequence[Wish]) -> tuple[tuple[Wish, ...], bool]:
    """Wishes that do not hold together and do without any one of them, and whether that is proven.

    At most `TESTS` wishes are tried; those beyond stay, so the set is then not the smallest.
    """
    kept_wishes = list(wishes)
    proven = holds(found, sizes, kept_wishes) is False
    for wish in list(reversed(wishes))[:TESTS]:
        fewer = [one for one in kept_wishes if one is not wish]
        answer = holds(found, sizes, fewer)
        if not answer:
            kept_wishes, proven = fewer, answer is False
    return tuple(kept_wishes), proven


def refusal(found: Field, sizes: Sequence[int], wishes: Sequence[Wish]) -> Refusal:
    """The refusal that says which wishes stand in the way."""
    clash, proven = conflict(found, sizes, wishes)
    listed = joined("; ", (wish.sentence for wish in clash))
    who = tuple(dict.fromkeys(one for wish in clash for one in wish.entrants))
    bye = any(j == found.n for wish in clash for _, j in wish.banned)
    head = (
        say("These wishes cannot hold together")
        if proven
        else say("No tables were found that keep these wishes")
    )
    return Refusal(
        "no_bye_possible" if bye else "over_constrained",
        put("%(head)s: %(listed)s.", head=head, listed=listed),
        who,
    )
