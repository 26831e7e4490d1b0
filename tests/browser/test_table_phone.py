"""From the sheet with the codes to a judge at the table: a director's print, a phone of 360 px, a judge's queue."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tdapp.judging.models import Call
from tdapp.judging.phone.commands.table_links import revoke_links
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP
from tests.browser.test_judges import a_judge, hall
from tests.judging.links import round_of, token

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW = {"width": 360, "height": 740}


@pytest.mark.parametrize("locale", ["fil-PH", pytest.param("en-PH", marks=pytest.mark.soak)])
def test_a_phone_calls_sees_the_judge_come_and_hears_that_he_ruled(arrive: Arrive, locale: str) -> None:
    here = hall(0)
    secret = token(here)
    ana = a_judge(arrive, here, "ana", viewport=LAPTOP)
    phone = arrive(viewport=NARROW, locale=locale, has_touch=True).page
    phone.goto(f"/q/{secret}/")
    assert faults(phone, "light", "dark") == []
    phone.locator(".phone-seats .choice").nth(1).click()
    phone.locator("select").select_option("2")
    phone.locator("form .btn-go").click()
    said = phone.locator(".phone-said")
    expect(said).to_contain_text("waiting" if locale.startswith("en") else "naghihintay")
    assert faults(phone, "light", "dark") == []
    expect(ana.page.locator("article")).to_contain_text("2 words")
    ana.press("t", "Table 1")
    expect(said).to_contain_text("Ana is coming" if locale.startswith("en") else "Papunta na si Ana")
    assert faults(phone, "light", "dark") == []
    ana.page.locator("#id_words").fill("bahay")
    ana.click("Rule", exact=True)
    expect(phone.locator("form .btn-go")).to_be_visible()
    expect(phone.locator("main")).not_to_contain_text("BAHAY")
    assert Call.objects.get().state == "ruled"


def test_a_call_is_called_off_without_scripts_and_a_revoked_code_says_one_sentence(arrive: Arrive) -> None:
    here = hall(0)
    secret = token(here)
    phone = arrive(viewport=NARROW, java_script_enabled=False).page
    phone.goto(f"/q/{secret}/")
    phone.get_by_role("button", name="Call a judge").click()
    phone.get_by_role("button", name="Call it off").click()
    expect(phone.locator("main")).to_contain_text("The call was ended at")
    assert Call.objects.get().state == "off"


def test_a_phone_whose_link_is_revoked_is_told_by_itself(arrive: Arrive) -> None:
    here = hall(0)
    person = arrive(viewport=NARROW)
    person.page.goto(f"/q/{token(here)}/")
    revoke_links(f.program(here.event), round_of(here))
    expect(person.page.locator("main")).to_contain_text("This table link opens nothing now.")
    assert faults(person.page) == []


def test_the_codes_are_made_and_printed_eight_a_page_and_axe_finds_nothing(arrive: Arrive) -> None:
    here = hall(0)
    judge = a_judge(arrive, here, "ana", viewport=LAPTOP)
    # Before and after the codes are made the crawl looks at this page (`test_every_page.py`).
    judge.go("open/round/1/links/")
    judge.click("Make links for all tables", exact=True)
    expect(judge.page.locator(".link-card")).to_have_count(12)
    assert faults(judge.page) == []
    judge.page.emulate_media(media="print")
    boxes = judge.page.locator(".link-card").evaluate_all(
        "all => all.map(one => one.scrollHeight <= one.clientHeight + 1)"
    )
    assert all(boxes)
    judge.go("open/round/1/links/")
    expect(judge.page.locator(".link-card")).to_have_count(0)
    expect(judge.page.locator("tbody tr").first).to_contain_text("until")
