"""The painter and the tile table by keyboard: an eighth is painted, the whole board follows, and it is the division's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring import load_ruleset
from scoring.board.board import Square
from tdapp.events.models import Division
from tdapp.events.rules import boards, rulesets
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHIPPED = load_ruleset("salitaan-competition").layout
MIRRORS_OF_C1 = {"C1", "Q1", "C19", "Q19", "A3", "S3", "A17", "S17"}


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=2, rounds=0)


@pytest.fixture
def director(arrive: Arrive, hall: f.Hall) -> Person:
    person = arrive(hall.event.slug)
    person.sign_in(hall.director)
    return person


def rules_of(hall: f.Hall) -> Any:
    return rulesets.of_division(Division.objects.select_related("event").get(pk=hall.division.pk))


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-grid] [data-square={name}]")


def whole(page: Page, name: str) -> Locator:
    return page.locator(f"[data-whole] svg [data-square={name}]")


def squares_of(page: Page, css: str) -> set[str]:
    found: list[str] = page.locator(f"[data-whole] svg .{css}").evaluate_all(
        "all => all.map(one => one.dataset.square)"
    )
    return set(found)


def test_an_eighth_painted_by_keyboard_makes_the_whole_board_which_is_kept_and_confirmed(
    director: Person, hall: f.Hall
) -> None:
    page = director.page
    director.go(f"{hall.division.slug}/rules/board/")
    assert cell(page, "J10").count() == 1, "the part ends in the middle"
    assert page.locator("[data-grid] [data-square]").count() == 55
    cell(page, "A1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "C1")).to_be_focused()
    page.keyboard.press("Q")
    assert squares_of(page, "sq-qw") == MIRRORS_OF_C1
    expect(page.locator("[data-said]")).to_have_text("C1 and 7 more: fourfold word")
    expect(page.locator("[data-compared]")).to_contain_text(
        "8 squares differ from the board of the ruleset: C1, Q1, A3"
    )
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect(whole(page, "C2")).to_have_class(re.compile("sq-dl"))
    page.keyboard.press("Control+z")
    expect(whole(page, "C2")).not_to_have_class(re.compile("sq-dl"))
    page.keyboard.press("Control+y")
    expect(whole(page, "C2")).to_have_class(re.compile("sq-dl"))
    page.keyboard.press("Control+z")
    page.get_by_label("Name of the board").fill("Kitchen board")
    page.get_by_label("This is our board").press(" ")
    page.get_by_label("Keep it by its name").press(" ")
    page.get_by_role("button", name="Save the board").press("Enter")
    director.said("The board is saved.")
    layout = rules_of(hall).layout
    assert {square.name for square in layout.squares() if layout.premiums[square].word == 4} == MIRRORS_OF_C1
    assert rules_of(hall).board.confirmed
    director.sees("8 squares differ from the board of the ruleset")
    director.follow("Kitchen board", "Board")


def test_a_board_of_another_size_and_symmetry_is_painted_square_by_square(
    director: Person, hall: f.Hall
) -> None:
    page = director.page
    director.go(f"{hall.division.slug}/rules/board/")
    for label in ("Columns", "Rows"):
        page.get_by_label(label, exact=True).fill("5")
        page.keyboard.press("Tab")
    expect(page.locator("[data-whole] svg [data-square]")).to_have_count(25)
    expect(page.locator("[data-compared]")).to_contain_text("Another size")
    page.get_by_label("The board is alike").select_option("none")
    expect(page.locator("[data-grid] [data-square]")).to_have_count(25)
    cell(page, "B1").focus()
    page.keyboard.press("ArrowLeft")
    for sign in ("d", "t", "D", "q", "T"):
        page.keyboard.press(sign)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    expect(whole(page, "E2").locator(".star")).to_have_count(1)
    expect(page.locator("[data-uneven-line]")).to_contain_text("not alike")
    page.get_by_role("button", name="Save the board").press("Enter")
    director.said("The board is not the same in all its mirror images")
    layout = rules_of(hall).layout
    assert layout.rows[0] == "dtDqT"
    assert layout.start == Square(1, 4)


def test_a_mouse_paints_on_part_and_whole_board_keys_go_on_from_there_and_a_photo_is_sent_nowhere(
    director: Person, hall: f.Hall, tmp_path: Path
) -> None:
    page = director.page
    director.go(f"{hall.division.slug}/rules/board/")
    # Where nothing was painted the part is the ruleset's own.
    rows = page.locator("textarea[name=rows]").input_value().replace("\r", "").split("\n")
    assert tuple(rows) == boards.plain(SHIPPED)
    photo = tmp_path / "board.png"
    photo.write_bytes(page.screenshot(clip={"x": 0, "y": 0, "width": 40, "height": 30}))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_label("A photo to compare with").set_input_files(photo)
    expect(page.locator("[data-photo-shown]")).to_be_visible()
    page.wait_for_function("document.querySelector('[data-photo-shown]').naturalWidth === 40")
    assert [address for address in sent if not address.startswith("blob:")] == []
    page.get_by_role("radio", name="3W").check()
    cell(page, "B1").click()
    assert {"B1", "R1", "A2", "S18"} <= squares_of(page, "sq-tw")
    page.get_by_role("radio", name="plain").check()
    whole(page, "S19").click()
    assert not {"A1", "S1", "A19", "S19"} & squares_of(page, "sq-tw")
    page.get_by_role("button", name="Undo").click()
    assert {"A1", "S19"} <= squares_of(page, "sq-tw")
    page.get_by_label("Mark what differs").check()
    expect(whole(page, "B1")).to_have_class(re.compile("mark-differs"))
    cell(page, "B1").click()
    expect(cell(page, "B1")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cell(page, "C1")).to_be_focused()
    page.keyboard.press("T")
    assert squares_of(page, "sq-tw") >= MIRRORS_OF_C1


def test_bisontes_two_missing_tiles_are_typed_and_ticked(arrive: Arrive) -> None:
    hall = f.hall(players=2, rounds=0, ruleset="bisonte")
    director = arrive(hall.event.slug)
    director.sign_in(hall.director)
    page = director.page
    director.go(f"{hall.division.slug}/rules/tiles/")
    director.sees("2 of the 102 tiles are not known yet.")
    expect(page.locator("[data-sums]")).to_contain_text("100 tiles · 192 points")
    page.get_by_label("Tile 30", exact=True).focus()
    director.keys("K", "Tab", "Tab", "8", "Tab", "1", "Tab", "W", "Tab", "Tab", "8", "Tab", "1")
    expect(page.locator("[data-sums]")).to_contain_text("102 tiles · 208 points")
    page.get_by_label("This is our tile set").press(" ")
    page.get_by_role("button", name="Save the tiles").press("Enter")
    director.said("The tile table is saved.")
    director.never_sees("2 of the 102 tiles are not known yet.")
    assert rules_of(hall).distribution_is_certain


def test_rows_of_a_spreadsheet_are_pasted_into_the_table(director: Person, hall: f.Hall) -> None:
    page = director.page
    director.go(f"{hall.division.slug}/rules/tiles/")
    page.get_by_role("button", name="One more row").click()
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "Tile\\tPoints\\tHow many\\nX\\t9\\t1\\nZ\\t10\\t2\\n");
          const pasted = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
          document.activeElement.dispatchEvent(pasted);
        }"""
    )
    expect(page.locator("[data-sums]")).to_contain_text("153 tiles")
    assert page.locator("[name=tile_id]").nth(-2).input_value() == "Z"


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "dark"), pytest.param(LAPTOP, "light", marks=pytest.mark.soak)],
    ids=["phone dark", "laptop light"],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    arrive: Arrive, hall: f.Hall, size: dict[str, int], scheme: str
) -> None:
    director = arrive(hall.event.slug, viewport=size, color_scheme=scheme)
    director.sign_in(hall.director)
    # At the desk in the light the crawl looks at each of them (`test_every_page.py`); here one page of each layout.
    for rest in ("", "board/", "tiles/", "values/", "file/", "print/") if SOAK else ("board/", "tiles/"):
        director.go(f"{hall.division.slug}/rules/{rest}")
        seen(director.page, rest)
    for topic in ("", "plays", "ruleset-files") if SOAK else ("plays",):
        director.go(f"/rules/{topic}")
        seen(director.page, topic)


def seen(page: Page, where: str) -> None:
    """axe is content, and the page fits."""
    page.wait_for_load_state("networkidle")
    assert faults(page) == [], where


def test_the_rule_sheet_is_one_page_of_paper(arrive: Arrive) -> None:
    director = arrive()
    for ruleset in ("salitaan-competition", "bisonte", "set-words", "salitaan-family"):
        hall = f.hall(players=2, rounds=0, ruleset=ruleset)
        director.event = hall.event.slug
        director.sign_in(hall.director)
        # Letter is the shorter one; what fits it fits the other, which one ruleset is printed on, and all in the soak.
        for paper in ("a4", "letter") if SOAK or ruleset == "bisonte" else ("letter",):
            director.go(f"{hall.division.slug}/rules/print/?paper={paper}")
            pages = director.page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
            assert pages == 1, (ruleset, paper)
