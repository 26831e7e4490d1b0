"""Standings of 1,000 players after 20 rounds (goal: 50 ms): the rules alone, and from the database.

Beside it in the same run, as peer: the least that can be done for a list by wins and spread - one pass over the
scores into two dictionaries and one sort. It knows no shared places, no starts, byes, absences or caps, no places of
the round before and no sentence that explains a place; the ratio is their price. Each is run RUNS times after one to
warm up; the median counts. The results are compared before anything is measured.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from pairings.event.history import Entrant, History, Played, Seat  # noqa: E402
from pairings.standings.standings import Row, standings  # noqa: E402
from tdapp.desk.ledger import division_standings as desk  # noqa: E402
from tdapp.desk.ledger import history as halls  # noqa: E402
from tdapp.desk.models import Result, ResultLine  # noqa: E402
from tdapp.events.models import Division, Round, Slot, Table  # noqa: E402
from tdapp.events.models import Entrant as Entry  # noqa: E402
from tdapp.kernel import clock  # noqa: E402
from tests import factories  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

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


def stored(history: History) -> Division:
    """The same event as rows, written in bulk: it is reading that is measured."""
    division = factories.division(factories.event("bench"), table_last=PLAYERS)
    entries = Entry.objects.bulk_create(
        Entry(event=division.event, division=division, number=e.seed, surname=e.name, rating=e.rating)
        for e in history.entrants
    )
    for number, games in enumerate(history.rounds, start=1):
        _store_round(division, number, games, {str(row.number): row for row in entries})
    return Division.objects.select_related("event").get(pk=division.pk)


def _store_round(division: Division, number: int, games: tuple, entries: dict[str, Entry]) -> None:
    now = clock.now()
    facts = {"status": "closed", "published_at": now, "closed_at": now}
    row = Round.objects.create(division=division, number=number, **facts)
    tables = Table.objects.bulk_create(Table(round=row, number=game.table) for game in games)
    results = Result.objects.bulk_create(
        Result(table=table, version=1, in_force=True, confirmed_at=now, sequence=at, entered_name="x")
        for at, table in enumerate(tables)
    )
    seats = [
        (table, result, place, seat)
        for table, result, game in zip(tables, results, games, strict=True)
        for place, seat in enumerate(game.seats, start=1)
    ]
    slots = Slot.objects.bulk_create(
        Slot(round=row, entrant=entries[seat.entrant], kind="seat", table=table, seat=place)
        for table, _result, place, seat in seats
    )
    ResultLine.objects.bulk_create(
        ResultLine(result=result, slot=slot, seat=place, score=seat.score)
        for slot, (_table, result, place, seat) in zip(slots, seats, strict=True)
    )


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
    """The rules alone beside the peer, then the database."""
    history = field()
    assert wins_and_spreads(standings(history, ROUNDS)) == [row[1:] for row in bare(history)]
    rules, other = median(lambda: standings(history, ROUNDS)), median(lambda: bare(history))
    print_times(f"standings, {PLAYERS} players x {ROUNDS} rounds, rules alone (goal 50)", rules)
    print_times("one pass and a sort, nothing else (peer)", other)
    print(f"ratio {rules[1] / other[1]:.1f} : 1")
    with tempfile.TemporaryDirectory(prefix="td-bench-") as folder:
        from_database(history, f"sqlite:///{Path(folder).as_posix()}/db.sqlite3")
    return 0


def from_database(history: History, url: str) -> None:
    """What a page waits for when nothing is cached, in its parts."""
    with looking_into(url):
        call_command("migrate", verbosity=0)
        _from_rows(history, stored(history))
        connection.close()


def _from_rows(history: History, division: Division) -> None:
    assert wins_and_spreads(desk.compute(division, ROUNDS)) == wins_and_spreads(standings(history, ROUNDS))
    print_times("from the database (SQLite), nothing cached", median(lambda: desk.compute(division, ROUNDS)))
    print_times("of which reading", median(lambda: halls.of_division(division, after=ROUNDS)))
    print_times("from the cache, entrants loaded", median(lambda: desk.table(division, ROUNDS)))


if __name__ == "__main__":
    sys.exit(main())
