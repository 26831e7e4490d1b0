"""The list for search engines: every address in it answers and may be found, and nothing of a school, a draft or a player."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from tdapp.clubs.models import Season
from tdapp.events.models import Division, Event
from tdapp.people.models import Club, ClubHome
from tests import factories as f
from tests.publishing.hall import hall

pytestmark = pytest.mark.django_db
ROOT, TINY = "https://results.example.org", "iVBORw0KGgo="


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


def test_pages_that_may_be_found_say_which_address_counts_and_how_a_link_to_them_looks() -> None:
    """Not at a laptop in a hall, where nobody outside reaches them, and of a school nothing."""
    home = f.club("lipa", name="Lipa Tile Club", public=True, about="Mondays & Fridays,\n6 pm")
    season(home, public=True)
    school = f.club("davao", public=True, kind=Club.Kind.SCHOOL)
    season(school, public=True)
    event = night(home, "night", guards_unknown="no")
    who = event.entrants.select_related("player")[0].player
    assert who
    wanted = {
        "/": ("Tournament desk", "Who plays whom, where, and how it stands."),
        "/events/": (
            "Events", "Crossword tournaments, newest first, with the results that were made public",
        ),
        "/calendar/": ("Calendar", "Crossword tournaments to come, month by month"),
        "/clubs/": ("Clubs and schools", "Crossword clubs and schools, with their events and seasons"),
        "/clubs/lipa/": ("Lipa Tile Club", "Mondays &amp; Fridays, 6 pm"),
        "/clubs/lipa/seasons/2026/": ("S · Lipa Tile Club", "Standings, 1 January 2026 – 31 December 2026"),
        f"/players/{who.code}/": (
            f"{who.given} {who.surname}", "All public events, as their results were made public",
        ),
    }  # fmt: skip
    for path, (title, told) in wanted.items():
        with override_settings(PUBLIC_URL=ROOT):
            page = Client().get(path, {"utm_source": "chat"}).content.decode()
        assert page.count(f'<link rel="canonical" href="{ROOT}{path}">') == 1, path
        for name, value in {"title": title, "description": told, "url": f"{ROOT}{path}"}.items():
            assert page.count(f'<meta property="og:{name}" content="{value}">') == 1, (path, name)
        assert "og:image" not in page, path
    ClubHome.objects.filter(pk=home.pk).update(logo=TINY, width=1, height=1, version=3)
    with override_settings(PUBLIC_URL=ROOT):
        assert f'content="{ROOT}/clubs/lipa/logo.png?v=3"' in Client().get("/clubs/lipa/").content.decode()
        for path in ("/clubs/davao/", "/clubs/davao/seasons/2026/"):
            page = Client().get(path).content.decode()
            assert "canonical" not in page, path
            assert "og:" not in page, path
    with override_settings(PUBLIC_URL="", LOCAL=True):
        assert not [path for path in wanted if "canonical" in Client().get(path).content.decode()]


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
