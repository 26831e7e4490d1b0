"""What a round at tables of three and four costs, and whether it is proven: processor seconds by players and rounds played.

    ./td bench pods
    ./td bench pods --sizes 17,24            only these sizes

Three events of each size with rounds of random tables and random scores before; the least of LOOKS for each, the slowest
of the three is shown. Where a round is not proven the certificate's sentence says what no round can go below.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from pairings.event.history import Entrant, History, Outcome, Played, Seat  # noqa: E402
from pairings.rounds.request import Request  # noqa: E402
from pairings.rounds.result import Result  # noqa: E402
from pairings.systems import pair  # noqa: E402

EVENTS, LOOKS = 3, 2
# Players, rounds played, goal in seconds (None: said, not asked for).
CASES = (
    *((players, played, 0.5) for players in range(17, 25) for played in (3, 6)),
    *((players, 5, None) for players in (28, 31, 32)),
    (65, 4, 1.0),
)


def sizes_of(players: int) -> Iterator[int]:
    """Fours first, threes for the rest."""
    while players:
        size = 3 if players % 4 else 4
        yield size
        players -= size


def event(players: int, played: int, seed: int) -> History:
    """So many rounds at random tables."""
    chance = Random(seed)
    people = tuple(
        Entrant(str(n), n, rating=2000 - 10 * n, name=f"Player {n}") for n in range(1, players + 1)
    )
    return History(people, tuple(tuple(tables(players, chance)) for _round in range(played)))


def tables(players: int, chance: Random) -> Iterator[Outcome]:
    """One round of them."""
    order = chance.sample(range(1, players + 1), players)
    for table, size in enumerate(sizes_of(players), start=1):
        seats = (Seat(str(order.pop()), chance.randint(280, 480)) for _seat in range(size))
        yield Played(table, tuple(seats))


def seconds(history: History) -> tuple[float, Result]:
    """The least processor time of the next round, and the round."""
    request = Request(history, len(history.rounds) + 1, "tables", {"size": 4}, seed=1)
    spent = []
    for _look in range(LOOKS):
        began = process_time()
        result = pair(request)
        spent.append(process_time() - began)
        assert isinstance(result, Result), result
    return min(spent), result


def line(players: int, played: int, goal: float | None) -> str:
    """A row of the table."""
    looked = [seconds(event(players, played, seed)) for seed in range(1, EVENTS + 1)]
    proven = sum(result.certificate.optimal for _spent, result in looked)
    asked = f" (goal {goal} s)" if goal else ""
    open_ = next((one.certificate.sentence for _spent, one in looked if not one.certificate.optimal), "")
    told = f"{max(spent for spent, _result in looked):5.2f} s{asked}, {proven} of {EVENTS} proven"
    return f"{players:3} players after {played}: {told}{' | ' + open_ if open_ else ''}"


def main(sizes: list[int]) -> int:
    """Every case, or those of the sizes asked for."""
    # The first round loads numpy.
    seconds(event(8, 1, 1))
    for players, played, goal in CASES:
        if not sizes or players in sizes:
            print(line(players, played, goal), flush=True)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="", help="only cases of so many players, with commas between them")
    sys.exit(main([int(size) for size in parser.parse_args().sizes.split(",") if size]))
