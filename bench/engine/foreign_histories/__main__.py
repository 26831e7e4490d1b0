"""What a round costs after a history the engine did not make, odd and even rounds apart, beside who is there.

    ./td bench foreign_histories [--sizes 64,256,1024,4096,10000] [--rounds 2-14] [--seeds 1] [--clubs] [--peer FOLDER]
    ./td bench foreign_histories --events FOLDER [--peer FOLDER]

CPU time from the request in memory to proven boards, one run each: median and slowest over the rounds of one kind, the
goal, and how many were proven over all pairs. Up to 1,024 players the same from file to file, by `python -m pairings
pair`, with the start of Python. In an even round everybody has started once too often or once too seldom, so the round
that is even in starts lies far from the nominal partners: what is easy in odd rounds is hard in even ones.

FOLDER of --events: real events instead, as `.t`, TRF or event files, also in folders below it: each of their rounds from
the second on is paired again after the rounds before it as they were played.

FOLDER of --peer: the site-packages of an environment of its own with `swisspair` (`pip install --target FOLDER
swisspair`), which knows neither clubs nor starts nor an order inside a score group, and proves nothing. So the
checker's numbers of both stand below the times, summed over the rounds. Without it only ours is timed, and that is said.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from bench.engine.foreign_histories.event_files import events_in, repeated
from bench.engine.foreign_histories.rows import NUMBERS, requests, row_of
from core.gc_settings import seldom
from pairings.rounds.request import Request

GOALS = {64: 4, 256: 12, 1024: 60, 4096: 400, 10_000: 1500}
PEER = "swisspair"


def options_of() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="64,256,1024,4096,10000")
    parser.add_argument("--rounds", default="2-14")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--clubs", action="store_true", help="an event of many clubs, kept apart")
    parser.add_argument("--events", metavar="FOLDER", type=Path)
    parser.add_argument("--peer", metavar="FOLDER")
    parser.add_argument("--every", action="store_true", help="each round as a line of its own too")
    return parser.parse_args()


def times_of(rows: list[dict[str, Any]], name: str) -> str:
    """Median and slowest, in milliseconds."""
    times = [row[name] * 1000 for row in rows if name in row]
    return f"{median(times):8.1f} {max(times):8.1f}" if times else " " * 17


def line_of(count: int | str, kind: str, rows: list[dict[str, Any]]) -> str:
    """One size (or event), rounds of one kind."""
    proven = f"{sum(row['proven'] for row in rows)} of {len(rows)}"
    parts = [
        f"{count:7} {kind:4}",
        times_of(rows, "ours"),
        f"{GOALS.get(count, '') if isinstance(count, int) else '':>6}",
        f"{proven:>9}",
    ]
    parts += [times_of(rows, "from file")]
    if PEER in rows[0]:
        ratio = median(row["ours"] for row in rows) / median(row[PEER] for row in rows)
        parts += [times_of(rows, PEER), f"{ratio:7.1f}"]
    return " ".join(parts)


def numbers_line(rows: list[dict[str, Any]], name: str) -> str:
    """The checker's numbers of one engine, summed over the rounds."""
    sums = ", ".join(
        f"{number} {sum(row[f'{name} numbers'].get(number, 0) for row in rows)}" for number in NUMBERS
    )
    return f"{'':14}{name}: {sums}"


def main() -> None:
    """The table."""
    options = options_of()
    seldom()  # As each process of the program and `python -m pairings` do.
    if options.peer:
        sys.path.append(options.peer)
    peer = find_spec(PEER) is not None
    if not peer:
        print(f"{PEER} is not here (--peer FOLDER): only ours is timed.")
    head = f"{'players':>7} round{'median':>8}{'slowest':>9}{'goal':>7}{'proven':>10}{'from file':>18}"
    print(f"CPU ms, median and slowest\n{head}{f'{PEER:>18}{chr(32) * 3}ratio' if peer else ''}")
    for request in requests(64, range(4, 6), 1, True):
        row_of(request, peer)  # What is loaded once is nobody's round.
    for name, asked in of_files(options.events) if options.events else of_sizes(options):
        print_rows(name, [row_of(request, peer) for request in asked], options.every)


def of_sizes(options: argparse.Namespace) -> Iterator[tuple[int, Iterator[Request]]]:
    """Each size with the rounds of its seeds."""
    low, high = (int(part) for part in options.rounds.split("-"))
    for count in (int(size) for size in options.sizes.split(",")):
        asked = (requests(count, range(low, high + 1), 1 + at, options.clubs) for at in range(options.seeds))
        yield count, chain.from_iterable(asked)


def of_files(folder: Path) -> Iterator[tuple[str, Iterator[Request]]]:
    """Each event of a folder with its rounds, its players counted; what is none is said."""
    for file, found in events_in(folder):
        if isinstance(found, str):
            print(f"{file}: left out. {found}")
        else:
            print(f"{file}: {len(found.entrants)} players, {len(found.rounds)} rounds")
            yield str(len(found.entrants)), repeated(found)


def print_rows(name: int | str, rows: list[dict[str, Any]], every: bool) -> None:
    """Odd and even rounds apart, the checker's numbers below."""
    for kind, rest in (("odd", 1), ("even", 0)):
        if some := [row for row in rows if row["round"] % 2 == rest]:
            print(line_of(name, kind, some), flush=True)
            print("\n".join(numbers_line(some, who) for who in ("ours", PEER) if who in some[0]))
    if every:
        print("\n".join(json.dumps(row) for row in rows))


if __name__ == "__main__":
    main()
