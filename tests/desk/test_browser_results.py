"""Results in a real browser: by keyboard alone, without a page load, nothing typed lost, axe clean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tdapp.desk.models import Result
from tdapp.desk.results.commands.questions import raise_question
from tdapp.events.models import Entrant
from tests import factories as f
from tests.axe import faults
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
SCREENS = (
    "enter/", "confirm/", "open/round/2/table/1/", "open/standings/2/", "open/standings/2/?class=A",
    "open/wallchart/",
    "open/stats/", "open/entrant/1/", "publish/", "open/round/2/print/", "open/round/2/print/by-table/",
    "open/round/2/print/by-club/", "open/round/2/print/call-out/", "open/round/2/print/slips-4/",
    "open/standings/2/print/",
    "open/wallchart/print/",
)  # fmt: skip
# At the desk in the light the crawl looks at each of them (`tests/browser/test_every_page.py`); here one of each layout.
KINDS = (
    "enter/",
    "confirm/",
    "open/round/2/table/1/",
    "open/standings/2/?class=A",
    "open/round/2/print/slips-4/",
)


@pytest.fixture
def hall() -> f.Hall:
    """Two people confirm; round 2 is on, table 1 entered by the clerk, table 2 in question."""
    hall = f.hall(8, 2, 1, confirm_policy="two-people")
    Entrant.objects.filter(number__lte=4).update(klass="A")
    f.enter(hall.table(1, 2), 412, 388, by=hall.as_(hall.clerk), confirm=False)
    raise_question(hall.as_(hall.clerk), hall.table(2, 2), text="which of the two slips is right?")
    return hall


@pytest.fixture
def sit(page: Page, live_server: Any) -> Iterator[Any]:
    """Sit somebody down at a page of an event."""

    def down(who: Any, event: Any, path: str, at: Page = page) -> Page:
        client = Client()
        client.force_login(who)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        at.context.add_cookies([cookie])  # type: ignore[list-item]
        at.goto(f"{live_server.url}/e/{event.slug}/{path}")
        return at

    return down


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "dark"), pytest.param(DESK, "light", marks=pytest.mark.soak)],
    ids=["phone dark", "desk light"],
)
def test_axe_finds_nothing_and_no_screen_is_wider_than_its_window(
    hall: f.Hall, sit: Any, page: Page, size: Any, scheme: Any
) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for path in SCREENS if SOAK else KINDS:
        sit(hall.director, hall.event, path)
        found += [f"{path}: {fault}" for fault in faults(page)]
    assert found == []


def test_a_result_takes_eleven_keys_its_undo_two_and_lists_come_anew_without_mouse_or_page_load(
    hall: f.Hall, sit: Any
) -> None:
    page = sit(hall.clerk, hall.event, "enter/")
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    keys = "3 412 388"
    for key in keys:
        page.keyboard.press(key if key != " " else "Space")
    page.keyboard.press("Enter")
    assert len(keys) + 1 == 10  # a one-digit table; two digits are eleven
    expect(page.locator("[data-answer] .echo-winner")).to_contain_text("412")
    expect(page.locator("#td-entry")).to_have_value("")
    expect(page.locator("#td-entry")).to_be_focused()
    expect(page.locator("[data-poll$='/out']")).not_to_contain_text(
        " – ".join(slot.entrant.short for slot in hall.seats(3, 2))
    )
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer]")).to_contain_text("Table 3 is pending again")
    assert not Result.objects.filter(table=hall.table(3, 2), is_current=True).exists()
    expect(page.locator("#td-entry")).to_have_value("")
    page.keyboard.type("4 39")
    f.enter(hall.table(3, 2), 444, 333, by=hall.as_(hall.checker), confirm=False)
    page.evaluate("document.dispatchEvent(new Event('td:ask-now'))")
    expect(page.locator("[data-poll$='/recent']")).to_contain_text("444")
    expect(page.locator("#td-entry")).to_have_value("4 39")
    expect(page.locator("#td-entry")).to_be_focused()
    assert loads == []


def test_a_second_enter_agrees_and_equal_scores_ask_for_more(hall: f.Hall, sit: Any) -> None:
    page = sit(hall.clerk, hall.event, "enter/")
    line, answer = page.locator("#td-entry"), page.locator("[data-answer] .echo")
    line.press_sequentially("3 412 388 30")
    line.press("Enter")
    expect(answer).to_have_attribute("data-state", "ask")
    page.wait_for_timeout(250)  # an Enter that bounces agrees to nothing
    line.press("Enter")
    expect(answer).to_have_attribute("data-state", "ok")
    line.press_sequentially("4 400 400")
    line.press("Enter")
    expect(answer).to_have_attribute("data-state", "more")
    page.wait_for_timeout(250)
    line.press_sequentially("412 405")
    line.press("Enter")
    expect(answer).to_have_attribute("data-state", "ok")
    expect(answer).to_contain_text("before unplayed tiles 412–405")


def test_the_second_clerk_sees_both_and_keeps_the_line(hall: f.Hall, sit: Any) -> None:
    page = sit(f.member(hall.event, "clerk", "second"), hall.event, "enter/")
    page.keyboard.type("1 401 377")
    page.keyboard.press("Enter")
    both = page.locator(".echo-both .card")
    expect(both).to_have_count(2)
    expect(both.nth(0)).to_contain_text("412–388")
    expect(both.nth(1)).to_contain_text("401–377")
    expect(page.locator("#td-entry")).to_have_value("1 401 377")


def test_confirming_is_one_key_a_line(hall: f.Hall, sit: Any) -> None:
    for number in (3, 4):
        f.enter(hall.table(number, 2), 400 + number, 388, by=hall.as_(hall.clerk), confirm=False)
    page = sit(hall.checker, hall.event, "confirm/")
    lines = page.locator("[data-row]")
    expect(lines).to_have_count(4)  # three entries and one question
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(lines.nth(2)).to_have_class("current")
    page.keyboard.press("c")
    expect(lines).to_have_count(3)
    expect(lines.nth(2)).to_have_class("current")
    page.keyboard.press("c")
    expect(lines).to_have_count(2)
    # Of the two left the question cannot be confirmed: it is passed over.
    page.keyboard.press("c")
    expect(lines).to_have_count(1)
    counting = Result.objects.filter(table__round__number=2, in_force=True)
    assert sorted(counting.values_list("table__number", flat=True)) == [1, 3, 4]


def test_a_correction_with_a_question_and_a_conflict_loses_nothing_typed(hall: f.Hall, sit: Any) -> None:
    page = sit(hall.director, hall.event, "open/round/2/table/1/")
    page.get_by_label("Result, in seat order").fill("390 380 99")
    page.get_by_label("Why").fill("misread")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("The spread typed is +99")).to_be_visible()
    expect(page.get_by_label("Result, in seat order")).to_have_value("390 380 99")
    page.get_by_label("Keep it all the same").check()
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("Corrected.")).to_be_visible()
    expect(page.get_by_role("cell", name="390–380")).to_be_visible()


def test_forty_players_fit_on_one_page(sit: Any) -> None:
    hall = f.hall(40, 2, 1)
    for path in ("open/round/2/print/by-name/", "open/standings/2/print/"):
        for paper in ("a4", "letter"):
            page = sit(hall.director, hall.event, f"{path}?paper={paper}")
            pdf = page.pdf(prefer_css_page_size=True)
            assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == 1, (path, paper)
