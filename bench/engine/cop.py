"""What a COP round costs: processor seconds by players and rounds left. `python -m bench.engine.cop [PLAYERS ...]`"""

from __future__ import annotations

import sys
from time import process_time

from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.standings.stakes import Stakes
from pairings.systems import pair
from pairings.systems.cop.contenders import counts_of

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
    main([int(word) for word in sys.argv[1:]] or [16, 32, 64, 128, 256])
