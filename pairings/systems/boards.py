"""The boards of a draft: table, seats, price, reasons, and the nearest other way to pair its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairings.costs import many
from pairings.explain import board_sentence, costs, pair_reasons
from pairings.result import Alternative, Board, Vector
from pairings.starts import decide
from pairings.systems.draft import Draft
from pairings.systems.exchange import Exchange, exchanges

Pair = tuple[int, int]


def nearest(draft: Draft) -> list[Exchange]:
    """The cheapest exchange of every pairing the solver chose with one nearby, the bye's included."""
    solution = draft.solution
    if solution is None or solution.prices is None:
        return []
    prices, bye = solution.prices, draft.field.n
    at = {**prices.at, bye: prices.count}
    players = [*prices.players, bye]
    found = exchanges(prices, [(at[i], at[j]) for i, j in solution.pairs])
    return [
        tuple((players[a], players[b]) for a, b in way)  # type: ignore[misc]
        for way in found
        if way is not None
    ]


def alternatives_of(draft: Draft) -> dict[Pair, Alternative]:
    """The nearest other way for each pairing the solver chose, with its price."""
    ways, bye = nearest(draft), draft.field.n
    flat = [pair for way in ways for pair in way]
    games = many(draft.scheme.tiers, [pair for pair in flat if pair[1] != bye])
    byes = {i: tuple(t.bye(i) for t in draft.scheme.tiers) for i, j in flat if j == bye}
    rest = iter(games)
    priced = [byes[pair[0]] if pair[1] == bye else next(rest) for pair in flat]
    return {
        way[0]: alternative(draft, way, priced[4 * at : 4 * at + 4])
        for at, way in enumerate(ways)
        if way[0][1] != bye
    }


def alternative(draft: Draft, way: Exchange, priced: Sequence[Sequence[int]]) -> Alternative:
    """One exchange in words, with what it costs more."""
    extra = draft.named([c + d - a - b for a, b, c, d in zip(*priced, strict=True)])
    partners = [j if i == one else i for one in way[0] for i, j in way[2:] if one in (i, j)]
    ids = tuple("" if i == draft.field.n else draft.field.players[i].id for i in partners)
    return Alternative(ids, extra, f"nearest alternative {costs(extra)}")


def board_of(draft: Draft, pair: Pair, table: int, cost: Vector, other: Alternative | None) -> Board:
    """One board with everything that is said of it."""
    field, locked = draft.field, pair in draft.locked
    start = decide(field, *pair, draft.scheme.starter)
    own = draft.scheme.why_pair
    reasons = own(*pair) if own and not locked else pair_reasons(field, *pair, locked)
    return Board(
        table=table,
        seats=(field.players[start.first].id, field.players[start.second].id),
        cost=cost,
        reasons=(*reasons, start.reason),
        why=board_sentence(reasons, other.sentence if other else ""),
        alternative=other,
        locked=locked,
        drawn=start.drawn,
    )


def boards_of(draft: Draft, tables: Mapping[Pair, int]) -> tuple[Board, ...]:
    """All boards by table number."""
    others = alternatives_of(draft)
    priced = many(draft.scheme.tiers, draft.pairs)
    boards = (
        board_of(draft, pair, tables[pair], draft.named(cost), others.get(pair))
        for pair, cost in zip(draft.pairs, priced, strict=True)
    )
    return tuple(sorted(boards, key=lambda board: board.table))
