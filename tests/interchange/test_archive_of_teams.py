"""Line-ups and conditions of entry go with the archive; in one for anybody no line-up stands."""

from __future__ import annotations

import pytest

from tdapp.desk.ledger import lineups
from tdapp.desk.pairing.commands.line_ups import set_line_ups
from tdapp.events.entries import eligible
from tdapp.events.entries.commands.eligibility import set_conditions
from tdapp.events.models import Division, Entrant
from tdapp.interchange.event_file.writing import archive
from tests import factories as f
from tests.interchange.archived import as_bytes, brought_in, empty, fresh

pytestmark = pytest.mark.django_db


def test_line_ups_and_conditions_are_the_same_in_the_event_that_was_brought_in() -> None:
    row = f.division(f.event(), plan="matches 1-3", rounds_planned=3)
    for one in f.entrants(row, 4):
        Entrant.objects.filter(pk=one.pk).update(team="AB"[one.number % 2])
    program = f.program(row.event)
    set_line_ups(program, fresh(row), number=2, lines="A: 4 2")
    set_conditions(program, fresh(row), conditions={"regions": ["Cebu"], "kind": "club"})
    told = archive(row.event, private=True)
    assert archive(row.event)["divisions"][0]["line_ups"] == {}
    Division.objects.get(pk=row.pk).eligibility.delete()
    empty()
    made = brought_in(as_bytes(told)).divisions.get()
    assert lineups.written(made) == {"2": "A: 4 2"}
    assert eligible.of_division(made).data == {"regions": ["Cebu"], "kind": "club"}
