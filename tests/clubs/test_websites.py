"""The websites a club lets show its events: kept by its officers, for all its events, and by nobody else."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.people.models import ClubHome
from tests import factories as f

WHERE, CLUB = "/c/lipa/websites/", "https://club.example.org"
pytestmark = pytest.mark.django_db


def as_(home: ClubHome, role: str) -> Client:
    client = Client()
    client.force_login(f.officer(home, role))
    return client


def test_an_officer_names_them_and_copies_what_shows_a_public_event() -> None:
    home = f.club("lipa")
    f.division(f.event("night", name="Club night", host=home.club, public=True))
    f.division(f.event("draft", name="A draft", host=home.club))
    one = as_(home, "club-publisher")
    assert one.post(WHERE, {"websites": "club.example.org/results", "seen": 1}).status_code == 303
    assert ClubHome.objects.get().frames == [CLUB]
    page = one.get(WHERE).content.decode()
    assert "/embed/night/open/standings/" in page
    assert "/embed/draft/" not in page


def test_a_slip_is_told_and_the_second_of_two_sees_the_firsts() -> None:
    home = f.club("lipa", frames=[CLUB], version=2)
    one = as_(home, "club-officer")
    wrong = one.post(WHERE, {"websites": "*", "seen": 2})
    assert (wrong.status_code, "“*” is no website" in wrong.content.decode()) == (422, True)
    assert one.post(WHERE, {"websites": "https://other.example", "seen": 1}).status_code == 409
    assert ClubHome.objects.get().frames == [CLUB]


def test_another_clubs_officer_finds_nothing_there_and_a_member_manager_may_not() -> None:
    home, typed = f.club("lipa"), {"websites": CLUB, "seen": 1}
    for who, status in ((as_(f.club("theirs"), "club-officer"), 404), (as_(home, "member-manager"), 403)):
        assert (who.get(WHERE).status_code, who.post(WHERE, typed).status_code) == (status, status)
    assert ClubHome.objects.get(slug="lipa").frames == []
