"""A keeper rates an event, a player reads why; nothing a screen reader would trip over."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tdapp.events.models import Division, Event
from tests import factories as f
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person
from tests.ratings.test_runs import give, new_list, played, players_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def clean(person: Person) -> None:
    found = Axe().run(person.page)
    assert found.violations_count == 0, found.generate_report()


def test_an_event_is_rated_and_a_player_reads_why(arrive: Arrive) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    Event.objects.update(public=True)
    Division.objects.update(released_round=1)
    keeper = arrive()
    keeper.sign_in(f.user("keeper", operator=True))
    keeper.go("/ratings/")
    clean(keeper)
    keeper.follow("National", "National")
    keeper.follow("Runs", "National", exact=True)
    clean(keeper)
    keeper.page.get_by_role("checkbox").first.check()
    keeper.click("See who would move")
    expect(keeper.page.get_by_role("heading", name="4 players move")).to_be_visible()
    clean(keeper)
    keeper.click("Rate", exact=True)
    expect(keeper.page.get_by_text("as rated").first).to_be_visible()
    keeper.follow("Settings", "National", exact=True)
    clean(keeper)
    who = players_of(division)[0]
    reader = arrive(viewport=PHONE)
    reader.go("/ratings/national/")
    clean(reader)
    reader.follow(f"{who.given} {who.surname}", who.surname)
    clean(reader)
    reader.follow(f"{division.event.name}, {division.name}", who.surname)
    expect(reader.page.get_by_text("won 1 of 1 where 0.50 were expected")).to_be_visible()
    clean(reader)
    width = reader.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
