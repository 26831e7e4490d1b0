"""The board picture: small, told in words, and true to the ruleset's squares."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from scoring import Layout, Premium, Square, load_ruleset, parse_square, shipped_ids
from tdapp.events.rules.board_svg import CLASSES, WORDS, BoardTile, board_svg, described, legend, short

STATIC = Path(__file__).resolve().parents[2] / "tdapp/kernel/static/td"
SALITAAN = load_ruleset("salitaan-competition").layout
ALL_KINDS = Layout(("dtqDTQ.",) * 7, Square(3, 6))


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def square(svg: str, name: str) -> ET.Element:
    found = tree(svg).find(f".//g[@data-square='{name}']")
    assert found is not None
    return found


def full(layout: Layout, tiles: int) -> dict[Square, BoardTile]:
    return {place: BoardTile("NG", 5) for place in list(layout.squares())[:tiles]}


def test_a_full_salitaan_board_weighs_no_more_than_forty_kilobytes() -> None:
    assert len(board_svg(SALITAAN, title="Board").encode()) <= 33_000
    assert len(board_svg(SALITAAN, full(SALITAAN, 100), title="Board").encode()) <= 40_000


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_every_square_has_its_name_and_the_class_of_its_premium(ruleset: str) -> None:
    layout = load_ruleset(ruleset).layout
    groups = tree(board_svg(layout, title="B")).iter("g")
    squares = {one.get("data-square"): one for one in groups if one.get("data-square")}
    assert len(squares) == layout.width * layout.height
    for place, premium in layout.premiums.items():
        names = str(squares[place.name].get("class")).split()
        assert [name for name in names if name.startswith("sq-") and name != "sq-start"] == (
            [CLASSES[premium]] if premium != Premium() else []
        )


def test_every_premium_has_a_word_and_a_short_form() -> None:
    svg = board_svg(ALL_KINDS, title="B")
    for col, premium in enumerate(
        [Premium(2), Premium(3), Premium(4), Premium(1, 2), Premium(1, 3), Premium(1, 4)]
    ):
        one = square(svg, f"{'ABCDEF'[col]}1")
        assert one.findtext("title") == str(WORDS[premium])
        assert one.findtext("text") == short(premium)
    assert square(svg, "G1").find("title") is None


def test_the_picture_is_told_to_who_cannot_see_it() -> None:
    found = tree(board_svg(SALITAAN, title="Open board"))
    assert found.get("role") == "img"
    assert found.findtext("title") == "Open board"
    told = found.findtext("desc") or ""
    assert told == described(SALITAAN)
    assert "19 by 19" in told
    assert "triple word" in told
    assert "J10" in told


def test_a_description_given_replaces_the_one_made() -> None:
    assert tree(board_svg(SALITAAN, title="B", desc="After turn 3")).findtext("desc") == "After turn 3"


def test_a_blank_shows_its_letter_in_lower_case_and_no_value() -> None:
    tiles = {Square(9, 9): BoardTile("A", 0, True), Square(9, 10): BoardTile("B", 4)}
    svg = board_svg(SALITAAN, tiles, title="B")
    blank, plain = square(svg, "J10").find("g"), square(svg, "K10").find("g")
    assert blank is not None
    assert plain is not None
    assert (blank.get("class"), [text.text for text in blank.iter("text")]) == ("tile blank", ["a"])
    assert (plain.get("class"), [text.text for text in plain.iter("text")]) == ("tile", ["B", "4"])


@pytest.mark.parametrize(
    ("shown", "name"), [("NG", "long-2"), ("CH", "long-2"), ("SCH", "long-3"), ("ABCDEF", "long-4")]
)
def test_a_tile_of_several_letters_is_written_smaller(shown: str, name: str) -> None:
    svg = board_svg(SALITAAN, {Square(0, 0): BoardTile(shown, 5)}, title="B")
    tile = square(svg, "A1").find("g")
    assert tile is not None
    assert name in str(tile.get("class")).split()
    assert f".{name} > text" in (STATIC / "board.css").read_text()


def test_the_tiles_of_the_last_play_stand_out() -> None:
    place = Square(4, 4)
    svg = board_svg(SALITAAN, {place: BoardTile("A", 1)}, fresh=[place], title="B")
    tile = square(svg, "E5").find("g")
    assert tile is not None
    assert "fresh" in str(tile.get("class"))


def test_the_start_square_carries_a_star() -> None:
    svg = board_svg(SALITAAN, title="B")
    start = square(svg, SALITAAN.start.name)
    assert "sq-start" in str(start.get("class"))
    assert start.find("path") is not None
    assert len(re.findall('class="star"', svg)) == 1


def test_letters_and_names_can_be_left_out() -> None:
    svg = board_svg(SALITAAN, title="B", letters=False, ids=False)
    assert "data-square" not in svg
    assert ">2L<" not in svg
    assert "double letter" in svg


def test_what_is_written_on_a_tile_cannot_become_markup() -> None:
    svg = board_svg(SALITAAN, {Square(0, 0): BoardTile("<b>", 1)}, title="<i>", desc="&")
    assert "<b>" not in svg
    assert "<i>" not in svg
    assert tree(svg).findtext("title") == "<i>"


@pytest.mark.parametrize("side", [3, 15, 25])
def test_any_size_is_drawn_with_all_its_column_and_row_names(side: int) -> None:
    found = tree(board_svg(Layout(("." * side,) * side, Square(0, 0)), title="B"))
    names = [text.text for text in found.findall("g[@class='edge']/text")]
    assert len(names) == 2 * side
    assert names[-1] == str(side)
    assert parse_square(f"{names[side - 1]}{side}") == Square(side - 1, side - 1)
    assert found.get("viewBox") == f"0 0 {20 * (side + 1)} {20 * (side + 1)}"


def test_the_legend_names_the_premiums_the_board_has() -> None:
    assert [row[1] for row in legend(SALITAAN)] == ["2L", "3L", "2W", "3W"]
    assert [row[1] for row in legend(ALL_KINDS)] == ["2L", "3L", "4L", "2W", "3W", "4W"]


@pytest.mark.parametrize("name", sorted(CLASSES.values()))
def test_every_premium_class_is_coloured(name: str) -> None:
    sheet = (STATIC / "board.css").read_text()
    assert f".board .{name} > rect" in sheet
    assert f".board .{name} > text" in sheet
