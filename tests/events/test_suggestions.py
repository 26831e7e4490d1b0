"""Who it may be while a name is typed at the door: with number and rating, and no child by full name that was never met."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.events.models import Event
from tdapp.people.models import Club, Player, RatingList, RatingValue
from tdapp.people.names import fold
from tests import factories as f

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    row = f.event("cebu")
    f.division(row)
    return row


@pytest.fixture
def door(event: Event) -> Client:
    browser = Client()
    browser.force_login(f.member(event, "registrar"))
    return browser


def listed(given: str, surname: str, number: str, rating: int = 1502, **of: str) -> Player:
    """Somebody on a list of the federation (or of `kind`), met at no event."""
    club, _made = Club.objects.get_or_create(
        key=fold(of.get("club", "Cebu")), defaults={"name": of.get("club", "Cebu")}
    )
    if "school" in of:
        Club.objects.filter(pk=club.pk).update(kind=Club.Kind.SCHOOL)
    player = Player.objects.create(
        given=given, surname=surname, number=number, key=fold(f"{surname} {given}"), club=club
    )
    kind = of.get("kind", "national")
    rows, _made = RatingList.objects.get_or_create(
        slug=kind, defaults={"name": kind, "kind": kind, "public": "hidden" not in of}
    )
    RatingValue.objects.create(rating_list=rows, player=player, rating=rating)
    return player


def told(door: Client, surname: str, given: str = "") -> str:
    return door.get("/e/cebu/entries/known", {"surname": surname, "given": given}).content.decode()


def test_the_federations_list_is_suggested_with_number_club_and_rating_in_any_order(door: Client) -> None:
    listed("Juan", "dela Cruz", "PSPA-12")
    for typed in ("dela", "cruz", "juan cruz", "CRU"):
        page = told(door, typed)
        assert "dela Cruz, Juan" in page
        assert "PSPA-12 · Cebu" in " ".join(page.split())
        assert "1502 (national)" in page
    assert "dela Cruz" not in told(door, "cruz", "maria")
    assert "dela Cruz" not in told(door, "c")


def test_who_is_picked_fills_the_form_with_number_and_rating(door: Client) -> None:
    listed("Juan", "dela Cruz", "PSPA-12")
    page = door.get("/e/cebu/entries/add", {"player": "PSPA-12"}).content.decode()
    assert 'value="PSPA-12"' in page
    assert 'value="1502"' in page


def test_a_child_that_was_never_met_here_is_suggested_by_nobodys_list(door: Client) -> None:
    child = listed("Ana", "Lihim", "PSPA-13")
    other = f.division(f.event("davao"))
    f.entrants(other, 1, age="minor")
    other.entrants.update(player=child)
    listed("Ben", "Lihim", "PSPA-14", club="San Roque", school="yes")
    listed("Cora", "Lihim", "PSPA-15", kind="school")
    assert "Lihim" not in told(door, "lihim")
    assert "Lihim" not in door.get("/e/cebu/entries/add", {"player": "PSPA-13"}).content.decode()


def test_a_list_that_is_not_public_suggests_nobody(door: Client) -> None:
    listed("Ana", "Tago", "PSPA-16", kind="club", hidden="yes")
    assert "Tago" not in told(door, "tago")


def test_who_may_not_register_is_told_nobody(event: Event) -> None:
    listed("Juan", "dela Cruz", "PSPA-12")
    browser = Client()
    browser.force_login(f.member(event, "clerk"))
    assert browser.get("/e/cebu/entries/known", {"surname": "cruz"}).status_code == 403
