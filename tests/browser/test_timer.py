"""The turn timer as a table uses it: by keys, by fingers, reloaded, asleep, offline, opened twice. The clock is ours."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tdapp.events.models import Division
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE
from tests.browser.timers import Table, opened
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _a_game_by_keys_alone_ends_up_on_the_server(table: Table) -> None:
    assert (table.clock(1), table.clock(2)) == ("2:00", "2:00")
    table.press("Space")
    table.passes(47.3)
    assert table.clock(1) == "1:13"
    table.press("Space")
    table.passes(95.3)
    assert (table.clock(2), table.state(2)) == ("0:25", "near")
    table.press("c")
    table.passes(60.3)
    assert table.clock(2) == "0:25"
    expect(table.page.locator('[data-part="phase"]')).to_contain_text("Challenge, stopped for 1:00")
    table.press("c")
    table.passes(41)
    table.says(2, "over time: recorded")
    assert (table.clock(2), table.state(2)) == ("+0:16", "over")
    table.press("Space")
    table.passes(10)
    table.press("e")
    assert [row[2:4] for row in table.moves()] == [["0:10", ""], ["2:16", "+0:16"], ["0:47", ""]]
    assert table.moves()[1][4] == "1:00 for a challenge"
    table.link("handed over: 3")
    assert table.handed() == [(1, 1, 47), (2, 2, 136), (3, 1, 10)]


def _the_last_press_is_taken_back_and_its_time_goes_where_it_belongs(table: Table) -> None:
    table.press("Space")
    table.passes(20)
    table.press("Space")
    table.passes(5)
    table.press("u")
    assert (table.clock(1), table.clock(2)) == ("1:35", "2:00")
    table.passes(5)
    table.press("p")
    table.passes(30)
    table.press("u")
    assert table.clock(1) == "1:00"
    assert table.moves() == []


def _what_was_handed_over_and_taken_back_goes_from_the_server_too(table: Table) -> None:
    table.press("Space")
    table.passes(20)
    table.press("Space")
    table.passes(5)
    table.press("p")
    table.link("handed over: 1")
    table.press("u", "u", "p")
    expect(table.page.locator('[data-part="link"]')).to_be_hidden()
    assert table.handed() == []


def _a_lost_turn_is_passed_over_by_the_seats_number(table: Table) -> None:
    table.press("2", "Space")
    table.passes(11)
    table.press("2")
    table.passes(12)
    table.press("Space")
    table.passes(13)
    table.press("e")
    table.link("handed over: 3")
    assert table.handed() == [(1, 2, 11), (3, 2, 12), (4, 1, 13)]


def _time_is_called_and_the_open_move_belongs_to_nobody(table: Table) -> None:
    table.press("Space")
    table.passes(30)
    table.press("Space")
    table.passes(30)
    table.press("t")
    table.link("handed over: 1")
    table.passes(100)
    expect(table.page.locator('[data-part="phase"]')).to_have_text("Time is called")
    assert table.clock(2) == "1:30"
    table.press("Space")
    assert table.handed() == [(1, 1, 30)]


def _half_a_second_over_accuses_nobody(table: Table) -> None:
    table.press("Space")
    table.passes(120.6)
    table.press("Space", "p")
    assert table.moves()[0][2:4] == ["2:00", ""]
    table.link("handed over: 1")
    assert table.handed() == [(1, 1, 120)]


def _a_new_game_asks_first_and_wipes_what_was_handed_over(table: Table) -> None:
    table.press("n")
    table.person.agree()
    for seat in (1, 2):
        table.shows(seat, "2:00")
    expect(table.page.locator('[data-part="link"]')).to_be_hidden()
    assert (table.moves(), table.handed()) == ([], [])


def test_games_by_keys_alone_end_up_on_the_server_and_a_new_one_wipes_them_there(at_table: Any) -> None:
    """One window of one table: what is pressed and taken back, and a new game between one and the next."""
    table = at_table()
    for game in (
        _a_game_by_keys_alone_ends_up_on_the_server,
        _the_last_press_is_taken_back_and_its_time_goes_where_it_belongs,
        _what_was_handed_over_and_taken_back_goes_from_the_server_too,
        _a_lost_turn_is_passed_over_by_the_seats_number,
        _time_is_called_and_the_open_move_belongs_to_nobody,
        _half_a_second_over_accuses_nobody,
    ):
        game(table)
        _a_new_game_asks_first_and_wipes_what_was_handed_over(table)


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"timer.overrun": "points"}, ["over time: −20 points", "−20 points"]),
        ({"timer.overrun": "turn_lost"}, ["over time: the turn is forfeited", "turns forfeited: 1"]),
        # Told above of a game on a table.
        pytest.param({}, ["over time: recorded", "over 1×: 1:01"], marks=pytest.mark.soak),
    ],
)
def test_running_over_is_flagged_as_the_rules_say(
    at_table: Any, overrides: dict[str, str], words: list[str]
) -> None:
    hall = f.hall(4)
    Division.objects.filter(pk=hall.division.pk).update(overrides=overrides)
    table = at_table(hall)
    table.press("Space")
    table.passes(120.5)
    table.says(1, "Time is up")
    table.passes(60.6)
    table.says(1, words[0])
    table.press("Space")
    table.says(1, words[1])


# --- reload, sleep, clocks that are set


def test_a_reload_in_the_middle_of_a_move_or_a_pause_loses_nothing(at_table: Any) -> None:
    table = at_table()
    table.press("Space")
    table.passes(30)
    table.press("Space")
    table.passes(20)
    table.reload()
    assert table.clock(2) == "1:40"
    table.passes(10)
    table.press("Space", "p")
    assert table.moves()[0][2] == "0:30"
    assert table.moves()[1][2] == "0:30"
    table.press("p")
    table.passes(30)
    table.press("p")
    table.passes(40)
    table.reload()
    table.passes(20)
    assert table.clock(1) == "1:30"
    expect(table.page.locator('[data-part="phase"]')).to_contain_text("Paused for 1:00")


def test_a_laptop_that_slept_counts_the_time_and_asks_when_its_inner_clock_stood_still(at_table: Any) -> None:
    table = at_table()
    table.press("Space")
    table.passes(10)
    table.page.clock.fast_forward(60_000)
    table.passed += 60
    table.passes(1)
    assert table.clock(1) == "0:49"
    expect(table.page.locator('[data-part="slept"]')).to_be_hidden()
    table.press("Space")
    table.passes(10)
    table.set_clock(65)
    table.passes(1.3)
    table.person.sees("slept for 1:05")
    assert table.clock(2) == "0:44"
    table.page.get_by_role("button", name="Take it off again").press("Enter")
    assert table.clock(2) == "1:49"
    table.page.get_by_role("main").press("u")
    assert table.clock(2) == "0:44"


def test_a_night_is_no_turn(at_table: Any) -> None:
    table = at_table()
    table.press("Space")
    table.passes(10)
    table.set_clock(9 * 3600)
    table.passes(1)
    table.person.sees("That is no turn")
    assert table.clock(1) == "1:50"
    expect(table.page.locator('[data-part="phase"]')).to_contain_text("Paused")


@pytest.mark.parametrize(
    "again", [pytest.param(False, marks=pytest.mark.soak), True], ids=["in the page", "over a reload"]
)
def test_a_clock_set_back_never_gives_time(at_table: Any, again: bool) -> None:
    table = at_table()
    table.press("Space")
    table.passes(50)
    table.set_clock(-3600)
    if again:
        table.reload()
    table.passes(10)
    assert table.clock(1) in ("1:00", "1:01", "0:59")


def test_what_the_browser_kept_and_nobody_can_read_is_a_new_game(at_table: Any) -> None:
    table = at_table()
    table.page.evaluate(
        'k => localStorage.setItem(k, \'{"v": 1, "presses": 5}\')', f"td-timer {table.hall.table(1).pk}"
    )
    table.page.evaluate("window.onpagehide = null")
    table.page.goto("about:blank")
    table.person.go(f"/e/{table.hall.event.slug}/open/round/1/table/1/timer/")
    table.listening()
    assert table.clock(1) == "2:00"


# --- the server away, another window, another device

# --- by hand, for everybody


@pytest.fixture
def practice(arrive: Arrive) -> Any:
    def begin(**options: Any) -> Table:
        return opened(Table(arrive(**options)), "/timer/")

    return begin


def test_fingers_on_a_phone_press_whole_fields_and_another_seats_field_does_nothing(practice: Any) -> None:
    table = practice(viewport=PHONE, has_touch=True)
    seat = table.page.locator(".seat")
    seat.nth(1).tap()
    table.passes(20)
    seat.nth(0).tap()
    table.passes(1)
    assert table.moves() == []
    seat.nth(1).tap()
    table.passes(5)
    assert table.moves()[0][1:3] == ["Player 2", "0:21"]
    assert seat.nth(0).bounding_box()["height"] > 200
    table.page.get_by_role("button", name="Face each other").tap()
    assert table.page.locator(".seat").first.evaluate("node => getComputedStyle(node).rotate") == "180deg"


def test_after_a_click_the_space_bar_is_still_the_timers_and_paper_has_no_buttons(practice: Any) -> None:
    table = practice()
    table.page.get_by_role("button", name="Start", exact=True).click()
    table.passes(5)
    table.page.get_by_role("button", name="Pause").click()
    table.press("Space")
    table.passes(5)
    table.press("Space")
    assert [row[2] for row in table.moves()] == ["0:10"]
    table.page.emulate_media(media="print")
    expect(table.page.locator(".timer-seats")).to_be_hidden()
    expect(table.page.locator(".timer-bar")).to_be_hidden()
    expect(table.page.locator(".timer-moves tbody tr")).to_be_visible()


def test_the_practice_timer_has_its_own_rules_seats_names_and_stores_nothing(practice: Any) -> None:
    table = practice()
    sent: list[str] = []
    table.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    table.person.choose("Rules", "Bisonte")
    table.person.choose("Players", "3")
    table.person.fill(Seconds=30, Name_1="Ana", Name_2="Ben", Name_3="Cel")
    table.page.get_by_label("Name 3").press("Enter")
    table.press("Space")
    for seconds in (10, 35, 5):
        table.passes(seconds)
        table.press("Space")
    assert [(row[1], row[2], row[3]) for row in table.moves()] == [
        ("Cel", "0:05", ""), ("Ben", "0:35", "+0:05"), ("Ana", "0:10", ""),
    ]  # fmt: skip
    table.reload()
    assert len(table.moves()) == 3
    table.says(1, "Ana")
    assert sent == []


# Two seats have the largest digits, four the smallest fields.
@pytest.mark.parametrize("seats", ["2", pytest.param("3", marks=pytest.mark.soak), "4"])
def test_the_digits_fit_their_fields_and_axe_finds_nothing(practice: Any, seats: str) -> None:
    table = practice(viewport=PHONE)
    table.person.choose("Players", seats)
    table.press("Tab")
    table.page.locator('[data-part="stage"]').focus()
    table.press("Space")
    table.page.clock.resume()  # axe has pauses of its own
    inside = (
        "all => all.every(one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight)"
    )
    for passed in (1, 100, 30):
        table.passes(passed)
        for viewport in (LAPTOP, PHONE):
            table.page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert table.page.locator(".seat").evaluate_all(inside), viewport
            # The most seats on the smallest screen look as fewer do on a larger one: there only the digits are measured.
            if SOAK or (seats, viewport) == ("4", PHONE):
                assert faults(table.page, "light", "dark") == []


def test_the_flash_is_for_who_wants_motion(practice: Any) -> None:
    table = practice(reduced_motion="no-preference")
    table.press("Space")
    table.passes(121)
    shown = "node => getComputedStyle(node).animationName"
    assert table.page.locator('[data-seat="1"]').evaluate(shown) == "time-up"
    table.page.emulate_media(reduced_motion="reduce")
    assert table.page.locator('[data-seat="1"]').evaluate(shown) == "none"
