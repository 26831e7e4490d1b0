"""Charts drawn by the server."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.kernel.pages import svg

NAMES = st.text("abcñĝ<&\"' ", min_size=1, max_size=8)
VALUES = st.lists(st.one_of(st.none(), st.integers(-3000, 3000)), min_size=1, max_size=24)


def read(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)


def numbers_of(root: ET.Element, *names: str) -> list[int]:
    return [int(node.attrib[name]) for node in root.iter() for name in names if name in node.attrib]


@given(st.lists(st.builds(svg.Series, NAMES, VALUES), min_size=1, max_size=5))
def test_a_line_chart_is_well_formed_and_stays_inside_its_frame(series: list[svg.Series]) -> None:
    labels = [str(n) for n in range(1, max(len(s.values) for s in series) + 1)]
    drawn = svg.line_chart("Race", "Spread by round", labels, series)
    if not any(v is not None for s in series for v in s.values):
        assert drawn == ""
        return
    root = read(drawn)
    assert all(0 <= x <= svg.WIDTH for x in numbers_of(root, "x", "x1", "x2", "cx"))
    assert all(0 <= y <= svg.HEIGHT for y in numbers_of(root, "y", "y1", "y2", "cy"))
    assert (root[0].tag, root[0].text, root[1].tag) == ("title", "Race", "desc")


@given(st.lists(st.builds(svg.Series, NAMES, VALUES), min_size=1, max_size=5))
def test_a_narrow_page_has_its_own_drawing_inside_a_narrower_frame(series: list[svg.Series]) -> None:
    labels = [f"2{n % 10}-{n:02}" for n in range(1, max(len(s.values) for s in series) + 1)]
    drawn = svg.line_charts("Race", "", labels, series)
    if not drawn:
        return
    wide, small = read(f"<both>{drawn}</both>")
    assert (wide.attrib["class"], small.attrib["class"]) == ("chart", "chart chart-small")
    assert small.attrib["viewBox"] == f"0 0 340 {svg.HEIGHT}"
    assert all(0 <= x <= 340 for x in numbers_of(small, "x", "x1", "x2", "cx"))
    below = [int(one.attrib["x"]) for one in small if one.attrib.get("text-anchor") == "middle"]
    assert all(later - first >= 5 * svg.SIGN for first, later in pairwise(below))


@given(st.lists(st.tuples(NAMES, st.integers(-900, 900)), min_size=1, max_size=20))
def test_bars_have_no_negative_height_and_name_their_values(items: list[tuple[str, int]]) -> None:
    root = read(svg.bars("Scores", "", items))
    bars = list(root.iter("rect"))
    assert len(bars) == len(items)
    assert all(int(bar.attrib["height"]) >= 0 for bar in bars)


def test_a_gap_breaks_the_line_in_two() -> None:
    drawn = svg.line_chart("Race", "", ["1", "2", "3", "4", "5"], [svg.Series("Abad", [1, 2, None, 4, 5])])
    assert drawn.count("<polyline") == 2


def test_lines_differ_by_more_than_colour_and_are_named_at_their_ends() -> None:
    drawn = svg.line_chart("Race", "", ["1", "2"], [svg.Series("Abad", [1, 9]), svg.Series("Ng", [2, 9])])
    assert 'class="line c0"' in drawn
    assert 'class="line c1 dash1"' in drawn
    assert "Abad 9" in drawn
    assert "Ng 9" in drawn


def test_names_that_end_at_one_value_do_not_cover_each_other() -> None:
    series = [svg.Series(f"P{n}", [0, 100]) for n in range(5)]
    root = read(svg.line_chart("Race", "", ["1", "2"], series))
    heights = sorted(
        int(node.attrib["y"]) for node in root.iter("text") if node.attrib.get("class") == "label"
    )
    assert all(later - before >= 14 for before, later in pairwise(heights))
    named = [(f"Batungbakal, {letter}.", 10) for letter in "ABCDEFGHIJ"]
    below = [node for node in read(svg.bars("Chances", "", named)).iter("text") if "," in (node.text or "")]
    rows = [[int(one.attrib["x"]) for one in below[k::2]] for k in (0, 1)]
    assert len({one.attrib["y"] for one in below}) == 2
    assert all(later - first >= 15 * svg.SIGN for row in rows for first, later in pairwise(row))


def test_no_values_draw_nothing() -> None:
    assert svg.line_chart("x", "", ["1"], [svg.Series("a", [None])]) == ""
    assert svg.bars("x", "", []) == ""
    assert svg.sparkline("x", [7]) == ""


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 10, [0, 5, 10]), (-45, 412, [-200, 0, 200, 400, 600]), (5, 5, [5, 6]), (0, 1, [0, 1])],
)
def test_the_axis_has_round_numbers(low: int, high: int, expected: list[int]) -> None:
    assert svg.ticks(low, high) == expected


@given(st.integers(-5000, 5000), st.integers(-5000, 5000))
def test_the_axis_covers_its_values_with_few_marks(one: int, other: int) -> None:
    low, high = sorted((one, other))
    marks = svg.ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 2 <= len(marks) <= 7


@pytest.mark.parametrize(
    ("value", "most", "width", "x"), [(400, 400, 32, 32), (-200, 400, 16, 16), (0, 0, 0, 32), (9, 0, 0, 32)]
)
def test_a_spread_bar_grows_from_the_middle(value: int, most: int, width: int, x: int) -> None:
    bar = read(svg.spread_bar(value, most)).find("rect")
    assert bar is not None
    assert (bar.attrib["width"], bar.attrib["x"]) == (str(width), str(x))


def test_charts_carry_no_style_so_that_the_content_policy_holds() -> None:
    drawn = (
        svg.line_chart("a", "b", ["1", "2"], [svg.Series("x", [1, 2])])
        + svg.bars("a", "b", [("x", 1)])
        + svg.spread_bar(3, 9)
    )
    assert "style" not in drawn
    assert "#" not in drawn
