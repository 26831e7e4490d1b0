"""The boards of a draft: table, seats, price, reasons, and the nearest other way to pair its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pairings.explain import board_sentence, costs, pair_reasons
from pairings.result import Alternative, Board
from pairings.starts import decide
from pairings.systems.draft import Draft

Pair = tuple[int, int]
WINDOW = 40


def exchanges(one: Pair, other: Pair, bye: int) -> Iterator[tuple[Pair, Pair]]:
    """The two other ways to pair the four players of two pairings; the bye may be one of them."""
    a, b, c, d = *one, *other
    for left, right in (((a, c), (b, d)), ((a, d), (b, c))):
        first, second = (min(left), max(left)), (min(right), max(right))
        if bye not in (first[0], second[0]):
            yield first, second


def nearest(at: int, pairs: Sequence[Pair], packed: Mapping[Pair, int], bye: int) -> tuple[Pair, ...] | None:
    """The cheapest exchange of a pairing with one nearby in the standings: old pairs, then new ones."""
    best: tuple[int, tuple[Pair, ...]] | None = None
    mine = pairs[at]
    for other in (*pairs[max(0, at - WINDOW) : at], *pairs[at + 1 : at + 1 + WINDOW]):
        for new in exchanges(mine, other, bye):
            if new[0] in packed and new[1] in packed:
                extra = packed[new[0]] + packed[new[1]] - packed[mine] - packed[other]
                if best is None or (extra, new) < (best[0], best[1][2:]):
                    best = (extra, (mine, other, *new))
    return best[1] if best else None


def split_bye(pairs: Sequence[Pair], bye: int) -> tuple[list[Pair], list[int]]:
    """Pairs of players, and those who sit out."""
    return [pair for pair in pairs if pair[1] != bye], [i for i, j in pairs if j == bye]


def alternative_of(draft: Draft, pair: Pair) -> Alternative | None:
    """The nearest other way for a pair that the solver chose."""
    if draft.solution is None or pair in draft.locked or pair not in draft.solution.packed:
        return None
    pairs = draft.solution.pairs
    found = nearest(pairs.index(pair), pairs, draft.solution.packed, draft.field.n)
    if found is None:
        return None
    old, new = found[:2], found[2:]
    extra = draft.named([b - a for a, b in zip(price(draft, old), price(draft, new), strict=True)])
    partners = [j if i == one else i for one in pair for i, j in new if one in (i, j)]
    ids = tuple("" if i == draft.field.n else draft.field.players[i].id for i in partners)
    return Alternative(ids, extra, f"nearest alternative {costs(extra)}")


def price(draft: Draft, pairs: Sequence[Pair]) -> list[int]:
    """The price of some pairs and byes, tier by tier."""
    games, byes = split_bye(pairs, draft.field.n)
    return [sum(t.pair(i, j) for i, j in games) + sum(t.bye(i) for i in byes) for t in draft.scheme.tiers]


def board_of(draft: Draft, pair: Pair, table: int) -> Board:
    """One board with everything that is said of it."""
    field, locked = draft.field, pair in draft.locked
    start = decide(field, *pair, draft.scheme.starter)
    other = alternative_of(draft, pair)
    own = draft.scheme.why_pair
    reasons = own(*pair) if own and not locked else pair_reasons(field, *pair, locked)
    return Board(
        table=table,
        seats=(field.players[start.first].id, field.players[start.second].id),
        cost=draft.named([tier.pair(*pair) for tier in draft.scheme.tiers]),
        reasons=(*reasons, start.reason),
        why=board_sentence(reasons, other.sentence if other else ""),
        alternative=other,
        locked=locked,
        drawn=start.drawn,
    )


def boards_of(draft: Draft, tables: Mapping[Pair, int]) -> tuple[Board, ...]:
    """All boards by table number."""
    boards = (board_of(draft, pair, tables[pair]) for pair in draft.pairs)
    return tuple(sorted(boards, key=lambda board: board.table))
