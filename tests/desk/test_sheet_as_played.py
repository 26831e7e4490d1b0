"""A table that has scoresheets does not lose its players; one at which a sheet was only opened may."""

from __future__ import annotations

import pytest

from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.events.models import Round, Table
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.editor.commands.writing import create
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.desk.sheets import open_one
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4)


def moved(here: f.Hall) -> None:
    """The players of table 1 sat at table 9."""
    round_ = Round.objects.select_related("division__event").get(division=here.division)
    numbers = [slot.entrant.number for slot in here.seats(1)]
    as_played(here.as_(here.director), round_, tables={1: [], 9: numbers}, reason="they sat at the window")


def test_a_table_with_a_written_sheet_keeps_its_players() -> None:
    here = f.hall(4)
    open_one(here, 1, 412, 388)
    with pytest.raises(Refusal, match="Nobody would sit at table 1 any more, but it has scoresheets"):
        moved(here)
    assert Table.objects.filter(number=9).count() == 0
    assert len(here.seats(1)) == 2


def test_a_sheet_that_was_only_opened_goes_with_its_table() -> None:
    here = f.hall(4)
    create(here.as_(here.clerk), here.table(1))
    moved(here)
    assert Sheet.objects.count() == 0
    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [2, 9]


def test_players_who_changed_seats_keep_their_sheet() -> None:
    here = f.hall(4)
    open_one(here, 1, 412, 388)
    round_ = Round.objects.select_related("division__event").get(division=here.division)
    numbers = [slot.entrant.number for slot in here.seats(1)]
    as_played(here.as_(here.director), round_, tables={1: numbers[::-1]}, reason="the other one started")
    assert [slot.entrant.number for slot in here.seats(1)] == numbers[::-1]
    assert Sheet.objects.count() == 1
