"""The judge's desk with ten tables that called: by keys, live, on a laptop and a phone; two judges and one call."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tdapp.events.models import Division
from tdapp.judging.models import Call, Ruling
from tdapp.judging.rulings.commands.calls import call_judge
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person
from tests.judging.words import edition, pin
from tests.sweeps import SOAK
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CALLS = 10


def hall(calls: int = CALLS) -> f.Hall:
    """Twelve tables at play by a small dictionary and a judge; the first ones have called."""
    here = f.event()
    of = f.division(here)
    pin(of, edition(("BAHAY", "TUBIG", "ARAW")), mode="judge")
    f.entrants(of, 24)
    f.published(of)
    for number in range(1, calls + 1):
        what = {"challengers": [2], "challenged": 1, "words": ["bahay", "hangin"][: number % 3]}
        call_judge(f.program(here), f.table(of, number), **what)
    roles = ("director", "clerk", "checker", "viewer")
    return f.Hall(here, Division.objects.get(pk=of.pk), *(f.member(here, role) for role in roles))


def a_judge(arrive: Arrive, here: f.Hall, name: str, **window: object) -> Person:
    person = arrive(here.event.slug, **window)
    person.sign_in(f.member(here.event, "judge", name))
    person.go("judges/")
    return person


def clean(page: Page) -> None:
    """On a phone; at the desk the crawl looks at these pages too (`test_every_page.py`), so there that nothing is wider."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert faults(page) == [], page.url
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_a_queue_of_ten_is_worked_through_one_call_called_off_and_every_page_is_clean(arrive: Arrive) -> None:
    here = hall()
    judge = a_judge(arrive, here, "ana")
    calls = judge.page.locator("article")
    expect(calls).to_have_count(CALLS)
    clean(judge.page)
    judge.press("t", "Table 1")
    expect(judge.page.locator("#id_words")).to_be_focused()
    expect(judge.page.locator("#id_words")).to_have_value("bahay")
    clean(judge.page)
    judge.click("Rule", exact=True)
    expect(judge.page.locator(".verdict")).to_contain_text("The play is ACCEPTABLE")
    expect(judge.page.locator("main")).to_contain_text("The challenger (seat 2) loses the next turn.")
    clean(judge.page)
    judge.press("q", "Judges")
    expect(calls).to_have_count(CALLS - 1)
    assert Ruling.objects.get().table_id == here.table(1).pk
    judge.click("Call off table 2")
    judge.agree("they agreed")
    expect(calls).to_have_count(CALLS - 2)
    assert Call.objects.get(table=here.table(2)).state == "off"
    # At a desk the crawl looks at these; on a phone one page of each layout, all of them in the soak.
    every = ("judges/report/", "judges/season/", "judges/rulings/", "judges/words/", "open/words/")
    for place in every if SOAK else every[:1]:
        judge.go(place)
        clean(judge.page)


def test_a_word_no_list_has_is_decided_while_it_is_typed(arrive: Arrive) -> None:
    here = hall(1)
    judge = a_judge(arrive, here, "ana")
    judge.press("t", "Table 1")
    words = judge.page.locator("#id_words")
    words.fill("")
    judge.keys("tubig", "Enter", "hangin")
    stands = judge.page.get_by_label("stands HANGIN", exact=True)
    expect(stands).to_be_visible()
    expect(judge.page.locator("aside")).to_contain_text("List")
    judge.click("Rule", exact=True)
    expect(judge.page.locator("main")).to_contain_text("No list knows “hangin”: decide it.")
    expect(words).to_have_value("tubig\nhangin")
    judge.page.get_by_label("does not stand HANGIN", exact=True).check()
    judge.page.locator("#id_source").fill("UP Diksiyonaryong Filipino")
    judge.page.locator("#id_page").fill("431")
    judge.click("Rule", exact=True)
    expect(judge.page.locator(".verdict")).to_contain_text("The play is UNACCEPTABLE")
    assert [one["acceptable"] for one in Ruling.objects.get().answers] == [True, False]


# That it appears is on the day (`test_the_day.py`), that the second is told who was first in `tests/judging/test_pages.py`.
@pytest.mark.soak
def test_a_call_of_a_table_appears_by_itself_and_the_first_of_two_judges_has_it(arrive: Arrive) -> None:
    here = hall(0)
    ana, ben = (a_judge(arrive, here, name) for name in ("ana", "ben"))
    clerk = arrive(here.event.slug)
    clerk.sign_in(here.clerk)
    clerk.go("open/round/1/table/4/")
    clerk.keys("j")
    expect(clerk.page.locator("#judge")).to_contain_text("waits for a judge")
    for judge in (ana, ben):
        expect(judge.page.locator("article")).to_contain_text("Table 4")
    # Ben looks at what was there a moment ago.
    stand_between(ben.page, "**/judges/queue*", lambda route: route.fulfill(status=204))
    ana.press("t", "Table 4")
    ben.page.get_by_role("button", name=re.compile("Take")).click()
    expect(ben.page.locator("body")).to_contain_text("Ana")
    row = Call.objects.get()
    assert (row.state, row.taken_name, row.version) == ("taken", "Ana", 2)
