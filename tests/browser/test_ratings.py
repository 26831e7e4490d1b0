"""A keeper rates an event, a player reads why; nothing a screen reader would trip over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tdapp.events.models import Division, Event
from tdapp.interchange.federation.making import Signature, make
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person
from tests.interchange import bundles
from tests.ratings.test_runs import correct, do, give, new_list, played, players_of
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def clean(person: Person) -> None:
    assert faults(person.page) == [], person.page.url


def crawled(person: Person) -> None:
    """A page anybody may see: the crawl looks at it on a phone (`test_every_page.py`), here the soak does too."""
    if SOAK:
        clean(person)


def test_an_event_is_rated_and_a_player_reads_why(arrive: Arrive) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    Event.objects.update(public=True)
    Division.objects.update(released_round=1)
    keeper = arrive()
    keeper.sign_in(f.user("keeper", operator=True))
    keeper.go("/ratings/")
    crawled(keeper)
    keeper.follow("National", "National")
    keeper.follow("Rating updates", "National", exact=True)
    clean(keeper)
    keeper.page.get_by_role("checkbox").first.check()
    keeper.click("Preview")
    expect(keeper.page.get_by_role("heading", name="4 ratings change")).to_be_visible()
    clean(keeper)
    keeper.page.get_by_label("Rate it all the same").check()
    keeper.click("Rate", exact=True)
    expect(keeper.page.get_by_text("as rated").first).to_be_visible()
    keeper.follow("Settings", "National", exact=True)
    clean(keeper)
    who = players_of(division)[0]
    reader = arrive(viewport=PHONE)
    reader.go("/ratings/national/")
    crawled(reader)
    reader.follow(f"{who.given} {who.surname}", who.surname)
    crawled(reader)
    reader.follow(f"{division.event.name}, {division.name}", who.surname)
    expect(reader.page.get_by_text("won 1 of 1 where 0.50 were expected")).to_be_visible()
    crawled(reader)
    width = reader.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def test_an_event_is_signed_sent_in_and_looked_at(arrive: Arrive) -> None:
    division = played(14)
    data = bundles.elsewhere(make(division.event, Signature("Ana Cruz", remarks="One warning.")).data)
    keeper = arrive()
    keeper.sign_in(f.user("keeper", operator=True))
    keeper.go("/ratings/")
    keeper.follow("Events sent in", "Events sent in")
    clean(keeper)
    keeper.page.set_input_files(
        "input[type=file]", {"name": "b.zip", "mimeType": "application/zip", "buffer": data}
    )
    keeper.click("Look at it")
    expect(keeper.page.get_by_text("One warning.")).to_be_visible()
    clean(keeper)
    keeper.click("Bring this event in")
    expect(keeper.page.get_by_role("link", name=division.event.name)).to_be_visible()
    clean(keeper)
    director = arrive(viewport=PHONE)
    director.sign_in(f.member(division.event, "director", "dina"))
    director.go(f"/e/{division.event.slug}/export/federation")
    clean(director)
    assert director.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    director.page.get_by_label("These are the results as they were played").check()
    with director.page.expect_download() as download:
        director.click("Sign and save the file")
    assert download.value.suggested_filename == f"{division.event.slug}-federation.zip"
    # The page stays as it was: it says that it was done, and is not pressed twice.
    expect(
        director.page.get_by_text("The file is where this browser keeps what it downloads.")
    ).to_be_visible()
    expect(director.page.get_by_role("button", name="Sign and save the file")).to_be_disabled()


def test_corrected_results_are_rated_again_from_the_sentence_that_tells_of_them(arrive: Arrive) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    correct(division.rounds.get().tables.order_by("number")[0], 300, 500)
    keeper = arrive(viewport=PHONE)
    keeper.sign_in(f.user("keeper", operator=True))
    keeper.go("/ratings/national/runs/")
    clean(keeper)
    assert keeper.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    keeper.click("Rate again: preview")
    expect(keeper.page.get_by_role("heading", name="ratings change")).to_be_visible()
    clean(keeper)
