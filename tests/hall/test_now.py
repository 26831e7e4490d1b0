"""now.json: small, the same while nothing happens, and no query for the phone that asks next."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from tdapp.events.models import Announcement, Event, RoundClock
from tdapp.kernel import clock
from tdapp.kernel.running import monotonic_clock
from tests import factories as f

pytestmark = pytest.mark.django_db
TEN = datetime(2026, 3, 14, 2, 0, tzinfo=UTC)


def a_public_hall() -> Event:
    """A public event with one round, its clock running since the machine's 1,000th second."""
    hall = f.hall(8)
    Event.objects.filter(pk=hall.event.pk).update(public=True)
    RoundClock.objects.create(
        round=hall.division.rounds.get(),
        print_version=1,
        seconds=3600,
        since=TEN,
        era="one",
        mark=1_000_000,
        started_at=TEN,
    )
    return hall.event


def test_a_phone_that_has_it_gets_304_and_the_moment_without_a_query(django_assert_num_queries) -> None:
    event = a_public_hall()
    url, phone = f"/t/{event.slug}/now.json", Client()
    with clock.at(TEN), monotonic_clock.at("one", 1_000_000):
        first = phone.get(url)
    with (
        clock.at(TEN + timedelta(seconds=1)),
        monotonic_clock.at("one", 1_001_500),
        django_assert_num_queries(0),
    ):
        again = phone.get(url, headers={"If-None-Match": first["ETag"]})
    told = first.json()["clocks"][0]
    assert again.status_code == 304
    assert int(again["X-Td-Now"]) - int(first["X-Td-Now"]) == 1500
    assert told["zero"] - int(first["X-Td-Now"]) == 3_600_000
    assert len(first.content) < 2000


def test_a_date_set_wrong_meanwhile_changes_not_a_byte() -> None:
    event = a_public_hall()
    url, etags = f"/t/{event.slug}/now.json", set()
    for wall in (TEN, TEN + timedelta(hours=3), TEN - timedelta(days=400)):
        with clock.at(wall), monotonic_clock.at("one", 1_060_000):
            etags.add(Client().get(url)["ETag"])
    assert len(etags) == 1


def test_announcements_come_in_the_readers_language_with_the_other_beside() -> None:
    event = a_public_hall()
    Announcement.objects.create(event=event, text="Go to lunch.", text_fil="Kumain na ng tanghalian.")
    Announcement.objects.create(event=event, text="Gone.", taken_down_at=clock.now())
    told = Client().get(f"/t/{event.slug}/now.json", headers={"Accept-Language": "fil"}).json()
    assert [(one["text"], one["also"]) for one in told["announcements"]] == [
        ("Kumain na ng tanghalian.", "Go to lunch.")
    ]


def test_an_address_that_names_a_language_is_answered_in_it_and_says_so() -> None:
    event = a_public_hall()
    Announcement.objects.create(event=event, text="Go to lunch.", text_fil="Kumain na ng tanghalian.")
    url, english = f"/t/{event.slug}/now.json", {"Accept-Language": "en"}
    for asked, text in (("fil", "Kumain na ng tanghalian."), ("en", "Go to lunch."), ("", "Go to lunch.")):
        answer = Client().get(url, {"lang": asked}, headers=english)
        assert answer.json()["announcements"][0]["text"] == text
        assert answer["Content-Language"] == (asked or "en")
    again = Client().get(url, {"lang": "fil"}, headers={**english, "If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Content-Language"]) == (200, "fil")


def test_nothing_is_told_of_an_event_without_a_public_page() -> None:
    hall = f.hall(4)
    assert Client().get(f"/t/{hall.event.slug}/now.json").status_code == 404


def test_a_round_published_at_the_desk_alone_is_told_of_once_its_clock_runs() -> None:
    event = a_public_hall()
    RoundClock.objects.all().delete()
    url, desk = f"/t/{event.slug}/now.json", Client()
    desk.force_login(f.member(event, "clerk"))
    assert Client().get(url).json()["clocks"] == []
    assert len(desk.get(f"/e/{event.slug}/hall/now.json").json()["clocks"]) == 1
    event.divisions.get().rounds.update(public_at=clock.now())
    cache.clear()
    assert Client().get(url).json()["clocks"][0]["state"] == "ready"
