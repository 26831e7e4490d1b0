"""Two clubs of one installation: what one has, the other's officers find nowhere, at no address and in no list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.clubs.commands import members
from tdapp.desk.models import Prize
from tdapp.desk.prizes.page import sources
from tdapp.events.entries import roster
from tdapp.events.models import Event, NamedSet
from tdapp.people.models import ClubHome, ClubMember
from tdapp.people.officers import club_context
from tests import factories as f
from tests.contracts.addresses import Address, every_address
from tests.contracts.standing import MISSING, standing

pytestmark = pytest.mark.django_db
SECRET = "Xylographer"


@pytest.fixture
def theirs() -> ClubHome:
    """A club with a draft, an event with an entrant, a member: each named so that it is found anywhere."""
    home = f.club("theirs", name="Their Club")
    event = f.event("draft", name=f"{SECRET} Open", host=home.club)
    entrants = f.entrants(f.division(event), 2, surname=SECRET, age="minor")
    Prize.objects.create(event=event, order=1, kind="high-game", places=[{"cents": 5000, "thing": ""}])
    officer = club_context(f.officer(home), home, "web")
    members.add_member(officer, home, given="Lia", surname=SECRET, federation_number="F-1")
    ClubMember.objects.create(club=home.club, player=entrants[0].player)
    return home


@pytest.fixture
def mine(theirs: ClubHome) -> ClubHome:
    home = f.club("mine", name="My Club")
    f.division(f.event("night", name="Club night", host=home.club))
    return home


@pytest.fixture
def stranger(client: Client, mine: ClubHome) -> Client:
    client.force_login(f.officer(mine, "club-officer", "mia"))
    return client


def without_a_thing() -> Iterator[Address]:
    """Addresses that need no more than which event or club is meant, or not even that."""
    for address in every_address():
        if set(address.parameters) <= {"event", "club", "home", "division", "number"}:
            yield address


def where(address: Address, event: str, club: str) -> str:
    told = {"event": event, "club": club, "home": club, "division": "open", "number": 1}
    return reverse(address.name, kwargs={name: told[name] for name in address.parameters})


def test_no_address_tells_an_officer_of_anything_another_club_has(stranger: Client) -> None:
    """Every address that can be filled in: at their club and event there is nothing, and nowhere else stands their name."""
    asked = 0
    for address in without_a_thing():
        answer = stranger.get(where(address, "draft", "theirs"))
        content = b"" if answer.streaming else answer.content
        assert SECRET.encode() not in content, address.name
        if (address.at_an_event or address.at_a_club) and standing(answer) != "405":
            public = address.pattern.startswith(("t/", "api/"))
            assert public or standing(answer) == MISSING, address.name
            assert answer.status_code in (404, 405) or address.name == "publishing:now", address.name
            asked += 1
    assert asked > 100


def test_nor_do_the_pages_of_ones_own_club_and_event(stranger: Client) -> None:
    seen = 0
    for address in without_a_thing():
        answer = stranger.get(where(address, "night", "mine"), {"q": SECRET[:4], "surname": SECRET[:4]})
        content = b"" if answer.streaming else answer.content
        assert SECRET.encode() not in content, address.name
        seen += answer.status_code == 200
    assert seen > 60


def test_nobody_of_theirs_is_suggested_offered_or_copied(mine: ClubHome, theirs: ClubHome) -> None:
    officer, own = f.officer(mine), Event.objects.get(slug="night")
    ctx = f.acting(officer, own)
    assert list(roster.met_by(ctx)) == []
    assert roster.players_like(ctx, own, SECRET) == []
    assert sources(ctx, own) == []
    head = f.officer(theirs)
    assert [row.slug for row in sources(f.acting(head, Event.objects.get(slug="draft")), own)] == ["draft"]


def test_boards_are_kept_for_the_events_of_one_club(mine: ClubHome, theirs: ClubHome) -> None:
    """And those of events that no club runs for others of those."""
    own, draft, nobodys = Event.objects.get(slug="night"), Event.objects.get(slug="draft"), f.event()
    again, last_year = f.event(host=mine.club), f.event()
    for event in (own, draft, last_year):
        facts = {"kind": "board", "name": "Big board", "content": {"rows": ["..."], "start": "A1"}}
        NamedSet.objects.create(scope=event.scope_key, **facts)
    seen = {event: [row.scope for row in NamedSet.library_of(event)] for event in (again, draft, nobodys)}
    assert seen == {again: [own.scope_key], draft: [draft.scope_key], nobodys: [last_year.scope_key]}


def test_the_api_lists_ones_own_events_alone(stranger: Client) -> None:
    told = stranger.get(reverse("api:events")).content.decode()
    assert '"night"' in told
    assert "draft" not in told
    assert stranger.get(reverse("api:event", args=["draft"])).status_code == 404


def test_a_session_that_a_pin_opened_at_an_event_opens_no_club(client: Client, mine: ClubHome) -> None:
    event = Event.objects.get(slug="night")
    officer = f.officer(mine)
    f.taken_over(client, officer, event)
    assert client.get("/e/night/").status_code == 200
    assert (
        standing(client.get("/c/mine/", headers={"Accept": "application/json"})) == "asked for the password"
    )


def test_who_keeps_the_installation_opens_clubs_and_sees_nothing_of_them(
    client: Client, theirs: ClubHome
) -> None:
    client.force_login(f.user(operator=True))
    assert "Their Club" in client.get("/c/").content.decode()
    for page in ("/c/theirs/", "/c/theirs/members/", "/c/theirs/officers/", "/c/theirs/new", "/e/draft/"):
        assert client.get(page).status_code == 404
    assert SECRET not in client.get("/c/").content.decode()
