"""Two clerks at two laptops, a network that goes away, a tab that was left open: nothing double, nothing lost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tdapp.desk.models import Result, TableQuestion
from tests import factories as f
from tests.browser import rounds, setting_up
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEYS = "addEventListener('keydown', () => (window.pressed = (window.pressed ?? 0) + 1), true)"


def at_the_line(arrive: Arrive, hall: f.Hall, user: object, *, clock: bool = False) -> Person:
    """Somebody sits before the line, ready to type; `clock`: the page's time can be stopped."""
    person = arrive(hall.event.slug)
    if clock:
        person.page.clock.install()
    person.sign_in(user)
    person.go("enter/")
    expect(person.page.locator("#td-entry")).to_be_focused()
    return person


def field(person: Person, text: str) -> None:
    expect(person.page.locator("#td-entry")).to_have_value(text)


def outbox(person: Person, count: int) -> None:
    expect(person.page.locator("[data-outbox] li")).to_have_count(count)


def test_the_first_of_two_clerks_wins_and_the_second_sees_both_and_keeps_what_was_typed_also_at_the_same_moment(
    arrive: Arrive,
) -> None:
    hall = f.hall(8, 1)
    first = at_the_line(arrive, hall, f.member(hall.event, "clerk", "ana"))
    second = at_the_line(arrive, hall, f.member(hall.event, "clerk", "ben"))
    first.keys("2 412 388", "Enter")
    rounds.answered(first, "ok", 2)
    rounds.asked(second, "2 401 377", "stop")
    both = second.page.locator(".echo-both")
    expect(both).to_contain_text("412–388")
    expect(both).to_contain_text("Ana")
    expect(both).to_contain_text("401–377")
    field(second, "2 401 377")
    second.keys("Escape")
    second.keys("2 ? my slip says 401 377", "Enter")
    rounds.answered(second, "ok", 2)
    assert TableQuestion.objects.get().text == "my slip says 401 377"
    assert Result.objects.get().entered_name == "Ana"
    for place, clerk in enumerate((first, second)):
        field(clerk, "")
        clerk.keys(f"3 41{place} 388")
    for clerk in (first, second):
        clerk.keys("Enter")
    states = []
    for clerk in (first, second):
        told = clerk.page.locator(
            "[data-answer] [data-state]", has=clerk.page.locator(".echo-table", has_text="3")
        )
        expect(told).to_be_visible()
        states.append(told.get_attribute("data-state"))
    assert sorted(map(str, states)) == ["ok", "stop"]
    assert Result.objects.filter(table__number=3).count() == 1


def test_a_result_costs_eleven_keys_and_without_a_network_or_an_answer_it_is_marked_and_stored_once(
    arrive: Arrive,
) -> None:
    """One clerk at one page, which is never left and sees no mouse."""
    hall = f.hall(24, 1)
    clerk = at_the_line(arrive, hall, hall.clerk)
    clerk.page.evaluate(KEYS)
    rounds.enter(clerk, "12 412 388")
    assert clerk.page.evaluate("window.pressed") == 11
    rounds.enter(clerk, "11 377 401")
    assert clerk.page.evaluate("window.pressed") == 22
    assert Result.objects.count() == 2
    _lines_typed_while_the_network_is_gone_are_marked_and_delivered_once(clerk)
    _an_answer_that_got_lost_is_asked_for_again_and_stored_once(clerk)
    assert [row.version for row in Result.objects.order_by("sequence")] == [1] * 5


def _lines_typed_while_the_network_is_gone_are_marked_and_delivered_once(clerk: Person) -> None:
    clerk.page.context.set_offline(True)
    clerk.keys("1 412 388", "Enter")
    outbox(clerk, 1)
    clerk.keys("2 377 401", "Enter")
    outbox(clerk, 2)
    expect(clerk.page.locator("[data-outbox]")).to_contain_text("NOT saved")
    field(clerk, "")
    assert Result.objects.count() == 2
    clerk.page.context.set_offline(False)
    outbox(clerk, 0)
    expect(clerk.page.locator(".topline-in")).to_contain_text("4 of 12 entered")


def _an_answer_that_got_lost_is_asked_for_again_and_stored_once(clerk: Person) -> None:
    """The result is stored, its answer never arrives: the same key is sent again."""
    lost: list[int] = []

    def lose(route: object) -> None:
        lost.append(route.fetch().status)  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    stand_between(clerk.page, re.compile("/enter/$"), lose, times=1)
    clerk.keys("4 412 388", "Enter")
    outbox(clerk, 1)
    outbox(clerk, 0)
    assert lost == [200]
    assert Result.objects.filter(table__number=4).count() == 1


def test_a_tab_left_open_does_not_type_in_the_name_of_who_took_over(arrive: Arrive) -> None:
    hall = f.hall(8, 1)
    ana, ben = (f.member(hall.event, "clerk", name) for name in ("ana", "ben"))
    for user in (ana, ben):
        f.pin(user, hall.event, "258036")
    tab = at_the_line(arrive, hall, ana, clock=True)
    other = Person.arrive(tab.page.context, tab.base, hall.event.slug)
    other.go("enter/")
    setting_up.take_over(other, "Ben", "258036")
    tab.keys("1 412 388", "Enter")
    outbox(tab, 1)
    expect(tab.page.locator("[data-outbox]")).to_contain_text("Log in again")
    assert Result.objects.count() == 0
    # No time passes in the tab: it is the page of the other one that says somebody came.
    tab.page.clock.pause_at(timezone.now() + timedelta(minutes=5))
    setting_up.take_over(other, "Ana", "258036")
    outbox(tab, 0)
    assert Result.objects.get().entered_name == "Ana"
