"""A club in one afternoon: opened by the operator, handed to its officer, who makes an event, keeps members, and shows the
club to everybody.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tdapp.events.models import Event
from tdapp.kernel.models import Invitation
from tdapp.kernel.signing_in import invitations
from tdapp.people.models import ClubMember
from tests import factories as f
from tests.browser.clubs import clean, opened
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_club_in_one_afternoon(arrive: Arrive) -> None:
    opened(arrive)
    lia = f.user("lia", shown="Lia Ponce")
    invitations.use(Invitation.objects.get(), lia)
    officer = arrive()
    officer.sign_in(lia)
    officer.go("/")
    officer.follow("Lipa Tile Club", "Lipa Tile Club")
    clean(officer)
    officer.press("n", "New event")
    officer.page.locator("main .cols a").first.click()
    officer.arrived("New event: ")
    officer.page.get_by_label("Name", exact=True).first.fill("Club night")
    officer.click("Create the event")
    officer.arrived("Entries")
    event = Event.objects.get(name="Club night")
    officer.go(f"/e/{event.slug}/people")
    expect(officer.page.get_by_text("Through Lipa Tile Club, which runs this event")).to_be_visible()
    officer.go("/c/lipa-tile-club/")
    officer.follow("Members", "Members", exact=True)
    officer.page.get_by_role("link", name="Add", exact=True).or_(
        officer.page.get_by_role("link", name="New member")
    ).first.click()
    officer.arrived("New member")
    for label, text in (("Surname", "dela Cruz"), ("Given name", "Ana"), ("Paid until", "2026-01-31")):
        officer.page.get_by_label(label).fill(text)
    officer.click("Add", exact=True)
    officer.arrived("Members")
    expect(officer.page.get_by_role("row", name=re.compile("dela Cruz, Ana"))).to_contain_text("lapsed")
    assert ClubMember.objects.get().player.surname == "dela Cruz"
    clean(officer)
    officer.follow("Public page", "Public page", exact=True)
    officer.page.get_by_label("The club's page is public").check()
    officer.page.get_by_label("How to join").fill("Come along on Mondays.")
    officer.click("Save")
    officer.arrived("Public page")
    reader = arrive(viewport=PHONE)
    reader.go("/clubs/")
    reader.follow("Lipa Tile Club", "Lipa Tile Club")
    expect(reader.page.get_by_text("Come along on Mondays.")).to_be_visible()
    assert "Club night" not in reader.page.content(), "nothing of the event is public yet"
    clean(reader)


def test_a_foreign_officer_meets_a_page_that_is_not_there(arrive: Arrive) -> None:
    home = f.club("theirs", name="Their Club")
    f.event("draft", host=home.club)
    stranger = arrive()
    stranger.sign_in(f.officer(f.club("mine", name="My Club"), name="mia"))
    stranger.go("/c/mine/")
    for where in ("/c/theirs/", "/c/theirs/members/", "/e/draft/"):
        answer = stranger.page.goto(where)
        assert answer
        assert answer.status == 404
    stranger.troubles.clear()
