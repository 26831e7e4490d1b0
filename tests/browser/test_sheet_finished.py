"""Who finishes a sheet is told so, also where the page hears of it before the answer comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Route

from tests.browser.conftest import Arrive
from tests.browser.sheets import at_the_sheet, saved, write
from tests.scoresheets.factories import desk
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_answer_to_finish_is_not_lost_to_a_page_that_loads_itself_anew(arrive: Arrive) -> None:
    clerk = at_the_sheet(arrive, desk())
    write(clerk, "10h BATA 11")
    saved(clerk)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch(max_redirects=0)))
        # The answer is on its way: the browser has nothing of it yet.
        clerk.page.context.clear_cookies(name="messages")

    stand_between(clerk.page, "**/finish", hold)
    with clerk.page.expect_response(lambda one: "/state" in one.url and one.status == 200):
        clerk.page.evaluate("document.querySelector('[data-finish]').click()")
    [(route, answer)] = held
    route.fulfill(response=answer)
    clerk.said("The sheet is finished")
