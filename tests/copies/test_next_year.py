"""An event held again: set up as last year, and nobody of last year in it."""

from __future__ import annotations

from datetime import date

import pytest

from lexicon_admin.models import Edition
from tdapp.desk.models import Freeze, PhoneRule, Prize, PrizeGiving
from tdapp.events.models import Event
from tdapp.events.models.hall import DayPlan, RoundTime
from tdapp.events.setup.commands.creating import clone_event
from tdapp.judging.models import Pin, WordRules
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.publishing.models import HallScreen
from tests import factories as f
from tests.judging.words import edition

pytestmark = pytest.mark.django_db


def test_next_years_event_has_last_years_prizes_day_and_screens_and_nobody_of_it(hall: f.Hall) -> None:
    event, division = hall.event, hall.division
    winner = division.entrants.first()
    f.division(event, "Juniors")
    division.wishes = {"prizes": 3, "no_bye": [str(winner.pk)]}
    division.save()
    places = [{"cents": 500_000, "thing": "trophy"}, {"cents": 0, "thing": "medal"}]
    Prize.objects.create(event=event, division=division, order=2, kind="rank", places=places, ties="broken")
    Prize.objects.create(
        event=event, order=1, kind="custom", title="Fair play", places=places[1:], given_to=winner
    )
    PrizeGiving.objects.create(event=event, protest_minutes=20, most_each=1, step=4, ended_at=clock.now())
    Freeze.objects.create(division=division, last=2, unveiled_at=clock.now(), unveiled_name="Alice")
    PhoneRule.objects.create(division=division, mode="off")
    DayPlan.objects.create(event=event, line="9:00 r1-3, lunch 60, r4-7, prizes")
    RoundTime.objects.create(division=division, minutes=55, last_turn="play-out")
    HallScreen.objects.create(
        event=event, slug="left", name="Left", show="ceremony", zoom=150, divisions=["open"]
    )
    made = clone_event(
        context.system(), Installation(), source=event, name="Open 2027", starts_on=date(2027, 3, 13)
    )
    twin = Event.objects.get(slug=made["slug"])
    first, second = Prize.objects.filter(event=twin)
    assert (first.title, first.given_to, first.division) == ("Fair play", None, None)
    assert (second.kind, second.places, second.ties, second.division.slug) == (
        "rank",
        places,
        "broken",
        "open",
    )
    giving = PrizeGiving.objects.get(event=twin)
    assert (giving.protest_minutes, giving.most_each, giving.step, giving.ended_at) == (20, 1, 0, None)
    again = twin.divisions.get(slug="open")
    assert (again.freeze.last, again.freeze.holds, again.phone_rule.mode) == (2, True, "off")
    assert (again.round_time.minutes, again.round_time.last_turn) == (55, "play-out")
    assert again.wishes == {"prizes": 3}
    assert twin.day_plan.line == event.day_plan.line
    (screen,) = twin.hall_screens.all()
    assert (screen.slug, screen.show, screen.zoom, screen.divisions) == ("left", "auto", 150, ["open"])
    assert not twin.entrants.exists()
    told = AuditEntry.objects.get(intent="event.clone").payload["after"]["carried"]
    assert told == {
        "day plan": 1, "phones": 1, "prizes": 2, "round times": 1, "rounds kept back": 1, "screens": 1,
        "what divisions play for": 1,
    }  # fmt: skip


def test_next_years_words_are_decided_by_the_same_lists_but_for_those_taken_back(hall: f.Hall) -> None:
    main, taken_back = edition(["BAHAY"]), edition(["LUMA"], "dialect", "old-words")
    for place, row in enumerate((main, taken_back), start=1):
        Pin.objects.create(division=hall.division, edition=row, layer=row.lexicon.kind, place=place)
    WordRules.objects.create(division=hall.division, mode="judge")
    Edition.objects.filter(pk=taken_back.pk).update(
        status=Edition.Status.REVERTED, reverted_at=clock.now(), revert_reason="misspelt"
    )
    made = clone_event(
        context.system(), Installation(), source=hall.event, name="Open 2027", starts_on=date(2027, 3, 13)
    )
    again = Event.objects.get(slug=made["slug"]).divisions.get()
    assert [(pin.edition, pin.layer, pin.place) for pin in again.pins.all()] == [(main, "main", 1)]
    assert again.word_rules.mode == "judge"
