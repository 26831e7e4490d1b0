"""The public pages through the layer in front of the application: the same bytes, no query, and nothing late."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from django.test.utils import CaptureQueriesContext

from tdapp.events.entries.commands.entrants import edit_entrant
from tdapp.kernel import clock
from tdapp.kernel.running import monotonic_clock
from tdapp.publishing.kept.layer import KeptPages
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, hall, played_hall, reader

PAGES = ["", "?by=name", "?by=club", "standings/", "results/", "results/1/", "players/", "players/1/", "wallchart/",
         "statistics/", "standings/1/", "standings.json", "pairings.json", "pairings.txt", "standings.png",
         "call-out/"]  # fmt: skip
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db
whole, ready = first(played_hall)


@contextmanager
def one_connection() -> Iterator[None]:
    """A request's end closes no connection of the test's, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


class Phone:
    """A phone in the hall."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.layer = KeptPages(get_wsgi_application(), lambda: self.seconds)

    def get(self, address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        path, _mark, query = address.partition("?")
        environ: dict[str, Any] = {"PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "testserver"}
        environ |= {f"HTTP_{name}": value for name, value in headers.items()}
        setup_testing_defaults(environ)
        said: list[Any] = []
        with one_connection(), monotonic_clock.at("hall", int(self.seconds * 1000)):
            answer = self.layer(environ, lambda status, headers, error=None: said.append((status, headers)))
            body = b"".join(answer)
            if close := getattr(answer, "close", None):
                close()
        return int(said[-1][0][:3]), dict(said[-1][1]), body

    def text(self, address: str) -> str:
        """A page, a second and a half later."""
        self.seconds += 1.5
        status, _headers, body = self.get(address)
        return body.decode() if status == 200 else ""


def test_a_page_says_the_same_as_the_application_in_both_languages() -> None:
    here, phone = played_hall(), Phone()
    for page in PAGES:
        for language in ("en", "fil"):
            # A page says when it was printed, to the minute.
            with clock.at(NOON):
                own = reader().get(here.base + page, headers={"accept-language": language})
                status, headers, body = phone.get(here.base + page, ACCEPT_LANGUAGE=language)
            assert (status, body) == (200, own.content), (page, language)
            assert headers["Content-Language"] == language
            for name in ("Content-Type", "Content-Security-Policy", "Cache-Control", "X-Frame-Options"):
                assert headers[name] == own[name], (page, name)


def test_a_page_that_is_kept_costs_no_query() -> None:
    here, phone = played_hall(), Phone()
    for page in PAGES:
        phone.get(here.base + page)
    with CaptureQueriesContext(connection) as told:
        for page in PAGES:
            assert phone.get(here.base + page)[0] == 200
        assert phone.get(f"/t/{here.division.event.slug}/now.json")[0] == 200
    assert not told.captured_queries


def test_a_page_that_is_made_does_not_ask_again_what_is_public() -> None:
    here, phone = played_hall(), Phone()
    # Standings read the newest round alone, a wall chart what everybody did in all.
    phone.get(here.base + "standings/")
    phone.get(here.base + "wallchart/")
    for page, most in (("players/3/", 3), ("players/4/", 0)):
        with CaptureQueriesContext(connection) as told:
            assert phone.get(here.base + page)[0] == 200
        assert len(told) <= most, page


def parts(phone: Phone, here: Hall) -> dict[str, str]:
    found = json.loads(phone.text(f"/t/{here.division.event.slug}/now.json"))["parts"]
    assert isinstance(found, dict)
    return found


def test_results_that_come_in_change_no_part_and_a_release_changes_it() -> None:
    here, phone = hall(), Phone()
    here.publish()
    here.play(1)
    here.release(1)
    here.publish()
    before = parts(phone, here)
    assert set(before) == {"", here.division.slug}
    here.play(2)
    assert parts(phone, here) == before
    here.release(2)
    after = parts(phone, here)
    assert not set(after.values()) & set(before.values())


def test_what_is_out_is_out_and_what_was_taken_back_is_gone() -> None:
    here, phone = played_hall(), Phone()
    assert "After round 1" in phone.text(here.base + "standings/")
    here.release(2)
    assert "After round 2" in phone.text(here.base + "standings/")
    here.release(0)
    assert "No standings yet" in phone.text(here.base + "standings/")
    here.show(3, shown=False)
    assert "No pairings yet" in phone.text(here.base)


def test_a_name_that_was_corrected_is_never_seen_again() -> None:
    here, phone = played_hall(), Phone()
    row, old = here.division.entrants.get(number=2), "Known"
    edit_entrant(f.program(here.division.event), row, seen=row.version, surname=old)
    row.refresh_from_db()
    assert old in phone.text(here.base + "players/")
    edit_entrant(f.program(here.division.event), row, seen=row.version, surname="Korrigert")
    for page in PAGES[:10]:
        told = phone.text(here.base + page)
        assert not re.search(rf"\b{old}\b", told), page
    assert "Korrigert" in phone.text(here.base + "players/")


def test_an_event_that_is_not_public_has_no_page() -> None:
    here, phone = hall(), Phone()
    for page in PAGES:
        assert phone.get(here.base + page)[0] == 404
