"""A draft of tables as a result: numbers, seats, prices, reasons, the nearest other way, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.messages import say
from pairings.event.codec import digest
from pairings.event.refusals import Refusals
from pairings.rounds.explain import bye_reasons, bye_sentence, costs, priced_by
from pairings.rounds.result import Alternative, Board, ByeGiven, Certificate, Reason, Result, Vector
from pairings.rounds.tables import assign
from pairings.systems.pods.draft import Plan, Pods
from pairings.systems.pods.reasons import gap, table_reasons, table_sentence
from pairings.systems.pods.search import Search
from pairings.systems.pods.seats import Sat, Seating, sat_so_far, seated

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A draft with what is needed to tell it: the search at its end, everybody's seats so far."""

    pods: Pods
    plan: Plan
    search: Search
    sat: Sat

    def cost(self, tables: list[list[int]]) -> Vector:
        """What some tables cost, by tier."""
        prices = self.plan.prices
        vectors = [prices.vector(prices.table(table)) for table in tables]
        return self.pods.named([sum(column) for column in zip(*vectors, strict=True)], prices)


def extra_of(round_: Round, extra: int) -> Vector:
    """What a change costs more, by tier; it may save in a lower one what it costs in a higher."""
    prices = round_.plan.prices
    old, new = prices.vector(round_.search.total), prices.vector(round_.search.total + extra)
    return round_.pods.named([b - a for a, b in zip(old, new, strict=True)], prices)


def alternative_of(round_: Round, here: int) -> Alternative | None:
    """The swap of somebody at a table with somebody near that costs least; none that breaks a wish."""
    search, field = round_.search, round_.pods.field
    limit = round_.plan.prices.units[0]
    ways = [
        (search.change(here, i, there, j), i, j)
        for there in search.near(here)
        for i in search.tables[here]
        for j in search.tables[there]
    ]
    best = min((way for way in ways if way[0] < limit), default=None)
    if best is None:
        return None
    extra = extra_of(round_, best[0])
    text = say(
        "nearest alternative, %(best)s for %(best_)s, %(extra)s",
        best=field.name(best[2]),
        best_=field.name(best[1]),
        extra=costs(extra),
    )
    return Alternative((field.players[best[1]].id, field.players[best[2]].id), extra, text)


def whole_seating(round_: Round, table: Table) -> Seating:
    """The seats of a table that stays as it is."""
    first = round_.pods.field.players[table[0]].id
    return Seating(table, Reason("asked", say("the seats are fixed by the director"), {"starter": first}))


def locked_reasons(round_: Round, table: Table) -> Iterator[Reason]:
    """Players who had to sit together."""
    field = round_.pods.field
    for i, j in round_.pods.fixed.together:
        if i in table and j in table:
            yield Reason(
                "together",
                say("%(name)s and %(name_)s fixed by the director", name=field.name(i), name_=field.name(j)),
                {},
            )


def board_of(round_: Round, table: Table, number: int, alternative: Alternative | None) -> Board:
    """One table with everything that is said of it."""
    pods, whole = round_.pods, table in round_.pods.fixed.tables
    seating = whole_seating(round_, table) if whole else seated(pods.field, round_.sat, table)
    reasons = table_reasons(pods.field, pods.scores, pods.measure, table, pods.wanted.size, whole)
    reasons = (*locked_reasons(round_, table), *reasons)
    return Board(
        table=number,
        seats=tuple(pods.field.players[i].id for i in seating.order),
        cost=round_.cost([list(table)]),
        reasons=(*reasons, seating.reason),
        why=table_sentence(reasons, alternative.sentence if alternative else ""),
        alternative=alternative,
        locked=whole,
        drawn=seating.drawn,
    )


def boards_of(round_: Round, numbers: Mapping[Table, int]) -> tuple[Board, ...]:
    """All tables by number."""
    found = []
    for table in round_.pods.fixed.tables:
        found.append(board_of(round_, table, numbers[table], None))
    for at, players in enumerate(round_.pods.tables):
        if len(players) > 1:
            table = tuple(sorted(players))
            found.append(board_of(round_, table, numbers[table], alternative_of(round_, at)))
    return tuple(sorted(found, key=lambda board: board.table))


def byes_of(round_: Round) -> tuple[ByeGiven, ...]:
    """The byes with their reasons."""
    pods, given = round_.pods, []
    for i in sorted(table[0] for table in pods.all_tables if len(table) == 1):
        reasons = bye_reasons(pods.field, i, i in pods.fixed.byes)
        given.append(ByeGiven(pods.field.players[i].id, round_.cost([[i]]), reasons, bye_sentence(reasons)))
    return tuple(given)


def certificate_of(round_: Round) -> Certificate:
    """How sure we are that nothing better exists; else how far from it the round can be."""
    pods, prices = round_.pods, round_.plan.prices
    fixed = pods.fixed
    if not pods.tables:
        return Certificate(False, say("Fixed by hand: there was nothing left to choose."))
    around = say(" around what was fixed") if fixed.tables or fixed.byes or fixed.together else ""
    names = priced_by(name for name, _ in pods.named(prices.units, prices))
    if pods.proof == "exact":
        text = say(
            "Best possible pairing%(around)s: verified over every way to fill the tables, in order of %(names)s.",
            around=around,
            names=names,
        )
        return Certificate(True, text, prices.looked_at)
    if pods.proof == "bound":
        text = say(
            "Best possible pairing%(around)s: verified, as no round can be cheaper, in order of %(names)s.",
            around=around,
            names=names,
        )
        return Certificate(True, text, prices.looked_at)
    cost = pods.named(prices.vector(prices.round(pods.tables)), prices)
    least = pods.named(prices.vector(pods.least), prices)
    return Certificate(
        False,
        say("Not verified as the best possible%(around)s: %(least)s.", around=around, least=gap(cost, least)),
        prices.looked_at,
    )


def notes_of(round_: Round) -> Iterator[str]:
    """What the director fixed although a wish of his speaks against it."""
    fixed = round_.pods.fixed
    settled = {(i, j) for table in fixed.tables for i in table for j in table if i < j} | set(fixed.together)
    for wish in fixed.wishes:
        if wish.banned & settled:
            yield say(
                "Fixed by the director although it was asked that %(sentence)s.", sentence=wish.sentence
            )


def round_of(pods: Pods, plan: Plan) -> Round:
    """A draft ready to be told."""
    return Round(pods, plan, Search(plan.prices, pods.tables, 0), sat_so_far(pods.field))


def result_of(pods: Pods, plan: Plan) -> Result | Refusals:
    """A draft with table numbers, seats and reasons; or why the hall cannot hold it."""
    round_, request = round_of(pods, plan), pods.field.request
    tables = sorted([*pods.fixed.tables, *(tuple(sorted(t)) for t in pods.tables if len(t) > 1)], key=sorted)
    numbers = assign(pods.field, tables)
    if isinstance(numbers, tuple):
        return Refusals(numbers)
    return Result(
        round=request.round,
        system=request.system,
        boards=boards_of(round_, numbers),
        byes=byes_of(round_),
        cost=round_.cost(pods.all_tables),
        certificate=certificate_of(round_),
        digest=digest(request.history.upto(request.round - 1)),
        seed=request.seed,
        based_on=request.basis,
        absent=tuple(one.id for one in request.history.entrants if one.absence_in(request.round)),
        sitting_out=pods.field.sitting_out,
        notes=tuple(notes_of(round_)),
    )
