"""Built by pressing, in a browser: line follows controls, list follows line, and nothing pressed is left out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tdapp.desk.models import Prize
from tdapp.events.models import Division
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_rounds_prizes_constraints_and_places_are_pressed_together_and_saved(arrive: Arrive) -> None:
    hall = f.hall(players=6, rounds=1, plan="swiss 1-4", rounds_planned=4)
    person = arrive(hall.event.slug, viewport=PHONE)
    person.sign_in(hall.director)
    page = person.page

    person.go("open/plan/")
    page.get_by_label("Number of rounds").fill("5")
    page.get_by_label("The last rounds").select_option("koth:2")
    person.click("Save the plan")
    person.said("The plan is saved")
    assert Division.objects.get(pk=hall.division.pk).plan == "swiss 1-3, koth 4-5"

    person.go("prizes/")
    for name in ("1st to 3rd", "Best girl"):
        person.click(name, exact=True)
    expect(page.locator("#prizes-told li")).to_have_count(2)
    lines = page.locator("[name=lines]")
    expect(lines).to_have_value("rank 1-3: trophy, medal, medal\namong girls 1 as Best girl: medal")
    lines.fill("rank 1: trophy\nrank 0: medal")
    expect(page.locator("#prizes-told")).to_contain_text("Places go from 1 upwards")
    person.click("Remove rank 0: medal")
    expect(lines).to_have_value("rank 1: trophy")
    assert faults(page) == []
    # Sent before the answer to the press is there: it waits for it.
    page.evaluate("""() => {
        document.querySelector('[value="quick:high-game"]').click();
        document.querySelector("form[data-pressing]").requestSubmit();
    }""")
    person.said("Added")
    assert list(Prize.objects.order_by("order").values_list("kind", flat=True)) == ["rank", "high-game"]

    person.go("open/wishes/")
    page.get_by_label("What is needed?").fill("kambal")
    expect(page.locator("[data-words]:visible")).to_have_count(1)
    page.locator("[name=pick-one]").select_option("1")
    page.locator("[name=pick-two]").select_option("2")
    person.click("Put on the list")
    expect(page.locator("[name=apart]")).to_have_value("1 2")
    assert faults(page) == []

    person.go("open/round/1/as-played")
    seats = page.locator("[id^=sat-]")
    one, other = (seats.nth(place).get_attribute("id") for place in (1, 3))
    page.locator(f"#{one}").click()
    expect(page.locator(f"#{one}")).to_have_attribute("aria-pressed", "true")
    page.locator(f"#{other}").click()
    expect(seats.nth(1)).to_have_attribute("id", str(other))
    assert faults(page) == []
    page.get_by_label("Why", exact=True).fill("they sat so")
    person.keys("Enter")
    person.said("Recorded as played")
