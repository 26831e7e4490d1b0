"""What comes out of the printer, made by Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.sweeps import SOAK

pytestmark = pytest.mark.browser
POINTS = {"a4": (595, 842), "letter": (612, 792)}


def pdf(page: Page, address: str) -> bytes:
    page.goto(address)
    return page.pdf(prefer_css_page_size=True)


def pages(document: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", document))


def size(document: bytes) -> tuple[int, int]:
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    assert box is not None
    return round(float(box[1])), round(float(box[2]))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_forty_players_fit_on_one_page_and_more_go_on_a_second(page: Page, look: str, paper: str) -> None:
    one = pdf(page, f"{look}/paper/?rows=40&paper={paper}")
    two = pdf(page, f"{look}/paper/?rows=60&paper={paper}")
    assert (pages(one), pages(two)) == (1, 2)
    assert size(one) == POINTS[paper]


def test_slips_fill_halves_and_quarters_of_a_page(page: Page, look: str) -> None:
    cases = [("slips-2", 2, 1), ("slips-2", 5, 3), ("slips-4", 4, 1), ("slips-4", 9, 3)]
    for number, (layout, slips, expected) in enumerate(cases):
        # One paper after the other; each case on both in the soak.
        for paper in POINTS if SOAK else list(POINTS)[number in (1, 2) :][:1]:
            document = pdf(page, f"{look}/paper/?rows={slips}&paper={paper}&layout={layout}")
            assert pages(document) == expected, (layout, slips, paper)
            assert size(document) == POINTS[paper], (layout, slips, paper)


def test_no_row_is_cut_and_the_head_is_repeated(page: Page, look: str) -> None:
    page.goto(f"{look}/paper/?rows=60")
    page.emulate_media(media="print")
    style = "node => [getComputedStyle(node).breakInside, getComputedStyle(node).display]"
    assert page.locator(".grid tbody tr").first.evaluate(style) == ["avoid", "table-row"]
    assert page.locator(".grid thead").evaluate(style)[1] == "table-header-group"
    expect(page.locator(".grid thead .print-line")).to_contain_text(
        "Bayanihan Open · Open · Round 4 · Standings"
    )
    expect(page.locator(".grid thead .print-line")).to_contain_text("version 2")


def test_a_desk_page_prints_black_on_white_without_the_rail_and_says_what_it_is(
    page: Page, look: str
) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"{look}/gallery/")
    for hidden in (".rail", ".topline", ".btn >> nth=0", ".skip"):
        expect(page.locator(hidden)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    expect(page.locator(".print-only").first).to_contain_text("Bayanihan Open 2026 · Open · Round 4")


def test_a_theme_chosen_as_dark_prints_black_on_white_too(page: Page, look: str) -> None:
    page.add_init_script("localStorage.setItem('td-theme', 'dark')")
    page.emulate_media(media="print")
    page.goto(f"{look}/gallery/")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_a_blank_slip_has_lines_to_write_on(page: Page, look: str) -> None:
    page.goto(f"{look}/gallery/slips/")
    expect(page.locator(".slip b").last).to_have_text("____")
