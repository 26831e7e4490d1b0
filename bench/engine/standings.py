"""Standings of 1,000 players after 20 rounds (goal: 20 ms): the rules alone, and from a file.

Beside it in the same run, as peer: the least that can be done for a list by wins and spread - one pass over the
scores into two dictionaries and one sort. It knows no shared places, no starts, byes, absences or caps, no places of
the round before and no sentence that explains a place; the ratio is their price. Each is run RUNS times after one to
warm up; the median counts. The results are compared before anything is measured.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine.foreign_histories.commands import cpu_of  # noqa: E402
from pairings.event.history import Entrant, History, Played, Seat  # noqa: E402
from pairings.formats.event_file import to_data  # noqa: E402
from pairings.standings.standings import Row, standings  # noqa: E402

PLAYERS, ROUNDS, RUNS = 1000, 20, 7


def field() -> History:
    """A made-up event: everybody meets the one so many places on; scores from a plain formula."""
    entrants = tuple(Entrant(str(n), n, 2500 - n, f"Player {n}") for n in range(1, PLAYERS + 1))
    return History(entrants, tuple(tuple(_round(number)) for number in range(1, ROUNDS + 1)))


def _round(number: int) -> list[Played]:
    half = PLAYERS // 2
    pairs = [(n, half + (n + number) % half + 1) for n in range(1, half + 1)]
    return [
        Played(table, (Seat(str(one), score(one, number)), Seat(str(two), score(two, number))))
        for table, (one, two) in enumerate(pairs, start=1)
    ]


def score(player: int, number: int) -> int:
    """A score between 280 and 520 that hangs on the player and the round."""
    return 280 + (player * 7919 + number * 104729) % 241


def bare(history: History) -> list[tuple[str, float, int]]:
    """The peer: one pass over the scores, then one sort."""
    wins: dict[str, float] = {entrant.id: 0 for entrant in history.entrants}
    spread: dict[str, int] = dict.fromkeys(wins, 0)
    for games in history.rounds:
        for game in games:
            one, two = game.seats  # type: ignore[union-attr]
            margin = one.score - two.score
            wins[one.entrant] += 1 if margin > 0 else 0.5 if margin == 0 else 0
            wins[two.entrant] += 1 if margin < 0 else 0.5 if margin == 0 else 0
            spread[one.entrant] += margin
            spread[two.entrant] -= margin
    table = [(player, wins[player], spread[player]) for player in wins]
    return sorted(table, key=lambda row: (-row[1], -row[2]))


def median(what: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds on the wall and of this processor's own time, each the median of RUNS after one to warm up."""
    what()
    walls, owns = [], []
    for _run in range(RUNS):
        wall, own = time.perf_counter(), time.process_time()
        what()
        walls.append((time.perf_counter() - wall) * 1000)
        owns.append((time.process_time() - own) * 1000)
    return statistics.median(walls), statistics.median(owns)


def print_times(name: str, times: tuple[float, float]) -> None:
    """One line; on a busy machine the processor's own time is the one to look at."""
    print(f"{name:<62}{times[0]:8.1f} ms   (processor {times[1]:.1f} ms)")


def wins_and_spreads(rows: tuple[Row, ...]) -> list[tuple[float, int]]:
    """Wins and spread down the table, as the peer says them."""
    return [(row.wins / 2, row.spread) for row in rows]


def main() -> int:
    """The rules alone beside the peer, then the command."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    history = field()
    assert wins_and_spreads(standings(history, ROUNDS)) == [row[1:] for row in bare(history)]
    rules, other = median(lambda: standings(history, ROUNDS)), median(lambda: bare(history))
    print_times(f"standings, {PLAYERS} players x {ROUNDS} rounds, rules alone (goal 20)", rules)
    print_times("one pass and a sort, nothing else (peer)", other)
    print(f"ratio {rules[1] / other[1]:.1f} : 1")
    files = sorted(cpu_of("standings", to_data(history)) * 1000 for _run in range(3))
    print(f"{'from a file, by `python -m pairings standings`':<62}{'':11}   (processor {files[1]:.1f} ms)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
