"""Theme points where a list says which words earn them (SAL:397-399): +5 for every theme word a play forms."""

from __future__ import annotations

import pytest

from scoring import load_ruleset
from scoring.checks.findings import Finding
from scoring.checks.validate import Report, validate
from scoring.game.fold import Ruling
from tests.scoring.hand_games import CONFIRMED
from tests.scoring.sheets import sheet

MABAIT, MAGANDA = "1 10E MABAIT +22\n", "2 H7 MAGANDA +24\n"
HATI, DALAGA, TAGALOG = "1 8G HATI +19\n", "2 13G DALAGA +18\n", "1 J10 TAGALOG +36\n"
# 10 + AT 2 + GA 5 + LA 3 + OK 4: a play of five words (SAL:199).
TAGAK = "2 K11 TAGAK +24\n"
FIVE = MABAIT + MAGANDA + HATI + DALAGA + TAGALOG + TAGAK
ABOUT = ("theme_missing", "theme_in_score", "theme_word_not_listed", "theme_wrong", "theme_word_not_formed")


def report(script: str, *words: str, on: bool = True, rulings: tuple[Ruling, ...] = ()) -> Report:
    """The sheet under rules that play a theme, with these words on its list."""
    rules = load_ruleset("salitaan-competition", (*CONFIRMED, f"variants.theme={str(on).lower()}"))
    return validate(rules, sheet(script, 2), theme=frozenset(words), rulings=rulings)


def about(found: Report) -> list[Finding]:
    return [one for one in found.findings if one.code in ABOUT]


def test_a_theme_word_without_its_points_is_said_with_the_points() -> None:
    (one,) = about(report(MABAIT + MAGANDA, "MAGANDA"))
    assert (one.code, one.severity, one.turn, one.seat, one.computed) == ("theme_missing", "error", 1, 1, 5)
    assert one.message.facts == {"words": "MAGANDA", "points": 5}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_play_that_forms_no_theme_word_owes_nothing(seat: int) -> None:
    found = report(MABAIT + MAGANDA, "MABA", "GANDA")
    assert not about(found)
    assert found.game.scores[seat] == (22, 24)[seat]


def test_theme_points_on_a_row_of_their_own_are_right() -> None:
    found = report(MABAIT + MAGANDA + "2 theme +5 MAGANDA", "MAGANDA")
    assert not about(found)
    assert found.game.scores == [22, 29]


def test_every_theme_word_a_play_forms_earns_across_and_along() -> None:
    (one,) = about(report(FIVE, "TAGAK", "GA", "OK", "MABUTI"))
    assert (one.turn, one.computed) == (5, 15)
    assert set(str(one.message.facts["words"]).split(", ")) == {"TAGAK", "GA", "OK"}
    right = report(FIVE + "2 theme +15 TAGAK GA OK", "TAGAK", "GA", "OK")
    assert not about(right)
    assert right.game.scores == [77, 81]


def test_what_only_some_rows_claim_is_asked_for_the_rest() -> None:
    (one,) = about(report(FIVE + "2 theme +5 GA", "TAGAK", "GA"))
    assert (one.code, one.computed, one.message.facts["words"]) == ("theme_missing", 5, "TAGAK")


def test_two_rows_may_share_the_words_of_a_play_and_none_earns_twice() -> None:
    good = report(FIVE + "2 theme +5 GA\n2 theme +5 TAGAK", "TAGAK", "GA")
    assert not about(good)
    assert good.game.scores == [77, 76]
    twice = report(FIVE + "2 theme +5 GA\n2 theme +5 GA", "GA")
    (one,) = about(twice)
    assert (one.code, one.turn, one.recorded, one.computed) == ("theme_wrong", 7, 5, 0)
    assert twice.game.scores == [77, 71]


def test_a_word_that_is_not_on_the_list_earns_nothing() -> None:
    found = report(MABAIT + MAGANDA + "2 theme +5 MAGANDA", "MABUTI")
    assert found.game.scores == [22, 24]
    assert [one.code for one in about(found)] == ["theme_word_not_listed", "theme_wrong"]
    assert {one.severity for one in about(found)} == {"error"}


def test_points_without_words_are_held_against_all_that_is_due() -> None:
    assert not about(report(FIVE + "2 theme +10", "TAGAK", "GA"))
    (one,) = about(report(FIVE + "2 theme +5", "TAGAK", "GA"))
    assert (one.code, one.recorded, one.computed) == ("theme_wrong", 5, 10)


def test_points_within_the_plays_own_score_count_and_are_no_wrong_score() -> None:
    found = report(MABAIT + "2 H7 MAGANDA +29\n" + HATI, "MAGANDA")
    (one,) = about(found)
    assert (one.code, one.severity, one.turn) == ("theme_in_score", "info", 1)
    assert "score_wrong" not in {finding.code for finding in found.findings}
    assert found.game.scores == [41, 29]


def test_points_within_the_score_and_on_a_row_too_are_counted_once() -> None:
    found = report(MABAIT + "2 H7 MAGANDA +29\n2 theme +5 MAGANDA", "MAGANDA")
    assert "score_wrong" in {finding.code for finding in found.findings}
    assert found.game.scores == [22, 29]


def test_a_play_that_is_ruled_off_the_board_has_no_theme_words() -> None:
    ruled = report(MABAIT + MAGANDA, "MAGANDA", rulings=(Ruling(1, "invalid", (0,)),))
    assert not about(ruled)
    off = report(MABAIT + "2 H7 MAGANDA +29", "MAGANDA", rulings=(Ruling(1, "invalid", (0,)),))
    assert not about(off)
    assert off.game.scores == [22, 0]


def test_a_running_total_that_holds_them_hangs_under_them() -> None:
    turns = sheet(MABAIT + MAGANDA, 2)
    rules = load_ruleset("salitaan-competition", (*CONFIRMED, "variants.theme=true"))
    rows = tuple(turn._replace(total=29) if turn.seat == 1 else turn for turn in turns.turns)
    found = validate(rules, turns.__class__(**{**turns.__dict__, "turns": rows}), theme={"MAGANDA"}).findings
    at = next(at for at, one in enumerate(found) if one.code == "theme_missing")
    assert [one.cause for one in found if one.code == "total_wrong"] == [at]


def test_under_rules_without_a_theme_a_list_changes_nothing() -> None:
    assert not about(report(MABAIT + MAGANDA, "MAGANDA", on=False))


def test_without_a_list_what_the_sheet_claims_is_believed() -> None:
    rules = load_ruleset("salitaan-competition", (*CONFIRMED, "variants.theme=true"))
    found = validate(rules, sheet(MABAIT + MAGANDA + "2 theme +5 MAGANDA", 2))
    assert not about(found)
    assert found.game.scores == [22, 29]
