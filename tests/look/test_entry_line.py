"""The line that enters results, in a real browser against a server that can fail."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.look.stand_in import Hall

pytestmark = pytest.mark.browser


@pytest.fixture
def line(page: Page, look: str) -> Page:
    page.goto(f"{look}/desk/")
    expect(page.locator("#td-entry")).to_be_focused()
    return page


def type_line(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def answered(page: Page, state: str) -> None:
    expect(page.locator(f'[data-answer] [data-state="{state}"]')).to_be_visible()


def agree(page: Page) -> None:
    """The second Enter; one that bounces within 200 ms does not count."""
    page.wait_for_timeout(220)
    page.keyboard.press("Enter")


def test_a_line_is_saved_with_eleven_keys_from_the_number_pad_too_and_u_undoes_the_last_in_two(
    line: Page,
) -> None:
    line.keyboard.type("12 412 388")
    assert len("12 412 388") + 1 == 11
    line.keyboard.press("Enter")
    answered(line, "ok")
    expect(line.locator("#td-entry")).to_have_value("")
    expect(line.locator("#td-entry")).to_be_focused()
    assert Hall.now.saved == {"12": "12 412 388"}
    # The answer's other parts stand where they belong.
    expect(line.locator("#count")).to_have_text("1")
    expect(line.locator(".topline-in")).to_contain_text("1 of 10 entered")
    # The number pad has no space, but star, point and plus do.
    type_line(line, "7*412.388+24")
    expect(line.locator("#count")).to_have_text("2")
    assert Hall.now.saved["7"] == "7 412 388 24"
    type_line(line, "u")
    expect(line.locator("[data-answer]")).to_contain_text("undone")
    assert Hall.now.saved == {"12": "12 412 388"}


def test_enter_twice_saves_one_result_with_one_key(line: Page) -> None:
    line.keyboard.type("7 412 388")
    line.keyboard.press("Enter")
    line.keyboard.press("Enter")
    answered(line, "ok")
    line.wait_for_timeout(300)
    assert [text for _, text in Hall.now.requests] == ["7 412 388"]


def test_an_unusual_score_asks_and_a_second_enter_that_does_not_bounce_keeps_it_under_another_key(
    line: Page,
) -> None:
    type_line(line, "2 912 388")
    answered(line, "ask")
    assert Hall.now.saved == {}
    line.locator("#td-entry").dispatch_event("keydown", {"key": "Enter", "repeat": True})
    line.wait_for_timeout(300)
    assert Hall.now.saved == {}
    agree(line)
    answered(line, "ok")
    assert Hall.now.saved == {"2": "2 912 388"}
    assert len({key for key, _ in Hall.now.requests}) == 2


def test_escape_leaves_the_question_and_keeps_the_line_for_a_change(line: Page) -> None:
    type_line(line, "2 912 388")
    answered(line, "ask")
    line.keyboard.press("Escape")
    expect(line.locator("#td-entry")).to_have_value("2 912 388")
    line.keyboard.press("Backspace")
    agree(line)
    answered(line, "ask")
    assert Hall.now.saved == {}
    # A slip typed without looking at the question takes the line's place and is not glued to it.
    line.keyboard.type("3 401 377")
    expect(line.locator("#td-entry")).to_have_value("3 401 377")


def test_equal_scores_stop_the_line_and_a_refusal_shows_both_without_losing_what_was_typed(
    line: Page,
) -> None:
    type_line(line, "4 400 400")
    answered(line, "more")
    expect(line.locator("[data-stem]")).to_contain_text("4 400 400")
    line.wait_for_timeout(220)
    type_line(line, "412 405")
    answered(line, "ok")
    assert Hall.now.saved == {"4": "4 400 400 / 412 405"}
    expect(line.locator("[data-stem]")).to_be_hidden()
    Hall.now.saved["5"] = "5 401 377"
    type_line(line, "5 410 377")
    answered(line, "stop")
    expect(line.locator("[data-answer]")).to_contain_text("5 401 377")
    expect(line.locator("#td-entry")).to_have_value("5 410 377")
    line.keyboard.press("Escape")
    expect(line.locator("#td-entry")).to_have_value("")


def test_a_server_that_is_gone_leaves_a_mark_and_gets_the_line_later_exactly_once(line: Page) -> None:
    Hall.now.trouble = "away"
    type_line(line, "7 412 388")
    type_line(line, "8 300 299")
    expect(line.locator("[data-outbox] li")).to_have_count(2)
    expect(line.locator("[data-outbox]")).to_contain_text("NOT saved, will retry")
    expect(line.locator("#td-entry")).to_have_value("")
    Hall.now.trouble = ""
    expect(line.locator("[data-outbox] li")).to_have_count(0)
    assert Hall.now.saved == {"7": "7 412 388", "8": "8 300 299"}
    assert len({key for key, _ in Hall.now.requests}) == 2


def test_a_lost_answer_is_asked_for_again_with_the_same_key(line: Page) -> None:
    Hall.now.trouble = "answer-lost"
    type_line(line, "7 412 388")
    expect(line.locator("[data-outbox] li")).to_have_count(1)
    Hall.now.trouble = ""
    expect(line.locator("[data-outbox] li")).to_have_count(0)
    answered(line, "ok")
    assert len(Hall.now.requests) > 1
    assert len({key for key, _ in Hall.now.requests}) == 1


def test_a_reload_keeps_the_lines_that_were_not_saved(line: Page) -> None:
    Hall.now.trouble = "away"
    type_line(line, "7 412 388")
    expect(line.locator("[data-outbox] li")).to_have_count(1)
    line.on("dialog", lambda dialog: dialog.accept())
    line.reload()
    expect(line.locator("[data-outbox]")).to_contain_text("7 412 388")
    Hall.now.trouble = ""
    expect(line.locator("[data-outbox] li")).to_have_count(0)
    assert len({key for key, _ in Hall.now.requests}) == 1


def test_the_outbox_holds_only_the_line(line: Page) -> None:
    Hall.now.trouble = "away"
    type_line(line, "7 412 388")
    expect(line.locator("[data-outbox] li")).to_have_count(1)
    kept = line.evaluate("JSON.parse(sessionStorage.getItem('td-outbox /enter/'))")
    assert set(kept[0]) <= {"key", "url", "line", "agree", "raw", "user"}


def test_a_line_typed_by_another_person_is_never_sent_under_my_name(line: Page) -> None:
    Hall.now.trouble = "away"
    type_line(line, "7 412 388")
    expect(line.locator("[data-outbox] li")).to_have_count(1)
    line.on("dialog", lambda dialog: dialog.accept())
    Hall.now.trouble, Hall.now.user = "", "ben"
    before = len(Hall.now.requests)
    line.reload()
    expect(line.locator("[data-outbox]")).to_contain_text("another person")
    line.wait_for_timeout(500)
    assert (Hall.now.saved, len(Hall.now.requests)) == ({}, before)
    line.get_by_role("button", name="Take it up").click()
    expect(line.locator("#td-entry")).to_have_value("7 412 388")


def test_a_session_that_ended_keeps_the_line_until_somebody_logs_in(line: Page, look: str) -> None:
    Hall.now.trouble = "logged-out"
    type_line(line, "7 412 388")
    expect(line.locator("[data-outbox]")).to_contain_text("Log in again")
    other = line.context.new_page()
    other.goto(f"{look}/door/")
    other.get_by_role("button", name="Log in").click()
    expect(line.locator("[data-outbox] li")).to_have_count(0)
    assert Hall.now.saved == {"7": "7 412 388"}


def test_a_question_about_a_late_line_waits_in_the_list_and_leaves_the_field_alone(line: Page) -> None:
    Hall.now.trouble = "away"
    type_line(line, "2 912 388")
    expect(line.locator("[data-outbox] li")).to_have_count(1)
    line.keyboard.type("8 30")
    Hall.now.trouble = ""
    expect(line.locator("[data-outbox]")).to_contain_text("needs you")
    expect(line.locator("#td-entry")).to_have_value("8 30")
    line.get_by_role("button", name="Drop it").click()
    expect(line.locator("[data-outbox] li")).to_have_count(0)


def test_a_click_beside_the_field_does_not_lose_it_but_tab_leads_away(line: Page) -> None:
    line.locator("h1").click()
    expect(line.locator("#td-entry")).to_be_focused()
    line.keyboard.press("Tab")
    expect(line.locator("#td-entry")).not_to_be_focused()
    line.locator("#aside").focus()
    line.keyboard.type("7")
    expect(line.locator("#td-entry")).to_have_value("7")


def test_twenty_results_at_four_keys_a_second_lose_nothing(line: Page) -> None:
    lines = [f"{table} {400 + table} {300 + table}" for table in range(11, 31)]
    for text in lines:
        line.keyboard.type(text)
        line.keyboard.press("Enter")
    expect(line.locator("#count")).to_have_text("20")
    assert list(Hall.now.saved.values()) == lines
