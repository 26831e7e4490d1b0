"""One bundle brought in by several people at once: the event is there once, on both databases."""

from __future__ import annotations

from tdapp.events.models import Event
from tdapp.interchange.commands.federation import bring_bundle
from tdapp.interchange.federation.making import Signature, make
from tdapp.interchange.models import BroughtIn
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import Player
from tests import factories as f
from tests.interchange import bundles
from tests.races.crowd import at_once

AT_ONCE = 4


def test_one_bundle_brought_in_by_four_at_once_is_one_event(database: str) -> None:
    division = f.division(f.event(), confirm_policy="single")
    f.entrants(division, 4)
    f.play(f.published(division))
    data, players = bundles.elsewhere(make(division.event, Signature("Ana")).data), Player.objects.count()
    answers = at_once([lambda: bring_bundle(context.system(), Installation(), data=data)] * AT_ONCE)
    told = [one for one in answers if not isinstance(one, Refusal)]
    assert [one["made"] for one in told].count(True) == 1
    assert len({one["slug"] for one in told}) == 1
    # Who read it at the same moment is told to look again; nothing of theirs stays.
    late = {one.code for one in answers if isinstance(one, Refusal)}
    assert late <= {"already-imported", "changed-meanwhile"}
    assert (Event.objects.count(), BroughtIn.objects.count(), Player.objects.count()) == (2, 1, players)
