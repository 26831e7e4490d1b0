"""How sure a count is: the Wilson score interval in whole numbers, the same on any machine."""

from __future__ import annotations

from math import isqrt

MILLION = 1_000_000
Z_SQUARED_95 = 3_841_459
Z_SQUARED_99 = 6_634_897


def wilson(hits: int, trials: int, z_squared: int = Z_SQUARED_99) -> tuple[int, int]:
    """Lower and upper bound of a share in millionths, rounded outwards (Wilson 1927; z squared in millionths).

    No trials say nothing: 0 to a million.
    """
    if not trials:
        return 0, MILLION
    middle = 2 * hits * MILLION + z_squared
    inside = z_squared * (z_squared + 4 * hits * (trials - hits) * MILLION // trials)
    wide, whole = isqrt(inside) + 1, 2 * (trials * MILLION + z_squared)
    low = (middle - wide) * MILLION // whole if hits else 0
    high = -(-(middle + wide) * MILLION // whole) if hits < trials else MILLION
    return max(0, low), min(MILLION, high)


def percent(millionths: int, places: int = 1) -> str:
    """Millionths as percent, rounded half up to one or two places: '61.2'."""
    unit = 10 ** (4 - places)
    units = (millionths + unit // 2) // unit
    return f"{units // 10**places}.{units % 10**places:0{places}d}"
