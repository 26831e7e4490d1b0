"""What a round costs after a history the engine did not make, odd and even rounds apart.

    python -m bench.engine.foreign_histories [--sizes 64,256,1024,4096] [--rounds 2-14] [--seeds 1] [--clubs] [--peer FOLDER]

CPU time from the request in memory to proven boards, one run each; median and slowest over the rounds of one kind and
how many were proven over all pairs. In an even round everybody has started once too often or once too seldom, so the
round that is even in starts lies far from the nominal partners: what is easy in odd rounds is hard in even ones.
FOLDER of --peer: the site-packages of an environment of its own with `swisspair`, which knows neither clubs nor starts
nor an order inside a score group, and proves nothing; the checker's numbers of both stand beside the times.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.engine._events import clubs_apart, paired, swiss
from bench.engine._pairing_peers import Engine, Pairs, swisspair
from bench.engine.foreign_histories.greedy import foreign
from pairings.checks.check_round import Round, check_round
from pairings.event.history import History
from pairings.rounds.request import Request

NUMBERS = ("repeats", "gap_squared", "same_lean", "club_meetings", "pattern_off", "byes")


def requests(count: int, rounds: range, seed: int, clubs: bool) -> Iterator[Request]:
    """Each round of one event, asked for after the rounds before it."""
    history = foreign(count, rounds[-1] - 1, seed, max(2, count // 20) if clubs else 0)
    for number in rounds:
        before = History(history.entrants, history.rounds[: number - 1])
        yield (clubs_apart if clubs else swiss)(before, number)


def timed(work: Engine) -> tuple[float, Pairs]:
    """CPU seconds and pairs of one run."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def numbers_of(request: Request, pairs: Pairs) -> dict[str, int]:
    """What the checker counts of a round."""
    seen = {one for pair in pairs for one in pair}
    byes = tuple(one.id for one in request.history.entrants if one.id not in seen)
    numbers = check_round(request.history, Round(request.round, tuple(pairs), byes)).numbers
    return {name: numbers[name] for name in NUMBERS if name in numbers}


def row_of(request: Request, peer: bool) -> dict[str, Any]:
    """One round: ours, and the peer's where there is one."""
    start = time.process_time()
    result = paired(request)
    boards = [tuple(sorted(board.seats)) for board in result.boards]
    row: dict[str, Any] = {"round": request.round, "ours": time.process_time() - start}
    row |= {"proven": result.certificate.optimal, "numbers": numbers_of(request, boards)}
    if peer:
        row["swisspair"], found = timed(swisspair(request, ""))
        row["swisspair numbers"] = numbers_of(request, found)
    return row


def summed(rows: list[dict[str, Any]], name: str) -> str:
    """Median and slowest, in milliseconds."""
    times = [row[name] * 1000 for row in rows]
    return f"{median(times):8.1f} {max(times):8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="64,256,1024,4096")
    parser.add_argument("--rounds", default="2-14")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--clubs", action="store_true", help="an event of many clubs, kept apart")
    parser.add_argument("--peer", metavar="FOLDER")
    parser.add_argument("--every", action="store_true", help="each round as a line of its own too")
    options = parser.parse_args()
    if options.peer:
        sys.path.append(options.peer)
    low, high = (int(part) for part in options.rounds.split("-"))
    names = ["ours", *(["swisspair"] if options.peer else [])]
    print("CPU ms, median and slowest".ljust(30), *(name.rjust(17) for name in names))
    for count in (int(size) for size in options.sizes.split(",")):
        rows = [
            row_of(request, bool(options.peer))
            for seed in range(1, options.seeds + 1)
            for request in requests(count, range(low, high + 1), seed, options.clubs)
        ]
        for kind, rest in (("odd", 1), ("even", 0)):
            some = [row for row in rows if row["round"] % 2 == rest]
            if some:
                proven = f"{sum(row['proven'] for row in some)} of {len(some)} proven"
                print(f"{count:6} {kind:5} {proven:17}", *(summed(some, name) for name in names))
        if options.every:
            print("\n".join(json.dumps(row) for row in rows))


if __name__ == "__main__":
    main()
