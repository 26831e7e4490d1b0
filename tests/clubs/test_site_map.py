"""The list for search engines: every address in it answers and may be found, and nothing of a school, a draft or a player."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.clubs.models import Season
from tdapp.events.models import Division, Event
from tdapp.people.models import Club, ClubHome
from tests import factories as f
from tests.publishing.hall import hall

pytestmark = pytest.mark.django_db


def listed() -> list[str]:
    answer = Client().get("/sitemap.xml")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml; charset=utf-8")
    return re.findall(r"<loc>http://testserver([^<]*)</loc>", answer.content.decode())


def night(home: ClubHome | None, slug: str, **values: Any) -> Event:
    """An event with a round released."""
    here = hall(4)
    Event.objects.filter(pk=here.division.event_id).update(
        host=home.club if home else None, slug=slug, **{"public": True, **values}
    )
    here.publish()
    here.play(1)
    here.division.event.refresh_from_db()
    here.release(1)
    return here.division.event


def season(home: ClubHome, **values: Any) -> Season:
    days = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    return Season.objects.create(club=home.club, slug="2026", name="S", points="3 1", **days, **values)


def test_what_is_public_stands_in_it_once_and_every_address_answers_and_may_be_found() -> None:
    home = f.club("lipa", public=True)
    season(home, public=True)
    night(home, "night")
    night(None, "open")
    found = listed()
    for where in (
        "/",
        "/events/",
        "/clubs/lipa/",
        "/clubs/lipa/seasons/2026/",
        "/t/night/",
        "/t/night/open/standings/",
        "/t/open/",
    ):
        assert found.count(where) == 1, where
    for where in found:
        answer = Client().get(where)
        assert answer.status_code == 200, where
        assert "noindex" not in answer.get("X-Robots-Tag", "")
    assert not any("/players/" in where for where in found)


def test_schools_drafts_and_what_is_hidden_or_invented_stand_in_it_nowhere() -> None:
    school = f.club("central", public=True, kind=Club.Kind.SCHOOL)
    season(school, public=True)
    hidden = f.club("hidden")
    season(hidden, public=True)
    shown = f.club("lipa", public=True)
    season(shown, public=False)
    night(school, "of-school")
    Event.objects.filter(pk=night(shown, "draft").pk).update(public=False)
    night(None, "demo", demo=True)
    night(None, "children", school=True)
    one = night(None, "mixed")
    Division.objects.filter(event=one).update(school=True)
    text = " ".join(listed())
    for word in ("central", "hidden", "2026", "of-school", "draft", "demo", "children", "mixed"):
        assert word not in text, word


def test_it_costs_the_same_however_much_there_is() -> None:
    asked = []
    for number in range(3):
        night(f.club(f"club-{number}", public=True), f"night-{number}")
        with CaptureQueriesContext(connection) as caught:
            listed()
        asked.append(len(caught))
    assert asked[0] == asked[-1] <= 5


def test_engines_are_told_where_it_is_under_the_public_address(settings: Any) -> None:
    assert b"Sitemap: http://testserver/sitemap.xml" in Client().get("/robots.txt").content
    settings.PUBLIC_URL = "https://results.example.org"
    assert b"Sitemap: https://results.example.org/sitemap.xml" in Client().get("/robots.txt").content
    assert b"<loc>https://results.example.org/events/</loc>" in Client().get("/sitemap.xml").content
