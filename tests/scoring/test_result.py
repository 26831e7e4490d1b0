from __future__ import annotations

import pytest

from scoring import load_ruleset, plausibility, winners
from tests.scoring.strategies import RULESETS


# Typical finished games of two: customary 15x15 tournament games end at 300 to 450 each; SET:11 gives 500 to 700 for
# all players together; the six examples of the Salitaan book average about 5 points a tile, 360 a player.
@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("set-words-club", (300, 340, 380, 450, 520)),
        ("bisonte", (300, 340, 380, 450, 520)),
        ("set-words", (210, 250, 300, 350, 420)),
        ("salitaan-competition", (290, 360, 450, 600, 750)),
    ],
)
def test_ordinary_scores_raise_no_question(name: str, scores: tuple[int, ...]) -> None:
    usual = plausibility(RULESETS[name])
    assert not [score for score in scores if usual.unusual(score)]


@pytest.mark.parametrize("score", [0, 3, 38, 3800, 1400, -20])
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_lost_or_doubled_digit_raises_a_question(name: str, score: int) -> None:
    assert plausibility(RULESETS[name]).unusual(score)


def test_the_books_own_range_for_set_words_is_usual() -> None:
    usual = plausibility(RULESETS["set-words"])
    assert usual.total_low <= 500 < 700 <= usual.total_high  # SET:11


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_more_players_share_the_same_tiles(name: str) -> None:
    two, three, four = (plausibility(RULESETS[name], players) for players in (2, 3, 4))
    assert two.low > three.low > four.low >= 0
    assert two.high > three.high > four.high
    assert two.total_high == four.total_high


def test_the_range_follows_the_rules() -> None:
    base = plausibility(load_ruleset("set-words"))
    assert plausibility(load_ruleset("set-words", ["bonus.by_tiles=7=50"])).high > base.high
    plain = load_ruleset("set-words", {"board.grid": ["." * 15] * 15})
    assert plausibility(plain).high < base.high
    assert plausibility(load_ruleset("set-words", ["variants.short_turns=5"])).high < base.high


# SAL:226 deducts unplayed tiles: the dearest ten are W10, three each of E D Y at 8.
def test_the_lowest_score_is_the_dearest_rack() -> None:
    assert plausibility(RULESETS["salitaan-family"]).lowest == -(10 + 9 * 8)
    assert plausibility(RULESETS["set-words"]).lowest == 0


# final scores, scores before unplayed tiles, winning seats; SAL:232, BIS:63; Set Words: a tie.
@pytest.mark.parametrize(
    ("name", "final", "before", "seats"),
    [
        ("salitaan-competition", (300, 299), None, (0,)),
        ("salitaan-competition", (300, 300), (310, 296), (0,)),
        ("salitaan-competition", (300, 300), (303, 303), (0, 1)),
        ("salitaan-competition", (300, 300), None, (0, 1)),
        ("bisonte", (250, 300, 300, 120), (260, 298, 305, 125), (2,)),
        ("set-words-club", (300, 300), (310, 296), (0, 1)),
    ],
)
def test_equal_scores_are_settled_as_the_book_says(
    name: str, final: tuple[int, ...], before: tuple[int, ...] | None, seats: tuple[int, ...]
) -> None:
    assert winners(RULESETS[name], final, before) == seats
