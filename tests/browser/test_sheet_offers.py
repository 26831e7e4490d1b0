"""What the editor offers beside what is typed: scores taken with Enter, rows pasted, questions answered with one key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tdapp.scoresheets.editor.commands.writing import create
from tdapp.scoresheets.files.commands.photos import attach
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.sheets import GAME, at_the_sheet, cell, reads, row, saved, write
from tests.scoresheets.factories import FIRST, SECOND, address, desk, written
from tests.scoresheets.pictures import png

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# A play over squares the book's examples do not prove, with a score the rules do not make.
OFF_THE_BOOK = {"kind": "play", "seat": 1, "position": "14F", "word": "SAYAW", "score": 25}


def test_a_score_as_the_rules_make_it_is_taken_with_enter_and_a_row_costs_eleven_keys(arrive: Arrive) -> None:
    """Two plays by hand, scores the paper has: nine keys where the word has four letters, and never a digit."""
    here = desk()
    clerk = at_the_sheet(arrive, here)
    clerk.page.evaluate(
        """addEventListener("keydown", ({ key }) => {
          window.pressed = (window.pressed ?? 0) + (key.length === 1 || key === "Enter");
        }, true)"""
    )
    plays = [line.split() for line in GAME if line.count(" ") == 2][:2]
    for number, (place, word, score) in enumerate(plays, 1):
        clerk.keys(f"{place} {word} ")
        expect(cell(clerk, number, "score")).to_have_attribute("placeholder", f"{score} ↵")
        clerk.keys("Enter")
    saved(clerk)
    assert [one["turn"]["score"] for one in here.fresh().rows] == [int(score) for _at, _word, score in plays]
    assert clerk.page.evaluate("window.pressed") / len(plays) <= 11


def test_a_score_nobody_took_stays_unwritten_and_one_that_was_typed_stays_as_it_is(arrive: Arrive) -> None:
    here = written({**FIRST})
    clerk = at_the_sheet(arrive, here)
    cell(clerk, 1, "score").focus()
    expect(cell(clerk, 1, "score")).to_have_attribute("placeholder", "11 ↵")
    clerk.keys("ArrowDown")
    cell(clerk, 2, "at").focus()
    clerk.keys("h10 BUHAY ")
    expect(cell(clerk, 2, "score")).to_have_attribute("placeholder", "21 ↵")
    clerk.keys("12", "Enter")
    clerk.keys("14f SAYAW ")
    expect(cell(clerk, 3, "score")).to_have_attribute("placeholder", "24 ↵")
    clerk.keys("Tab", "Tab")
    saved(clerk)
    assert [one["turn"].get("score") for one in here.fresh().rows] == [None, 12, None]


def pasted(clerk: Person, text: str) -> None:
    """The same as Ctrl V in the cell that has the focus."""
    clerk.page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def test_rows_pasted_from_a_spreadsheet_become_rows_and_one_undo_takes_all_back(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11})
    clerk = at_the_sheet(arrive, here)
    pasted(clerk, "Player\tSquare\tWord\tScore\n2\tH10\tBUHAY\t21\n1\tx 3\t\t\n2\t14F\tSAYAW\t2o\n")
    clerk.said("Rows pasted: 2")
    expect(row(clerk, 4).locator(".chip-stop")).to_contain_text("is no number")
    expect(clerk.page.locator("[data-saved]")).to_contain_text("row being typed")
    turns = [one["turn"] for one in here.fresh().rows]
    assert turns[1:] == [{**SECOND, "score": 21}, {"kind": "exchange", "seat": 1, "number": 3}]
    cell(clerk, 4, "score").focus()
    clerk.keys("Escape")
    expect(clerk.page.locator("[data-grid] tr[data-row]")).to_have_count(4)
    clerk.page.keyboard.press("Control+z")
    clerk.said("Taken back")
    assert here.words() == ["BATA"]


def test_who_went_out_is_asked_and_the_answer_taken_with_one_key(arrive: Arrive) -> None:
    here = written({**FIRST, "score": 11}, {**SECOND, "score": 21})
    clerk = at_the_sheet(arrive, here)
    write(clerk, "o U 1", "ra 1 U -1")
    saved(clerk)
    out, rack = (one["turn"] for one in here.fresh().rows[2:])
    assert (out, rack) == (
        {"kind": "out", "tiles": "U", "score": 1}, {"kind": "rack", "seat": 1, "tiles": "U", "score": -1},
    )  # fmt: skip
    expect(row(clerk, 3).locator("[data-finding=unplayed_of_nobody]")).to_be_visible()
    cell(clerk, 3, "at").focus()
    clerk.keys("Alt+t")
    reads(clerk, 3, seat="2")
    saved(clerk)
    # Drawn anew with the answer it is still the row in hand: a phone shows the fields of no other.
    expect(row(clerk, 3)).to_have_class(re.compile(r"\bcurrent\b"))
    assert here.row(3)["turn"]["seat"] == 2


def test_the_headline_says_what_the_chips_say(arrive: Arrive) -> None:
    clerk = at_the_sheet(arrive, written({**FIRST, "score": 11}, {**SECOND, "score": 21}, OFF_THE_BOOK))
    expect(clerk.page.locator("[data-grid] .made-doubt")).to_have_count(1)
    told = clerk.page.locator("[data-verdict]")
    expect(told).to_contain_text("1 score in doubt: the board is not confirmed.")
    expect(told).not_to_contain_text("No error")


BARE = ("BATA 11", "BUHAY 21", "SAYAW 24", "AKIN 5", "IPIT 8", "TALA 6", "ISIP 6")


def test_a_sheet_without_any_square_is_completed_from_words_and_scores(arrive: Arrive) -> None:
    here = desk(overrides={"board.confirmed": True, "tiles.confirmed": True})
    clerk = at_the_sheet(arrive, here)
    for number, line in enumerate(BARE, 1):
        cell(clerk, number, "word").focus()
        clerk.keys(line, "Enter")
    # What six rows of it offered goes as the seventh is stored; a key pressed between the two would find nothing.
    saved(clerk)
    all_found = clerk.page.locator("[data-offer-all]")
    expect(all_found).to_contain_text("The whole game can also lie mirrored")
    clerk.keys("Alt+u")
    reads(clerk, 1, at="10H")
    reads(clerk, 2, at="H10")
    expect(all_found).to_have_count(0)
    saved(clerk)
    clerk.page.keyboard.press("Control+z")
    reads(clerk, 2, at="")
    assert not any(one["turn"].get("position") for one in here.fresh().rows)


def test_a_sheet_of_points_is_held_against_the_result_that_was_entered(
    arrive: Arrive, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    hall = f.hall(4)
    f.enter(hall.table(1), 306, 289)
    told = create(hall.as_(hall.clerk), hall.table(1), tally=True)
    sheet = Sheet.objects.get(table=hall.table(1), number=told["sheet"])
    attach(hall.as_(hall.clerk), sheet, data=png())
    clerk = arrive(hall.event.slug)
    clerk.sign_in(hall.clerk)
    clerk.go(address(sheet, "tally"))
    clerk.keys("300", "Enter", "Enter", "289", "Enter")
    shown = clerk.page.locator("[data-told] .verdict")
    expect(shown.nth(0)).to_contain_text("the turns make 300, the slip says 306")
    expect(shown.nth(1)).to_contain_text("289 in all, as the slip says")
    expect(clerk.page.locator("[data-photo] img")).to_be_visible()
