"""The Norwegian system as CoCo uses it: a Bayesian estimate from spreads, not from wins.

| part | implemented |
|---|---|
| 5 points of rating a point of spread, 90 points of luck a game; deviation 150 at first and at most | yes |
| slower for the experienced and the strong; deviation grows with idle days; floor 300 | yes |
| newcomers from 1500 / 150, found again until nothing moves | yes |
| newcomers who met mostly newcomers start from the field's mean | no: read only in an old version |

For each game rho = (beta tau)^2 + opponent's deviation^2 and nu = opponent + beta x spread;
1/s = 1/sigma^2 + sum 1/rho; estimate = s (mu/sigma^2 + sum nu/rho). Source: cocoscrabble/ratings; T. Seierstad.
A game in which somebody scored 0 was not played (CoCo) and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erf, sqrt
from types import MappingProxyType

from core.messages import say
from tdapp.ratings.formulas.expected import number
from tdapp.ratings.formulas.types import FULL, Field, Formula, Player, Rated, Segment

TURNS, CLOSE = 50, 0.0001
SETTINGS: dict[str, object] = {
    "beta": 5, "tau": 90, "deviation": 150, "start": 1500, "idle": 10, "floor": 300,
    "slow_from": 200, "slow_over": 1800, "slowest_from": 1000, "slowest": 0.5, "strong": [1800, 2000],
    "strong_factor": [0.75, 0.5],
}  # fmt: skip


class Estimate:
    """One event at work. `mu`, `sigma`: what each player is taken for."""

    def __init__(self, field: Field, settings: Mapping[str, object]) -> None:
        self.field = field
        self.set = {name: number(value) for name, value in settings.items() if not isinstance(value, list)}
        self.strong, self.strong_factor = _pair(settings["strong"]), _pair(settings["strong_factor"])
        self.mu = [float(player.rating or self.set["start"]) for player in field.players]
        self.sigma = [self._before(player) for player in field.players]
        self.met = _met(field)
        self._newcomers()

    def _before(self, player: Player) -> float:
        """Deviation before the event: grown with every day away, at most that of a newcomer."""
        most = self.set["deviation"]
        own = player.deviation if player.rating and player.deviation else most
        return min(most, sqrt(own * own + self.set["idle"] ** 2 * player.idle))

    def _newcomers(self) -> None:
        new = [place for place, player in enumerate(self.field.players) if not player.rating]
        for _ in range(TURNS):
            moves = 0.0
            for place in new:
                found = self.after(place)[0] if self.met[place] else self.mu[place]
                moves = max(moves, abs(found - self.mu[place]))
                self.mu[place] = found
            if moves < CLOSE:
                return

    def after(self, place: int) -> tuple[int, float]:
        """Rating and deviation of a player after the event."""
        mu, sigma = self.mu[place], self.sigma[place]
        known, told = 1.0 / sigma**2, mu / sigma**2
        for opponent, spread, weight in self.met[place]:
            rho = (self.set["beta"] * self.set["tau"]) ** 2 + self.sigma[opponent] ** 2
            known += weight / rho
            told += weight * (self.mu[opponent] + self.set["beta"] * spread) / rho
        moved = mu + (told / known - mu) * self._pace(place)
        return max(round(moved), round(self.set["floor"])), round(sqrt(1.0 / known), 2)

    def _pace(self, place: int) -> float:
        """How much of the change counts, by the lifetime games with this event's and by the rating."""
        games = self.field.players[place].games + self.played(place)
        if games < self.set["slow_from"]:
            return 1.0
        if games > self.set["slowest_from"]:
            return self.set["slowest"]
        rows = zip(self.strong, self.strong_factor, strict=True)
        base = [1.0, *(factor for above, factor in rows if self.mu[place] > above)][-1]
        return min(base, 1.0 - games / self.set["slow_over"])

    def played(self, place: int) -> float:
        """Games played, in units of one."""
        return sum(weight for _, _, weight in self.met[place])


def _pair(value: object) -> tuple[float, ...]:
    return tuple(number(one) for one in value) if isinstance(value, list | tuple) else ()


Meeting = tuple[int, int, float]


def _met(field: Field) -> list[list[Meeting]]:
    """Opponent, spread and weight of each player's games; a score of 0 is no game."""
    met: list[list[Meeting]] = [[] for _ in field.players]
    for game in field.games:
        if game.score_a and game.score_b:
            weight, spread = game.weight / FULL, game.score_a - game.score_b
            met[game.a].append((game.b, spread, weight))
            met[game.b].append((game.a, -spread, weight))
    return met


def rate(field: Field, settings: Mapping[str, object]) -> list[Rated]:
    """Every player after the event (`Formula.rate`)."""
    estimate = Estimate(field, settings)
    return [_rated(field, estimate, place) for place in range(len(field.players))]


def _rated(field: Field, estimate: Estimate, place: int) -> Rated:
    player, met = field.players[place], estimate.met[place]
    if not met:
        return Rated(player.rating, player.games, player.deviation)
    rating, deviation = estimate.after(place)
    games = player.games + round(estimate.played(place))
    return Rated(rating, games, deviation, segments=(_segment(field, player, met, estimate, rating),))


def _segment(
    field: Field, player: Player, met: Sequence[Meeting], estimate: Estimate, rating: int
) -> Segment:
    """Wins and expected hold spreads here: what was scored and what the ratings promised."""
    beta = estimate.set["beta"]
    own = player.rating or rating
    spread = sum(one * weight for _, one, weight in met)
    promised = sum((own - estimate.mu[other]) / beta * weight for other, _, weight in met)
    games = sum(weight for _, _, weight in met)
    change = float(rating - player.rating) if player.rating else 0.0
    note = "spread" if player.rating else "first"
    return Segment(1, field.length, player.rating, games, spread, promised, None, change, 0, 0, rating, note)


def expect(own: float, other: float, settings: Mapping[str, object]) -> float:
    """The chance that the spread is above nothing: normal, with the luck of one game (`Formula.expect`)."""
    beta, tau = number(settings["beta"]), number(settings["tau"])
    return 0.5 * (1.0 + erf((own - other) / beta / tau / sqrt(2.0)))


COCO = Formula(
    "coco", say("Norwegian / CoCo (spread)"), say("cocoscrabble/ratings; T. Seierstad"), rate, expect, MappingProxyType(SETTINGS),
    (say("Bayesian estimate from spreads"), say("pace by experience and strength"), say("deviation grows with idle days"),
     say("newcomers by iteration"), say("floor 300")),
    (say("start from the field's mean for those who met mostly newcomers"),),
)  # fmt: skip
FORMULAS = (COCO,)
