"""Blank scoresheets: what a ruleset needs on paper, on the page and in the PDF, every tile to cross off."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.urls import reverse
from reportlab.lib.units import mm

from scoring import load_ruleset, shipped_ids
from tdapp.scoresheets.pdf import printing
from tdapp.scoresheets.pdf.blank import MARGIN, NUMBER, RACK, render
from tdapp.scoresheets.pdf.fonts import lacks
from tests import factories as f
from tests.scoresheets.factories import browser

pytestmark = pytest.mark.django_db


def blank(ruleset: str = "salitaan-competition", seats: int = 2, **values: object) -> printing.Blank:
    here = f.event(name="Señora Peña Open")
    return printing.blank(f.division(here, ruleset=ruleset, **values), seats)


@pytest.mark.parametrize("name", shipped_ids())
def test_every_tile_is_there_as_often_as_the_set_holds_it(name: str) -> None:
    tiles = load_ruleset(name).tile_set
    sheet = blank(name)
    assert [(tile.shown, tile.value, tile.count) for tile in sheet.tiles] == [
        (tile.shown or "?", tile.value, tile.count) for tile in tiles.tiles
    ]
    assert sheet.tiles_in_all + sheet.unknown == tiles.total


def test_the_columns_are_those_the_rules_need() -> None:
    def keys(ruleset: str, **values: object) -> list[str]:
        return [column.key for column in blank(ruleset, **values).columns]

    assert keys("salitaan-competition") == ["position", "word", "seconds", "challenge", "score", "total"]
    assert "seconds" not in keys("set-words-club")
    assert "challenge" not in keys("salitaan-competition", overrides={"challenge.allowed": False})


@pytest.mark.parametrize(("seats", "page", "least"), [(2, 210, 33), (4, 297, 21)])
def test_a_long_word_has_room(seats: int, page: int, least: int) -> None:
    columns = blank(seats=seats).columns
    seat = (page - 2 * MARGIN / mm - (NUMBER + RACK) / mm) / seats
    width = {column.key: seat * column.share / sum(one.share for one in columns) for column in columns}
    assert width["word"] >= least
    assert min(width.values()) >= 6


def test_the_closing_rows_are_those_the_rules_need() -> None:
    assert blank().closing == (
        "Before unplayed tiles", "Tiles left", "Own tiles off −", "Others' tiles on +", "Final score"
    )  # fmt: skip
    assert blank("set-words").closing[-1] == "Final score"
    nothing = {"adjustment.deduct_own": False, "adjustment.out_gains": "nothing"}
    assert blank(overrides=nothing).closing == ("Final score",)
    assert "Time off −" in blank(overrides={"timer.overrun": "points"}).closing


def test_the_head_tells_what_players_look_up() -> None:
    facts = blank().facts
    assert facts == "rack 10 · 2:00 a move · exchange with 8 or more in the bag · tiles laid 10 = +75"
    assert "3 challenges each" in blank(overrides={"challenge.quota": 3}).facts


@pytest.mark.parametrize(("text", "seats"), [("2", 2), ("4", 4), ("5", 2), ("", 2), ("x", 2), ("²", 2)])
def test_only_so_many_seats_as_the_rules_allow(text: str, seats: int) -> None:
    assert printing.seats_wanted(text, load_ruleset("salitaan-competition")) == seats


@pytest.mark.parametrize("name", shipped_ids())
def test_the_font_has_every_tile_and_letter(name: str) -> None:
    sheet = blank(name)
    letters = "".join(tile.shown for tile in sheet.tiles) + "".join(sheet.closing) + sheet.facts
    assert lacks(letters + "ÑñáéíóúÁÉÍÓÚüâêîôû…·−") == ""
    assert lacks("漢") == "漢"


@pytest.mark.parametrize("paper", printing.PAPERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", shipped_ids())
def test_the_pdf_is_one_page_with_its_fonts_inside(name: str, seats: int, paper: str, tmp_path: Path) -> None:
    sheet = blank(name, seats)
    data = render(sheet, paper)
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", data)) == 1
    assert data == render(sheet, paper)
    fonts = set(re.findall(rb"/BaseFont /([A-Za-z+\-]+)", data))
    assert fonts
    assert all(b"SourceSansPro" in font for font in fonts)
    assert len(data) < 80_000


def test_the_words_of_the_pdf_can_be_read_out(tmp_path: Path) -> None:
    program = shutil.which("pdftotext")
    path = tmp_path / "blank.pdf"
    path.write_bytes(render(blank("bisonte"), "a4"))
    if program is None:
        assert b"/ToUnicode" in path.read_bytes()
        return
    told = subprocess.run(
        [program, str(path), "-"], capture_output=True, text=True, check=True, timeout=30
    ).stdout
    assert "Señora Peña Open" in told
    assert told.count("Ñ") == 2
    assert told.count("LL") == 2
    assert "Final score" in told


def test_a_long_name_is_cut_with_a_mark() -> None:
    here = f.event(name="The Very Long Name " * 6)
    assert render(printing.blank(f.division(here), 2), "letter").startswith(b"%PDF-")


def test_the_page_offers_seats_paper_pdf_and_template() -> None:
    here = f.hall(4)
    place = [here.event.slug, here.division.slug]
    client = browser(here.viewer)
    page = client.get(reverse("scoresheets:blank", args=place) + "?seats=3&paper=letter").content.decode()
    assert 'class="paper-letter wide"' in page
    assert page.count('<tr><th scope="row">') == printing.ROWS[3]
    assert "blank-sheet.pdf" in page
    assert "sheet-template.xlsx" in page
    assert page.count(">NG</span>") == 5
    pdf = client.get(reverse("scoresheets:blank_pdf", args=place) + "?seats=3&paper=letter")
    assert (pdf["Content-Type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    assert "attachment" in pdf["Content-Disposition"]
    assert client.get(reverse("scoresheets:blank", args=place) + "?seats=9&paper=a7").status_code == 200
