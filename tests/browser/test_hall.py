"""The Hall page in real browsers: pressed by key, seen by others, on a device whose date is wrong, and without the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tdapp.events.models import Event, RollCallMark, RoundClock
from tests import factories as f

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# A phone whose battery died last year believes in that year.
WRONG_DATE = "const real = Date; Date = class extends real { constructor(...a) { a.length ? super(...a) : super(real.now() - 4e10) } static now() { return real.now() - 4e10 } };"  # noqa: E501
ASK_NOW = "document.dispatchEvent(new Event('td:ask-now'))"


def seconds(text: str) -> int:
    parts = [int(part) for part in text.split(":")]
    return sum(part * 60**place for place, part in enumerate(reversed(parts)))


def shown(page: Any) -> tuple[int, float]:
    """What is left on the clock, and the page's own seconds at that moment."""
    text, at = page.evaluate(
        "() => [document.querySelector('main [data-clock]').innerText, performance.now() / 1000]"
    )
    return seconds(text), at


def alike(one: Any, other: Any) -> bool:
    """One after the other: what the one page shows before and after bounds what the other may show between."""
    first, (between, _at), last = shown(one)[0], shown(other), shown(one)[0]
    return last - 1 <= between <= first + 1


def test_a_clock_is_started_by_key_and_runs_alike_on_a_device_with_a_wrong_date_and_without_the_server(
    arrive: Callable[..., Any],
) -> None:
    hall = f.hall(8)
    Event.objects.filter(pk=hall.event.pk).update(public=True)
    clerk, director = arrive(hall.event.slug), arrive(hall.event.slug)
    clerk.sign_in(hall.clerk)
    director.sign_in(hall.director)
    director.page.add_init_script(WRONG_DATE)
    clerk.page.goto(f"/e/{hall.event.slug}/hall/")
    clerk.keys("s")
    expect(clerk.page.locator("main [data-clock][data-state=running]")).to_be_visible()
    director.page.goto(f"/e/{hall.event.slug}/hall/")
    expect(director.page.locator("main [data-clock][data-state=running]")).to_be_visible()
    # A page is as exact as its quickest answer took; on a busy laptop the first ones are slow.
    for _again in range(60):
        if alike(clerk.page, director.page):
            break
        clerk.page.evaluate(ASK_NOW)
        director.page.evaluate(ASK_NOW)
        director.page.wait_for_timeout(250)
    else:
        pytest.fail(f"{shown(clerk.page)} and {shown(director.page)} never came alike", pytrace=False)
    director.page.context.set_offline(True)
    before, began = shown(director.page)
    director.page.wait_for_timeout(2500)
    now, ended = shown(director.page)
    assert abs((before - now) - (ended - began)) <= 1.5
    assert before - now >= 2
    director.page.context.set_offline(False)
    clerk.keys("+")
    expect(clerk.page.locator("main [data-clock]").first).to_contain_text("1:04:")
    clerk.keys("s")
    expect(clerk.page.locator("main [data-clock][data-state=paused]")).to_be_visible()
    assert RoundClock.objects.get().version == 3


def test_a_roll_call_is_one_key_a_name_and_a_name_not_saved_does_not_look_saved(
    arrive: Callable[..., Any],
) -> None:
    hall = f.hall(8)
    clerk = arrive(hall.event.slug)
    clerk.sign_in(hall.clerk)
    page = clerk.page
    page.goto(f"/e/{hall.event.slug}/hall/roll-call/?by=name")
    page.keyboard.press("b")
    expect(page.locator("[data-roll]").first).to_be_visible()
    page.goto(f"/e/{hall.event.slug}/hall/roll-call/?by=name")
    for _name in range(3):
        page.keyboard.press("Enter")
    expect(page.locator("[data-roll][aria-pressed=true]")).to_have_count(3)
    page.keyboard.press("h")
    expect(page.locator("[data-roll=Hilario]")).to_be_focused()
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator("[data-toast]").last).to_contain_text("NOT saved")
    expect(page.locator("[data-roll=Hilario]")).to_have_attribute("aria-pressed", "false")
    page.context.set_offline(False)
    assert RollCallMark.objects.count() == 3
