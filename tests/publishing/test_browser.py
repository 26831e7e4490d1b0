"""A phone in the hall: find me, my table, fresh by itself, the last good page when the server is gone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.axe import faults
from tests.publishing.hall import Hall, hall, played_hall
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = (
    "",
    "?by=name",
    "?by=club",
    "standings/",
    "results/",
    "players/",
    "players/1/",
    "wallchart/",
    "statistics/",
)


def open_(page: Page, server: Any, here: Hall, path: str = "") -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.url}{here.base}{path}")


def soon(page: Page) -> None:
    """Ask now instead of in eight seconds."""
    page.evaluate("document.dispatchEvent(new CustomEvent('td:ask-now'))")


def test_a_parent_finds_the_table_by_name_and_sees_who_starts(page: Page, live_server: Any) -> None:
    here = played_hall(8)
    open_(page, live_server, here)
    page.get_by_label("Find my table").fill("bautista")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/players/2/$"))
    expect(page.locator(".me-table")).to_contain_text("Table")
    expect(page.locator(".me")).to_contain_text("goes first")


def test_pairings_appear_by_themselves_and_go_again(page: Page, live_server: Any) -> None:
    """A phone asks what the hall is at, with the ETag of what it has, and for its page only when that has moved."""
    here, asked = hall(6), []
    here.publish()
    here.show(1)
    open_(page, live_server, here, "standings/")
    root = f"{live_server.url}/t/{here.division.event.slug}/"
    page.on("request", lambda one: asked.append(one.url.removeprefix(root)))
    expect(page.get_by_text("No standings yet")).to_be_visible()
    for _time in range(3):
        with page.expect_response("**/now.json") as told:
            soon(page)
    assert (set(asked), told.value.status) == ({"now.json"}, 304)
    here.play(1)
    here.release(1)
    soon(page)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    assert [one.partition("?v=")[0] for one in asked if one != "now.json"] == ["open/standings/"]
    here.release(0)
    soon(page)
    expect(page.get_by_text("No standings yet")).to_be_visible()


def test_without_the_server_the_last_page_stays_and_says_so(page: Page, live_server: Any) -> None:
    here = played_hall(6)
    open_(page, live_server, here)
    page.context.set_offline(True)
    soon(page)
    expect(page.locator("[data-live-text]")).to_contain_text("does not answer")
    expect(page.locator(".meet").first).to_be_visible()
    page.context.set_offline(False)
    soon(page)
    expect(page.locator("[data-live-text]")).to_contain_text("answers again")


def test_no_page_is_wider_than_a_phone_or_fails_axe(page: Page, live_server: Any) -> None:
    """In the light the crawl looks at them (`tests/browser/test_every_page.py`); at what is asked for by name or club here."""
    here = played_hall(12)
    for path in PAGES:
        open_(page, live_server, here, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert faults(page, *(("light", "dark") if SOAK or "?" in path else ("dark",))) == [], path


def test_on_paper_there_is_the_table_and_nothing_to_click(page: Page, live_server: Any) -> None:
    here = played_hall(6)
    open_(page, live_server, here)
    page.emulate_media(media="print")
    expect(page.get_by_label("Find my table")).to_be_hidden()
    expect(page.locator(".orders")).to_be_hidden()
    expect(page.locator(".print-line").first).to_contain_text("Public Open")
    expect(page.locator(".meet").first).to_be_visible()
