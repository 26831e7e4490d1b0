"""A team challenge in browsers: entered with teams, line-ups with a substitute, paired, results from a clerk, team standings at
the desk, on paper and on a phone; axe on the page everybody sees.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tdapp.events.models import Event
from tests import factories as f
from tests.axe import faults
from tests.browser import rosters, rounds, setting_up
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TEAMS = ("Cebu", "Davao", "Lipa")
SURNAMES = ("Abad", "Bautista", "Cruz", "Ferrer", "Muñoz", "Peña", "Quiambao", "Santos", "Umali")


def test_a_team_challenge_from_its_entries_to_its_standings_on_a_phone(arrive: Arrive) -> None:
    """Cebu (1 4 7) sits out of round 1; Davao (2 5 8) plays 8 on board 1 for 2 and meets Lipa (3 6 9)."""
    director = arrive()
    director.sign_in(f.user("dina", operator=True, shown="Dina Director"))
    _entries(director)
    _line_up(director)
    seats = _round(director)
    _results(arrive, director.event, seats)
    rounds.confirm_all(director, len(seats))
    _standings(director)
    _sheets(director)
    _everybody_sees(director, arrive(viewport=PHONE))


def crawled(director: Person) -> None:
    """A page the crawl looks at for a director at a desk (`test_every_page.py`); here the soak does too."""
    if SOAK:
        assert faults(director.page) == []


def _entries(director: Person) -> None:
    director.go("/")
    setting_up.create_event(
        director, "Hamon ng mga Koponan", "Team challenge", [("Open", "matches(boards=2) 1-3")]
    )
    people = [f"{surname}\tAna\t{TEAMS[at % 3]}\t{1900 - 10 * at}" for at, surname in enumerate(SURNAMES)]
    rosters.paste(director, "\n".join(["Apelyido\tPangalan\tTeam\tRating", *people]))
    rosters.dry_run(director, added=len(people), refused=0)
    rosters.apply(director, added=len(people))


def _line_up(director: Person) -> None:
    """The substitute comes on at board 1; a stranger is refused and what was typed stays."""
    director.go("open/round/1/")
    director.press("l", "Line-ups of round 1")
    crawled(director)
    director.page.get_by_text("Type them as lines").press("Enter")
    lines = director.page.get_by_label("Line-ups, a line for each team")
    for typed, said in (("Davao: 8 1", "is not of Davao"), ("Davao: 8 5", "Line-ups set.")):
        lines.fill(typed)
        director.keys("Tab", "Enter")
        director.sees(said)
        director.page.wait_for_load_state("load")
        expect(lines).to_have_value(
            typed if typed != "Davao: 8 5" else "Cebu: 1 4 7\nDavao: 8 5 2\nLipa: 3 6 9"
        )
    director.press("r", "Round 1")


def _round(director: Person) -> list[rounds.Seats]:
    rounds.draft(director, "open", 1)
    rounds.publish(director, 1)
    crawled(director)
    seats = rounds.seats(director)
    assert [{*one.names} for one in seats] == [{"Santos, Ana", "Cruz, Ana"}, {"Muñoz, Ana", "Peña, Ana"}]
    director.sees("2 boards pending")
    return seats


def _results(arrive: Arrive, event: str, seats: list[rounds.Seats]) -> None:
    """The clerk types both boards for Davao, whoever started."""
    clerk = arrive(event)
    clerk.sign_in(f.member(Event.objects.get(slug=event), "clerk"))
    clerk.go("enter/")
    first = ("Santos, Ana", "Muñoz, Ana")
    rounds.enter(
        clerk, *(f"{one.table} 420 390" if one.names[0] in first else f"{one.table} 390 420" for one in seats)
    )


def _standings(director: Person) -> None:
    director.go("open/round/1/")
    director.sees("all entered")
    director.follow("Teams", "Teams after round 1")
    rows = [row[:5] for row in director.grid()]
    assert rows == [
        ["1", "Cebu", "2", "2–0", "+100"], ["2", "Davao", "2", "2–0", "+60"], ["3", "Lipa", "0", "0–2", "−60"],
    ]  # fmt: skip
    crawled(director)


def _sheets(director: Person) -> None:
    """As the printer gets it: both line-ups, the reserve, a line for each captain, no rail."""
    director.go("open/round/1/print/")
    director.follow("Match sheets", "Match sheets")
    director.page.emulate_media(media="print")
    for text in ("Captain of Davao", "Captain of Lipa", "Reserves of Davao: Bautista, Ana"):
        director.sees(text)
    expect(director.page.locator(".rail")).to_be_hidden()
    director.page.emulate_media(media="screen")


def _everybody_sees(director: Person, phone: Person) -> None:
    rounds.close(director, "open", 1)
    director.click("Make public the pairings of round 1")
    director.said("Round 1")
    director.click("Make the standings after round 1 public")
    director.said("Standings after round 1 are public")
    phone.go(f"/t/{director.event}/open/teams/")
    phone.arrived("Teams after round 1")
    assert [row[:4] for row in phone.grid()] == [
        ["1", "Cebu", "2", "2"],
        ["2", "Davao", "2", "2"],
        ["3", "Lipa", "0", "0"],
    ]
    phone.sees("Matches of round 1")
    assert faults(phone.page) == []
