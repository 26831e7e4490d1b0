"""What the writer may have meant: each kind of slip of the pen, named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import load_ruleset
from scoring.checks.findings import Finding
from scoring.checks.validate import Report, validate
from tests.scoring.hand_games import CONFIRMED
from tests.scoring.sheets import sheet

SALITAAN = load_ruleset("salitaan-competition", CONFIRMED)
CLUB = load_ruleset("set-words-club")
GAME = (
    "1 10E MABAIT +22\n2 H7 MAGANDA +24\n1 8G HATI +19\n2 13G DALAGA +18\n1 J10 TAGALOG +36\n2 K11 TAGAK +24"
)


def roots(report: Report) -> list[Finding]:
    return [one for one in report.findings if one.severity in ("error", "unverifiable") and one.cause is None]


# old row, new row, what is suggested, whether what follows is then clean.
@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("8G HATI", "8F HATI", "shifted_square"),
        ("8G HATI", "7G HATI", "shifted_square"),
        ("J10 TAGALOG", "10J TAGALOG", "other_direction"),
        ("K11 TAGAK", "K11 TAAGK", "swapped_letters"),
        ("HATI +19", "HATI +18", "premium_forgotten"),
        ("HATI +19", "HATI +91", "swapped_digits"),
        ("TAGAK +24", "TAGAK +19", "word_left_out"),
        ("TAGALOG +36", "TAGALOG +18", "premium_forgotten"),
    ],
)
def test_a_slip_is_one_root_and_what_was_meant_is_named(right: str, wrong: str, code: str) -> None:
    report = validate(SALITAAN, sheet(GAME.replace(right, wrong), 2))
    found = roots(report)
    assert len(found) == 1
    assert found[0].suggestion is not None
    assert found[0].suggestion.code == code
    assert "%(" not in str(found[0].suggestion)


def test_a_wrong_letter_is_named_from_the_rack() -> None:
    text = sheet("1 10E MABAIT MABAITKLUO +22\n2 H7 MAGANDA +24", 2)
    wrong = replace(text, turns=(text.turns[0]._replace(word="MABALT"), text.turns[1]))
    wrong = replace(wrong, turns=(wrong.turns[0]._replace(rack="MABAITKUOO"), wrong.turns[1]))
    found = roots(validate(SALITAAN, wrong))
    assert [one.code for one in found] == ["not_on_rack"]


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("1 8B READING +20", "bonus_missing"),
        ("1 8F READS +62", "bonus_added"),
        ("1 8F ReADS +12", "blank_as_letter"),
        ("1 8F READS +17", "challenge_points"),
    ],
)
def test_bonus_blank_and_challenge_points_are_recognised(script: str, code: str) -> None:
    report = validate(CLUB, sheet(script, 2))
    suggestion = roots(report)[0].suggestion
    assert suggestion is not None
    assert suggestion.code == code


@pytest.mark.parametrize(
    ("row", "total", "code"),
    [(2, 43, "wrong_row"), (2, 14, "swapped_digits"), (2, 22, "wrong_seat"), (2, 51, "off_by")],
)
def test_why_a_running_total_broke(row: int, total: int, code: str) -> None:
    text = sheet(GAME, 2)
    turns = list(text.turns)
    turns[row] = turns[row]._replace(total=total)
    report = validate(SALITAAN, replace(text, turns=tuple(turns)))
    assert [one.code for one in roots(report)] == ["total_wrong"]
    suggestion = roots(report)[0].suggestion
    assert suggestion is not None
    assert suggestion.code == code


def test_nothing_is_suggested_where_nothing_fits() -> None:
    report = validate(SALITAAN, sheet(GAME.replace("TAGAK +24", "TAGAK +93"), 2))
    assert [one.suggestion for one in roots(report)] == [None]


def test_one_shifted_square_leaves_the_rest_of_the_game_clean() -> None:
    report = validate(SALITAAN, sheet(GAME.replace("13G", "12G"), 2))
    assert [(one.code, one.turn) for one in roots(report)] == [("read_otherwise", 3)]
    assert len([one for one in report.findings if one.severity == "error"]) == 1
    assert report.computed_totals == (77, 66)
