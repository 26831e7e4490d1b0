"""What a COP round costs: processor seconds by players and rounds left. `./td bench cop [--sizes 64]`"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pairings.cli.simulate import Setting, Simulated, simulate  # noqa: E402
from pairings.rounds.request import Request  # noqa: E402
from pairings.rounds.result import Result  # noqa: E402
from pairings.standings.stakes import Stakes  # noqa: E402
from pairings.systems import pair  # noqa: E402
from pairings.systems.cop.contenders import counts_of  # noqa: E402

LEFT = (1, 2, 4, 7)


def seconds(players: int, left: int) -> tuple[float, int]:
    """Processor time of one round with so many rounds left, and how many chasers were simulated."""
    made = simulate(Setting(players, 8, 3, "swiss 1-8"))
    assert isinstance(made, Simulated)
    request = Request(made.history, 9, "cop", {"control": 7}, rounds=8 + left, stakes=Stakes(4), seed=3)
    counts_of.cache_clear()
    began = process_time()
    result = pair(request)
    took = process_time() - began
    assert isinstance(result, Result)
    assert result.study is not None
    return took, len(result.study.chasers)


def main(sizes: list[int]) -> None:
    """A line for each size and number of rounds left."""
    for players in sizes:
        for left in LEFT:
            took, chasers = seconds(players, left)
            print(f"{players:5} players, {left} rounds left: {took:6.2f} s, {chasers} chasers")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="16,32,64,128,256", help="players, with commas between them")
    main([int(size) for size in parser.parse_args().sizes.split(",")])
