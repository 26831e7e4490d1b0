"""How well a formula foretold what was played: every stored event predicted before it is rated.

Log-loss and Brier score (less is better) over games between two rated players, ties as half; calibration in ten
steps of the favourite's chance. Choosing a formula by this is choosing by evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

from tdapp.people.models import RatingList
from tdapp.ratings.formulas import Field, Formula, Game, Player, formula
from tdapp.ratings.runs.planning import planned
from tdapp.ratings.runs.replay import Given, Planned, Step, players_of
from tdapp.ratings.runs.results import Counted, counted
from tdapp.ratings.runs.values import Point, Value, Values, current_runs, given_by

LEAST, BINS = 1e-6, 10
CHUNK = 50


@dataclass
class Score:
    """Sums over the games predicted. A bin: games, chances, wins of the favourite."""

    games: int = 0
    unpredicted: int = 0
    log_loss: float = 0.0
    brier: float = 0.0
    bins: list[list[float]] = field(default_factory=lambda: [[0.0, 0.0, 0.0] for _ in range(BINS)])

    def add(self, chance: float, worth: float) -> None:
        """One game: the chance of the first player and what it was worth to him."""
        chance = min(1.0 - LEAST, max(LEAST, chance))
        self.games += 1
        self.log_loss -= worth * log(chance) + (1.0 - worth) * log(1.0 - chance)
        self.brier += (chance - worth) ** 2
        favourite, won = (chance, worth) if chance >= 0.5 else (1.0 - chance, 1.0 - worth)
        row = self.bins[min(BINS - 1, int((favourite - 0.5) * 2 * BINS))]
        for at, value in enumerate((1.0, favourite, won)):
            row[at] += value

    def as_data(self) -> dict[str, Any]:
        """Means, and the calibration table without its empty rows."""
        games = max(1, self.games)
        table = [
            {"games": int(n), "expected": round(chance / n, 4), "won": round(won / n, 4)}
            for n, chance, won in self.bins
            if n
        ]
        return {
            "games": self.games, "unpredicted": self.unpredicted,
            "log_loss": round(self.log_loss / games, 5), "brier": round(self.brier / games, 5),
            "calibration": table,
        }  # fmt: skip


def backtest(
    rating_list: RatingList,
    names: Sequence[str],
    step: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[str, dict[str, Any]]:
    """Each formula over everything that stands on the list, from nothing; values from outside are taken over."""
    plan = _plan(rating_list)
    chosen = {name: formula(name) for name in names}
    scores = {name: Score() for name in names}
    values: dict[str, Values] = {name: {} for name in names}
    for at in range(0, len(plan), CHUNK):
        part = plan[at : at + CHUNK]
        games = counted(one.division for one in part if isinstance(one, Planned))
        for one in part:
            for name in names:
                if isinstance(one, Given):
                    values[name].update(given_by(one.run))
                else:
                    _event(chosen[name], one, games[one.division], values[name], scores[name])
        step(min(len(plan), at + CHUNK), len(plan))
    return {name: score.as_data() for name, score in scores.items()}


def _plan(rating_list: RatingList) -> list[Step]:
    runs = current_runs(rating_list).select_related("division__event")
    return [
        planned(run.division) if run.division else Given(run.pk, Point(run.on, run.order)) for run in runs
    ]


def _event(chosen: Formula, one: Planned, played: Counted, values: Values, score: Score) -> None:
    settings = dict(chosen.settings)
    players = players_of(played, values, one.point)
    for game in played.games:
        _predict(chosen, settings, players, game, score)
    rated = chosen.rate(Field(players, played.games, played.rounds), settings)
    for who, now in zip(played.field, rated, strict=True):
        if who.player and now.segments:
            values[who.player] = Value(now.rating, now.games, now.deviation, now.volatility, one.point.on)


def _predict(
    chosen: Formula, settings: dict[str, object], players: Sequence[Player], game: Game, score: Score
) -> None:
    own, other = players[game.a].rating, players[game.b].rating
    if not own or not other:
        score.unpredicted += 1
        return
    score.add(chosen.expect(own, other, settings), game.worth)
