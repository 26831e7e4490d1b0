"""What a club is shown for, in one go and by pressing: an officer comes in by a printed code, makes the club's page and an
event, brings it out, shows it on the club's own website and in a season, and carries the website home on a stick.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tdapp.clubs.commands import offices
from tdapp.events.models import Event
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import system
from tdapp.kernel.models import Invitation
from tdapp.kernel.signing_in import invitations
from tests import factories as f
from tests.browser import clubs, rosters, rounds
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LIST = "\n".join(
    [
        "Name\tClub\tRating",
        *(f"{name}, Given\tLipa Tile Club\t1500" for name in ("Abad", "Bernal", "Cruz", "Diaz")),
    ]
)
TOP = "After round 1"


def test_a_club_brings_an_event_out_to_everybody(arrive: Arrive, worker: None, tmp_path: Path) -> None:
    # How a club is opened is shown in `test_clubs.py`; every page is looked at in `test_every_page.py`, here the one that has
    # the club's colour.
    home = f.club("lipa-tile-club", name="Lipa Tile Club")
    offices.invite_first(system(), Installation(), home=home)
    officer, reader = arrive(), arrive(viewport=PHONE)
    clubs.accepted(officer, invitations.code_of(Invitation.objects.get()))
    _says_how_to_join(officer)
    _one_round(officer)
    _everybody_sees_it(reader, officer.event)
    _stands_on_the_clubs_own_website(officer, reader, tmp_path)
    _counts_for_the_season(officer, reader, home.slug)
    _opens_from_a_disk(officer, reader, tmp_path / "stick")


def _says_how_to_join(officer: Person) -> None:
    officer.follow("Public page", "Public page", exact=True)
    officer.page.get_by_label("How to join").fill("Come along on Mondays.")
    officer.page.get_by_label("The club's page is public").check()
    officer.click("Save")
    officer.said("Saved.")
    officer.follow("Logo and colour", "Logo and colour", exact=True)
    officer.page.get_by_label("Pick a colour").fill("#7a1f5c")
    expect(officer.page.get_by_label("Colour optional")).to_have_value("#7a1f5c")
    officer.click("Save")
    officer.said("Saved.")


def _one_round(officer: Person) -> None:
    """Made, entered from a list, paired, played, and brought out by the officer alone."""
    officer.go("/c/lipa-tile-club/")
    officer.press("n", "New event")
    officer.follow("Local club", "New event: Local club")
    officer.page.get_by_label("Name", exact=True).first.fill("Club night")
    officer.page.get_by_label("Number of rounds").fill("1")
    officer.choose("The last rounds", "like the rounds before")
    officer.click("Create the event")
    officer.arrived("Entries")
    officer.event = Event.objects.get(name="Club night").slug
    rosters.paste(officer, LIST)
    rosters.apply(officer, added=4)
    rounds.draft(officer, "open", 1)
    rounds.publish(officer, 1)
    lines = rounds.scores(rounds.seats(officer))
    officer.go("enter/")
    rounds.enter(officer, *lines)
    rounds.close(officer, "open", 1)
    officer.click("Make the standings after round 1 public")
    officer.said("Standings after round 1 are public")


def _everybody_sees_it(reader: Person, event: str) -> None:
    """From the club's page to the event, which says whose it is, and its standings."""
    reader.go("/clubs/")
    reader.follow("Lipa Tile Club", "Lipa Tile Club")
    reader.sees("Come along on Mondays.")
    reader.click("Club night", "link")
    reader.page.wait_for_url(f"**/t/{event}/")
    expect(reader.page.locator("main").get_by_role("link", name="Lipa Tile Club")).to_be_visible()
    clubs.clean(reader)
    reader.follow("Standings", TOP)
    assert reader.page.locator('link[href*="look.css"]').count() == 1, "the club's colour"


def _stands_on_the_clubs_own_website(officer: Person, reader: Person, folder: Path) -> None:
    """The snippet as it was copied shows the standings there, and nothing on a website nobody named."""
    with clubs.website(folder) as port:
        officer.go("/c/lipa-tile-club/websites/")
        officer.page.get_by_label("Websites that may show these pages").fill(f"http://127.0.0.1:{port}")
        officer.click("Save")
        officer.said("Saved.")
        officer.choose("Language", "Filipino")
        officer.click("Change the snippet")
        officer.page.wait_for_url("**/websites/?*lang=fil*")
        officer.click("Copy")
        officer.said("Copied.")
        snippet = officer.page.get_by_label("Club night: Open", exact=True).input_value()
        (folder / "club.html").write_text(f"<!doctype html><title>Our club</title>{snippet}")
        reader.page.goto(f"http://127.0.0.1:{port}/club.html")
        shown = reader.page.frame_locator("iframe")
        expect(shown.get_by_role("heading", name="Pagkatapos ng round 1")).to_be_visible()
        expect(shown.get_by_text("Given Abad")).to_be_visible()
        expect(shown.locator("[data-share]")).to_be_hidden()
        with reader.page.expect_console_message(lambda told: "frame-ancestors" in told.text):
            reader.page.goto(f"http://localhost:{port}/club.html")
        reader.troubles.clear()


def _counts_for_the_season(officer: Person, reader: Person, club: str) -> None:
    """The table gives the reason for every line."""
    officer.go(f"/c/{club}/seasons/")
    officer.click("New season", "link")
    officer.arrived("New season")
    officer.page.get_by_label("Everybody sees it on the club's page").check()
    officer.click("Save")
    officer.said("Saved.")
    reader.go(f"/clubs/{club}/")
    reader.page.locator("main").get_by_role("link", name="Season ").click()
    reader.arrived("Season ")
    reasons = reader.page.locator(".season-why").all_inner_texts()
    assert reasons == [
        f"Club night, Open: {place} of 4, {points} points"
        for place, points in (("1st", 10), ("2nd", 8), ("3rd", 6), ("4th", 5))
    ]


def _opens_from_a_disk(officer: Person, reader: Person, stick: Path) -> None:
    """The file is made, unpacked and opened with a double click; its pages lead to each other in both languages."""
    officer.go("website/")
    officer.click("Make the website")
    officer.arrived("Website")
    with officer.page.expect_download() as started:
        officer.page.get_by_role("link", name="Download").click()
    with zipfile.ZipFile(started.value.path()) as packed:
        packed.extractall(stick)
    reader.page.goto((stick / "index.html").as_uri())
    reader.page.get_by_role("link", name="Standings after round 1").click()
    expect(reader.page.get_by_role("heading", level=1)).to_have_text(TOP)
    expect(reader.page.get_by_text("Given Abad")).to_be_visible()
    reader.page.get_by_role("link", name="Filipino").click()
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Pagkatapos ng round 1")
    gone = [one for one in reader.page.locator("a[href], link[href], img[src]").all() if not _lies_there(one)]
    assert gone == []


def _lies_there(link: object) -> bool:
    """Whether what a link of a page on the disk leads to is a file there."""
    path = link.evaluate("e => decodeURI(new URL(e.href || e.src).pathname)")  # type: ignore[attr-defined]
    return Path(path).is_file()
