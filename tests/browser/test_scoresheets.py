"""The sheet editor and the tally by the keyboard alone, at a desk and on a phone: nothing typed is ever lost."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tdapp.scoresheets.editor.commands.writing import create
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person
from tests.browser.sheets import GAME, KINDS, at_the_sheet, cell, kinds, reads, row, saved, stand_in, write
from tests.scoresheets.factories import FIRST, SECOND, Desk, add, address, change, desk, written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CHALLENGED = {"kind": "challenge", "challengers": [1], "verdict": "invalid"}
# Where the keys are the same and only the layout differs, which other tests look at on a phone.
LAPTOPS = pytest.mark.parametrize(
    "size", [LAPTOP, pytest.param(PHONE, marks=pytest.mark.soak)], ids=["desk", "phone"]
)
WIDTHS = [1440, 1280, 1024, 820, 390]


@LAPTOPS
def test_a_whole_game_is_typed_with_an_exchange_and_a_challenge(arrive: Arrive, size: dict[str, int]) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here, viewport=size)
    cell(clerk, 1, "at").focus()
    write(clerk, *GAME)
    saved(clerk)
    stand_in(clerk, 11, "at")
    assert kinds(here) == KINDS
    turns = [one["turn"] for one in here.fresh().rows]
    assert [turn.get("seat") for turn in turns] == [1, 2, 1, 2, 1, 2, 1, None, 2, 1]
    assert turns[7] == {"kind": "challenge", "challengers": [2], "verdict": "invalid"}
    assert turns[1] == {"kind": "play", "seat": 2, "position": "H10", "word": "BUHAY", "score": 21}
    expect(clerk.page.locator("[data-grid] .made-off")).to_have_count(0)
    expect(row(clerk, 7)).to_have_class(re.compile("taken-back"))
    expect(row(clerk, 9).locator(".cell-total .made")).to_contain_text("59")


def test_a_wrong_score_is_told_beside_its_row_and_the_hand_stays_where_it_is(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11", "h10 BUHAY 12")
    clerk.keys("14f SAY")
    chip = row(clerk, 2).locator("[data-finding=score_wrong]")
    expect(chip).to_have_text(re.compile("score 21"))
    expect(row(clerk, 2).locator(".cell-score .made-doubt")).to_have_text(re.compile("21"))
    reads(clerk, 2, score="12")
    stand_in(clerk, 3, "word")
    clerk.keys("AW")
    reads(clerk, 3, word="SAYAW")
    clerk.keys("ArrowUp")
    expect(clerk.page.locator("[data-detail] .line-sum")).to_have_text("B4 U1 H5 A1x3 Y8 = 21")
    expect(clerk.page.locator("[data-detail] a").first).to_have_attribute(
        "href", re.compile("/rules/.*score_wrong")
    )


# Taken in `test_torn_sheet.py` too, taken back in `test_sheet_offers.py`.
@pytest.mark.soak
def test_a_suggestion_is_taken_with_one_key(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11", "10h BUHAY 21")
    saved(clerk)
    clerk.keys("ArrowUp")
    expect(clerk.page.locator("[data-take-fix]")).to_be_visible()
    clerk.keys("Alt+t")
    reads(clerk, 2, at="H10")
    saved(clerk)
    assert here.row(2)["turn"]["position"] == "H10"


def test_a_place_typed_over_a_code_says_that_its_word_is_missing(arrive: Arrive) -> None:
    clerk = at_the_sheet(arrive, written(FIRST, SECOND, CHALLENGED))
    cell(clerk, 3, "at").focus()
    clerk.keys("I13", "Enter")
    sign = row(clerk, 3).locator("[data-finding=half]")
    expect(sign).to_contain_text("no word")
    cell(clerk, 1, "at").focus()
    clerk.keys("Alt+g")
    stand_in(clerk, 3, "word")
    expect(clerk.page.locator("[data-detail]")).to_contain_text("A place and no word")
    clerk.keys("AY 9", "Enter")
    expect(sign).to_have_count(0)


LONG = {"kind": "play", "seat": 1, "position": "10H", "word": "MAGUIANG", "rack": "M A G U I A NG B T ?"}
ROOM = "input => input.clientWidth > 0 && input.scrollWidth <= input.clientWidth"
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"


def test_a_word_is_read_whole_beside_rack_total_and_clock_at_every_width(arrive: Arrive) -> None:
    here = written({**LONG, "score": 11, "total": 11, "seconds": 95}, {**SECOND, "total": 21})
    clerk = at_the_sheet(arrive, here)
    reads(clerk, 1, word="MAGUIANG", clock="1:35")
    for width in WIDTHS:
        clerk.page.set_viewport_size({"width": width, "height": 900})
        for name in ("word", "at", "score", "total", "clock"):
            assert cell(clerk, 1, name).evaluate(ROOM), (name, width)
        expect(cell(clerk, 1, "rack")).to_be_visible()
        for part in (".sheet-rows .table-wrap", ".sheet-head .table-wrap"):
            assert clerk.page.locator(part).evaluate_all(CUT) == 0, (part, width)
    clerk.go(f"/e/{here.hall.event.slug}/sheets/")
    for width in WIDTHS:
        clerk.page.set_viewport_size({"width": width, "height": 900})
        expect(clerk.page.locator(".table-wrap .chip").last).to_be_visible()
        assert clerk.page.locator(".table-wrap").evaluate_all(CUT) == 0, width


def test_the_cursor_stands_in_the_first_cell_of_a_new_sheet_on_a_phone_too(arrive: Arrive) -> None:
    clerk = at_the_sheet(arrive, desk(), viewport=PHONE)
    stand_in(clerk, 1, "at")
    write(clerk, "10h BATA 11")
    saved(clerk)
    reads(clerk, 1, word="BATA")


def test_what_was_saved_is_taken_back_and_what_is_typed_is_forgotten(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11")
    saved(clerk)
    clerk.page.keyboard.press("Control+z")
    clerk.said("Taken back")
    assert here.words() == []
    clerk.keys("q")
    clerk.page.keyboard.press("Control+z")
    reads(clerk, 1, at="")
    assert here.words() == []


def test_a_middle_row_put_in_moved_and_removed_has_all_that_follows_counted_anew(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11}, {**SECOND, "score": 21})
    clerk = at_the_sheet(arrive, here)
    cell(clerk, 1, "word").focus()
    clerk.page.keyboard.press("Control+Enter")
    stand_in(clerk, 2, "at")
    clerk.keys("- ", "Enter")
    saved(clerk)
    assert kinds(here) == ["play", "pass", "play"]
    expect(row(clerk, 3).locator("[data-finding=out_of_turn]")).to_be_visible()
    cell(clerk, 2, "at").focus()
    clerk.page.keyboard.press("Alt+ArrowDown")
    saved(clerk)
    assert kinds(here) == ["play", "play", "pass"]
    clerk.page.keyboard.press("Control+Delete")
    saved(clerk)
    assert here.words() == ["BATA", "BUHAY"]
    expect(clerk.page.locator("[data-finding=out_of_turn]")).to_have_count(0)


def test_the_keyboard_leaves_the_grid_and_a_square_is_chosen_on_the_board_by_keys_and_by_a_click(
    arrive: Arrive,
) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    stand_in(clerk, 1, "at")
    clerk.keys("Tab", "Tab", "Tab", "Tab", "Tab")
    expect(clerk.page.locator("[data-more-here]")).to_be_focused()
    clerk.keys("Shift+Tab")
    stand_in(clerk, 1, "total")
    clerk.keys("Alt+b")
    expect(clerk.page.locator("[data-board]")).to_be_focused()
    clerk.page.keyboard.press("ArrowLeft")
    clerk.keys("Enter")
    stand_in(clerk, 1, "word")
    reads(clerk, 1, at="10I")
    square = clerk.page.locator('[data-square="H10"]')
    square.click()
    reads(clerk, 1, at="10H")
    square.click()
    reads(clerk, 1, at="H10")
    clerk.keys("BATA 11", "Enter")
    saved(clerk)
    assert here.row(1)["turn"] == {"kind": "play", "seat": 1, "position": "H10", "word": "BATA", "score": 11}


def test_the_fields_of_a_challenge_are_reached_by_keys(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11", "c ")
    saved(clerk)
    clerk.keys("ArrowUp", "Alt+m")
    dialog = clerk.page.locator("[data-more-dialog]")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Verdict").select_option("valid")
    dialog.get_by_label("Words", exact=True).focus()
    clerk.keys("BATA", "Enter")
    expect(dialog).to_be_hidden()
    saved(clerk)
    told = {"kind": "challenge", "challengers": [2], "verdict": "valid", "words": ["BATA"]}
    assert here.row(2)["turn"] == told
    reads(clerk, 2, at="c+")


def test_the_head_of_the_paper_is_written_and_checked(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11}, {**SECOND, "score": 21})
    clerk = at_the_sheet(arrive, here)
    clerk.page.get_by_label("Final total of").first.focus()
    clerk.keys("12", "Tab", "Tab", "AB", "Tab")
    saved(clerk)
    assert here.fresh().head == {"totals": [12, None], "racks": ["AB", None]}
    expect(clerk.page.locator("[data-sheet-findings]")).to_contain_text("12")


def test_a_sheet_is_finished_read_and_opened_again(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11", "h10 BUHAY 21")
    clerk.keys("x 3")
    clerk.click("Finish")
    clerk.said("The sheet is finished")
    assert here.fresh().status == Sheet.Status.FINISHED
    expect(cell(clerk, 1, "word")).to_have_attribute("readonly", "")
    assert len(here.fresh().rows) == 3
    expect(clerk.page.locator("[data-grid] tr[data-row]")).to_have_count(3)
    expect(clerk.page.get_by_role("heading", name="Scoresheets")).to_be_visible()
    clerk.click("Open it again")
    clerk.agree("a row is missing")
    clerk.said("open again")
    stand_in(clerk, 4, "at")


# Bisonte's CH is one too, its starred letter lies on the board as well (below).
@pytest.mark.soak
def test_ng_is_one_tile_and_a_starred_letter_a_blank(arrive: Arrive) -> None:
    here = desk()
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h [ng]a*ti ")
    saved(clerk)
    clerk.keys("ArrowUp")
    reads(clerk, 1, word="[NG]aTI")
    tiles = clerk.page.locator("[data-board] .tile > text:first-of-type")
    expect(tiles).to_have_text(["NG", "a", "T", "I"])
    expect(clerk.page.locator("[data-tiles] li", has_text="NG")).to_contain_text("4")


def at_one_table(players: int) -> Desk:
    hall = f.hall(players, 0)
    f.published(hall.division, [list(hall.division.entrants.order_by("number"))])
    told = create(hall.as_(hall.clerk), hall.table(1))
    return Desk(hall, Sheet.objects.get(number=told["sheet"]))


# Whose turn it is is counted round the table: for three as for four.
@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.soak), 4])
def test_three_and_four_players_take_their_turns(arrive: Arrive, players: int) -> None:
    here = at_one_table(players)
    clerk = at_the_sheet(arrive, here)
    write(clerk, "10h BATA 11", *["x 2"] * players)
    saved(clerk)
    assert [one["turn"]["seat"] for one in here.fresh().rows] == [*range(1, players + 1), 1]


def at_the_tally(arrive: Arrive, **window: object) -> tuple[Desk, Person]:
    here = desk()
    told = create(here.hall.as_(here.hall.clerk), here.hall.table(2), tally=True)
    sheet = Sheet.objects.get(table=here.hall.table(2), number=told["sheet"])
    clerk = arrive(here.hall.event.slug, **window)
    clerk.sign_in(here.hall.clerk)
    clerk.go(address(sheet, "tally"))
    return Desk(here.hall, sheet), clerk


@LAPTOPS
def test_the_tally_adds_both_columns_on_the_number_pad_and_names_the_broken_turn(
    arrive: Arrive, size: dict[str, int]
) -> None:
    here, clerk = at_the_tally(arrive, viewport=size)
    expect(clerk.page.get_by_label(re.compile("turn 1, score")).first).to_be_focused()
    for key in ("22+22", "14+36", "31+76", "30+106"):
        clerk.keys(*key.replace("+", " + ").split(" "), "Enter")
    clerk.keys("Enter")
    for score in ("18", "24", "*", "36"):
        clerk.keys(*([score, "Enter"] if score != "*" else [score]))
    clerk.keys("Enter", "97", "Enter", "87", "Enter")
    told = clerk.page.locator("[data-told] .verdict")
    expect(told.nth(0)).to_contain_text("the sum broke at turn 3: 36 + 31 = 67, written is 76 (+9)")
    expect(told.nth(1)).to_contain_text("the turns make 78, the slip says 87 (+9)")
    saved(clerk)
    turns = [one["turn"] for one in here.fresh().rows]
    assert [(turn["seat"], turn["score"]) for turn in turns] == [
        (1, 22), (2, 18), (1, 14), (2, 24), (1, 31), (2, 0), (1, 30), (2, 36),
    ]  # fmt: skip
    assert here.fresh().head == {"totals": [97, 87]}
    assert here.fresh().origin == Sheet.Origin.TALLY


def test_enter_after_a_turn_without_points_stays_in_its_column(arrive: Arrive) -> None:
    here, clerk = at_the_tally(arrive)
    expect(clerk.page.get_by_label(re.compile("turn 1, score")).first).to_be_focused()
    for key in ("22", "*", "18"):
        clerk.keys(key, "Enter")
    expect(clerk.page.locator('[data-seat="1"][data-at="3"][data-name="score"]')).to_be_focused()
    clerk.keys("Enter")
    expect(clerk.page.locator('[data-seat="2"][data-at="0"][data-name="score"]')).to_be_focused()
    saved(clerk)
    turns = [one["turn"] for one in here.fresh().rows]
    assert [(turn["seat"], turn["score"]) for turn in turns] == [(1, 22), (1, 0), (1, 18)]


ENDS = """() => {
  const ends = (all) => [...document.querySelectorAll(all)].map((one) => Math.round(one.getBoundingClientRect().right));
  const last = [...document.querySelectorAll("tbody tr:first-child td")].filter((one) => one.offsetParent);
  const last_of = [last.length / 2 - 1, last.length - 1].map((at) => Math.round(last[at].getBoundingClientRect().right));
  return [ends("[data-of-seat]"), last_of, ends("[data-foot]"), ends("tbody tr:first-child .tally-sum")];
}"""


def test_name_sum_and_slip_stand_in_the_columns_they_belong_to(arrive: Arrive) -> None:
    _here, clerk = at_the_tally(arrive)
    clerk.keys("22", "Enter", "31", "Enter", "Enter", "1215", "Enter")
    saved(clerk)
    for size in (LAPTOP, PHONE):
        clerk.page.set_viewport_size(size)  # type: ignore[arg-type]
        for totals in (False, True):
            clerk.page.locator("[data-totals]").set_checked(totals)
            ends = clerk.page.evaluate(ENDS)
            assert ends[0] == ends[1], (size, totals)
            assert ends[2] == ends[3], (size, totals)
    expect(clerk.page.locator("[data-told]")).to_contain_text("1215 is unusual here")


def test_the_tally_says_what_else_is_wrong_and_accuses_nobody_of_an_order(arrive: Arrive) -> None:
    here, clerk = at_the_tally(arrive)
    for score in (40, 30, 20):
        here.write(add({"kind": "score", "seat": 1, "score": score}))
    here.write(add({"kind": "score", "seat": 2, "score": 20}))
    head = {"totals": [90, 20], "winners": [2]}
    here.write({"op": "head", "head": head, "seen": here.fresh().head_version})
    clerk.go(address(here.sheet, "tally"))
    told = clerk.page.locator("[data-told] .verdict-stop")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("winner")


def test_a_viewer_reads_the_sheet_and_changes_nothing(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11})
    viewer = arrive(here.hall.event.slug)
    viewer.sign_in(here.hall.viewer)
    viewer.go(address(here.sheet))
    reads(viewer, 1, word="BATA")
    expect(cell(viewer, 1, "word")).to_have_attribute("readonly", "")
    expect(viewer.page.locator(".row-new")).to_have_count(0)
    expect(viewer.page.get_by_role("button", name="Finish")).to_have_count(0)


def test_a_table_of_rows_is_there_without_scripts(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 12})
    here.write(add({**SECOND, "total": 20}))
    reader = arrive(here.hall.event.slug, java_script_enabled=False)
    reader.sign_in(here.hall.viewer)
    reader.go(address(here.sheet))
    cells = reader.page.locator("[data-grid] tbody tr").first.locator("td")
    expect(cells.nth(1)).to_have_text("10H")
    expect(cells.nth(2)).to_have_text("BATA")
    expect(cells.nth(7)).to_contain_text("11")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (PHONE, "dark"),
        # At a desk in the light the crawl looks at these pages (`test_every_page.py`).
        pytest.param(LAPTOP, "light", marks=pytest.mark.soak),
        pytest.param(PHONE, "light", marks=pytest.mark.soak),
        pytest.param(LAPTOP, "dark", marks=pytest.mark.soak),
    ],
    ids=["phone dark", "desk light", "phone light", "desk dark"],
)
def test_axe_finds_nothing_on_the_editor_its_dialog_and_the_tally(
    arrive: Arrive, size: dict[str, int], scheme: str
) -> None:
    here = written({**FIRST, "score": 12, "total": 12}, {**SECOND, "score": 21, "total": 12})
    clerk = at_the_sheet(arrive, here, viewport=size, color_scheme=scheme)
    cell(clerk, 1, "score").focus()
    clerk.keys("13")
    here.write(change(here.row(1), score=14), by=here.hall.checker)
    clerk.keys("Enter")
    expect(clerk.page.locator(".both-box")).to_be_visible()
    assert faults(clerk.page) == []
    cell(clerk, 2, "at").focus()
    clerk.keys("Alt+m")
    expect(clerk.page.locator("[data-more-dialog]")).to_be_visible()
    assert faults(clerk.page) == []
    clerk.page.locator("[data-more-dialog]").get_by_role("button", name="Cancel").click()
    clerk.page.locator("[data-theirs]").press("Enter")
    if size == PHONE:
        clerk.click("Board")
        assert faults(clerk.page) == []
        clerk.click("Tiles left")
        assert faults(clerk.page) == []
    clerk.go(address(here.sheet, "tally"))
    expect(clerk.page.locator("[data-told] .verdict").first).to_be_visible()
    assert faults(clerk.page) == []


# Another board and tiles of two letters: Bisonte has both.
@pytest.mark.parametrize(
    ("ruleset", "lines", "shown", "tiles"),
    [
        pytest.param(
            "set-words-club", ("8h CAT 10", "h8 CAR 5"), "C3 A1 R1 = 5", "ACRT", marks=pytest.mark.soak
        ),
        ("bisonte", ("8g [CH]a*PA 14", "j8 AMO 5"), "A1 M3 O1", ["CH", "a", "P", "A", "M", "O"]),
    ],
)
def test_other_books_are_typed_the_same_way(
    arrive: Arrive, ruleset: str, lines: tuple[str, ...], shown: str, tiles: Sequence[str]
) -> None:
    here = desk(ruleset=ruleset)
    clerk = at_the_sheet(arrive, here)
    write(clerk, *lines)
    saved(clerk)
    clerk.keys("ArrowUp")
    expect(clerk.page.locator("[data-detail] .line-sum")).to_contain_text(shown)
    expect(clerk.page.locator("[data-board] [data-square]")).to_have_count(225)
    lie = clerk.page.locator("[data-board] .tile > text:first-of-type").all_text_contents()
    assert sorted(lie) == sorted(tiles)


def test_a_slip_costs_one_key_more_than_its_digits_a_score(arrive: Arrive) -> None:
    """One Enter a score: a sheet of 2 x 12 two-digit scores and two totals is 80 keys, well inside thirty seconds. Of 2 x 4
    it is seen as well.
    """
    here, clerk = at_the_tally(arrive)
    clerk.page.evaluate(
        "addEventListener('keydown', () => (window.pressed = (window.pressed ?? 0) + 1), true)"
    )
    for _seat in range(2):
        for score in range(20, 24):
            clerk.keys(str(score), "Enter")
        clerk.keys("Enter")
    clerk.keys("86", "Enter", "86", "Enter")
    expect(clerk.page.locator("[data-told] .verdict-ok")).to_have_count(2)
    assert clerk.page.evaluate("window.pressed") == 2 * (4 * 3 + 1) + 2 * 3
    saved(clerk)
    assert here.fresh().totals == [86, 86]
