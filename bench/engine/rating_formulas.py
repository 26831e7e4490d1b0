"""Which formula foretells best where the truth is known: seasons of made-up players whose strengths nobody is told.

`python -m bench.engine.rating_formulas [--events 200] [--seed 20260314]`: prints, asserts nothing. Everybody begins without a
rating. Each game is predicted before its event is rated; games of newcomers are counted apart. `truth` predicts from
the strengths themselves: no formula can do better. `coin` says one half every time.

Log-loss and Brier score: less is better. Calibration: the favourite's mean chance against how often he won. `order`:
the rank correlation of ratings and strengths at the end (1: everybody in the right place).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from math import erf, sqrt
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from bench.engine._seasons import SCORES_APART, SEED, STRENGTH_A_POINT, Season  # noqa: E402
from tdapp.ratings.formulas import FORMULAS, Field, Formula, Game, Player  # noqa: E402
from tdapp.ratings.runs.backtest import Score  # noqa: E402

PLAYERS, ROUNDS, POOL, DAYS_BETWEEN = 24, 10, 150, 14
Event = tuple[list[int], list[Game]]
Chance = Callable[[int, int], float]


def true_chance(season: Season) -> Chance:
    """How likely a player of the pool beats another: the spread is normal about a part of the difference."""
    found = season.strengths

    def chance(a: int, b: int) -> float:
        ahead = (found[a] - found[b]) / STRENGTH_A_POINT
        return 0.5 * (1.0 + erf(ahead / SCORES_APART / sqrt(2.0)))

    return chance


def foretold(chosen: Formula, events: Sequence[Event]) -> tuple[Score, list[int]]:
    """The formula's predictions over the season, and the ratings it ends with (0: never played)."""
    settings, score = chosen.with_settings({}), Score()
    known = [Player(str(n)) for n in range(POOL)]
    last = [0] * POOL
    for number, (who, games) in enumerate(events):
        day = number * DAYS_BETWEEN
        field = [known[n]._replace(idle=day - last[n]) for n in who]
        for game in games:
            own, other = field[game.a].rating, field[game.b].rating
            if own and other:
                score.add(chosen.expect(own, other, settings), worth(game))
            else:
                score.unpredicted += 1
        for n, now in zip(who, chosen.rate(Field(field, games, ROUNDS), settings), strict=True):
            known[n] = Player(str(n), now.rating, now.games, now.deviation, now.volatility)
            last[n] = day
    return score, [one.rating for one in known]


def worth(game: Game) -> float:
    """The game for its first player."""
    return 1.0 if game.score_a > game.score_b else 0.0 if game.score_a < game.score_b else 0.5


def guessed(events: Sequence[Event], chance: Chance) -> Score:
    """Predictions that need no rating."""
    score = Score()
    for who, games in events:
        for game in games:
            score.add(chance(who[game.a], who[game.b]), worth(game))
    return score


def in_order(ratings: Sequence[int], strengths: Sequence[float]) -> float:
    """Spearman's rank correlation over those who were rated."""
    rated = [n for n, rating in enumerate(ratings) if rating]
    places = [
        {n: place for place, n in enumerate(sorted(rated, key=lambda n: values[n]))}
        for values in (ratings, strengths)
    ]
    apart = sum((places[0][n] - places[1][n]) ** 2 for n in rated)
    size = len(rated)
    return 1 - 6 * apart / (size * (size * size - 1))


def print_score(name: str, score: Score, order: str = "") -> None:
    """One line, and its calibration."""
    facts = score.as_data()
    table = " ".join(f"{row['expected']:.2f}:{row['won']:.2f}" for row in facts["calibration"])
    print(f"{name:14} {facts['log_loss']:.5f}  {facts['brier']:.5f}  {facts['games']:>7} {order:>6}  {table}")


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    season = Season(PLAYERS, ROUNDS, chosen.seed, POOL)
    events = list(season.events(chosen.events))
    print(f"{'formula':14} log-loss  Brier      games  order  calibration (expected:won)")
    print_score("truth", guessed(events, true_chance(season)))
    print_score("coin", guessed(events, lambda _a, _b: 0.5))
    rows = [(name, *foretold(one, events)) for name, one in FORMULAS.items() if name != "performance"]
    for name, score, ratings in sorted(rows, key=lambda row: row[1].log_loss / max(1, row[1].games)):
        print_score(name, score, f"{in_order(ratings, season.strengths):.3f}")


if __name__ == "__main__":
    main()
