"""What a kiosk's browser reaches: its own addresses and nothing else, over the whole URLconf, whoever opened it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tdapp.judging.kiosk.guard import INSIDE
from tdapp.judging.models import Kiosk
from tests import factories as f
from tests.contracts.addresses import Address, every_address
from tests.judging.kiosks import opened, page_of
from tests.judging.test_rulings import playing
from tests.kept import first
from tests.sweeps import SOAK, before_colon

pytestmark = pytest.mark.django_db
whole, ready = first(playing)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# Any value of the right kind will do: the fence does not read them. A pattern without a kind takes one of the guesses.
VALUES = {"uuid": str(uuid4()), "int": 1, "slug": "open"}
FIXED = {
    "format": "csv",
    "kind": "gcg",
    "paper": "a4",
    "what": "two",
    "topic": "plays",
    "thing": "prizes",
    "intent": "round.draft",
}
GUESSES = ("open", 1, VALUES["uuid"])


def example(address: Address) -> str:
    """An address of this pattern."""
    for guess in GUESSES:
        kinds = (part.split(">")[0].rpartition(":") for part in address.pattern.split("<")[1:])
        values = {name: FIXED.get(name, VALUES.get(kind, guess)) for kind, _colon, name in kinds}
        for fixed in ({}, dict.fromkeys({"number", "table", "sheet"} & set(values), 1)):
            with suppress(NoReverseMatch):
                return reverse(address.name, kwargs=values | fixed)
    raise AssertionError(f"no example for {address.pattern}")


# Whether the process lives, and its figures to who has the token, are answered before anybody is looked at, to anybody alike.
NOBODYS = {"healthz", "metrics"}
# Which way an address is asked is looked at after it is known to lie outside: each method once a room; all in the soak.
FIRST = {before_colon(address.name): address.name for address in reversed(every_address())}.values()
OUTSIDE = [address for address in every_address() if address.name not in INSIDE | NOBODYS]


def test_the_table_of_what_is_inside_is_these_seven() -> None:
    names = {"kiosk", "kiosk_table", "kiosk_rule", "kiosk_clear", "kiosk_state", "kiosk_leave"}
    assert {f"judging:{name}" for name in names} | {"set_language"} == INSIDE
    assert {address.name for address in every_address()} >= INSIDE
    assert len(OUTSIDE) > 150


def test_from_every_other_address_a_kiosk_is_sent_back_to_its_screen_whatever_the_method() -> None:
    client = opened(playing())
    reached = []
    for address in OUTSIDE:
        for method in METHODS if SOAK or address.name in FIRST else ("GET",):
            answer = client.generic(method, example(address))
            home = answer.status_code == 303 and answer["Location"] == "/kiosk/"
            page = method in ("GET", "HEAD") and not address.pattern.startswith("api/")
            if not (home if page else answer.status_code == 403):
                reached.append((method, address.name, answer.status_code))
    assert reached == []


@pytest.mark.parametrize(
    "path", ["/nowhere", "/admin/", "/gallery/", "//kiosk/", "/kiosk", "/kiosk/../", "/static/x"]
)
def test_so_it_is_from_addresses_there_are_not(path: str) -> None:
    client = opened(playing())
    assert client.get(path)["Location"] == "/kiosk/"
    assert client.post(path).status_code == 403


def test_what_a_program_asks_for_is_refused_as_data() -> None:
    client = opened(playing())
    for path in ("/api/v1/events", "/t/open/"):
        answer = client.get(path, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (403, "kiosk-only")


def test_an_api_key_typed_into_a_kiosk_opens_nothing() -> None:
    answer = opened(playing()).get("/api/v1/events", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 403


def test_the_fence_stands_as_long_as_the_session_also_when_the_kiosk_was_closed() -> None:
    hall = playing()
    client = opened(hall)
    Kiosk.objects.update(closed_at=f.clock.now())
    assert client.get("/")["Location"] == "/kiosk/"


def test_a_browser_without_a_kiosk_meets_no_fence() -> None:
    hall = playing()
    client = Client()
    assert client.get("/").status_code == 200
    client.force_login(hall.director)
    assert client.get(page_of(hall)).status_code == 200


def test_a_public_page_stays_one_that_caches_may_keep_also_for_the_signed_in() -> None:
    hall, client = playing(), Client()
    client.force_login(hall.director)
    answer: Any = client.get(reverse("scoresheets:practice_timer"))
    assert "public" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "").replace("Accept-Language, Cookie", "")


def test_who_sends_a_made_up_kiosk_cookie_is_no_kiosk() -> None:
    hall = playing()
    client = Client()
    client.cookies["kiosk"] = str(uuid4())
    client.cookies["sessionid"] = "x" * 32
    assert client.get("/kiosk/").status_code == 404
    assert client.post("/kiosk/rule", {"word": "BAHAY"}).status_code == 404
    assert not Kiosk.objects.filter(division=hall.division).exists()
