"""Results read back as they stood at the release, whatever happened to their tables since."""

from __future__ import annotations

import pytest

from pairings.event import history as h
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Snapshot
from tdapp.desk.results.commands.results import confirm_result, correct_result, undo_result
from tdapp.events.models import Table
from tdapp.publishing.released import rounds
from tests import factories as f
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db


def ready(policy: str = "single") -> Hall:
    here = hall(4)
    here.division.confirm_policy = policy
    here.division.save()
    here.publish()
    return here


def outcome(here: Hall, table: int) -> h.Outcome:
    """What the newest release says of a table of round 1."""
    snapshot = Snapshot.objects.filter(division=here.division, why="released").order_by("-version").first()
    assert snapshot is not None
    snapshot.division = here.fresh()
    rows = rounds.history(snapshot).rounds[0]
    return next(row for row in rows if getattr(row, "table", None) == table)


def scores(here: Hall, table: int) -> list[int] | None:
    row = outcome(here, table)
    return [seat.score for seat in row.seats] if isinstance(row, h.Played) else None


def correct(here: Hall, *values: int, kind: str = "played") -> None:
    table = f.table(here.division, 1, 1)
    current = current_result(table)
    assert current is not None
    entry = Entry(kind, scores=values, absent=(2,) if kind == "forfeit" else ())
    correct_result(
        f.program(here.division.event), table, entry=entry, seen=current.version, reason="slip", sure=True
    )


def test_an_untouched_table_is_as_it_is() -> None:
    here = ready()
    f.enter(f.table(here.division, 1), 444, 333)
    here.release(1)
    assert scores(here, 1) == [444, 333]


def test_a_result_entered_after_the_release_is_not_part_of_it() -> None:
    here = ready()
    f.enter(f.table(here.division, 1), 444, 333)
    here.release(1)
    f.enter(f.table(here.division, 2), 500, 400)
    assert isinstance(outcome(here, 2), h.Unfinished)
    here.release(1)
    assert scores(here, 2) == [500, 400]


@pytest.mark.parametrize("kind", ["played", "forfeit", "unscored"])
def test_a_correction_of_any_kind_waits_for_the_next_release(kind: str) -> None:
    here = ready()
    f.enter(f.table(here.division, 1), 444, 333)
    here.release(1)
    correct(here, *((501, 222) if kind == "played" else ()), kind=kind)
    assert scores(here, 1) == [444, 333]


@pytest.mark.parametrize("kind", ["forfeit", "unscored"])
def test_what_was_released_as_no_game_stays_one(kind: str) -> None:
    here = ready()
    f.enter(f.table(here.division, 1), 444, 333)
    correct(here, kind=kind)
    here.release(1)
    correct(here, 501, 222)
    snapshot = Snapshot.objects.get(division=here.division)
    found = {
        type(row) for row in rounds.history(snapshot).rounds[0] if "Unfinished" not in type(row).__name__
    }
    assert found == {h.Forfeit if kind == "forfeit" else h.Unscored}


def test_corrected_before_and_after_the_release_the_one_between_counts() -> None:
    here = ready()
    f.enter(f.table(here.division, 1), 444, 333)
    correct(here, 455, 333)
    here.release(1)
    correct(here, 466, 333)
    assert scores(here, 1) == [455, 333]


def test_taken_back_and_entered_anew_after_the_release_the_released_one_counts() -> None:
    here = ready()
    clerk = f.acting(f.member(here.division.event, "clerk"), here.division.event)
    f.enter(f.table(here.division, 1), 444, 333, by=clerk)
    here.release(1)
    undo_result(clerk, f.table(here.division, 1), seen=1)
    f.enter(f.table(here.division, 1), 480, 333, by=clerk)
    assert scores(here, 1) == [444, 333]


def test_an_entry_waiting_for_its_second_person_at_the_release_is_not_part_of_it() -> None:
    here = ready("two-people")
    f.enter(f.table(here.division, 1), 444, 333, confirm=False)
    here.release(1)
    confirm_result(f.program(here.division.event), f.table(here.division, 1), seen=1)
    assert isinstance(outcome(here, 1), h.Unfinished)


def test_another_division_and_a_later_round_with_the_same_table_numbers_touch_nothing() -> None:
    here = ready()
    f.enter(f.table(here.division, 1), 444, 333)
    here.release(1)
    here.publish()
    f.enter(f.table(here.division, 1, 2), 599, 100)
    assert scores(here, 1) == [444, 333]
    assert Table.objects.filter(number=1).count() == 2
