"""The turn timer and the server: a lost line, another window, another device; no second is lost or counted twice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.timers import Table
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_without_the_server_the_seconds_wait_and_say_so_and_survive_a_reload(at_table: Any) -> None:
    table = at_table()
    table.press("Space")
    table.passes(30)
    table.page.context.set_offline(True)
    table.press("Space")
    table.passes(1)
    table.press("p")
    table.link("not yet handed over: 1")
    table.person.sees("The server does not answer")
    assert table.handed() == []
    table.page.context.set_offline(False)
    table.passes(3)
    table.link("handed over: 1")
    assert table.handed() == [(1, 1, 30)]
    stand_between(table.page, "**/timer/time", lambda route: route.abort())
    table.press("p")
    table.passes(20)
    table.press("Space", "p")
    table.link("not yet handed over: 1")
    table.page.unroute("**/timer/time")
    table.reload()
    table.link("handed over: 2")
    assert table.handed() == [(1, 1, 30), (2, 2, 21)]


def test_an_answer_nobody_heard_is_no_other_device(at_table: Any) -> None:
    table = at_table()
    table.press("Space")
    table.passes(30)

    def taken_but_unheard(route: Any) -> None:
        route.fetch()
        route.abort()

    stand_between(table.page, "**/timer/time", taken_but_unheard)
    table.press("Space")
    table.passes(20)
    table.press("Space", "p")
    table.person.sees("The server does not answer")
    assert table.handed() == [(1, 1, 30), (2, 2, 20)]
    table.press("u", "u")
    table.page.unroute("**/timer/time")
    stand_between(table.page, "**/timer/time", lambda route: route.abort())
    table.passes(10)
    table.press("Space", "p")
    table.link("not yet handed over: 2")
    table.page.unroute("**/timer/time")
    table.reload()
    expect(table.page.locator('[data-part="theirs"]')).to_be_hidden()
    table.link("handed over: 2")
    assert table.handed() == [(1, 1, 30), (2, 2, 30)]


def test_a_second_window_is_told_and_only_shows(at_table: Any) -> None:
    table = at_table()
    table.press("Space")
    table.passes(30)
    other = Table(Person(table.page.context.new_page(), table.person.base, table.person.event), table.hall)
    other.person.go(f"/e/{table.person.event}/open/round/1/table/1/timer/")
    other.listening()
    other.person.sees("Another window of this browser keeps this timer.")
    other.press("Space", "e")
    expect(other.page.get_by_role("button", name="Next player")).to_be_disabled()
    assert other.moves() == []
    table.press("Space")
    expect(other.page.locator(".timer-moves tbody tr")).to_have_count(1)
    other.page.get_by_role("button", name="Keep it here instead").press("Enter")
    table.person.sees("Another window of this browser keeps this timer.")
    expect(other.page.get_by_role("button", name="Next player")).to_be_enabled()


def test_another_device_goes_on_from_what_was_handed_over(at_table: Any) -> None:
    first = at_table()
    first.press("Space")
    first.passes(30)
    first.press("Space", "p")
    first.link("handed over: 1")
    second = at_table(first.hall)
    second.person.sees("Moves handed over by another device: 1")
    assert second.moves()[0][2] == "0:30"
    assert second.state(2) == "turn"
    second.press("Space")
    second.passes(20)
    second.press("e")
    second.link("handed over: 2")
    first.reload()
    first.person.sees("Another device handed over other seconds for this table.")
    expect(first.page.locator('[data-part="theirs-lost"]')).to_be_empty()
    first.passes(2)
    first.page.wait_for_timeout(500)
    assert first.handed() == [(1, 1, 30), (2, 2, 20)]
    first.page.get_by_role("button", name="Go on from theirs").press("Enter")
    assert [row[2] for row in first.moves()] == ["0:20", "0:30"]


def test_going_on_from_another_device_says_what_would_be_dropped(at_table: Any) -> None:
    first = at_table()
    first.press("Space")
    first.passes(30)
    first.press("Space", "p")
    first.link("handed over: 1")
    stand_between(first.page, "**/timer/time", lambda route: route.abort())
    first.press("p")
    first.passes(15)
    first.press("Space", "p")
    first.link("not yet handed over: 1")
    second = at_table(first.hall)
    second.press("Space")
    second.passes(20)
    second.press("e")
    second.link("handed over: 2")
    first.reload()
    first.person.sees("Moves of this device that were never handed over: 1")
    first.page.unroute("**/timer/time")
    first.page.get_by_role("button", name="Mine count").press("Enter")
    first.link("handed over: 2")
    assert first.handed() == [(1, 1, 30), (2, 2, 15)]


def test_what_the_server_refuses_is_said_in_its_words(at_table: Any) -> None:
    table = at_table()
    stand_between(
        table.page,
        "**/timer/time",
        lambda route: route.fulfill(status=422, json={"code": "x", "detail": "Sheet 1 is finished."}),
    )
    table.press("Space")
    table.passes(5)
    table.press("Space", "p")
    table.person.sees("Sheet 1 is finished.")
    table.link("not yet handed over: 1")
