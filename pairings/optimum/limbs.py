"""Whole numbers of any size in arrays: limbs of 60 bits, the least important first; only the last has a sign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from core.later import later

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Ints: TypeAlias = "NDArray[np.int64]"
Bools: TypeAlias = "NDArray[np.bool_]"
LIMB = 60
MASK = (1 << LIMB) - 1


class Unpriceable(Exception):
    """Prices beyond the limbs, or too many without arrays; caught by the solver, which then works otherwise."""


def split(values: Iterable[int], limbs: int) -> list[Ints]:
    """Whole numbers as arrays of limbs; only the last limb is signed."""
    whole = list(values)
    low = [np.array([(v >> LIMB * k) & MASK for v in whole], dtype=np.int64) for k in range(limbs - 1)]
    try:
        return [*low, np.array([v >> LIMB * (limbs - 1) for v in whole], dtype=np.int64)]
    except OverflowError as far:
        raise Unpriceable from far


def joined(limbs: Sequence[Ints]) -> list[int]:
    """Arrays of limbs as whole numbers."""
    total: list[int] = limbs[-1].tolist()
    for limb in reversed(limbs[:-1]):
        total = [(high << LIMB) + low for high, low in zip(total, limb.tolist(), strict=True)]
    return total


def tight(limbs: Sequence[Ints], widths: Sequence[int]) -> list[int]:
    """The same with no room between the limbs, for a solver of bounded integers."""
    total: list[int] = limbs[-1].tolist()
    for limb, width in zip(reversed(limbs[:-1]), reversed(widths[:-1]), strict=True):
        total = [(high << width) + low for high, low in zip(total, limb.tolist(), strict=True)]
    return total


def carried(limbs: list[Ints]) -> None:
    """Move carries up, so that only the last limb has a sign and no other is beyond its bits."""
    for k in range(len(limbs) - 1):
        limbs[k + 1] = limbs[k + 1] + (limbs[k] >> LIMB)
        limbs[k] = limbs[k] & MASK


def above_zero(limbs: list[Ints]) -> Bools:
    """Which numbers are greater than 0; carries are moved up on the way."""
    carried(limbs)
    some: Bools = np.zeros(limbs[0].shape, dtype=np.bool_)
    for limb in limbs[:-1]:
        some |= limb > 0
    last = limbs[-1]
    above: Bools = (last > 0) | ((last == 0) & some)
    return above


def each_once(values: Ints) -> Ints:
    """The values sorted, each once: `numpy.unique`, which loads masked arrays for it."""
    found = np.sort(values)
    return found[np.append(True, found[1:] != found[:-1])] if len(found) else found
