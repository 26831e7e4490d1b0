"""Glicko-2, with what a crossword game is worth as a result: a win, and a little for how large it was.

| part | implemented |
|---|---|
| Glicko-2 steps 2 to 8 over one event as one period | yes (`glicko2`: wins and ties only, M. Glickman's published example) |
| result 1/2 + clamp(spread / (250 + k(w)) + sign w, +-1/2), w from 1/3 to 1/2 by the mean rating | yes (`glicko-spread`) |
| deviation 60..350, volatility at most 0.1 for the crossword form; a period is four days | yes |
| rating after every single game, as an online club does | no: an event is one period, so the order of entry does not matter |

Sources: M. Glickman, "Example of the Glicko-2 system"; the crossword result as woogles-io/liwords has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, floor, log, pi, sqrt
from types import MappingProxyType
from typing import NamedTuple

from core.messages import say
from tdapp.ratings.formulas.expected import number
from tdapp.ratings.formulas.types import FULL, Field, Formula, Game, Player, Rated, Segment

SCALE, START = 173.7178, 1500.0
TOLERANCE, TURNS = 0.000001, 1000
SPREAD_BASE, SPREAD_REACH, LEAST_BOOST, MORE_BOOST, BOOST_SLOPE = 250.0, 500.0, 1 / 3, 1 / 6, 0.005
PLAIN: dict[str, object] = {
    "deviation": 350, "least_deviation": 0, "volatility": 0.06, "most_volatility": 1, "tau": 0.5, "period_days": 4,
    "spread": False, "tie_rule_wins": True,
}  # fmt: skip
CROSSWORD: dict[str, object] = {**PLAIN, "least_deviation": 60, "most_volatility": 0.1, "spread": True}


class Strength(NamedTuple):
    """What is known of a player on Glicko-2's own scale."""

    mu: float
    phi: float
    sigma: float


class Met(NamedTuple):
    """One game seen from one side: whom, the result 0..1, its weight."""

    opponent: int
    result: float
    weight: float


def rate(field: Field, settings: Mapping[str, object]) -> list[Rated]:
    """Every player after the event (`Formula.rate`). One event is one rating period."""
    strengths = [_strength(player, settings) for player in field.players]
    met = _met(field, bool(settings["spread"]))
    return [_rated(field, place, strengths, met[place], settings) for place in range(len(strengths))]


def _strength(player: Player, settings: Mapping[str, object]) -> Strength:
    most = number(settings["deviation"])
    deviation = player.deviation if player.rating and player.deviation else most
    sigma = player.volatility or number(settings["volatility"])
    periods = player.idle / number(settings["period_days"])
    phi = sqrt((deviation / SCALE) ** 2 + periods * sigma**2)
    return Strength(((player.rating or START) - START) / SCALE, min(phi, most / SCALE), sigma)


def _met(field: Field, by_spread: bool) -> list[list[Met]]:
    met: list[list[Met]] = [[] for _ in field.players]
    for game in field.games:
        ratings = [field.players[place].rating or START for place in (game.a, game.b)]
        own = _spread_worth(game, sum(ratings) / 2) if by_spread else game.worth
        met[game.a].append(Met(game.b, own, game.weight / FULL))
        met[game.b].append(Met(game.a, 1.0 - own, game.weight / FULL))
    return met


def _spread_worth(game: Game, mean_rating: float) -> float:
    return spread_result(game.score_a - game.score_b, mean_rating, game.sign)


def spread_result(spread: int, mean_rating: float, sign: int | None = None) -> float:
    """What a game is worth, 0..1: the win itself weighs more among the strong (w from 1/3 to 1/2). `sign`: who won where
    the spread does not say it.
    """
    w = LEAST_BOOST + MORE_BOOST / (1.0 + exp(-BOOST_SLOPE * (mean_rating - START)))
    reach = SPREAD_REACH * w / (1.0 - 2.0 * w) if w < 0.5 else float("inf")
    sign = (spread > 0) - (spread < 0) if sign is None else sign
    return 0.5 + max(-0.5, min(0.5, spread / (SPREAD_BASE + reach) + sign * w))


def _g(phi: float) -> float:
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))


def _rated(
    field: Field,
    place: int,
    strengths: Sequence[Strength],
    met: Sequence[Met],
    settings: Mapping[str, object],
) -> Rated:
    player = field.players[place]
    if not met:
        return Rated(player.rating, player.games, player.deviation, player.volatility)
    own, expected = strengths[place], [_chance(strengths[place], strengths[one.opponent]) for one in met]
    after = _after(own, strengths, met, expected, settings)
    rating = floor(after.mu * SCALE + START + 0.5)
    deviation = max(
        number(settings["least_deviation"]), min(after.phi * SCALE, number(settings["deviation"]))
    )
    games = sum(one.weight for one in met)
    segment = _segment(field, player, met, expected, rating)
    return Rated(rating, player.games + round(games), deviation, after.sigma, (segment,))


def _segment(
    field: Field, player: Player, met: Sequence[Met], expected: Sequence[float], rating: int
) -> Segment:
    wins = sum(one.result * one.weight for one in met)
    hoped = sum(chance * one.weight for chance, one in zip(expected, met, strict=True))
    change = float(rating - player.rating) if player.rating else 0.0
    games, note = sum(one.weight for one in met), "" if player.rating else "first"
    return Segment(1, field.length, player.rating, games, wins, hoped, None, change, 0, 0, rating, note)


def _chance(own: Strength, other: Strength) -> float:
    return 1.0 / (1.0 + exp(-_g(other.phi) * (own.mu - other.mu)))


def _after(
    own: Strength, strengths: Sequence[Strength], met: Sequence[Met], expected: Sequence[float],
    settings: Mapping[str, object],
) -> Strength:  # fmt: skip
    """Steps 3 to 7: estimated variance, improvement, volatility, deviation, rating."""
    rows = [(_g(strengths[one.opponent].phi), chance, one) for chance, one in zip(expected, met, strict=True)]
    information = sum(one.weight * g * g * chance * (1.0 - chance) for g, chance, one in rows)
    gain = sum(one.weight * g * (one.result - chance) for g, chance, one in rows)
    variance = 1.0 / information
    sigma = _volatility(own, variance, variance * gain, number(settings["tau"]))
    sigma = min(sigma, number(settings["most_volatility"]))
    phi = 1.0 / sqrt(1.0 / (own.phi**2 + sigma**2) + information)
    return Strength(own.mu + phi**2 * gain, phi, sigma)


def _volatility(own: Strength, variance: float, delta: float, tau: float) -> float:
    """Step 5: the root of f by the Illinois method."""
    a, phi2 = log(own.sigma**2), own.phi**2

    def f(x: float) -> float:
        ex = exp(x)
        top = ex * (delta * delta - phi2 - variance - ex)
        return top / (2.0 * (phi2 + variance + ex) ** 2) - (x - a) / tau**2

    low, high = a, _other_end(f, a, delta * delta - phi2 - variance, tau)
    f_low, f_high = f(low), f(high)
    for _ in range(TURNS):
        if abs(high - low) <= TOLERANCE:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return exp(low / 2.0)


def _other_end(f: Callable[[float], float], a: float, over: float, tau: float) -> float:
    if over > 0:
        return log(over)
    k = 1
    while f(a - k * tau) < 0 and k < TURNS:
        k += 1
    return a - k * tau


def expect(own: float, other: float, settings: Mapping[str, object]) -> float:
    """The chance of the first, both deviations taken for nothing (`Formula.expect`)."""
    return 1.0 / (1.0 + exp((other - own) / SCALE))


GLICKO2 = Formula(
    "glicko2", "Glicko-2", say("M. Glickman, Example of the Glicko-2 system"), rate, expect, MappingProxyType(PLAIN),
    (say("steps 2 to 8, one event as one period"),), (say("rating after every game"),), {"tau": "recalled"},
)  # fmt: skip
GLICKO_SPREAD = Formula(
    "glicko-spread", say("Glicko-2 with the crossword result"), say("woogles-io/liwords; M. Glickman"), rate, expect,
    MappingProxyType(CROSSWORD), (say("as Glicko-2"), say("a game's worth by its spread"),
     say("limits of deviation and volatility")),
    (say("rating after every game"),),
)  # fmt: skip
FORMULAS = (GLICKO2, GLICKO_SPREAD)
