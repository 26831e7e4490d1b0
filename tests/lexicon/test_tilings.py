"""Tilings: what the rulebook's own list shows, and what the tile set of a shipped ruleset makes of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_admin.words.tiles import TileTable, table_from
from lexicon_admin.words.tilings import bonus_depends, cuts, playable, span, tilings
from tests.lexicon.lists import NONE, SALITAAN, SPANISH


def shown(word: str, table: TileTable = SALITAAN) -> list[str]:
    return ["+".join(cut) for cut in cuts(word, table)]


@pytest.mark.parametrize(
    ("word", "ways"),
    [
        ("NGA", ["NG+A", "N+G+A"]),  # SAL:288, SAL:290
        ("NG", ["NG", "N+G"]),
        ("ANG", ["A+NG", "A+N+G"]),
        ("BAHAY", ["B+A+H+A+Y"]),
        ("NGANGA", ["NG+A+NG+A", "NG+A+N+G+A", "N+G+A+NG+A", "N+G+A+N+G+A"]),
    ],
)
def test_ng_is_one_tile_or_two(word: str, ways: list[str]) -> None:
    assert shown(word) == ways


def test_four_ng_give_sixteen_tilings() -> None:
    assert len(cuts("PANGANGALUNGKONG", SALITAAN)) == 16


def test_in_spanish_practice_a_digraph_is_never_two_tiles() -> None:
    assert shown("CHURRO", SPANISH) == ["CH+U+RR+O"]
    assert span("LLAMA", SPANISH) == (4, 4)


@pytest.mark.parametrize(
    ("word", "scores", "blanks"),
    [
        ("NGA", [6, 6], [0, 0]),  # NG 5, N+G 1+4 (SAL:36-52)
        ("MABAIT", [10], [0]),  # SAL:145 without its premium square
        ("TAGALOG", [14], [0]),
        ("WAWA", [12], [1]),  # one W in the set
        ("CEBU", [13], [1]),  # no tile for C
        ("QUIZ", [2], [2]),
    ],
)
def test_face_values_count_no_blank(word: str, scores: list[int], blanks: list[int]) -> None:
    found = tilings(word, SALITAAN)
    assert [way.score for way in found] == scores
    assert [way.blanks for way in found] == blanks


@pytest.mark.parametrize(
    ("word", "fits"),
    [("WAWA", True), ("WWWW", True), ("WWWWW", False), ("CCCC", False), ("CCC", True), ("A" * 19, True), ("A" * 20, False),
     ("NGNGNGNGNGNGNGNGNGNG", True)],
)  # fmt: skip
def test_a_word_is_playable_when_some_tiling_fits(word: str, fits: bool) -> None:
    assert playable(word, SALITAAN) is fits
    assert playable(word, NONE)


def test_where_blanks_are_no_foreign_letters_such_words_cannot_be_laid() -> None:
    strict = TileTable(SALITAAN.tiles, 3, tuple(SALITAAN.by_letters), True, 19, 10)
    assert playable("CEBU", SALITAAN)
    assert not playable("CEBU", strict)


@pytest.mark.parametrize(
    ("word", "depends"),
    [
        ("PANGANGALI", True),
        ("KABABAIHAN", False),
        ("MAGANDANG", False),
        ("KALUNGKUTAN", True),
        ("BAHAYBAHAY", False),
    ],
)
def test_the_all_tiles_bonus_may_depend_on_the_tiling(word: str, depends: bool) -> None:
    assert bonus_depends(word, SALITAAN) is depends


def test_letters_without_a_tile_are_known() -> None:
    assert "".join(sorted(SALITAAN.without_tile)) == "CFJQVXZÑ"
    assert NONE.without_tile == frozenset()


WORDS = st.text(alphabet="ANGLRC", max_size=14)


@given(WORDS, st.sampled_from([SALITAAN, SPANISH]))
def test_every_cut_spells_the_word_and_none_comes_twice(word: str, table: TileTable) -> None:
    found = cuts(word, table)
    assert all("".join(cut) == word for cut in found)
    assert len(set(found)) == len(found) >= 1
    assert span(word, table) == (min(map(len, found)), max(map(len, found)))
    named = {*table.by_letters, *(table.blanks_as or table.alphabet)}
    laid = [way for way in tilings(word, table) if way.blanks <= table.blanks and {*way.tiles} <= named]
    assert playable(word, table) == any(way.size <= table.squares for way in laid)


@given(WORDS)
def test_ways_double_with_every_ng(word: str) -> None:
    assert len(cuts(word, SALITAAN)) == 2 ** word.count("NG")


def test_a_table_is_read_back_from_its_data() -> None:
    for table in (SALITAAN, SPANISH, NONE):
        assert table_from(table.as_data()) == table
