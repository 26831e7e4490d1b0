"""Before the first round: the event, its people, its entries, who is in the hall."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.person import Person


def create_event(person: Person, name: str, preset: str, divisions: Sequence[tuple[str, str]]) -> None:
    """From the first page: kind of event, name, divisions (name, plan). The person stands at its entries then."""
    person.press("n", "New event")
    person.follow(preset, f"New event: {preset}")
    person.fill(Name=name)
    for number, (title, plan) in enumerate(divisions, start=1):
        if number > 1:
            person.click("One more division", "link")
        card = person.page.get_by_role("group", name=f"Division {number}", exact=True)
        card.get_by_label("Name", exact=True).fill(title)
        card.get_by_label(re.compile("^Rounds and pairing")).fill(plan)
    person.keys("Enter")
    person.arrived("Entries")
    found = re.search(r"/e/([^/]+)/entries/", person.page.url)
    assert found
    person.event = found[1]


def join_link(director: Person, role: str) -> str:
    """A link for volunteers, as the QR code shows it; its path."""
    director.go("people")
    director.choose("They join as", role)
    director.click("Make the link")
    director.arrived("Join as")
    shown: str = director.page.locator(".qr-card a").inner_text()
    return "/join/" + shown.rpartition("/join/")[2]


def join(person: Person, path: str, name: str) -> None:
    """A volunteer with a phone: a name, no PIN, no e-mail."""
    person.go(path)
    person.keys(name, "Enter")
    person.arrived("Overview")


def take_over(person: Person, name: str, pin: str) -> None:
    """At a shared laptop: Alt w (also from inside the line), who, PIN, Enter."""
    person.press("Alt+w", "Who takes over?")
    person.choose("Who", name)
    person.page.get_by_label("PIN", exact=True).focus()
    person.keys(pin, "Enter")
    expect(person.page.locator("[data-menu] summary")).to_contain_text(name)
    person.page.wait_for_load_state("load")


def walk_in(person: Person, surname: str, given: str, *, division: str = "", missed: str = "") -> None:
    """Somebody at the door, typed from field to field; Enter enters him and the form is ready for the next."""
    person.press("n", "Add a player")
    expect(person.page.get_by_label("Surname", exact=True)).to_be_focused()
    person.keys(surname, "Tab", given)
    if division:
        person.choose("Division", division)
    if missed:
        person.choose("Rounds already played count as", missed)
    person.page.get_by_label("Given name").press("Enter")
    person.said(f"{surname}, {given}")


def check_in(person: Person, beginning: str) -> None:
    """A part of the name and Enter."""
    line = person.page.get_by_role("textbox", name="Name, number or card", exact=True)
    expect(line).to_be_focused()
    expect(line).to_have_value("")
    person.keys(beginning, "Enter")


def is_here(person: Person, counts: str) -> None:
    """The live count of the check-in page."""
    expect(person.page.locator(".figures dd")).to_have_text(counts)


def card_of(person: Person, heading: str) -> Locator:
    """The card under a heading."""
    return person.page.locator(".card", has=person.page.get_by_role("heading", name=heading)).last
