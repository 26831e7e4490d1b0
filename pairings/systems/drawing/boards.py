"""The boards of a draft: table, seats, price, reasons, and the nearest other way to pair its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from core.messages import say
from pairings.event.lazy_fields import open_with
from pairings.optimum.tiers import many
from pairings.rounds.explain import board_sentence, costs, pair_reasons
from pairings.rounds.result import Alternative, Board, Reason
from pairings.rounds.starts import Start, decide
from pairings.systems.drawing.draft import Draft
from pairings.systems.drawing.exchange import Exchange, exchanges

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
    return Alternative(ids, extra, say("nearest alternative %(extra)s", extra=costs(extra)))


class Telling:
    """What is said of the boards of a draft: of all of them at once, when the first is asked for."""

    def __init__(self, draft: Draft, begun: Sequence[Start]) -> None:
        self.draft: Draft | None = draft
        self.begun = begun
        self.rows: list[dict[str, Any]] = []

    def of(self, at: int) -> dict[str, Any]:
        """Price, reasons, sentence and alternative of the pair at a place in the draft."""
        if self.draft is not None:
            self.rows = list(explained_boards(self.draft, self.begun))
            self.draft = None
        return self.rows[at]


def explained_boards(draft: Draft, begun: Sequence[Start]) -> Iterator[dict[str, Any]]:
    """Price, reasons, sentence and alternative of every pair."""
    others = alternatives_of(draft)
    priced = many(draft.scheme.tiers, draft.pairs)
    for pair, start, price in zip(draft.pairs, begun, priced, strict=True):
        other, reasons = others.get(pair), reasons_of(draft, pair)
        yield {
            "cost": draft.named(price),
            "reasons": (*reasons, start.reason(draft.field)),
            "why": board_sentence(reasons, other.sentence if other else ""),
            "alternative": other,
        }


def reasons_of(draft: Draft, pair: Pair) -> tuple[Reason, ...]:
    """Why these two, the start apart."""
    own, locked = draft.scheme.why_pair, pair in draft.locked
    return own(*pair) if own and not locked else pair_reasons(draft.field, *pair, locked)


def boards_of(draft: Draft, tables: Mapping[Pair, int]) -> tuple[Board, ...]:
    """All boards by table number; what is said of them is left open until somebody reads it."""
    field, rule = draft.field, draft.scheme.starter
    begun = [decide(field, i, j, rule) for i, j in draft.pairs]
    telling = Telling(draft, begun)
    boards = [
        open_with(Board, partial(telling.of, at), {
            "table": tables[pair],
            "seats": (field.players[start.first].id, field.players[start.second].id),
            "locked": pair in draft.locked,
            "drawn": start.drawn,
        })
        for at, (pair, start) in enumerate(zip(draft.pairs, begun, strict=True))
    ]  # fmt: skip
    return tuple(sorted(boards, key=attrgetter("table")))
