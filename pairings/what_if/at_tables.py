"""What if? A draft of tables made by hand, two players who change places, two who should meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.messages import joined, say
from pairings.event.refusals import Refusals, refuse
from pairings.plan.constraints import wishes_of
from pairings.rounds.explain import costs
from pairings.rounds.field import field_of
from pairings.rounds.request import Request, mistakes_of
from pairings.rounds.result import Alternative, Vector
from pairings.systems.pods.draft import Plan, Pods, draft_of
from pairings.systems.pods.groups import broken_by
from pairings.what_if.handmade import (
    Ids,
    Price,
    against_the_best,
    as_found,
    differences,
    free_of_locks,
    seat_mistakes,
)

Tables = list[list[int]]


def best_of(request: Request) -> tuple[Pods, Plan] | Refusals:
    """The best round found for a request."""
    mistakes = tuple(mistakes_of(request))
    return Refusals(mistakes) if mistakes else draft_of(field_of(request))


def cost_of(pods: Pods, plan: Plan, tables: Tables) -> Vector:
    """What a round costs, tier by tier."""
    return pods.named(plan.prices.vector(plan.prices.round(tables)), plan.prices)


def less(one: Vector, other: Vector) -> Vector:
    """What one price has more than another."""
    return tuple((name, a - b) for (name, a), (_, b) in zip(one, other, strict=True))


def tables_of(pods: Pods, boards: Sequence[Ids], byes: Ids) -> Tables | Refusals:
    """A draft in indexes, a table of one for each bye; or what is wrong with it."""
    mistakes = tuple(seat_mistakes(pods.field, boards, byes))
    if mistakes:
        return Refusals(mistakes)
    return [[pods.field.index[one] for one in seats] for seats in (*boards, *([one] for one in byes))]


def price(request: Request, boards: Sequence[Ids], byes: Ids = ()) -> Price | Refusals:
    """What a draft made by hand costs against the best round found that ignores its locks.

    Where that one is not proven best, what the draft costs more is the least it can be, and the sentence says so.
    """
    best = best_of(free_of_locks(request))
    if isinstance(best, Refusals):
        return best
    pods, plan = best
    tables = tables_of(pods, boards, byes)
    if isinstance(tables, Refusals):
        return tables
    cost, least = cost_of(pods, plan, tables), cost_of(pods, plan, pods.all_tables)
    extra = less(cost, least)
    text = against_the_best(extra) if pods.proof else as_found(extra)
    broken = broken_by(wishes_of(pods.field), tables, pods.field.n)
    return Price(cost, least, extra, text, differences(extra), broken)


def changed(tables: Tables, one: int, other: int) -> Tables:
    """The tables with two players exchanged."""
    places = {one: other, other: one}
    return [[places.get(i, i) for i in table] for table in tables]


def swap(request: Request, boards: Sequence[Ids], byes: Ids, one: str, other: str) -> Alternative | Refusals:
    """What it costs, exactly, that two players of a draft change places; what it breaks is said."""
    best = best_of(free_of_locks(request))
    if isinstance(best, Refusals):
        return best
    pods, plan = best
    tables = tables_of(pods, boards, byes)
    if isinstance(tables, Refusals):
        return tables
    for entrant in (one, other):
        if entrant not in pods.field.index:
            return refuse(
                "not_present", say("%(entrant)s does not play this round.", entrant=f"{entrant!r}"), entrant
            )
    return exchange(pods, plan, tables, pods.field.index[one], pods.field.index[other])


def exchange(pods: Pods, plan: Plan, tables: Tables, i: int, j: int) -> Alternative:
    """The price of one exchange, tier by tier."""
    new = changed(tables, i, j)
    extra = less(cost_of(pods, plan, new), cost_of(pods, plan, tables))
    wishes = wishes_of(pods.field)
    before = broken_by(wishes, tables, pods.field.n)
    broken = [text for text in broken_by(wishes, new, pods.field.n) if text not in before]
    against = say(" and breaks a wish: %(broken)s", broken=joined("; ", broken)) if broken else ""
    who = pods.field.name(j)
    return Alternative(
        (pods.field.players[j].id,),
        extra,
        say(
            "changing places with %(who)s %(extra)s%(against)s", who=who, extra=costs(extra), against=against
        ),
    )


def alternatives(request: Request, entrant: str, limit: int) -> tuple[Alternative, ...] | Refusals:
    """With whom a player of the best round could change places, the cheapest exchanges first, exactly priced."""
    best = best_of(request)
    if isinstance(best, Refusals):
        return best
    pods, plan = best
    if entrant not in pods.field.index:
        return refuse(
            "not_present", say("%(entrant)s does not play this round.", entrant=f"{entrant!r}"), entrant
        )
    i = pods.field.index[entrant]
    tables = pods.all_tables
    here = next(table for table in tables if i in table)
    others = [j for table in tables if table is not here for j in table]
    found = (exchange(pods, plan, tables, i, j) for j in others)
    allowed = [one for one in found if "breaks a wish" not in one.sentence]
    return tuple(sorted(allowed, key=lambda one: [amount for _, amount in one.extra])[:limit])


def wish(request: Request, one: str, other: str) -> Alternative | Refusals:
    """What it would cost to let two sit at one table, tier by tier; or why they cannot."""
    before = best_of(request)
    if isinstance(before, Refusals):
        return before
    pods = before[0]
    barred = barred_by(pods, one, other)
    if barred:
        return refuse(
            "over_constrained", say("They cannot meet: %(barred)s.", barred=joined("; ", barred)), one, other
        )
    locked = (*request.constraints.locked, (one, other))
    after = best_of(replace(request, constraints=replace(request.constraints, locked=locked)))
    if isinstance(after, Refusals):
        return after
    extra = less(cost_of(*after, after[0].all_tables), cost_of(*before, pods.all_tables))
    sure = pods.proof and after[0].proof
    text = (
        say("That %(extra)s.", extra=costs(extra))
        if sure
        else say("That %(extra)s, as far as was found.", extra=costs(extra))
    )
    return Alternative((other,), extra, text)


def barred_by(pods: Pods, one: str, other: str) -> tuple[str, ...]:
    """The wishes that rule a meeting of two present players out."""
    index = pods.field.index
    if one == other or one not in index or other not in index:
        return ()
    pair = [sorted((index[one], index[other]))]
    wishes = [wish for wish in wishes_of(pods.field) if not wish.locked]
    return broken_by(wishes, pair, pods.field.n)
