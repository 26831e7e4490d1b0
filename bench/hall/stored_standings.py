"""Standings of 1,000 players after 20 rounds from the database: nothing cached, the reading alone, and from the cache.

The rules alone, and what they are beside the least that can be done, are timed by `standings`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from bench.engine.standings import PLAYERS, ROUNDS, field, median, print_times, wins_and_spreads  # noqa: E402
from pairings.event.history import History  # noqa: E402
from pairings.standings.standings import standings  # noqa: E402
from tdapp.desk.ledger import division_standings as desk  # noqa: E402
from tdapp.desk.ledger import history as halls  # noqa: E402
from tdapp.desk.models import Result, ResultLine  # noqa: E402
from tdapp.events.models import Division, Round, Slot, Table  # noqa: E402
from tdapp.events.models import Entrant as Entry  # noqa: E402
from tdapp.kernel import clock  # noqa: E402
from tests import factories  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402


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


def main() -> int:
    """A database of its own."""
    with tempfile.TemporaryDirectory(prefix="td-bench-") as folder:
        from_database(field(), f"sqlite:///{Path(folder).as_posix()}/db.sqlite3")
    return 0


if __name__ == "__main__":
    sys.exit(main())
