"""The Norwegian system as CoCo uses it: a Bayesian estimate from spreads, not from wins.

| part | implemented |
|---|---|
| 5 points of rating a point of spread, 90 points of luck a game; deviation 150 at first and at most | yes |
| slower for the experienced and the strong; deviation grows with idle days; floor 300 | yes |
| newcomers from 1500 / 150, found again until nothing moves; after it their deviation is still 150 | yes |
| newcomers who met two in five newcomers or more start each search from the field's mean | yes |

For each game rho = (beta tau)^2 + opponent's deviation^2 and nu = opponent + beta x spread;
1/s = 1/sigma^2 + sum 1/rho; estimate = s (mu/sigma^2 + sum nu/rho). Source: cocoscrabble/ratings; T. Seierstad.
A game in which somebody scored 0 was not played (CoCo): it moves nobody, and is one of the lifetime games all the same.
The field's mean is the sum of the known ratings over everybody in the field, newcomers counted as nothing; below
the floor it is the start of a newcomer. A rating below 100 is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erf, fsum, sqrt
from types import MappingProxyType
from typing import NamedTuple

from core.messages import say
from tdapp.ratings.formulas.expected import number
from tdapp.ratings.formulas.types import FULL, Field, Formula, Player, Rated, Segment

TURNS, CLOSE, REAL_FROM = 50, 0.0001, 100
SETTINGS: dict[str, object] = {
    "beta": 5, "tau": 90, "deviation": 150, "start": 1500, "idle": 10, "floor": 300, "mean_from": 0.4,
    "slow_from": 200, "slow_over": 1800, "slowest_from": 1000, "slowest": 0.5, "strong": [1800, 2000],
    "strong_factor": [0.75, 0.5],
}  # fmt: skip


class Estimate:
    """One event at work. `mu`, `sigma`: what each player is taken for; `sat`: their games, those not played too."""

    def __init__(self, field: Field, settings: Mapping[str, object]) -> None:
        self.field = field
        self.set = {name: number(value) for name, value in settings.items() if not isinstance(value, list)}
        self.strong, self.strong_factor = _pair(settings["strong"]), _pair(settings["strong_factor"])
        self.new = [player.rating < REAL_FROM for player in field.players]
        self.mu = [
            self.set["start"] if new else float(p.rating)
            for p, new in zip(field.players, self.new, strict=True)
        ]
        self.sigma = [self._before(player) for player in field.players]
        self.sat = _sat(field)
        self.met = [[one for one in games if one.played] for games in self.sat]
        self._newcomers()

    def _before(self, player: Player) -> float:
        """Deviation before the event: grown with every day away, at most that of a newcomer."""
        most = self.set["deviation"]
        own = player.deviation if player.rating >= REAL_FROM and player.deviation else most
        return min(most, sqrt(own * own + self.set["idle"] ** 2 * player.idle))

    def _newcomers(self) -> None:
        """Each newcomer's rating, one after the other in the order of the field, until nobody moves."""
        searched = [place for place, new in enumerate(self.new) if new and self.sat[place]]
        among_new = {place for place in searched if self._share_of_new(place) >= self.set["mean_from"]}
        mean = self._mean() if among_new else 0.0
        for _ in range(TURNS):
            moves = 0.0
            for place in searched:
                if place in among_new:
                    self.mu[place] = mean
                found = self.after(place)[0]
                moves = max(moves, abs(found - self.mu[place]))
                self.mu[place] = found
            if moves < CLOSE:
                return

    def _share_of_new(self, place: int) -> float:
        """How much of what a player met was newcomers; nothing, where nobody was."""
        new = sum(one.weight for one in self.sat[place] if self.new[one.opponent])
        return new / sum(one.weight for one in self.sat[place]) if new else -1.0

    def _mean(self) -> float:
        """The field's mean, as CoCo has it."""
        known = sum(mu for mu, new in zip(self.mu, self.new, strict=True) if not new)
        mean = known / len(self.mu)
        return self.set["start"] if mean < self.set["floor"] else mean

    def after(self, place: int) -> tuple[int, float]:
        """Rating and deviation of a player after the event."""
        mu, sigma = self.mu[place], self.sigma[place]
        known, told = [], []
        for opponent, spread, weight, _played in self.met[place]:
            rho = (self.set["beta"] * self.set["tau"]) ** 2 + self.sigma[opponent] ** 2
            known.append(weight / rho)
            told.append(weight * (self.mu[opponent] + self.set["beta"] * spread) / rho)
        variance = 1.0 / (1.0 / sigma**2 + fsum(known))
        estimate = variance * (mu / sigma**2 + fsum(told))
        moved = mu + (estimate - mu) * self._pace(place)
        return max(round(moved), round(self.set["floor"])), round(sqrt(variance), 2)

    def outcome(self, place: int) -> tuple[int, float]:
        """The same for the list: a newcomer's is what the search found, as unsure as before it."""
        return (round(self.mu[place]), self.set["deviation"]) if self.new[place] else self.after(place)

    def _pace(self, place: int) -> float:
        """How much of the change counts, by the lifetime games with this event's and by the rating."""
        games = self.field.players[place].games + self.games(place)
        if games < self.set["slow_from"]:
            return 1.0
        if games > self.set["slowest_from"]:
            return self.set["slowest"]
        rows = zip(self.strong, self.strong_factor, strict=True)
        base = [1.0, *(factor for above, factor in rows if self.mu[place] > above)][-1]
        return min(base, 1.0 - games / self.set["slow_over"])

    def games(self, place: int) -> float:
        """Games of the event, in units of one, those not played too."""
        return sum(one.weight for one in self.sat[place])


def _pair(value: object) -> tuple[float, ...]:
    return tuple(number(one) for one in value) if isinstance(value, list | tuple) else ()


class Meeting(NamedTuple):
    """A game from one side; not `played`: somebody scored 0."""

    opponent: int
    spread: int
    weight: float
    played: bool


def _sat(field: Field) -> list[list[Meeting]]:
    """Each player's games."""
    sat: list[list[Meeting]] = [[] for _ in field.players]
    for game in field.games:
        weight, spread = game.weight / FULL, game.score_a - game.score_b
        played = bool(game.score_a and game.score_b)
        sat[game.a].append(Meeting(game.b, spread, weight, played))
        sat[game.b].append(Meeting(game.a, -spread, weight, played))
    return sat


def rate(field: Field, settings: Mapping[str, object]) -> list[Rated]:
    """Every player after the event (`Formula.rate`)."""
    estimate = Estimate(field, settings)
    return [_rated(field, estimate, place) for place in range(len(field.players))]


def _rated(field: Field, estimate: Estimate, place: int) -> Rated:
    player, met = field.players[place], estimate.met[place]
    if not estimate.sat[place]:
        return Rated(player.rating, player.games, player.deviation)
    rating, deviation = estimate.outcome(place)
    games = player.games + round(estimate.games(place))
    return Rated(rating, games, deviation, segments=(_segment(field, player, met, estimate, rating),))


def _segment(
    field: Field, player: Player, met: Sequence[Meeting], estimate: Estimate, rating: int
) -> Segment:
    """Wins and expected hold spreads here: what was scored and what the ratings promised."""
    beta = estimate.set["beta"]
    own = player.rating or rating
    spread = sum(one.spread * one.weight for one in met)
    promised = sum((own - estimate.mu[one.opponent]) / beta * one.weight for one in met)
    games = sum(one.weight for one in met)
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
     say("newcomers by iteration"), say("start from the field's mean for those who met mostly newcomers"), say("floor 300")),
    known_from=REAL_FROM,
)  # fmt: skip
FORMULAS = (COCO,)
