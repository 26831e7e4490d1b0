"""Prices row by row in whole numbers of any size: for prices no array can hold, and for whom to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.optimum.tiers import LIMIT_BITS, Tier, Tiers

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Whom each player is priced against, lower standings only."""

    players: Sequence[int]
    targets: Sequence[int]

    def within(self, width: int | None) -> list[list[int]]:
        """Everybody (`width` None), or those near the player and near his nominal partner."""
        players = self.players
        if width is None:
            return [list(players[at + 1 :]) for at in range(len(players))]
        near: list[set[int]] = [set() for _ in players]
        place = {i: at for at, i in enumerate(players)}
        for at, i in enumerate(players):
            for centre in (at, place.get(self.targets[i], at) if self.targets else at):
                low = max(0, min(centre - width // 2, len(players) - width))
                for other in range(low, min(len(players), low + width)):
                    if other != at:
                        near[min(at, other)].add(max(at, other))
        return [[players[other] for other in sorted(row)] for row in near]


def without_bans(players: Sequence[int], banned: frozenset[Pair], rows: list[list[int]]) -> list[list[int]]:
    """The candidates that may meet."""
    barred: dict[int, set[int]] = {}
    for i, j in banned:
        barred.setdefault(i, set()).add(j)
    return [
        [j for j in js if j not in barred[i]] if i in barred else js
        for i, js in zip(players, rows, strict=True)
    ]


@dataclass(slots=True)
class Layer:
    """One tier's prices over the candidates, and the most a whole round can add up to."""

    rows: list[list[int]]
    byes: list[int]
    bound: int


def layer_of(tier: Tier, players: Sequence[int], rows: list[list[int]], sitters: list[int]) -> Layer:
    """Price one tier."""
    values = [tier.row(i, js) for i, js in zip(players, rows, strict=True)]
    byes = [tier.bye(i) for i in sitters]
    top = max((max(row) for row in values if row), default=0)
    return Layer(values, byes, top * (len(players) // 2) + max(byes, default=0))


def units(bounds: Sequence[int]) -> list[int]:
    """The unit of each tier; the lowest tiers that do not fit the solver's integers get 0 and are left out."""
    kept = len(bounds)
    while True:
        base, found = 1, [0] * len(bounds)
        for at in range(kept - 1, -1, -1):
            found[at] = base
            base *= bounds[at] + 1
        if base.bit_length() <= LIMIT_BITS or kept == 0:
            return found
        kept -= 1


def add_up(layers: Sequence[Layer], weights: Sequence[int], at: int) -> list[int]:
    """One player's packed prices."""
    total: list[int] = []
    for layer, unit in zip(layers, weights, strict=True):
        if layer.bound and unit:
            row = layer.rows[at]
            total = (
                [a + b * unit for a, b in zip(total, row, strict=True)] if total else [b * unit for b in row]
            )
    return total or [0] * len(layers[0].rows[at])


def price_all(
    tiers: Tiers, players: Sequence[int], bye: int | None, banned: frozenset[Pair], rows: list[list[int]]
) -> tuple[dict[Pair, int], bool]:
    """Every candidate pair (byes included) with its packed price, and whether all tiers went in."""
    sitters = [] if bye is None else [i for i in players if (i, bye) not in banned]
    layers = [layer_of(tier, players, rows, sitters) for tier in tiers]
    weights = units([layer.bound for layer in layers])
    packed: dict[Pair, int] = {}
    for at, (i, js) in enumerate(zip(players, rows, strict=True)):
        packed.update(zip([(i, j) for j in js], add_up(layers, weights, at), strict=True))
    if bye is not None:
        for at, i in enumerate(sitters):
            packed[i, bye] = sum(x.byes[at] * unit for x, unit in zip(layers, weights, strict=True))
    return packed, all(unit or not layer.bound for layer, unit in zip(layers, weights, strict=True))
