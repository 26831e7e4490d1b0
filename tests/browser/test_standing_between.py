"""What a test holds back of a page it holds back from the first request on, also where the page is slow to hear of it."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Arrive
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BY_KEY = """() => {
    const asked = (done) => fetch("/nowhere").then(() => done("server"), () => done("test"));
    window.heard = new Promise((done) => addEventListener("keydown", () => asked(done), { once: true }));
}"""
# At this pace the first request, and two in five of the others, went past `page.route`.
SLOWER, TIMES = 20, 4


def test_a_request_of_a_busy_page_does_not_go_past_who_stands_between(arrive: Arrive) -> None:
    here = arrive()
    here.go("/login")
    slow = here.page.context.new_cdp_session(here.page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(TIMES):
        here.page.evaluate(BY_KEY)
        stand_between(here.page, "**/nowhere", lambda route: route.abort())
        here.page.keyboard.press("x")
        assert here.page.evaluate("heard") == "test"
        here.page.unroute("**/nowhere")
