"""My events and a club's own, when there are hundreds: a page at a time, all of them reached, found by words."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Event, Membership
from tdapp.events.setup import my_list
from tdapp.kernel import clock
from tests import factories as f

pytestmark = pytest.mark.django_db


def names(text: str) -> list[str]:
    return re.findall(r">(Night \d+)</a>", text)


def test_every_event_is_on_one_page_of_the_list_in_order_and_found_by_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(my_list, "PAGE", 4)
    home, today = f.club("lipa", name="Lipa Tile Club"), clock.today()
    ana, officer = f.user("ana"), f.officer(home)
    for number, days in enumerate((-30, -20, -10, -5, -2, 0, 3, 9, 40)):
        event = f.event(
            f"night-{number}", name=f"Night {number}", venue="Batangas" if number == 1 else "Lipa"
        )
        day = today + timedelta(days=days)
        Event.objects.filter(pk=event.pk).update(starts_on=day, ends_on=day, host=home.club)
        Membership.objects.create(event=event, user=ana, role="director")
    in_order = [f"Night {number}" for number in (5, 6, 7, 8, 4, 3, 2, 1, 0)]
    for who, where in ((ana, "/"), (officer, "/c/lipa/")):
        client = Client()
        client.force_login(who)
        client.get(where)
        pages = [client.get(f"{where}?page={number}").content.decode() for number in (1, 2, 3)]
        assert [one for page in pages for one in names(page)] == in_order, where
        assert "Page 1 of 3" in pages[0], where
        with CaptureQueriesContext(connection) as one:
            assert names(client.get(f"{where}?q=batangas+night").content.decode()) == ["Night 1"], where
        with CaptureQueriesContext(connection) as four:
            client.get(f"{where}?q=night")
        assert len(one) == len(four), where
        nothing = client.get(f"{where}?q=zamboanga").content.decode()
        assert ("No event found" in nothing, "No event yet" in nothing) == (True, False), where
    monkeypatch.setattr(my_list, "PAGE", 50)
    assert 'name="q"' not in client.get("/c/lipa/").content.decode(), "a short list is not searched"
