"""What if? A hand-edited round against the optimum, the rest re-paired around locks, one player's
options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.messages import joined, put, say
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.optimum.tiers import vector
from pairings.plan.constraints import Wish, wishes_of
from pairings.rounds.explain import costs
from pairings.rounds.field import Field, field_of, pair_of
from pairings.rounds.request import Request, mistakes_of
from pairings.rounds.result import Alternative, Result
from pairings.systems import SCHEMES, pair
from pairings.systems.drawing.draft import Draft
from pairings.systems.drawing.draw import draft_of, too_few
from pairings.what_if import at_tables as pods
from pairings.what_if.forced import forced, options
from pairings.what_if.handmade import Ids, Price, against_the_best, differences, free_of_locks, seat_mistakes

__all__ = ["Price", "alternatives", "best_draft", "free_of_locks", "price", "repair", "wish"]
OPTIONS = 12


def best_draft(request: Request) -> Draft | Refusals:
    """The cheapest round of a request in indexes."""
    mistakes = tuple(mistakes_of(request))
    if mistakes:
        return Refusals(mistakes)
    found = field_of(request)
    return too_few(found) or draft_of(found, SCHEMES[request.system])


def broken_wishes(wishes: Sequence[Wish], pairs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Wishes a draft does not keep."""
    return tuple(wish.sentence for wish in wishes if wish.banned & set(pairs))


def price(request: Request, boards: Sequence[Ids], byes: Ids = ()) -> Price | Refusals:
    """What a hand-edited round costs against the best one that ignores its locks, tier by tier and in words."""
    if request.system == "tables":
        return pods.price(request, boards, byes)
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
    text = against_the_best(extra)
    wishes = [*wishes_of(found), *best.scheme.wishes]
    banned = broken_wishes(wishes, [*pairs, *((i, found.n) for i in sitting)])
    return Price(best.named(cost), best.named(least), extra, text, differences(extra), banned)


def repair(request: Request, locked: Sequence[Ids], byes: Ids = ()) -> Result | Refusals:
    """Pair the rest anew around these pairs or whole tables (and byes), which stay."""
    odd = [seats for seats in locked if len(seats) != 2]
    if odd and request.system != "tables":
        text = say(
            "%(odd)s are fixed at one table, but %(system)s pairs two at a table.",
            odd=len(odd[0]),
            system=request.system,
        )
        return refuse("wrong_table_size", text, *odd[0])
    sitting = tuple(dict.fromkeys((*request.constraints.byes, *byes)))
    return pair(fixed_at(replace(request, constraints=replace(request.constraints, byes=sitting)), locked))


def fixed_at(request: Request, tables: Sequence[Ids]) -> Request:
    """The request with these tables fixed: as whole tables, seat by seat, where a system seats three or four."""
    if request.system == "tables":
        wishes = replace(request.constraints, locked=(), whole_tables=tuple(map(tuple, tables)))
    else:
        wishes = replace(request.constraints, locked=tuple((one, other) for one, other in tables))
    return replace(request, constraints=wishes)


def option(draft: Draft, i: int, j: int) -> Alternative | None:
    """What it costs, exactly, that i meets j (n: sits out)."""
    found = forced(draft.solution, *pair_of(i, j)) if draft.solution else None
    if found is None:
        return None
    n = draft.field.n
    solved = {k for p in found for k in p}
    games = [*draft.locked, *(p for p in found if p[1] < n)]
    sitting = [*(k for k in draft.byes if k not in solved), *(k for k, other in found if other == n)]
    total = vector(draft.scheme.tiers, games, sitting)
    extra = draft.named([a - b for a, b in zip(total, draft.price, strict=True)])
    who = () if j == n else (draft.field.players[j].id,)
    return Alternative(
        who,
        extra,
        put("%(who)s %(costs)s", who=say("a bye") if j == n else draft.field.name(j), costs=costs(extra)),
    )


def alternatives(request: Request, entrant: str, limit: int = OPTIONS) -> tuple[Alternative, ...] | Refusals:
    """One player's possible opponents with the exact price for the whole round, cheapest first.

    The first is the best round's own choice and costs nothing. `limit` opponents are tried, those first whom
    the proof of the best round (or, in a small field, the price of the pair) lets expect the least.
    """
    if request.system == "tables":
        return pods.alternatives(request, entrant, limit)
    draft = best_draft(request)
    if isinstance(draft, Refusals):
        return draft
    if entrant not in draft.field.index:
        return Refusals(
            (
                Refusal(
                    "not_present",
                    say("%(entrant)s does not play this round.", entrant=f"{entrant!r}"),
                    (entrant,),
                ),
            )
        )
    i = draft.field.index[entrant]
    likely = options(draft.solution, i) if draft.solution else []
    found = [one for _, j in likely[:limit] if (one := option(draft, i, j)) is not None]
    return tuple(sorted(found, key=lambda one: [amount for _, amount in one.extra]))


def wish(request: Request, one: str, other: str) -> Alternative | Refusals:
    """What it would cost to let two meet, tier by tier; or why they cannot."""
    if request.system == "tables":
        return pods.wish(request, one, other)
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
    return Alternative((other,), extra, say("That %(extra)s.", extra=costs(extra)))


def barred_by(found: Field, one: str, other: str) -> tuple[str, ...]:
    """The wishes that rule a meeting of two present players out."""
    if one == other or one not in found.index or other not in found.index:
        return ()
    return broken_wishes(wishes_of(found), [pair_of(found.index[one], found.index[other])])


def refused(one: str, other: str, barred: Sequence[str]) -> Refusals:
    """The wishes in the way of a meeting."""
    text = say("They cannot meet: %(barred)s.", barred=joined("; ", barred))
    return Refusals((Refusal("over_constrained", text, (one, other)),))
