"""Two players with phones of 360 px, and Wi-Fi that flaps: a report is told to be unsaved until it is, and counts once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tdapp.desk.models import Claim, Result
from tdapp.desk.phones.codes import code_of
from tdapp.events.day.commands.announcements import post
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import ONLINE
from tests.phones.phones import playing
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW = {"width": 360, "height": 740}


def phone(arrive: Arrive, hall: f.Hall, seat: int, *, clean: bool = False, **options: str) -> Page:
    """The phone of a player at table 1, who found themselves; `clean`: axe looks at where that is done."""
    who = hall.seats(1)[seat - 1].entrant
    page: Page = arrive(viewport=NARROW, has_touch=True, **options).page
    page.goto(f"/t/{hall.event.slug}/me/")
    assert not clean or faults(page) == []
    page.locator("#id_who").fill(str(who.number))
    page.locator("#id_code").fill(code_of(who))
    page.locator("form .btn-go").click()
    expect(page.locator(".phone-table")).to_contain_text("1")
    return page


def report(page: Page, *scores: int) -> None:
    page.locator("summary.btn").click()
    for place, score in enumerate(scores, start=1):
        page.locator(f"#id_s{place}").fill(str(score))
    page.locator("#report .btn-go").click()


def lose_answers(page: Page, times: int, *, keyed: bool) -> None:
    """The server gets every report; its first answers never arrive. Without `keyed` the key is taken off on the way."""
    left = [times]

    def on_the_way(route: Route) -> None:
        headers = {**route.request.headers}
        if not keyed:
            headers.pop("idempotency-key")
        answer = route.fetch(headers=headers)
        left[0] -= 1
        if left[0] < 0:
            route.fulfill(response=answer)
        else:
            route.abort()

    stand_between(page, "**/me/report", on_the_way)


def small_targets(page: Page) -> list[str]:
    """What a thumb would miss: less than 44 px high."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main a, main button, main summary, main input:not([type=hidden])')]
        .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""
    )
    return found


def test_two_phones_report_and_confirm_through_wi_fi_that_flaps(arrive: Arrive) -> None:
    hall = playing(4, confirm_policy="two-people")
    one = phone(arrive, hall, 1, clean=True, color_scheme="light", locale="en-PH")
    other = phone(arrive, hall, 2, color_scheme="dark", locale="fil-PH")
    assert faults(one) + faults(other) + small_targets(one) == []
    lose_answers(one, 2, keyed=True)
    report(one, 412, 388)
    expect(one.locator("[data-unsaved]")).to_be_visible()
    kept = one.evaluate("Object.values(localStorage).find((text) => text.includes('412'))")
    assert "Abad" not in kept
    expect(one.locator("[data-unsaved]")).to_be_hidden()
    expect(one.locator("[data-me]")).to_contain_text("You reported 412–388")
    assert Claim.objects.count() == 1
    other.reload()
    expect(other.locator(".phone-scores")).to_contain_text("412")
    assert faults(one) + faults(other) + small_targets(other) == []
    other.locator("#agree .btn-go").click()
    expect(other.locator("[data-me] .note-ok")).to_be_visible()
    assert Result.objects.get().in_force


def test_a_report_typed_without_network_is_sent_when_it_is_back_also_after_a_reload(arrive: Arrive) -> None:
    hall = playing(4)
    page = phone(arrive, hall, 1)
    stand_between(page, "**/me/report", lambda route: route.abort())
    report(page, 412, 388)
    expect(page.locator("[data-unsaved]")).to_contain_text("412–388")
    page.reload()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    assert not Claim.objects.exists()
    page.unroute("**/me/report")
    page.evaluate(ONLINE)
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    assert Claim.objects.get().scores == [412, 388]
    assert page.evaluate("localStorage.length") == 0


def test_a_phone_says_what_comes_next_what_is_meant_for_it_and_at_once_when_the_hall_is_away(
    arrive: Arrive,
) -> None:
    hall = playing(4, plan="swiss 1-3", rounds_planned=3)
    f.division(hall.event, "Kids")
    post(hall.as_(hall.director), hall.event, text="Kids to lunch.", division="kids")
    post(hall.as_(hall.director), hall.event, text="Open starts at two.", division="open")
    page = phone(arrive, hall, 1, locale="fil-PH")
    expect(page.locator(".phone-due li")).to_contain_text(["Round 2", "Round 3", "Parangal"])
    expect(page.locator(".phone-due")).to_contain_text("mga ")
    expect(page.locator(".phone-said li")).to_have_text(["Open starts at two."])
    stand_between(page, "**/me/?v=*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")
    away = page.locator("[data-away]")
    expect(away).to_be_visible()
    above, below = (away.bounding_box() or {}, page.locator(".phone-table").bounding_box() or {})
    assert above["y"] < below["y"]
    assert faults(page) == []


def test_negative_control_without_the_key_every_sending_is_stored(arrive: Arrive) -> None:
    hall = playing(4)
    page = phone(arrive, hall, 1)
    lose_answers(page, 2, keyed=False)
    report(page, 412, 388)
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    expect(page.locator("[data-me]")).to_contain_text("You reported")
    assert Claim.objects.count() == 3
