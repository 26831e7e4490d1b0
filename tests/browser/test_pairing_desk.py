"""The plan editor and the pairing desk by the keyboard: plan, draft, ask a price, exchange, take back, publish."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tdapp.events.models import Division, Round
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=10, rounds=1, played=1, plan="swiss 1-5", rounds_planned=5)


def director(arrive: Arrive, hall: f.Hall, **window: object) -> Person:
    person = arrive(hall.event.slug, **window)
    person.sign_in(hall.director)
    return person


def names(person: Person, table: int) -> list[str]:
    row = person.page.locator("[data-draft] tbody tr").nth(table - 1)
    return [text.strip() for text in row.locator("[data-seat]").all_inner_texts()]


def drafted(person: Person) -> None:
    person.go("open/round/2/")
    person.press("p", "Round 2, draft")


def test_a_plan_is_changed_by_its_form_and_read_back_round_by_round(arrive: Arrive, hall: f.Hall) -> None:
    person = director(arrive, hall)
    person.go("open/plan/")
    page = person.page
    page.locator("#span-0-rounds").fill("3")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Add rounds").press("Enter")
    page.locator("#span-1-system").select_option("koth")
    page.locator("#span-1-rounds").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator("[name=plan]")).to_have_value("swiss 1-3, koth 4-5")
    expect(page.locator("[data-rounds] tr")).to_have_count(5)
    page.locator("[name=plan]").fill("swiss(repeats=1 free) 1-2, koth(repeats=1) 3")
    expect(page.locator("[data-rounds] tr")).to_have_count(3)
    page.locator("#span-0-rounds").fill("3")
    page.keyboard.press("Tab")
    expect(page.locator("[name=plan]")).to_have_value("swiss(repeats=1 free) 1-3, koth(repeats=1) 4")
    page.locator("[name=plan]").fill("swiss 1-3, koth 4-5")
    expect(page.locator("[data-rounds] tr")).to_have_count(5)
    expect(page.locator("[data-rounds] tr").nth(4)).to_contain_text("King of the hill")
    page.locator("#span-1-system").select_option("cop")
    page.locator("[data-spans] > li").nth(1).locator("summary").press("Enter")
    page.locator("#span-1-hope").fill("10 / 2.5")
    page.keyboard.press("Tab")
    expect(page.locator("[name=plan]")).to_have_value("swiss 1-3, cop(hope=10/2.5) 4-5")
    page.locator("[name=plan]").fill("swiss(fold) 1-2, poker 3")
    expect(page.locator("[data-said]")).to_contain_text("poker")
    page.locator("[name=plan]").fill("swiss 1-3, qoth 4")
    expect(page.locator("[data-spans] > li")).to_have_count(2)
    # At a desk the crawl looks at this page.
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert faults(page) == []
    person.click("Save the plan")
    person.said("The plan is saved")
    assert Division.objects.get(pk=hall.division.pk).plan == "swiss 1-3, qoth 4"


def test_two_names_change_places_by_keys_the_change_is_taken_back_and_a_name_is_dragged(
    arrive: Arrive, hall: f.Hall
) -> None:
    person = director(arrive, hall)
    drafted(person)
    first, second = names(person, 1), names(person, 2)
    links = person.page.locator("[data-draft] tbody tr")
    links.nth(0).locator("[data-seat]").first.focus()
    person.keys("x")
    expect(person.page.locator("[data-drag-said]")).to_contain_text("is picked up")
    links.nth(1).locator("[data-seat]").first.focus()
    person.keys("x")
    expect(links.nth(0).locator("[data-seat]").first).to_have_text(second[0])
    assert names(person, 2)[0] == first[0]
    expect(person.page.locator(".verdict")).to_be_visible()
    person.page.get_by_text("Compare with the best round").click()
    expect(person.page.get_by_role("heading", name="The best round")).to_be_visible()
    person.keys("u")
    expect(links.nth(0).locator("[data-seat]").first).to_have_text(first[0])
    expect(person.page.get_by_text("Take the last change back")).to_have_count(0)
    first, third = names(person, 1), names(person, 3)
    links.nth(0).locator("[data-seat]").last.drag_to(links.nth(2).locator("[data-seat]").last)
    expect(links.nth(0).locator("[data-seat]").last).to_have_text(third[1])
    expect(links.nth(2).locator("[data-seat]").last).to_have_text(first[1])


def test_a_wish_is_priced_before_it_is_granted_and_the_round_published(arrive: Arrive, hall: f.Hall) -> None:
    person = director(arrive, hall, viewport=PHONE)
    drafted(person)
    one, other = names(person, 1)[0], names(person, 3)[0]
    page = person.page
    for field, name in (("#ask_one", one), ("#ask_other", other)):
        label = page.locator(f"{field} option", has_text=name).inner_text()
        page.locator(field).select_option(label=label)
    person.click("Ask")
    expect(page.locator("#wish .note")).to_contain_text(f"If {one} and {other} meet")
    page.locator("#wish").get_by_role("button", name="Pair these two").press("Enter")
    expect(page.locator("[data-draft] tbody tr", has_text=one).first).to_contain_text(other)
    assert faults(page) == []
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    page.locator("h1").click()
    person.press("p", "Round 2")
    expect(page.locator("h1")).not_to_contain_text(re.compile("draft"))
    assert Round.objects.get(division=hall.division, number=2).status == "published"


def test_a_round_is_paired_by_cop_and_tells_who_can_win_what(
    arrive: Arrive, hall: f.Hall, worker: None
) -> None:
    Division.objects.filter(pk=hall.division.pk).update(plan="swiss 1-2", rounds_planned=2)
    person = director(arrive, hall)
    person.go("open/round/2/")
    page = person.page
    page.get_by_text("Pair by another system").press("Enter")
    page.get_by_label("System for this round").select_option("cop")
    page.get_by_label("Settings").fill("sims=2000, hope=5")
    page.get_by_role("button", name="Pair", exact=True).press("Enter")
    contest = page.locator("#contenders")
    expect(contest.get_by_role("listitem").first).to_contain_text(
        "last round, neighbours who play for 1st place"
    )
    contest.locator("summary").press("Enter")
    expect(contest.get_by_role("columnheader", name="May hope for")).to_be_visible()
    expect(contest.get_by_role("img")).to_be_visible()
    expect(page.locator("[data-draft] tbody tr").first).to_contain_text("Must meet: last round")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert faults(page) == []
