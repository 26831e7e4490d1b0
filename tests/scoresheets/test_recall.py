"""A round whose tables have scoresheets is fact: it is not recalled."""

from __future__ import annotations

import pytest

from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.events.models import Round, Table
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.models import Sheet, Timing
from tests.kept import first
from tests.scoresheets.factories import FIRST, Desk, desk, remove, written

pytestmark = pytest.mark.django_db
whole, ready = first(desk)


def recall(here: Desk) -> None:
    round_ = Round.objects.select_related("division__event").get()
    recall_round(here.hall.as_(here.hall.director), round_, reason="wrong list")


def test_a_recall_is_refused_with_the_tables_that_have_sheets() -> None:
    here = written(FIRST)
    with pytest.raises(Refusal) as refused:
        recall(here)
    assert refused.value.code == "sheets-in"
    assert "tables 1 have scoresheets" in str(refused.value)
    assert Sheet.objects.count() == 1


def test_a_sheet_whose_only_row_was_removed_was_still_written_in() -> None:
    here = written(FIRST)
    here.write(remove(here.row(1)))
    with pytest.raises(Refusal, match="scoresheets"):
        recall(here)


def test_a_sheet_that_was_only_opened_and_a_timer_that_ran_do_not_hold_a_round() -> None:
    here = desk()
    Timing.objects.create(table=here.sheet.table, move=1, seat=1, seconds=50, limit=120)
    recall(here)
    assert not Sheet.objects.exists()
    assert not Timing.objects.exists()
    assert not Table.objects.exists()
