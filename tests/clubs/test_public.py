"""A club's page for everybody: what is public of its events, and nobody guarded among it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.models import Freeze
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock
from tdapp.people.models import Club, ClubHome
from tests import factories as f
from tests.contracts.pages import check
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db


def page(slug: str = "lipa") -> str:
    """As somebody with a phone sees it."""
    answer = Client().get(f"/clubs/{slug}/")
    assert answer.status_code == 200
    return answer.content.decode()


def hosted(home: ClubHome, players: int = 4, **values: object) -> Hall:
    """One round of the club's event is played, and nothing released."""
    here = hall(players, **values)
    Event.objects.filter(pk=here.division.event_id).update(host=home.club, name="Club night")
    here.publish()
    here.play(1)
    return here


def winner_of(here: Hall) -> Entrant:
    """Who leads the released standings."""
    first = next(row for row in here.fresh().snapshots.get(why="released").rows if row["rank"] == 1)
    return here.fresh().entrants.select_related("player").get(number=first["number"])


def test_a_club_without_a_public_page_is_not_there() -> None:
    f.club("lipa", colour="#0b5d7a")
    for where in ("/clubs/lipa/", "/clubs/lipa/look.css", "/clubs/lipa/logo.png", "/clubs/nobody/"):
        assert Client().get(where).status_code == 404
    assert "lipa" not in Client().get("/clubs/").content.decode()


def test_what_the_club_says_of_itself_stands_there() -> None:
    f.club(
        "lipa",
        name="Lipa Tile Club",
        public=True,
        about="Mondays, 6 pm",
        joining="Come along",
        contact="0917",
    )
    shown = page()
    for text in ("Lipa Tile Club", "Mondays, 6 pm", "Come along", "0917"):
        assert text in shown
    assert "Lipa Tile Club" in Client().get("/clubs/").content.decode()


def test_addresses_a_club_writes_can_be_pressed() -> None:
    f.club("lipa", public=True, joining="See https://club.example.org/join", contact="lipa@club.example.org")
    shown = page()
    assert 'href="https://club.example.org/join"' in shown
    assert 'href="mailto:lipa@club.example.org"' in shown


def test_an_officer_who_saves_a_page_that_is_not_public_is_told_so(client: Client) -> None:
    home = f.club("lipa")
    client.force_login(f.officer(home))
    told = [
        client.post(
            "/c/lipa/page", {"about": "Mondays", "seen": seen, **public}, follow=True
        ).content.decode()
        for seen, public in ((1, {}), (2, {"public": "on"}))
    ]
    assert ["Nobody sees the page yet" in text for text in told] == [True, False]


def test_drafts_are_not_on_it_and_public_events_to_come_are() -> None:
    home = f.club("lipa", public=True)
    f.event("draft", name="A draft", host=home.club, starts_on="2030-05-01", ends_on="2030-05-01")
    f.event(
        "next", name="Next night", host=home.club, public=True, starts_on="2030-06-01", ends_on="2030-06-01"
    )
    f.event("away", name="Put away", host=home.club, public=True, deleted_at="2026-01-01T00:00:00Z")
    f.event("theirs", name="Their night", public=True, host=f.club().club)
    shown = page()
    assert 'href="/t/next/"' in shown
    for name in ("A draft", "Put away", "Their night"):
        assert name not in shown


def test_results_and_records_are_those_that_were_released() -> None:
    home = f.club("lipa", public=True)
    here = hosted(home)
    assert "Last results" not in page()
    here.release(1)
    cache.clear()
    shown = page()
    winner = winner_of(here)
    assert f"{winner.given} {winner.surname}" in shown
    assert "<strong>414</strong>" in shown
    here.publish()
    here.play(2)
    Entrant.objects.filter(pk=winner.pk).update(version=2)
    cache.clear()
    assert page() == shown, "round 2 is not released"


def test_on_its_last_day_an_event_that_is_over_is_neither_coming_nor_in_a_round() -> None:
    home = f.club("lipa", public=True)
    here = hosted(home)
    here.release(1)
    today = {"starts_on": clock.today(), "ends_on": clock.today(), "public": True}
    Event.objects.filter(pk=here.division.event_id).update(**today)
    for planned, over in ((2, False), (1, True)):
        Division.objects.filter(pk=here.division.pk).update(rounds_planned=planned)
        cache.clear()
        front = Client().get("/").content.decode()
        shown = page()
        assert "/clubs/lipa/calendar.ics" in shown, "the calendar takes up the next one by itself"
        assert ("No event is announced" in shown, "all rounds played" in front) == (over, over), planned
    Freeze.objects.create(division=here.division, last=1)
    assert "all rounds played" not in Client().get("/").content.decode(), "the end is kept for the ceremony"


@pytest.mark.parametrize("school", [False, True])
def test_a_child_stands_on_it_nowhere_not_even_shortened(school: bool) -> None:
    home = f.club("lipa", public=True, kind=Club.Kind.SCHOOL if school else Club.Kind.CLUB)
    here = hosted(home, school=school, age="unknown" if school else "minor")
    here.release(1)
    shown = page()
    assert "name hidden (minor)" in shown
    for row in here.fresh().entrants.all():
        assert row.given not in shown
        assert row.surname not in shown


def test_who_is_a_child_at_another_event_is_one_here_too() -> None:
    home = f.club("lipa", public=True)
    here = hosted(home)
    here.release(1)
    winner = winner_of(here)
    other = f.entrant(f.division(f.event()), 1, age="minor")
    assert winner.surname in page()
    Entrant.objects.filter(pk=other.pk).update(player=winner.player)
    assert winner.surname not in page()


def test_a_schools_page_is_nothing_for_search_engines() -> None:
    f.club("lipa", public=True, kind=Club.Kind.SCHOOL)
    f.club("davao", public=True)
    assert Client().get("/clubs/lipa/").headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "X-Robots-Tag" not in Client().get("/clubs/davao/").headers


def test_colour_and_logo_stand_on_it_under_their_version() -> None:
    f.club("lipa", public=True, colour="#0b5d7a", version=4)
    assert "/clubs/lipa/look.css?v=4" in page()
    assert "#0b5d7a" in Client().get("/clubs/lipa/look.css?v=4").content.decode()
    assert Client().get("/clubs/lipa/logo.png").status_code == 404


def test_a_club_without_a_colour_has_no_style_sheet() -> None:
    f.club("lipa", public=True)
    assert "look.css" not in page()
    assert Client().get("/clubs/lipa/look.css").status_code == 404


def test_it_is_strict_and_speaks_both_languages() -> None:
    f.club("lipa", public=True, joining="Come along")
    check(Client().get("/clubs/lipa/"))
    filipino = Client().get("/clubs/lipa/", headers={"Accept-Language": "fil"}).content.decode()
    assert '<html lang="fil">' in filipino


def test_a_look_costs_the_same_however_many_events_are_over() -> None:
    """While nothing changed: what was reckoned is kept, only who is guarded is asked."""
    home = f.club("lipa", public=True)
    asked = []
    for _event in range(3):
        hosted(home).release(1)
        cache.clear()
        page()
        with CaptureQueriesContext(connection) as caught:
            page()
        asked.append(len(caught))
    assert asked[0] == asked[-1] <= 12
