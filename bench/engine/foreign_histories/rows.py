"""One round after a foreign history: how long ours takes in memory and from file to file, the peer, and the numbers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from bench.engine._events import clubs_apart, paired, swiss
from bench.engine._pairing_peers import Engine, Pairs, swisspair
from bench.engine.foreign_histories.commands import cpu_of
from bench.engine.foreign_histories.greedy import foreign
from pairings.checks.check_round import Round, check_round
from pairings.event.history import History
from pairings.rounds.request import Request, to_data

NUMBERS = ("repeats", "gap_squared", "same_lean", "club_meetings", "pattern_off", "byes")
FILE_MOST = 1024


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
    row |= {"proven": result.certificate.optimal, "ours numbers": numbers_of(request, boards)}
    if len(request.history.entrants) <= FILE_MOST:
        row["from file"] = cpu_of("pair", to_data(request), "--json")
    if peer:
        row["swisspair"], found = timed(swisspair(request, ""))
        row["swisspair numbers"] = numbers_of(request, found)
    return row
