"""How fast a round is paired, and how that compares with what the package indexes offer, on the same events.

    python bench/engine/pairings.py [--peer FOLDER] [--npm FOLDER] [--sizes 64,256,1024,4096] [--long]

FOLDER of --peer: the site-packages of an environment of its own with `py4swiss`, `swisspair` and `networkx`
(`python -m venv P; P/bin/pip install py4swiss swisspair networkx`); of --npm: a folder where
`npm install tournament-pairings` was done. Whoever is not there is left out, and named first. Every engine pairs round 7 of the
same seeded events, one thread, best of five runs that take turns (one run where a pairing takes over 5 s), with
median and slowest. CPU time: `ours` from the history to proven boards, reasons left open until they are read;
`everything read` the same with all prices, reasons, alternatives and the digest written down; `from a prepared
state` the proven pairs alone, from whom everybody has met. py4swiss starts from its TRF file; swisspair and
networkx from their own prepared objects; the npm package inside node, its start left out.

What they solve differs: py4swiss follows the FIDE rule book, swisspair and the npm package know neither clubs
nor an order inside a score group, networkx gets our prices. Beside the times stand the checker's numbers of
each answer (`pairings.checks.check_round`, which shares no code with the engine).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine._events import event_of, paired, play, swiss  # noqa: E402
from bench.engine._pairing_peers import Engine, Pairs, networkx, npm, py4swiss, swisspair  # noqa: E402
from core.gc_settings import seldom  # noqa: E402
from pairings.checks.check_round import Round, check_round  # noqa: E402
from pairings.event.history import History  # noqa: E402
from pairings.rounds.field import field_of  # noqa: E402
from pairings.rounds.request import Constraints, Request  # noqa: E402
from pairings.rounds.result import to_data  # noqa: E402
from pairings.systems import SCHEMES  # noqa: E402
from pairings.systems.drawing.draft import Draft  # noqa: E402
from pairings.systems.drawing.draw import draft_of  # noqa: E402

ROUNDS, RUNS, SLOW, CASES = 6, 5, 5.0, 200
NPM = "npm tournament-pairings"
LIMITS = {"py4swiss": 256, "py4swiss burstein": 512, "networkx": 64, NPM: 256}
LONG = {"py4swiss": 1024, "py4swiss burstein": 1024, "networkx": 256, NPM: 1024}
PEERS: list[tuple[str, Callable[[Request, str], Engine], str]] = [
    ("py4swiss", py4swiss, "DutchEngine"),
    ("py4swiss burstein", py4swiss, "BursteinEngine"),
    ("swisspair", swisspair, ""),
    ("networkx", networkx, ""),
]
NUMBERS = (
    "repeats",
    "cross_score",
    "gap_squared",
    "gap_max",
    "same_lean",
    "club_meetings",
    "pattern_off",
    "byes",
)
GOALS = {
    "of py4swiss at 64": 0.25,
    "of swisspair at 64": 0.5,
    "of py4swiss at 256": 1 / 50,
    "of swisspair at 256": 1.5,
    "of py4swiss at 1024": 1 / 300,
    "of swisspair at 4096": 0.6,
    "p95 of the median": 4.0,
    "growth": 1.2,
}


def request_of(count: int, rounds: int = ROUNDS, seed: int = 1) -> Request:
    """Round 7 of an event: the same for everybody."""
    history = play(event_of(count, seed, max(2, count // 20)), rounds, swiss)
    return swiss(history, rounds + 1)


def ours(request: Request) -> Engine:
    return lambda: [tuple(sorted(board.seats)) for board in paired(request).boards]


def ours_read(request: Request) -> Engine:
    """With every price, reason, alternative and the digest written down."""

    def run() -> Pairs:
        result = paired(request)
        to_data(result)
        return [tuple(sorted(board.seats)) for board in result.boards]

    return run


def ours_prepared(request: Request) -> Engine:
    """From a prepared state, as swisspair and networkx are asked: prices, proven pairs, nothing else."""
    field = field_of(request)

    def run() -> Pairs:
        draft = draft_of(field, SCHEMES[request.system])
        assert isinstance(draft, Draft)
        assert draft.solution is not None
        assert draft.solution.proven
        return [tuple(sorted((field.players[i].id, field.players[j].id))) for i, j in draft.pairs]

    return run


def clocked(work: Engine) -> Callable[[], tuple[float, Pairs]]:
    """CPU seconds of one run, and what came out."""

    def run() -> tuple[float, Pairs]:
        start = time.process_time()
        found = work()
        return time.process_time() - start, found

    return run


def here(peer: str) -> bool:
    """Whether a peer can be loaded: its first word is what has to be installed."""
    return find_spec(peer.split()[0]) is not None


def npm_here(folder: str | None) -> bool:
    """Whether the npm package is installed in a folder."""
    return folder is not None and (Path(folder) / "node_modules" / NPM.split()[1]).is_dir()


def missing(options: Any) -> str:
    """What the race does without, in a sentence; nothing when everybody is there."""
    away = list(dict.fromkeys(name.split()[0] for name, _, _ in PEERS if not here(name)))
    told = [f"{', '.join(away)}: not here (--peer FOLDER)"] if away else []
    told += [] if npm_here(options.npm) else [f"{NPM}: not here (--npm FOLDER)"]
    return f"{'; '.join(told)}. Only who is here is timed." if told else ""


def entered(request: Request, options: Any) -> Iterator[tuple[str, Callable[[], tuple[float, Pairs]]]]:
    """Whoever is there and not too slow for this size."""
    count = len(request.history.entrants)
    limits = LONG if options.long else LIMITS
    yield "ours", clocked(ours(request))
    yield "ours, everything read", clocked(ours_read(request))
    yield "ours, from a prepared state", clocked(ours_prepared(request))
    for name, make, detail in PEERS:
        if here(name) and count <= limits.get(name, count):
            yield name, clocked(make(request, detail))
    if npm_here(options.npm) and count <= limits[NPM]:
        yield NPM, npm(request, Path(options.npm))


def race(request: Request, options: Any) -> dict[str, dict[str, Any]]:
    """Seconds and the checker's numbers of everybody on one event; they take turns."""
    found: dict[str, dict[str, Any]] = {}
    works = dict(entered(request, options))
    for _ in range(RUNS):
        for name, work in works.items():
            if found.get(name, {}).get("seconds", 0) < SLOW:
                seconds, pairs = work()
                times = [*found.get(name, {}).get("all", ()), seconds]
                found[name] = {"seconds": min(times), "all": times, "pairs": pairs}
    for row in found.values():
        times = [one * 1000 for one in row.pop("all")]
        row["median ms"], row["slowest ms"] = round(median(times), 3), round(max(times), 3)
        row["numbers"] = numbers_of(request, row.pop("pairs"))
        row["times ours"] = round(row["seconds"] / found["ours"]["seconds"], 2)
        row["seconds"] = round(row["seconds"], 5)
    return found


def numbers_of(request: Request, pairs: Pairs) -> dict[str, int]:
    """What the checker counts."""
    seen = {one for pair in pairs for one in pair}
    byes = tuple(one.id for one in request.history.entrants if one.id not in seen)
    numbers = check_round(request.history, Round(request.round, tuple(pairs), byes)).numbers
    return {name: numbers[name] for name in NUMBERS if name in numbers}


def mixed(count: int) -> Iterator[Request]:
    """Rounds of many kinds: early and late, clubs few and many, every pattern, wishes, starts weighed or not."""
    chance = Random(count)
    for seed in range(CASES // 20):
        event = event_of(count + seed % 2, seed, chance.choice([0, 2, 8, count // 20]))
        history = play(event, 10, swiss)
        for number in range(1, 11):
            for _ in range(2):
                yield mixed_round(History(history.entrants, history.rounds[: number - 1]), number, chance)


def mixed_round(history: History, number: int, chance: Random) -> Request:
    ids = [one.id for one in history.entrants]
    one, two, three, four = chance.sample(ids, 4)
    wishes = chance.choice(
        [
            Constraints(),
            Constraints(clubs="avoid"),
            Constraints(clubs="avoid", locked=((one, two),)),
            Constraints(forbidden=((one, two), (three, four)), back_to_back="never"),
        ]
    )
    system = chance.choice(["swiss", "swiss", "swiss", "koth"])
    params: dict[str, int | str] = {"repeats": chance.choice([0, 1])} if system == "koth" else {
        "pattern": chance.choice(["slide", "fold", "adjacent"]), "starts": chance.choice(["weighed", "ignored"])
    }  # fmt: skip
    return Request(history, number, system, params, constraints=wishes)


def spread(count: int) -> dict[str, Any]:
    """Median, 95th percentile and worst of the mixed cases, and how many answers were proven."""
    times, proven = [], 0
    for request in mixed(count):
        start = time.process_time()
        proven += paired(request).certificate.optimal
        times.append(time.process_time() - start)
    times.sort()
    middle, high = median(times), times[len(times) * 95 // 100]
    return {
        "cases": len(times),
        "proven": proven,
        "median ms": round(middle * 1000, 1),
        "p95 ms": round(high * 1000, 1),
        "worst ms": round(times[-1] * 1000, 1),
        "p95 of the median": round(high / middle, 2),
    }


def growth(seconds: dict[int, float]) -> dict[str, float]:
    """The exponent of the time between each size and the next."""
    sizes = sorted(seconds)
    return {
        f"{a}-{b}": round(math.log(seconds[b] / seconds[a]) / math.log(b / a), 2) for a, b in pairwise(sizes)
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peer", metavar="FOLDER")
    parser.add_argument("--npm", metavar="FOLDER")
    parser.add_argument("--sizes", default="64,256,1024,4096")
    parser.add_argument("--mixed", default="256", help="sizes of the mixed cases")
    parser.add_argument("--long", action="store_true", help="slow peers at larger sizes too: minutes")
    options = parser.parse_args()
    seldom()  # As each process of the program and `python -m pairings` do.
    if options.peer:
        sys.path.append(options.peer)
    if told := missing(options):
        print(told, file=sys.stderr)
    sizes = [int(size) for size in options.sizes.split(",")]
    rows = {size: race(request_of(size), options) for size in sizes}
    print(json.dumps({"race": rows}, indent=1))
    print(json.dumps({"growth": growth({size: row["ours"]["seconds"] for size, row in rows.items()})}))
    for size in filter(None, options.mixed.split(",")):
        print(json.dumps({"mixed": int(size), **spread(int(size))}))
    print(json.dumps({"goals": GOALS}))


if __name__ == "__main__":
    main()
