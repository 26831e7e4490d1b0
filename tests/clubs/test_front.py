"""All events, the calendar, the search: what a visitor finds, and whom nobody finds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from tdapp.events.models import Event
from tdapp.kernel import clock
from tests import factories as f
from tests.publishing.hall import Hall, played_hall

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 10)


@pytest.fixture(autouse=True)
def _on_a_day() -> Iterator[None]:
    with clock.at(datetime(2026, 6, 10, 4, 0, tzinfo=UTC)):
        yield


def event(name: str, days: int = 0, **values: object) -> Event:
    """A public event so many days from today."""
    row = f.event()
    day = TODAY + timedelta(days=days)
    Event.objects.filter(pk=row.pk).update(
        **{"name": name, "starts_on": day, "ends_on": day, "public": True, **values}
    )
    return Event.objects.get(pk=row.pk)


def page(where: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(where)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_first_page_shows_what_is_on_and_the_newest_and_the_rest_stands_in_the_list() -> None:
    for number in range(60):
        event(f"Old {number:02}", -400 - number)
    event("Today's Open")
    event("Next Open", 30)
    first = page("/")
    assert "Today&#x27;s Open" in first
    assert "Next Open" in first
    assert "Old 00" in first
    assert "Old 40" not in first
    one, two = page("/events/"), page("/events/?page=2")
    assert "Old 40" in one
    assert "Old 59" not in one
    assert "Old 59" in two
    assert "Page 2 of 2" in two


def test_events_are_found_by_year_and_by_words_of_name_place_and_club() -> None:
    home = f.club("lipa", name="Lipa Tile Club", public=True)
    event("Harvest Open", 20, venue="Quezon City", host=home.club)
    event("Harvest Open", -365, venue="Cebu")
    text = page("/events/?year=2026")
    assert text.count("Harvest Open") == 1
    assert "Lipa Tile Club" in text
    assert page("/events/").count("Harvest Open") == 2
    assert page("/events/?q=harvest+quezon").count("Harvest Open") == 1
    assert page("/events/?q=lipa").count("Harvest Open") == 1
    assert "No event found" in page("/events/?q=nowhere")
    assert page("/events/?year=nonsense&page=x&q=%00").count("Harvest Open") == 2


def test_what_is_not_public_or_was_put_away_stands_nowhere_and_what_is_invented_is_marked() -> None:
    event("Secret Draft", 5, public=False)
    event("Put Away", 5, deleted_at=clock.now())
    event("Invented", 5, demo=True)
    for where in ("/events/", "/calendar/", "/calendar.ics", "/search?q=e"):
        text = page(where)
        for name in ("Secret Draft", "Put Away"):
            assert name not in text, where
        assert ("Invented" in text) == (">Demo<" in text) == (not where.endswith(".ics")), where


def test_the_calendar_has_what_is_on_and_comes_by_month() -> None:
    event("Over", -10)
    event("On Now", -1, ends_on=TODAY)
    event("July Open", 25)
    text = page("/calendar/")
    assert "Over" not in text.split("<main")[1].split("</main>")[0].replace("Overview", "")
    assert text.index("June 2026") < text.index("On Now") < text.index("July 2026") < text.index("July Open")
    assert "Hulyo 2026" in page("/calendar/", "fil")


def test_a_calendar_program_reads_every_event_with_its_days_and_address() -> None:
    row = event("Open; one, two", 25, venue="Hall A")
    answer = Client().get("/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    for line in (
        "SUMMARY:Open\\; one\\, two",
        "DTSTART;VALUE=DATE:20260705",
        "DTEND;VALUE=DATE:20260706",
        "LOCATION:Hall A",
    ):
        assert line in lines
    assert any(line.startswith("URL:") and line.endswith(f"/t/{row.slug}/") for line in lines)


def test_a_clubs_own_calendar_has_its_events_alone() -> None:
    home = f.club("lipa", name="Lipa Tile Club", public=True)
    event("Ours", 25, host=home.club)
    event("Ours in the drawer", 26, host=home.club, public=False)
    event("Theirs", 25)
    text = page("/clubs/lipa/calendar.ics")
    assert [line for line in text.split("\r\n") if line.startswith("SUMMARY")] == ["SUMMARY:Ours"]
    assert "X-WR-CALNAME:Lipa Tile Club" in text
    assert 'href="/clubs/lipa/calendar.ics"' in page("/clubs/lipa/")
    f.club("shut", name="Shut Club")
    assert Client().get("/clubs/shut/calendar.ics").status_code == 404


def named(here: Hall, number: int, **values: object) -> None:
    row = here.division.entrants.get(number=number)
    type(row).objects.filter(pk=row.pk).update(**values)
    type(row.player).objects.filter(pk=row.player_id).update(
        given="Xenia", surname="Quirante", key="quirante xenia"
    )


def test_a_player_is_found_with_the_pages_of_public_events() -> None:
    here = played_hall()
    named(here, 2, age="adult")
    for typed in ("quir", "xenia", "xen+QUIR", "Quirante"):
        text = page(f"/search?q={typed}")
        assert "Xenia Quirante" in text, typed
        assert f"/t/{here.division.event.slug}/{here.division.slug}/players/2/" in text
    assert "Nothing found" in page("/search?q=q")
    assert "Nothing found" in page("/search?q=uirante")


def test_a_child_is_found_by_nobody_and_so_is_who_never_stood_in_anything_public() -> None:
    here = played_hall()
    named(here, 2, age="minor")
    assert "Xenia" not in page("/search?q=quirante")
    named(here, 2, age="minor", display_consent=True)
    assert "Xenia" in page("/search?q=quirante")
    Event.objects.update(public=False)
    assert "Xenia" not in page("/search?q=quirante")


def test_a_club_is_found() -> None:
    f.club("lipa", name="Lipa Tile Club", public=True)
    f.club("hidden", name="Lipa Secret Club")
    text = page("/search?q=lipa")
    assert "Lipa Tile Club" in text
    assert "Lipa Secret Club" not in text


def test_the_search_costs_the_same_for_many_as_for_few(django_assert_max_num_queries: object) -> None:
    for number in range(5):
        here = played_hall()
        named(here, 2, age="adult")
        assert number < 5
    with django_assert_max_num_queries(13):  # type: ignore[operator]
        page("/search?q=quirante")
