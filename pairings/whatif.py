"""What would it cost? A hand-edited round against the optimum, the rest re-paired around locks, one player's
options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pairings.costs import vector
from pairings.explain import costs, measured
from pairings.field import Field, field_of, pair_of
from pairings.matching import best_pairs
from pairings.refusals import Refusal, Refusals
from pairings.request import Request, mistakes_of
from pairings.result import Alternative, Result, Vector
from pairings.systems import SCHEMES, pair
from pairings.systems.draft import Draft
from pairings.systems.draw import draft_of, too_few
from pairings.wishes import Wish, wishes_of

Ids = Sequence[str]
OPTIONS = 12


@dataclass(frozen=True, slots=True)
class Price:
    """A draft's price beside the best one's; `sentences` says each tier that differs, the most important
    first.
    """

    cost: Vector
    best: Vector
    extra: Vector
    sentence: str
    sentences: tuple[str, ...]
    broken: tuple[str, ...] = ()


def free_of_locks(request: Request) -> Request:
    """The request as if nothing had been fixed by hand."""
    return replace(request, constraints=replace(request.constraints, locked=()))


def best_draft(request: Request) -> Draft | Refusals:
    """The cheapest round of a request in indexes."""
    mistakes = tuple(mistakes_of(request))
    if mistakes:
        return Refusals(mistakes)
    found = field_of(request)
    return too_few(found) or draft_of(found, SCHEMES[request.system])


def seat_mistakes(found: Field, boards: Sequence[Ids], byes: Ids) -> Iterator[Refusal]:
    """Players of a draft who are absent, twice in it, or missing from it."""
    named = [one for seats in boards for one in seats] + list(byes)
    known = {entrant.id: entrant.name or entrant.id for entrant in found.request.history.entrants}
    for one in dict.fromkeys(named):
        if one not in known:
            yield Refusal(
                "unknown_entrant", f"The draft names {one!r}, who is not among the entrants.", (one,)
            )
        elif one not in found.index:
            yield Refusal("not_present", f"{known[one]} does not play this round.", (one,))
        elif named.count(one) > 1:
            yield Refusal("already_paired", f"{known[one]} is twice in the draft.", (one,))
    for player in found.players:
        if player.id not in named:
            yield Refusal("not_paired", f"{known[player.id]} is not in the draft.", (player.id,))


def differences(extra: Vector) -> tuple[str, ...]:
    """Every tier that differs, in words."""
    return tuple(
        f"{'worse' if amount > 0 else 'better'}: {measured(tier, abs(amount))}"
        for tier, amount in extra
        if amount
    )


def broken_wishes(wishes: Sequence[Wish], pairs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Wishes a draft does not keep."""
    return tuple(wish.sentence for wish in wishes if wish.banned & set(pairs))


def price(request: Request, boards: Sequence[Ids], byes: Ids = ()) -> Price | Refusals:
    """What a hand-edited round costs against the best one that ignores its locks, tier by tier and in words."""
    best = best_draft(free_of_locks(request))
    if isinstance(best, Refusals):
        return best
    found = best.field
    mistakes = tuple(seat_mistakes(found, boards, byes))
    if mistakes:
        return Refusals(mistakes)
    pairs = [pair_of(found.index[seats[0]], found.index[seats[1]]) for seats in boards]
    sitting = [found.index[one] for one in byes]
    cost, least = vector(best.scheme.tiers, pairs, sitting), best.price
    extra = best.named([a - b for a, b in zip(cost, least, strict=True)])
    same = all(amount == 0 for _, amount in extra)
    text = (
        "This round is as good as the best one." if same else f"Against the best round this {costs(extra)}."
    )
    banned = broken_wishes(wishes_of(found), [*pairs, *((i, found.n) for i in sitting)])
    return Price(best.named(cost), best.named(least), extra, text, differences(extra), banned)


def repair(request: Request, locked: Sequence[tuple[str, str]], byes: Ids = ()) -> Result | Refusals:
    """Pair the rest anew around these pairs (and byes), which stay."""
    wishes = replace(
        request.constraints,
        locked=tuple(locked),
        byes=tuple(dict.fromkeys((*request.constraints.byes, *byes))),
    )
    return pair(replace(request, constraints=wishes))


def forced(draft: Draft, i: int, j: int) -> tuple[tuple[int, int], ...] | None:
    """The cheapest round in which i meets j (n: has the bye): only the solver's own pairs, or None."""
    solution = draft.solution
    if solution is None or (i, j) not in solution.packed:
        return None
    nodes = [one for one in sorted({k for p in solution.pairs for k in p}) if one not in (i, j)]
    packed = {p: cost for p, cost in solution.packed.items() if i not in p and j not in p}
    rest = best_pairs(nodes, packed, verify=False) if nodes else ()
    return None if rest is None else tuple(sorted([*rest, (i, j)]))


def option(draft: Draft, i: int, j: int) -> Alternative | None:
    """What it costs, exactly, that i meets j."""
    found = forced(draft, *pair_of(i, j))
    if found is None:
        return None
    n = draft.field.n
    games = [*draft.locked, *(p for p in found if p[1] < n)]
    sitting = [*draft.asked, *(k for k, other in found if other == n)]
    total = vector(draft.scheme.tiers, games, sitting)
    extra = draft.named([a - b for a, b in zip(total, draft.price, strict=True)])
    who = () if j == n else (draft.field.players[j].id,)
    return Alternative(who, extra, f"{'a bye' if j == n else draft.field.name(j)} {costs(extra)}")


def by_price(draft: Draft, i: int) -> list[int]:
    """Whom a player could meet (n: the bye), the pair's own price first."""
    packed = draft.solution.packed if draft.solution else {}
    mine = [(cost, a + b - i) for (a, b), cost in packed.items() if i in (a, b)]
    return [other for _, other in sorted(mine)]


def alternatives(request: Request, entrant: str, limit: int = OPTIONS) -> tuple[Alternative, ...] | Refusals:
    """One player's possible opponents with the exact price for the whole round, cheapest first.

    The first is the best round's own choice and costs nothing. `limit` opponents are tried, by the price of
    the pair.
    """
    draft = best_draft(request)
    if isinstance(draft, Refusals):
        return draft
    if entrant not in draft.field.index:
        return Refusals((Refusal("not_present", f"{entrant!r} does not play this round.", (entrant,)),))
    i = draft.field.index[entrant]
    tried = [option(draft, i, j) for j in by_price(draft, i)[:limit]]
    found = [one for one in tried if one is not None]
    return tuple(sorted(found, key=lambda one: [amount for _, amount in one.extra]))


def wish(request: Request, one: str, other: str) -> Alternative | Refusals:
    """What it would cost to let two meet, tier by tier; or why they cannot."""
    before, locked = best_draft(request), (*request.constraints.locked, (one, other))
    after = best_draft(replace(request, constraints=replace(request.constraints, locked=locked)))
    if isinstance(before, Refusals):
        return before
    barred = barred_by(before.field, one, other)
    if barred:
        return refused(one, other, barred)
    if isinstance(after, Refusals):
        return after
    extra = before.named([a - b for a, b in zip(after.price, before.price, strict=True)])
    return Alternative((other,), extra, f"That {costs(extra)}.")


def barred_by(found: Field, one: str, other: str) -> tuple[str, ...]:
    """The wishes that rule a meeting of two present players out."""
    if one == other or one not in found.index or other not in found.index:
        return ()
    return broken_wishes(wishes_of(found), [pair_of(found.index[one], found.index[other])])


def refused(one: str, other: str, barred: Sequence[str]) -> Refusals:
    """The wishes in the way of a meeting."""
    text = f"They cannot meet: {'; '.join(barred)}."
    return Refusals((Refusal("over_constrained", text, (one, other)),))
