"""What the automatic screen shows as the day goes on, and that nothing is on any screen that is not public."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tdapp.events.models import Entrant, Event
from tdapp.events.setup.commands import editing
from tdapp.publishing.screens.all_kinds import in_order
from tests import factories as f
from tests.needles import standing
from tests.publishing.hall import hall
from tests.screens.halls import feed, named, slides, text

pytestmark = pytest.mark.django_db
ALL = tuple(in_order())


def test_the_automatic_screen_follows_the_day_by_itself() -> None:
    here = hall(6)
    front = named(here)
    Entrant.objects.filter(number=6).update(checked_in_at=None)
    assert slides(feed(here, screen=front)) == ["missing:open", "here:open", "code"]
    here.publish()
    assert slides(feed(here, screen=front))[0] == "missing:open"
    here.show(1)
    assert slides(feed(here, screen=front)) == ["names:open", "tables:open"]
    f.enter(here.round(1).tables.get(number=1), 400, 390)
    assert slides(feed(here, screen=front)) == ["names:open", "tables:open"]
    f.enter(here.round(1).tables.get(number=2), 400, 390)
    assert slides(feed(here, screen=front)) == ["out:open"]
    f.enter(here.round(1).tables.get(number=3), 400, 390)
    assert slides(feed(here, screen=front)) == ["in:open"]
    here.release(1)
    assert slides(feed(here, screen=front)) == ["standings:open"]
    here.publish()
    here.show(2)
    assert slides(feed(here, screen=front)) == ["names:open", "tables:open"]


def test_no_kind_of_screen_names_anybody_before_something_of_him_is_shown() -> None:
    here = hall(6)
    Event.objects.update(public=True)
    here.publish()
    here.play(1)
    for show in ALL:
        told = text(feed(here, f"show={show}"))
        assert not any(row.surname in told for row in Entrant.objects.all()), show


def test_pairings_taken_back_leave_every_screen() -> None:
    here = hall(6)
    here.publish()
    here.show(1)
    assert all("Bautista" in text(feed(here, f"show={show}")) for show in ("names", "tables", "out"))
    here.show(1, shown=False)
    assert not any("Bautista" in text(feed(here, f"show={show}")) for show in ALL)


def test_who_is_missing_is_on_a_screen_only_where_the_director_put_it() -> None:
    here = hall(4)
    Entrant.objects.filter(number=2).update(checked_in_at=None)
    Event.objects.update(public=True)
    assert "Bautista" not in text(feed(here, "show=checkin"))
    other = named(here, "Clock", show="clock")
    assert "Bautista" not in text(feed(here, "show=checkin"))
    door = named(here, "Door", show="checkin")
    assert slides(feed(here, screen=door)) == ["missing:open", "here:open"]
    assert "3 of 4 are here" in text(feed(here, screen=door))
    assert "Bautista" not in text(feed(here, screen=other))


@pytest.mark.parametrize("show", ["checkin", "names", "tables", "out", "standings"])
def test_a_child_is_on_the_screen_by_the_public_name_alone(show: str) -> None:
    here = hall(4, school=True, age="minor")
    named(here)
    here.publish()
    here.show(1)
    if show == "standings":
        here.play(1)
        here.release(1)
    told = text(feed(here, f"show={show}"))
    assert "B., Fe (Davao Tiles) #2" in told
    assert "Bautista" not in told


def test_still_out_names_the_tables_without_an_entry_and_the_standings_stay_those_released() -> None:
    here = hall(6)
    here.publish()
    here.show(1)
    f.enter(here.round(1).tables.get(number=2), 400, 390)
    told = text(feed(here, "show=out"))
    assert "2 results pending" in told
    assert "Carla Cruz" not in told
    assert standing(told, "400") == []
    assert slides(feed(here, "show=standings")) == ["nothing"]


def test_two_people_of_one_name_are_told_apart_by_their_clubs() -> None:
    here = hall(4)
    Entrant.objects.filter(number__lte=2).update(given="Ana", surname="Abad")
    here.publish()
    here.show(1)
    told = text(feed(here, "show=names"))
    assert "Abad, Ana (Cebu Word Club) #1 1890" in told
    assert "Abad, Ana (Davao Tiles) #2 1880" in told


def test_ratings_are_hidden_in_public_and_particles_left_out_of_the_order_where_the_event_says_so() -> None:
    here = hall(4)
    Entrant.objects.filter(number=4).update(rating=0)
    here.publish()
    here.show(1)
    assert "dela Cruz, Ben #4 1" in text(feed(here, "show=names"))
    event = here.division.event
    editing.edit_event(f.program(event), event, show_ratings=False, under_particle=False)
    cache.clear()
    names = text(feed(here, "show=names"))
    assert standing(names, "1890") == []
    assert names.index("dela Cruz, Ben #4 1") < names.index("Cruz, Karl #3 2")


def test_a_screen_about_one_division_shows_no_other() -> None:
    here = hall(4)
    kids = f.division(here.division.event, "Kids")
    f.entrants(kids, 4)
    f.published(kids, public_at="2026-03-14T01:00:00Z")
    here.publish()
    here.show(1)
    assert slides(feed(here, "show=tables&divisions=kids")) == ["tables:kids"]
    assert slides(feed(here, "show=tables")) == ["tables:open", "tables:kids"]
    assert "Kids · Round 1" in text(feed(here, "show=tables"))
