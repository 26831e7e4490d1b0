"""A torn sheet from the paper to the public: typed as it is, mended with one key, accepted, released; in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tdapp.desk.models import Result
from tdapp.scoresheets.models import Sheet
from tests.browser.conftest import Arrive
from tests.browser.sheets import at_the_sheet, cell, reads, row, saved, stand_in, write
from tests.scoresheets.factories import address, desk
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SURE = {"board.confirmed": True, "tiles.confirmed": True}
# Row 2 is written across, though it runs down; the corner with the square of row 4 is torn off.
PAPER = ("10h BATA 11 11", "10h BUHAY 21 21", "x 3")
TORN = ("SAYAW", "24", "45")
SAID = {
    "en-PH": (
        "1 to fix.",
        "This play runs the other way, H10",
        "Holds",
        "Enter them all the same",
    ),
    "fil-PH": ("1 ang aayusin.", "H10", "Tama", "Ipasok pa rin ang mga iskor"),
}


# In English the sheet is typed in every other test of it.
@pytest.mark.parametrize("locale", ["fil-PH", pytest.param("en-PH", marks=pytest.mark.soak)])
def test_a_torn_sheet_is_typed_mended_accepted_and_released(arrive: Arrive, locale: str) -> None:
    here = desk(overrides=SURE)
    who = at_the_sheet(arrive, here, here.hall.director, locale=locale)
    broken, other_way, holds, anyway = SAID[locale]
    write(who, *PAPER)
    cell(who, 4, "word").focus()
    who.keys(f"{TORN[0]} {TORN[1]} {TORN[2]}", "Enter")
    write(who, "k10 AKIN 5 16", "e a")
    saved(who)
    expect(who.page.locator("[data-verdict]")).to_contain_text(broken)
    # The slip: one root beside its row, taken with one key; in the soak back with one, and taken again.
    expect(row(who, 2).locator("[data-offered]")).to_be_visible()
    # From the row that is typed next the key only leads there: what is taken has been read.
    who.keys("Alt+t")
    stand_in(who, 2, "at")
    reads(who, 2, at="10H")
    cell(who, 2, "at").focus()
    expect(who.page.locator("[data-offer]").first).to_contain_text(other_way)
    who.keys("Alt+t")
    reads(who, 2, at="H10")
    expect(row(who, 2).locator("[data-finding]")).to_have_count(0)
    saved(who)
    # What an offer wrote is taken back in `test_sheet_offers.py`.
    if SOAK:
        who.page.keyboard.press("Control+z")
        reads(who, 2, at="10H")
        saved(who)
        expect(row(who, 2).locator("[data-offered]")).to_be_visible()
        who.keys("Alt+t")
        reads(who, 2, at="H10")
        saved(who)
    # The torn corner: squares that fit are offered, the paper's own is chosen.
    expect(row(who, 4).locator("[data-offered]")).to_be_visible()
    cell(who, 4, "at").focus()
    who.page.locator("[data-detail] [data-take-offer]", has_text="14F").click()
    reads(who, 4, at="14F")
    expect(who.page.locator("[data-verdict].verdict-ok")).to_contain_text(holds)
    stand_in(who, 4, "at")
    # Finished, its result taken, the game shown to everybody.
    who.page.locator("[data-finish]").press("Enter")
    take = who.page.locator("[data-key=s]")
    expect(take).to_be_visible()
    assert here.fresh().status == Sheet.Status.FINISHED
    take.press("Enter")
    # Nothing is written of unplayed tiles: that is asked once.
    who.page.get_by_role("checkbox", name=anyway).press("Space")
    who.page.locator("[data-key=s]").press("Enter")
    expect(who.page.locator("[data-toast]").first).to_be_visible()
    result = Result.objects.get(table=here.sheet.table, is_current=True)
    assert sorted(line.score for line in result.lines.all()) == [16, 45]
    who.go(address(here.sheet, "replay"))
    who.page.locator("form[action$='release'] button").press("Enter")
    expect(who.page.locator("form[action$='hide'] button")).to_be_visible()
    assert here.fresh().released_at is not None
