"""An invented federation holds what the house asks of every event, whatever of it was written past the commands."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tdapp.desk.ledger import division_standings
from tdapp.desk.models import Finalisation, Snapshot
from tdapp.desk.prizes import finals
from tdapp.desk.rehearsal import invariants
from tdapp.events.models import Event
from tdapp.people.models import ClubHome, Player
from tdapp.ratings.models import RatingRun

pytestmark = pytest.mark.django_db


def test_a_federation_of_a_thousandth_is_sound_rated_and_made_once() -> None:
    said = StringIO()
    call_command("make_federation", "--scale", "0.0004", "--json", stdout=said)
    told = json.loads(said.getvalue())
    assert (told["clubs"], told["players"], told["rated"]) == (2, 60, 4)
    assert (ClubHome.objects.count(), Player.objects.count()) == (2, 60)
    over = Event.objects.filter(divisions__released_round__gt=0)
    assert [invariants.checked(event).faults for event in over] == [[]] * 4
    assert all(not invariants.checked(event).unchecked for event in over)
    for kept in Snapshot.objects.select_related("division__event"):
        computed = division_standings.compute(kept.division, kept.after)
        assert division_standings.stored_rows(kept.division, kept.after, computed) == kept.rows
    for final in Finalisation.objects.select_related("division__event"):
        assert final.rows == finals.rows_now(final.division)
        assert final.digest == finals.digest(final.rows, final.awards)
    assert RatingRun.objects.filter(state=RatingRun.State.CURRENT).count() == 4
    with pytest.raises((CommandError, SystemExit)):
        call_command("make_federation", "--scale", "0.0004", stderr=StringIO())
    assert Event.objects.count() == 5
