"""What a page asks or refuses is not taken away by what it fetches by itself: on a phone, and in the desk's list."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_phones import phone, report
from tests.phones.phones import playing, say

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


def test_a_refused_report_keeps_its_sentence_and_its_scores_when_the_phone_asks_for_news(
    arrive: Arrive,
) -> None:
    page = phone(arrive, playing(4), 1)
    report(page, 350, 350)
    expect(page.get_by_role("alert")).to_contain_text("below each final score")
    with page.expect_response(lambda answer: "/me/?v=" in answer.url):
        page.evaluate(WAKE)
    page.wait_for_timeout(500)
    expect(page.get_by_role("alert")).to_be_visible()
    assert [page.locator(f"#id_s{place}").input_value() for place in (1, 2)] == ["350", "350"]


def test_the_desks_question_about_a_report_waits_for_its_answer(arrive: Arrive) -> None:
    hall = playing(4)
    say(hall, 1, 1, 1412, 388)
    say(hall, 1, 2, 402, 388)
    person = arrive(hall.event.slug)
    person.sign_in(hall.director)
    page = person.page
    page.goto(f"/e/{hall.event.slug}/enter/")
    page.get_by_role("button", name="Accept 1412–388").click()
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()
    page.evaluate("document.dispatchEvent(new CustomEvent('td:ask-now'))")
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#reported")).not_to_contain_text("phones differ")
