"""One bundle brought in by several people at once: the event is there once, on both databases."""

from __future__ import annotations

from tdapp.events.models import Event
from tdapp.interchange.commands.federation import bring_bundle
from tdapp.interchange.federation.making import Signature, make
from tdapp.interchange.models import BroughtIn
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
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
    assert sorted(one["made"] for one in answers) == [False] * (AT_ONCE - 1) + [True]
    assert len({one["slug"] for one in answers}) == 1
    assert (Event.objects.count(), BroughtIn.objects.count(), Player.objects.count()) == (2, 1, players)
