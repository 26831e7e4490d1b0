"""Keys, palette, confirm, live parts and dirty forms, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.look.stand_in import Hall

pytestmark = pytest.mark.browser


@pytest.fixture
def form(page: Page, look: str) -> Page:
    page.goto(f"{look}/form/")
    return page


def test_a_digit_switches_the_division_outside_a_field_and_needs_alt_inside(form: Page) -> None:
    form.locator("#name").press("2")
    expect(form.locator("#name")).to_have_value("2")
    form.evaluate(
        "window.onbeforeunload = null; document.querySelector('#walk-in').removeAttribute('data-guard')"
    )
    form.locator("#name").press("Alt+2")
    form.wait_for_url("**/desk/?d=b")


def test_a_single_key_presses_its_button_and_can_be_switched_off(form: Page) -> None:
    form.evaluate(
        "window.pressed = 0; document.querySelector('#publish').addEventListener('click', () => window.pressed++)"
    )
    form.keyboard.press("p")
    form.keyboard.press("?")
    form.get_by_label("Single keys are on").uncheck()
    form.get_by_role("button", name="Close").last.click()
    form.keyboard.press("p")
    assert form.evaluate("window.pressed") == 1


def test_a_key_can_be_changed_and_a_taken_one_is_refused(form: Page) -> None:
    form.evaluate(
        "window.pressed = 0; document.querySelector('#publish').addEventListener('click', () => window.pressed++)"
    )
    form.keyboard.press("?")
    field = form.locator("#td-keys").get_by_label("Post pairings")
    field.fill("1")
    field.press("Tab")
    expect(field).to_have_value("p")
    field.fill("x")
    field.press("Tab")
    form.keyboard.press("Escape")
    form.keyboard.press("p")
    form.keyboard.press("x")
    assert form.evaluate("window.pressed") == 1


def test_control_k_finds_a_player_and_goes_there(form: Page) -> None:
    form.keyboard.press("Control+k")
    form.keyboard.type("muñoz")
    expect(form.locator('#td-palette [role="option"]')).to_have_count(1)
    form.keyboard.press("Enter")
    form.wait_for_url("**/done/")


def test_a_destructive_button_asks_for_a_reason_and_the_name_first(form: Page) -> None:
    form.locator("#ask").click()
    dialog = form.locator("#td-confirm")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    assert Hall.now.forms == []
    form.locator("#ask").click()
    dialog.get_by_label("Reason").fill("Two no-shows")
    dialog.get_by_label("Type Open to go on").fill("Opne")
    dialog.get_by_role("button", name="Recall").click()
    expect(dialog).to_be_visible()
    dialog.get_by_label("Type Open to go on").fill("Open")
    dialog.get_by_role("button", name="Recall").click()
    form.wait_for_url("**/done/")
    assert (Hall.now.forms[0]["act"], Hall.now.forms[0]["reason"]) == ("recall", "Two no-shows")


def test_a_double_click_sends_a_form_once_and_with_a_key(form: Page) -> None:
    form.locator("#name").fill("Abad")
    form.locator("#save").dblclick()
    form.wait_for_url("**/done/")
    assert len({sent["idempotency_key"] for sent in Hall.now.forms}) == len(Hall.now.forms) == 1


def test_a_live_part_is_renewed_but_not_over_a_form_somebody_types_in(form: Page) -> None:
    form.locator("#note").fill("three pens missing")
    Hall.now.version = 2
    expect(form.locator("[data-toasts]")).to_contain_text("something newer")
    expect(form.locator("#note")).to_have_value("three pens missing")
    expect(form.locator("#fresh")).to_have_text("first")


def test_a_live_part_is_left_alone_while_nothing_is_new_and_renewed_when_something_is(form: Page) -> None:
    form.evaluate("document.querySelector('#fresh').dataset.same = '1'")
    form.wait_for_timeout(700)
    expect(form.locator("#fresh")).to_have_attribute("data-same", "1")
    Hall.now.version = 2
    expect(form.locator("#fresh")).to_have_text("second")


def test_a_live_part_asks_one_question_at_a_time_however_often_it_is_called_on(page: Page, look: str) -> None:
    asked: list[Route] = []
    page.route("**/part/**", lambda route: asked.append(route))
    page.goto(f"{look}/form/")
    for already in (1, 2):
        while len(asked) < already:
            page.wait_for_timeout(20)
        page.evaluate("for (let n = 0; n < 5; n++) document.dispatchEvent(new Event('td:ask-now'))")
        page.wait_for_timeout(500)
        assert len(asked) == already
        asked[-1].fulfill(status=204)
    # What was called for meanwhile is asked once more; then the part's own time goes on, alone.
    while len(asked) < 3:
        page.wait_for_timeout(20)
    page.wait_for_timeout(500)
    assert len(asked) == 3
    page.unroute_all(behavior="ignoreErrors")


def test_the_last_good_page_stays_when_the_server_is_gone_and_says_so(page: Page, look: str) -> None:
    page.goto(f"{look}/live/")
    expect(page.locator("#fresh")).to_have_text("second")
    page.context.set_offline(True)
    expect(page.locator("[data-live-text]")).to_contain_text("does not answer")
    expect(page.locator("#fresh")).to_have_text("second")
    page.context.set_offline(False)
    expect(page.locator("[data-live-text]")).to_contain_text("answers again")


def test_a_session_that_ended_gives_back_what_was_typed_but_nothing_private(form: Page) -> None:
    Hall.now.trouble = "logged-out"
    form.locator("#name").fill("dela Cruz, Ma. Consolación")
    form.locator("#born").fill("2015-04-01")
    form.locator("#save").click()
    form.wait_for_url("**/door/")
    assert "2015-04" not in form.evaluate("JSON.stringify({...sessionStorage})")
    form.get_by_role("button", name="Log in").click()
    form.wait_for_url("**/form/")
    expect(form.locator("#name")).to_have_value("dela Cruz, Ma. Consolación")
    expect(form.locator("#born")).to_have_value("")
    expect(form.locator("[data-toasts]")).to_contain_text("is back")


def test_another_person_does_not_get_what_the_first_one_typed(form: Page) -> None:
    Hall.now.trouble = "logged-out"
    form.locator("#name").fill("Abad")
    form.locator("#save").click()
    form.wait_for_url("**/door/")
    Hall.now.user = "ben"
    form.get_by_role("button", name="Log in").click()
    form.wait_for_url("**/form/")
    expect(form.locator("#name")).to_have_value("")


def test_a_form_that_was_taken_is_not_put_back(form: Page, look: str) -> None:
    form.locator("#name").fill("Abad")
    form.locator("#save").click()
    form.wait_for_url("**/done/")
    form.goto(f"{look}/form/")
    expect(form.locator("#name")).to_have_value("")


def test_a_chosen_theme_stays_on_the_next_page(form: Page, look: str) -> None:
    form.locator("[data-menu] summary").click()
    form.get_by_role("button", name="Dark").click()
    form.goto(f"{look}/done/")
    assert form.evaluate("document.documentElement.dataset.theme") == "dark"
    assert form.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
