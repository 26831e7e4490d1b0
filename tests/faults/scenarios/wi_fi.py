"""Scenario 25: the line of a phone, and of a clerk's page, is cut while it sends; in a real browser."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.test import override_settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tdapp.desk.models import Claim, Result
from tdapp.desk.phones.codes import code_of
from tdapp.desk.results.commands.results import as_entry
from tdapp.events.models import Event, Round, Slot, Table
from tdapp.kernel import clock
from tdapp.launch.host import browsers
from tdapp.launch.requests import secret
from tests import postgres
from tests.browser.person import LAPTOP
from tests.conftest import CHROMIUM_ARGUMENTS
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios.cut_line import WAYS, Line, line_to
from tests.faults.under_entry import line, scores
from tests.watching import watch

NARROW = {"width": 360, "height": 740}
# A page tries again after pauses that grow; they are well below this.
PATIENCE_MS = 90_000
ONCE = "tests/browser/test_phones.py::test_negative_control_without_the_key_every_sending_is_stored"


@scenario(25, "The line is cut while a phone or a clerk's page sends, in a browser", controls=(ONCE,))
def line_cut(world: World) -> Tally:
    """It says that it is not saved, delivers it once when the line is back, and asks no other computer for anything."""
    tally, watched = Tally(), list[list[str]]()
    with (
        world.scene(players=2 * world.size(quick=6, whole=100)) as scene,
        line_to(scene.hall.port) as wire,
        chromium() as browser,
        override_settings(SECRET_KEY=secret.kept(scene.hall.data)),
    ):
        Event.objects.filter(pk=scene.event.pk).update(public=True)
        Round.objects.filter(division=scene.division).update(public_at=clock.now())
        clerk, ways = _clerk(browser, scene, wire, watched), itertools.cycle(WAYS)
        tables = scene.tables()
        for reported, typed in zip(tables[::2], tables[1::2], strict=True):
            way = next(ways)
            _reported(tally, _phone(browser, scene, wire, reported, watched), wire, reported, way)
            _count(
                tally,
                [tuple(row.scores) for row in Claim.objects.filter(table=_table(scene, reported))],
                reported,
            )
            _typed(tally, clerk, wire, typed, way)
            rows = Result.objects.filter(table=_table(scene, typed))
            _count(tally, [as_entry(row).scores for row in rows.prefetch_related("lines")], typed)
        troubles = [trouble for window in watched for trouble in window]
        tally.errors += len(troubles)
        tally.notes += troubles[:5]
        tally.check(scene.event)
    return tally


def _table(scene: Scene, number: int) -> Table:
    return Table.objects.get(round__division=scene.division, number=number)


def _count(tally: Tally, stored: list[tuple[int, ...]], table: int) -> None:
    """Exactly what was typed, exactly once."""
    tally.tried += 1
    tally.lost += scores(table) not in stored
    tally.doubled += len(stored) > 1


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser the tests use."""
    place, _version = browsers.chromium()
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=place, args=CHROMIUM_ARGUMENTS)
        # Beside a running event loop Django keeps connections of their own: those of an earlier run are of its database.
        postgres._switch(connections.settings["default"])
        try:
            yield browser
        finally:
            browser.close()


def _window(browser: Browser, wire: Line, watched: list[list[str]], size: dict[str, int]) -> Page:
    base = f"http://127.0.0.1:{wire.port}"
    page = browser.new_context(base_url=base, viewport=size).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE_MS)
    watched.append(watch(page))
    return page


def _phone(browser: Browser, scene: Scene, wire: Line, table: int, watched: list[list[str]]) -> Page:
    """The phone of a player of this table, who found himself."""
    seats = Slot.objects.filter(round__division=scene.division, table__number=table)
    who = seats.select_related("entrant__division__event").order_by("seat")[0].entrant
    page = _window(browser, wire, watched, NARROW)
    page.goto(f"/t/{scene.event.slug}/me/")
    page.locator("#id_who").fill(str(who.number))
    page.locator("#id_code").fill(code_of(who))
    page.locator("form .btn-go").click()
    expect(page.locator(".phone-table")).to_contain_text(str(table))
    return page


def _reported(tally: Tally, page: Page, wire: Line, table: int, way: str) -> None:
    """A report whose line is cut at its sending."""
    page.locator("summary.btn").click()
    for place, score in enumerate(scores(table), start=1):
        page.locator(f"#id_s{place}").fill(str(score))
    wire.cut_at("/me/report", way)
    page.locator("#report .btn-go").click()
    tally.errors += not wire.cut.wait(PATIENCE_MS / 1000)
    expect(page.locator("[data-unsaved]")).to_be_visible(timeout=PATIENCE_MS)
    started = time.monotonic()
    wire.mend()
    expect(page.locator("[data-unsaved]")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("[data-me]")).to_contain_text("You reported", timeout=PATIENCE_MS)
    tally.recovery.append(time.monotonic() - started)
    page.context.close()


def _clerk(browser: Browser, scene: Scene, wire: Line, watched: list[list[str]]) -> Page:
    """A clerk before the line of the entry page."""
    page = _window(browser, wire, watched, LAPTOP)
    cookies = scene.clerk(0).browser.cookies
    at = f"http://127.0.0.1:{wire.port}"
    page.context.add_cookies([{"name": name, "value": value, "url": at} for name, value in cookies.items()])
    page.goto(f"/e/{scene.event.slug}/enter/")
    expect(page.locator("#td-entry")).to_be_focused()
    return page


def _typed(tally: Tally, page: Page, wire: Line, table: int, way: str) -> None:
    """A line of results whose line is cut at its sending."""
    wire.cut_at("/enter/", way)
    page.keyboard.type(line(table))
    page.keyboard.press("Enter")
    # A page shows a line as not saved from the moment it is typed: only the line knows when it was cut.
    tally.errors += not wire.cut.wait(PATIENCE_MS / 1000)
    waiting = page.locator("[data-outbox] li")
    expect(waiting).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator("[data-outbox]")).to_contain_text("NOT saved")
    started = time.monotonic()
    wire.mend()
    expect(waiting).to_have_count(0, timeout=PATIENCE_MS)
    tally.recovery.append(time.monotonic() - started)
