"""A player's own view is kept for the phone it was made for: never late, never anybody else's, gone with the phone's claim."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.clubs.commands.homes import rename
from tdapp.desk.ledger.entry_line import Entry
from tdapp.desk.pairing.commands.release import close_round, release_standings, show_pairings
from tdapp.desk.phones.codes import code_of
from tdapp.desk.phones.commands.phones import renew_code, renew_codes, set_rule
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.entries.commands.entrants import edit_entrant
from tdapp.events.models import Division, Round
from tdapp.kernel import context
from tdapp.kernel.running import monotonic_clock
from tdapp.publishing.kept.layer import KeptPages
from tdapp.publishing.phones.device import COOKIE
from tests import factories as f
from tests.phones.phones import address, entrant, phone, playing, say, typed
from tests.publishing.test_kept_in_front import one_connection

pytestmark = pytest.mark.django_db


class Layer:
    """What stands in front of the application, and a clock that a test moves."""

    def __init__(self) -> None:
        self.seconds, self.asked = 0.0, 0
        self.django = get_wsgi_application()
        self.layer = KeptPages(self._counted, lambda: self.seconds)
        self.layer.looker.order = lambda look: look()  # type: ignore[method-assign]

    def _counted(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.asked += 1
        return self.django(environ, start_response)

    def poll(
        self, hall: f.Hall, cookie: str, seen: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """As a phone asks for news of its view."""
        environ: dict[str, Any] = {
            "PATH_INFO": address(hall), "QUERY_STRING": f"v={seen}", "HTTP_HOST": "testserver",
            "HTTP_COOKIE": f"other=1; {COOKIE}={cookie}", **headers,
        }  # fmt: skip
        setup_testing_defaults(environ)
        told: list[Any] = []
        with one_connection(), monotonic_clock.at("hall", int(self.seconds * 1000)):
            if (ready := self.layer.at_hand(environ)) is not None:
                return int(ready.status[:3]), dict(ready.headers), ready.body
            body = b"".join(self.layer(environ, lambda *said: told.append(said)))
        return int(told[-1][0][:3]), dict(told[-1][1]), body


def cookie_of(client: Client) -> str:
    return client.cookies[COOKIE].value


def test_a_phone_that_has_its_view_costs_nothing_and_is_told_so() -> None:
    hall, layer = playing(), Layer()
    mine = cookie_of(phone(hall, 1))
    status, headers, body = layer.poll(hall, mine)
    assert (status, b"Table 1" in body) == (200, True)
    assert {"private", "no-store"} <= set(headers["Cache-Control"].replace(" ", "").split(","))
    assert not {name for name in headers if "own" in name.lower()}
    layer.seconds += 0.9
    with CaptureQueriesContext(connection) as told:
        assert layer.poll(hall, mine, headers["X-Version"])[::2] == (204, b"")
        assert layer.poll(hall, mine)[2] == body
    assert (len(told), layer.asked) == (0, 1)


def test_one_look_at_the_log_serves_all_phones_of_an_event() -> None:
    hall, layer = playing(), Layer()
    cookies = [cookie_of(phone(hall, number)) for number in (1, 2, 3, 4)]
    layer.poll(hall, cookies[0])
    layer.seconds += 5
    versions = [layer.poll(hall, one)[1]["X-Version"] for one in cookies]
    layer.seconds += 1.1
    with CaptureQueriesContext(connection) as told:
        for one, version in zip(cookies, versions, strict=True):
            assert layer.poll(hall, one, version)[0] == 204
    assert len(told) == 3


def test_every_view_is_what_the_application_would_say_whatever_happens() -> None:
    hall, layer = playing(), Layer()
    phones = {number: phone(hall, number) for number in (1, 2, 3, 4)}
    system = f.program(hall.event)

    def the_round(number: int) -> Round:
        return Round.objects.select_related("division__event").get(division=hall.division, number=number)

    def correct() -> None:
        row = hall.table(2)
        correct_result(
            system,
            row,
            entry=Entry(scores=(300, 500)),
            seen=row.results.get(is_current=True).version,
            reason="Misread",
            sure=True,
        )

    def post_round_2() -> None:
        show_pairings(system, f.published(hall.division, f.turned(hall.division, 2)))

    def rename_player() -> None:
        row = entrant(hall, 2)
        edit_entrant(system, row, seen=row.version, surname="Korrigert")

    steps: list[Callable[[], Any]] = [
        lambda: say(hall, 1, 1, 400, 350),
        lambda: say(hall, 1, 2, 400, 351),
        lambda: say(hall, 2, 1, 380, 391),
        lambda: f.play(the_round(1)),
        correct,
        rename_player,
        lambda: set_rule(system, hall.division, mode="look"),
        lambda: set_rule(system, hall.division, mode="report"),
        lambda: close_round(system, the_round(1)),
        lambda: release_standings(system, Division.objects.select_related("event").get(), after=1),
        post_round_2,
        lambda: phones[3].post(address(hall, "leave")),
        lambda: typed(phones[3], hall, 4, code_of(entrant(hall, 4))),
        lambda: renew_code(system, entrant(hall, 1)),
        lambda: renew_codes(system, hall.division),
    ]
    cookies = {number: cookie_of(one) for number, one in phones.items()}
    seen = set()
    for step in steps:
        step()
        layer.seconds += 4
        for number, client in phones.items():
            own = client.get(address(hall), {"v": ""})
            status, _headers, body = layer.poll(hall, cookies[number])
            assert (status, body.decode()) == (
                own.status_code,
                own.content.decode() if status == 200 else "",
            ), step
            seen.add(body)
    assert len(seen) > 12


def test_what_happens_at_other_tables_makes_no_view_anew() -> None:
    hall, layer = playing(), Layer()
    cookies = [cookie_of(phone(hall, number)) for number in (1, 2, 3, 4)]
    layer.poll(hall, cookies[0])
    layer.seconds += 5
    for one in cookies:
        layer.poll(hall, one)
    at_table_1 = [number - 1 for number in (slot.entrant.number for slot in hall.seats(1))]
    asked = layer.asked
    say(hall, 2, 1, 380, 391)
    layer.seconds += 2
    for place in at_table_1:
        assert layer.poll(hall, cookies[place])[0] == 200
    assert layer.asked == asked
    for one in cookies:
        layer.poll(hall, one)
    assert layer.asked == asked + 2


def test_a_cookie_that_is_nobodys_a_false_one_and_two_of_them_are_told_nothing_of_anybody() -> None:
    hall, layer = playing(), Layer()
    mine = cookie_of(phone(hall, 1))
    layer.poll(hall, mine)
    for other in (mine[:-1], f"{mine}x", cookie_of(phone(hall, 2)) + "x", ""):
        assert layer.poll(hall, other)[0] == 410, other
    asked = layer.asked
    layer.poll(hall, f"{mine}; {COOKIE}={mine}")
    assert layer.asked == asked + 1


def test_a_club_that_is_renamed_is_seen_within_a_minute_and_what_stands_in_no_log_within_ten() -> None:
    hall, layer = playing(), Layer()
    mine = cookie_of(phone(hall, 1))

    def times_made(minutes: float) -> int:
        asked = layer.asked
        for _time in range(int(minutes * 60 / 9) + 1):
            layer.seconds += 9
            layer.poll(hall, mine)
        return layer.asked - asked

    layer.poll(hall, mine)
    # Once for what may have been under way when the logs were first looked at.
    assert times_made(1.1) == 1
    assert times_made(8) == 0
    club = f.club("Baguio")
    rename(context.system(club.scope_key), club, name="Baguio Scrabble Club", seen="Baguio")
    assert times_made(0.1) == 1
    assert times_made(1.1) == 1
    assert times_made(8) == 0
    assert times_made(2) == 1


def test_a_view_that_is_handed_out_no_more_is_forgotten() -> None:
    hall, layer = playing(), Layer()
    first, second = (cookie_of(phone(hall, number)) for number in (1, 2))
    layer.poll(hall, first)
    layer.seconds += 301
    layer.poll(hall, second)
    layer.seconds += 300
    layer.poll(hall, second)
    assert [mine.cookie for mine in layer.layer.own.views] == [second]


def test_without_the_log_the_application_answers_for_itself() -> None:
    hall, layer = playing(), Layer()
    mine = cookie_of(phone(hall, 1))

    def away(_event: str, _number: int | None) -> None:
        raise OperationalError("away")

    layer.layer.own.read = away
    assert [layer.poll(hall, mine)[0] for _time in range(2)] == [200, 200]
    assert layer.asked == 2


def test_of_an_event_that_is_gone_nothing_that_was_kept_is_told() -> None:
    hall, layer = playing(), Layer()
    mine = cookie_of(phone(hall, 1))
    layer.poll(hall, mine)
    layer.seconds += 5
    version = layer.poll(hall, mine)[1]["X-Version"]
    read = layer.layer.own.read
    layer.layer.own.read = lambda event, number: None
    asked = layer.asked
    for _time in range(2):
        layer.seconds += 3
        layer.poll(hall, mine, version)
    assert layer.asked == asked + 2, "the application says what is true of it"
    layer.layer.own.read = read
    assert layer.poll(hall, mine)[0] == 200
