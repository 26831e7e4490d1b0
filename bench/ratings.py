"""Games rated per second and formula in one process, beside a plain peer; and a whole list rated anew.

`python -m bench.ratings [--events 1000] [--stored 100]`: prints, asserts nothing. Events are made up from a seed:
24 players of known strength, 10 rounds, a Swiss-like draw. The peer is the plain Elo sum without segments, bands,
acceleration, feedback or explanation: what a short script would do.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import time
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.db import connection  # noqa: E402

from tdapp.kernel import context, jobs  # noqa: E402
from tdapp.kernel.commands import Installation  # noqa: E402
from tdapp.people.models import RatingList  # noqa: E402
from tdapp.ratings.commands.lists import create_list  # noqa: E402
from tdapp.ratings.commands.runs import rate  # noqa: E402
from tdapp.ratings.formulas import FORMULAS, Field, Game, Player  # noqa: E402
from tdapp.ratings.models import RatingRun  # noqa: E402
from tests import factories as f  # noqa: E402

PLAYERS, ROUNDS, SEED = 24, 10, 20260314
POOL = 2000


def events(count: int) -> list[Field]:
    """Events of players drawn from one pool."""
    rng = random.Random(SEED)
    strengths = [rng.gauss(1400, 250) for _ in range(POOL)]
    return [_event(rng, rng.sample(range(POOL), PLAYERS), strengths) for _ in range(count)]


def _event(rng: random.Random, who: Sequence[int], strengths: Sequence[float]) -> Field:
    players = [
        Player(str(n), max(500, round(strengths[n] + rng.gauss(0, 60))), rng.randint(5, 400), 90.0, 0.06)
        for n in who
    ]
    games = [game for round_ in range(1, ROUNDS + 1) for game in _round(rng, round_, who, strengths)]
    return Field(players, games, ROUNDS)


def _round(rng: random.Random, number: int, who: Sequence[int], strengths: Sequence[float]) -> list[Game]:
    order = sorted(range(PLAYERS), key=lambda at: -strengths[who[at]] + rng.gauss(0, 300))
    return [
        _game(rng, number, a, b, strengths[who[a]] - strengths[who[b]])
        for a, b in zip(order[::2], order[1::2], strict=True)
    ]


def _game(rng: random.Random, number: int, a: int, b: int, ahead: float) -> Game:
    spread = round(rng.gauss(ahead / 6, 90)) or 1
    return Game(number, a, b, 400 + spread // 2, 400 - (spread - spread // 2))


def peer(field: Field) -> list[float]:
    """The plain sum: K 20, logistic."""
    gains = [0.0] * len(field.players)
    for game in field.games:
        own, other = field.players[game.a].rating, field.players[game.b].rating
        expected = 1 / (1 + 10 ** ((other - own) / 400))
        gain = 20 * ((game.score_a > game.score_b) + (game.score_a == game.score_b) / 2 - expected)
        gains[game.a] += gain
        gains[game.b] -= gain
    return [player.rating + gain for player, gain in zip(field.players, gains, strict=True)]


def by_formula(fields: Sequence[Field]) -> None:
    """A line for each formula, the peer first."""
    games = sum(len(field.games) for field in fields)
    began = time.perf_counter()
    for field in fields:
        peer(field)
    plain = games / (time.perf_counter() - began)
    print(f"{len(fields)} events, {games} games\n{'plain peer':16} {plain:>12,.0f} games/s")
    for formula in FORMULAS.values():
        settings = formula.with_settings({})
        began = time.perf_counter()
        for field in fields:
            formula.rate(field, settings)
        speed = games / (time.perf_counter() - began)
        print(f"{formula.id:16} {speed:>12,.0f} games/s   {speed / plain:6.2f} of the peer")


def rerated(count: int) -> None:
    """A list of so many stored events (8 players, 4 rounds) rated anew by the job, in a database that is thrown away."""
    jobs.send_by(lambda _pk: None)  # no queue: the job is carried out below
    name = connection.creation.create_test_db(verbosity=0)
    try:
        create_list(context.system(), Installation(), slug="bench", facts={"name": "Bench"})
        divisions = [_stored(number) for number in range(count)]
        _timed("first rating", divisions)
        _timed("rated anew", divisions[:1])
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _stored(number: int) -> str:
    day = date(2020, 1, 1) + timedelta(days=number)
    division = f.division(f.event(starts_on=day, ends_on=day))
    f.entrants(division, 8)
    for round_ in range(1, 5):
        f.play(f.published(division, f.turned(division, round_)))
    return str(division.pk)


def _timed(what: str, divisions: Sequence[str]) -> None:
    row = RatingList.objects.get()
    began = time.perf_counter()
    told = rate(context.system(), row, divisions=divisions, seen=row.version)
    if "job" in told:
        jobs.run(told["job"])
    took = time.perf_counter() - began
    current = RatingRun.objects.filter(state=RatingRun.State.CURRENT)
    games = sum(current.values_list("games", flat=True))
    print(f"{what}: {current.count()} runs, {games} games in {took:.2f} s, {games / took:,.0f} games/s")


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--stored", type=int, default=100, help="events in the database for the job")
    chosen = parser.parse_args()
    by_formula(events(chosen.events))
    rerated(chosen.stored)
    print(f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
