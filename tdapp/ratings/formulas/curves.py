"""How likely a player is to win, by the difference of ratings: one small function a curve, 0..1."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

Curve = Callable[[float, float], float]
NASPA_SLOPE = 0.0031879
WESPA_SCALE = 172.0
AUSTRALIAN_POINTS = 1200.0
AUSTRALIAN_LEAST = 0.05
LOG_TEN = log(10.0)


def logistic(own: float, other: float) -> float:
    """1/(1 + e^-0.0031879 d) (NASPA since 2009)."""
    return 1.0 / (1.0 + exp(-NASPA_SLOPE * (own - other)))


def wespa(own: float, other: float) -> float:
    """1/(1 + e^(-d/172)) (WESPA, as tsh has it)."""
    return 1.0 / (1.0 + exp((other - own) / WESPA_SCALE))


def australian(own: float, other: float) -> float:
    """50 % and one more for every twelve points, within 5 and 95 % (Scrabble Australia)."""
    return min(1.0 - AUSTRALIAN_LEAST, max(AUSTRALIAN_LEAST, 0.5 + (own - other) / AUSTRALIAN_POINTS))


def elo(own: float, other: float) -> float:
    """1/(1 + 10^(-d/400)) (A. Elo)."""
    return 1.0 / (1.0 + exp(LOG_TEN * (other - own) / 400.0))


CURVES: dict[str, Curve] = {"naspa": logistic, "wespa": wespa, "australian": australian, "elo": elo}
