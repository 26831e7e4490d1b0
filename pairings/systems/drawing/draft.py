"""A round in the making: how a system sees the field, and what has been chosen so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairings.optimum.matching import Solution
from pairings.optimum.tiers import Tiers, vector
from pairings.plan.constraints import Wish
from pairings.rounds.field import Field
from pairings.rounds.result import Reason, Vector
from pairings.rounds.starts import Rule
from pairings.rounds.study import Study

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A system's view of a field: its tiers, where each player's nominal partner is, its own start rule,
    notes, its own reasons where the standings are none, byes it grants besides that of an odd field, what it
    forbids beside the director's wishes, and what it counted.
    """

    tiers: Tiers
    targets: Sequence[int] = ()
    starter: Rule | None = None
    notes: tuple[str, ...] = ()
    why_pair: Callable[[int, int], tuple[Reason, ...]] | None = None
    why_bye: Callable[[int], tuple[Reason, ...]] | None = None
    byes: tuple[int, ...] = ()
    wishes: tuple[Wish, ...] = ()
    study: Study | None = None


@dataclass(slots=True)
class Draft:
    """A round in indexes: pairs and byes, which of them the director fixed, and the solution behind the rest."""

    field: Field
    scheme: Scheme
    pairs: list[Pair]
    byes: list[int]
    locked: frozenset[Pair] = frozenset()
    solution: Solution | None = None
    asked: frozenset[int] = frozenset()

    def named(self, values: Sequence[int]) -> Vector:
        """A price with its tiers' names; the tie-break is no price."""
        return tuple((t.name, v) for t, v in zip(self.scheme.tiers, values, strict=True) if t.name != "tie")

    @property
    def price(self) -> tuple[int, ...]:
        """The price of the whole round, tie-break included."""
        return vector(self.scheme.tiers, self.pairs, self.byes)


Maker = Callable[[Field], Scheme]
