"""Scoresheet workbooks: a template per ruleset, filled in and read back; every mistake names its cell."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import openpyxl
import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import load_ruleset, shipped_ids
from scoring.sheets.scoresheet import Scoresheet
from tdapp.scoresheets.files.columns import KINDS, Place, kinds_of, turn_labels
from tdapp.scoresheets.files.xlsx_read import ReadXlsx, read_xlsx
from tdapp.scoresheets.files.xlsx_write import write_template, write_xlsx
from tests.kernel import tabular_files
from tests.scoring.hand_games import GAMES, HandGame
from tests.scoring.test_random_games import random_game
from tests.scoring.test_sheet_files import full
from tests.sweeps import SOAK

RULES = load_ruleset("salitaan-competition")
PLACE = Place("Open 2026", "A", 3, 7)
HEADING = 15  # the row of the template that holds the headings of the turns


@cache
def template() -> bytes:
    return write_template(RULES, PLACE)


def opened(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data))


def saved(book: Any) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def filled(cells: Mapping[str, Any], *, players: Iterable[str] = ("Amihan", "Bayani")) -> ReadXlsx:
    """The Salitaan template with these cells written, read back."""
    book = opened(template())
    page = book.worksheets[0]
    for seat, name in enumerate(players):
        page.cell(HEADING - 5 + seat, 2).value = name
    for cell, value in cells.items():
        page[cell] = value
    return read_xlsx(saved(book))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_a_whole_game_comes_back_as_it_was(game: HandGame) -> None:
    sheet = game.sheet()
    again = read_xlsx(write_xlsx(sheet, game.rules(), PLACE))
    assert (again.problems, again.sheet, again.place) == ((), sheet, PLACE)


def test_every_field_of_the_head_comes_back() -> None:
    assert read_xlsx(write_xlsx(full(), RULES, PLACE)).sheet == full()


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(shipped_ids()), st.integers(2, 4), st.integers(0, 10_000))
def test_random_games_of_every_ruleset_come_back(name: str, seats: int, seed: int) -> None:
    ruleset = load_ruleset(name)
    sheet = random_game(ruleset, min(seats, ruleset.players.most), seed, plays=25)
    assert read_xlsx(write_xlsx(sheet, ruleset, PLACE)).sheet == sheet


@pytest.mark.parametrize("name", shipped_ids())
def test_an_empty_template_reads_as_an_empty_sheet(name: str) -> None:
    ruleset = load_ruleset(name)
    read = read_xlsx(write_template(ruleset, PLACE))
    assert read.problems == ()
    assert read.sheet == Scoresheet(
        tuple(replace(player, name=str(seat)) for seat, player in enumerate(read.sheet.players, 1)),  # type: ignore[union-attr]
        ruleset=name,
        source="xlsx",
    )
    assert read.place == PLACE


@pytest.mark.parametrize("name", shipped_ids())
def test_a_template_has_numbers_lists_a_legend_and_tile_values_and_no_formula(name: str) -> None:
    ruleset = load_ruleset(name)
    book = opened(write_template(ruleset, PLACE))
    page, tiles, legend = book.worksheets
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    assert all(cell.data_type != "f" for cell in cells)
    rows = list(tiles.iter_rows(min_row=2, values_only=True))
    assert rows == [(tile.shown or "?", tile.value, tile.count) for tile in ruleset.tile_set.tiles]
    assert [row[0] for row in legend.iter_rows(min_row=2, values_only=True)][
        : len(kinds_of(ruleset))
    ] == list(kinds_of(ruleset))
    lists = {rule.formula1 for rule in page.data_validations.dataValidation if rule.type == "list"}
    assert f'"{",".join(kinds_of(ruleset))}"' in lists
    assert all(len(formula) <= 257 for formula in lists)


def test_the_columns_are_those_the_rules_need() -> None:
    def headings(name: str) -> list[str]:
        page = opened(write_template(load_ruleset(name), PLACE)).worksheets[0]
        return [cell.value for cell in page[HEADING] if cell.value]

    assert headings("salitaan-competition")[:11] == [
        "Turn", "Seat", "Kind", "Place", "Word", "Rack", "Tiles", "Count", "Score", "Total", "Seconds"
    ]  # fmt: skip
    assert "Seconds" not in headings("set-words-club")
    assert "theme" not in kinds_of(RULES)
    assert "theme" in kinds_of(load_ruleset("salitaan-competition", ["variants.theme=true"]))


def test_text_that_looks_like_a_formula_stays_text() -> None:
    sheet = replace(full(), players=tuple(replace(one, name="=HYPERLINK(1)") for one in full().players))
    data = write_xlsx(sheet, RULES, Place("@SUM(A1)", "-2+3"))
    cells = [cell for row in opened(data).worksheets[0].iter_rows() for cell in row if cell.value]
    assert all(cell.data_type != "f" for cell in cells)
    risky = [cell for cell in cells if str(cell.value).startswith(("=", "@", "-2"))]
    assert len(risky) >= 4
    assert all(cell.quotePrefix for cell in risky)
    assert read_xlsx(data).sheet == sheet


def test_a_filled_in_template_is_a_sheet() -> None:
    read = filled({
        "B16": 1, "D16": "10E", "E16": "MABAIT", "I16": 22, "J16": 22, "K16": 95,
        "B17": "Bayani", "C17": "Exchange", "H17": 3,
        "B19": 1, "I19": "14", "J19": "36", "A31": 16, "B31": 1,
        "C20": "challenge", "L20": "2, 1", "M20": "valid", "O20": 1, "P20": "yes",
        "J10": 36, "G10": "AB", "G11": "-", "H10": "yes", "C6": 1, "C7": "yes",
    })  # fmt: skip
    assert read.problems == ()
    assert read.sheet is not None
    assert [player.name for player in read.sheet.players] == ["Amihan", "Bayani"]
    first, second, third, fourth = read.sheet.turns
    assert (first.seat, first.position, first.word, first.score, first.seconds) == (
        0,
        "10E",
        "MABAIT",
        22,
        95,
    )
    assert (second.kind, second.seat, second.number) == ("exchange", 1, 3)
    assert (third.kind, third.score, third.total) == ("score", 14, 36)
    assert (fourth.challengers, fourth.verdict, fourth.of, fourth.hold) == ((1, 0), "valid", 0, True)
    assert (read.sheet.totals, read.sheet.racks, read.sheet.winners) == ((36, None), ("AB", ""), (0,))
    assert (read.sheet.starter, read.sheet.complete) == (0, True)


@pytest.mark.parametrize(
    ("cell", "value", "sentence"),
    [
        ("I16", "ten", "Cell I16: write a whole number, not “ten”."),
        ("I16", 12.5, "Cell I16: write a whole number, not “12.5”."),
        ("I16", 200_000, "Cell I16 holds 200000; it must be a whole number from -100000 to 100000."),
        ("B16", 5, "Cell B16: there are at most 4 seats."),
        ("B16", "Nobody", "Cell B16: write a whole number, not “Nobody”."),
        ("C16", "jump", 'Cell C16 holds "jump"; it must be one of play, exchange, pass, lost, score'),
        ("D16", date(2026, 3, 14), "Cell D16: the spreadsheet made a date of it"),
        ("E16", "=A1&B1", "Cell E16: it holds a formula without a result; write the value."),
        ("M16", "maybe", 'Cell M16 holds "maybe"; it must be one of valid, invalid'),
        ("L16", "Ana", "Cell L16: write the seats, like 2 or 2 3."),
        ("O16", 99, "Cell O16: there is no turn 99."),
        ("P16", "perhaps", "Cell P16: write yes or no, not “perhaps”."),
        ("K16", -4, "Cell K16 holds -4; it must be a whole number from 0 to 100000."),
        ("Q16", "tired", 'Cell Q16 holds "tired"; it must be one of nobody_can_move'),
        ("Z16", "aside", "Cell Z16: nothing may stand beside the columns of the sheet."),
        ("N15", "Score", "Cell N15: the heading “Score” stands there twice."),
        ("N15", "Mood", "Cell N15: “Mood” is no heading of a scoresheet."),
        ("C6", "Ana", "Cell C6: write a whole number, not “Ana”."),
        ("C7", "maybe", "Cell C7: write yes or no, not “maybe”."),
        ("J10", "many", "Cell J10: write a whole number, not “many”."),
        ("C3", "third", "Cell C3: write a whole number, not “third”."),
    ],
)
def test_a_mistake_is_one_sentence_that_names_the_cell(cell: str, value: Any, sentence: str) -> None:
    read = filled({"E16": "MABAIT", "I16": 22, cell: value})
    assert read.sheet is None
    assert len(read.problems) == 1
    assert read.problems[0].startswith(sentence)


def test_every_mistake_is_told_up_to_twenty() -> None:
    read = filled({f"I{row}": "x" for row in range(16, 56)})
    assert len(read.problems) == 20
    assert read.problems[0].startswith("Cell I16")


def test_numbers_of_turns_follow_rows_that_were_left_empty() -> None:
    read = filled({"E16": "MABAIT", "E21": "SAYA", "C23": "challenge", "O23": 6})
    assert read.sheet is not None
    assert read.sheet.turns[2].of == 1


def test_a_total_may_be_a_formula_whose_result_was_saved() -> None:
    book = opened(write_template(RULES, PLACE))
    page = book.worksheets[0]
    page["E16"], page["I16"], page["J16"] = "MABAIT", 22, "=I16"
    with zipfile.ZipFile(io.BytesIO(saved(book))) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = (
        parts[name]
        .replace(b"<f>I16</f><v></v>", b"<f>I16</f><v>22</v>")
        .replace(b"<f>I16</f><v />", b"<f>I16</f><v>22</v>")
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for part, body in parts.items():
            new.writestr(part, body)
    read = read_xlsx(stream.getvalue())
    assert read.sheet is not None, read.problems
    assert read.sheet.turns[0].total == 22


def test_headings_are_known_in_every_language_of_the_program() -> None:
    with translation.override("fil"):
        data = write_template(RULES, PLACE)
    assert read_xlsx(data).problems == ()
    assert {"score", "points", "seat", "player"} <= set(turn_labels())
    assert set(KINDS) >= set(kinds_of(RULES))


def test_a_workbook_that_is_no_scoresheet_says_what_is_missing() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "Shopping"
    assert read_xlsx(saved(book)).problems == (
        "This workbook has no row with the headings “Seat” and “Score”. Start from the template.",
    )


@pytest.mark.parametrize("name", tabular_files.HOSTILE if SOAK else tabular_files.OF_EACH_KIND)
def test_a_hostile_workbook_is_one_sentence(name: str) -> None:
    _code, make = tabular_files.HOSTILE[name]
    read = read_xlsx(make())
    assert read.sheet is None
    assert len(read.problems) == 1


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 9_000))
def test_no_bytes_and_no_damaged_workbook_make_it_raise(data: bytes, at: int) -> None:
    whole = bytearray(template())
    whole[at : at + len(data)] = data
    for found in (read_xlsx(data), read_xlsx(bytes(whole))):
        assert (found.sheet is None) == bool(found.problems)
