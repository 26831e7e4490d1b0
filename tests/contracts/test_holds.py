"""While a command keeps its scope's turn nobody else writes there: what it does in that time does not grow with the hall.

Counted are statements and rows from the turn to the commit, in a day played by a small and by a larger field. What every
other command does is bounded where each address is sent its body (`test_every_write_is_a_command`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tdapp.desk.pairing.commands.release import release_standings
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Entrant, Event
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.copies import insert_rows, rehearsing
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import commands, context
from tdapp.kernel.commands import Change, Installation, command
from tdapp.people.models import Club
from tests import factories as f
from tests.holds import Hold, watched
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
SMALL, LARGE = 24, 60 if SOAK else 48
# Statements more than the small field's: a bulk insert of the larger one may take a second statement.
SLACK = 6
# Rows a command writes at once for each player, and the log; what takes more than one leg writes no more in any.
ROWS_A_PLAYER, FEW = 4, 30


def day(players: int) -> dict[str, Hold]:
    """Setting up, entering, two rounds with results, release, and the files of it brought in; the longest hold of each."""
    system = context.system()
    with watched() as holds:
        event = simulation.run(simulation.Field(players, 2, 7, f"Day {players}", f"day-{players}"), system)
        division = Division.objects.select_related("event").get(event=event)
        release_standings(context.system(event.scope_key), division, after=1)
        import_event(
            system, Installation(), files=[("open.t", render(event, Wish("t")))], name=f"T {players}"
        )
        archive = render(event, Wish("json", private=True))
        import_archive(system, Installation(), data=archive, slug=f"again-{players}")
    longest: dict[str, Hold] = {}
    for hold in holds:
        known = longest.setdefault(hold.intent, Hold(hold.intent))
        known.statements = max(known.statements, hold.statements)
        known.rows = max(known.rows, hold.rows)
    return longest


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[dict[str, Hold], dict[str, Hold]]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield day(SMALL), day(LARGE)
        transaction.set_rollback(True)


def test_a_larger_hall_makes_no_turn_longer(both: tuple[dict[str, Hold], dict[str, Hold]]) -> None:
    small, large = both
    assert len(large) >= 12, "the day asks the commands it is meant to ask"
    grown = {
        intent: (small[intent], hold)
        for intent, hold in large.items()
        if intent in small and hold.statements > small[intent].statements + SLACK
    }
    assert grown == {}
    assert {one.intent: one.rows for one in large.values() if one.rows > ROWS_A_PLAYER * LARGE + FEW} == {}


def test_files_come_in_by_legs(both: tuple[dict[str, Hold], dict[str, Hold]]) -> None:
    for sized in both:
        for intent in ("event.import", "event.import_archive"):
            assert sized[intent].rows <= 2 * LARGE + FEW


@pytest.fixture
def careless() -> Iterator[Any]:
    """A command that writes one statement a row, as one is easily written."""

    @command("test.careless", "done carelessly", needs="installation.create_event")
    def run(ctx: Any, target: Installation, *, rows: int) -> Change:
        for number in range(rows):
            Club.objects.create(name=f"Club {number}", key=f"club {number} of {rows}")
        return Change({}, "clubs")

    yield run
    del commands.REGISTRY["test.careless"]


def test_a_command_of_one_statement_a_row_would_be_caught(careless: Any) -> None:
    with watched() as holds:
        careless(context.system(), Installation(), rows=3)
        careless(context.system(), Installation(), rows=40)
    few, many = holds
    assert many.statements > few.statements + SLACK


def test_what_is_staged_is_out_of_sight_until_the_last_leg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in any leg nothing is to be seen; refused in one, nothing is left."""
    system = context.system()
    event = simulation.run(simulation.Field(8, 1, 7, "Day", "day"), system)
    archive = render(event, Wish("json", private=True))
    seen: list[int] = []

    def leg(self: Any, *args: Any) -> None:
        seen.append(Event.objects.filter(deleted_at=None).count())
        if len(seen) == 4:
            raise RuntimeError("cut")

    real = commands.fence.check
    monkeypatch.setattr(commands.fence, "check", lambda head: (real(head), leg(None)))
    people, events = Entrant.objects.count(), Event.objects.count()
    with pytest.raises(RuntimeError, match="cut"):
        import_archive(system, Installation(), data=archive, slug="again")
    assert set(seen) == {events}
    assert Entrant.objects.count() == people
    assert Event.objects.count() == events


def test_a_rehearsal_is_written_a_batch_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = f.hall(LARGE, rounds=3, played=3)
    monkeypatch.setattr(insert_rows, "BATCH", 20)
    with watched(bare="rehearsal") as holds:
        made = rehearsing.begun(context.system(), hall.event)
    assert made.deleted_at is None
    assert sum(hold.rows for hold in holds) > LARGE * 5
    assert max(hold.rows for hold in holds) <= LARGE + FEW
