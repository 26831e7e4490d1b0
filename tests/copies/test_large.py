"""As large as the product promises: more rows than a database takes in one list."""

from __future__ import annotations

import pytest

from tdapp.desk.models import Result, ResultLine
from tdapp.desk.rehearsal import invariants
from tdapp.kernel import clock
from tests import factories as f

pytestmark = pytest.mark.django_db
PLAYERS, ROUNDS = 1100, 1


def test_whether_everything_holds_can_be_asked_of_a_large_event() -> None:
    """Taking over asks it; the results are rows here, and all that is wrong with them is that no log tells of them."""
    here = f.hall(players=PLAYERS, rounds=ROUNDS)
    tables = list(here.division.rounds.get(number=1).tables.prefetch_related("seats"))
    results = [
        Result(
            table=table,
            version=1,
            in_force=True,
            sequence=at,
            entered_name="Alice",
            confirmed_name="Alice",
            confirmed_at=clock.now(),
        )
        for at, table in enumerate(tables, start=1)
    ]
    Result.objects.bulk_create(results)
    ResultLine.objects.bulk_create(
        ResultLine(result=one, slot=slot, seat=slot.seat, score=400 - slot.seat)
        for one in results
        for slot in one.table.seats.all()
    )
    (fault,) = invariants.broken(here.event)
    assert fault["sentence"] == f"{PLAYERS * ROUNDS // 2} results are not in the log."
