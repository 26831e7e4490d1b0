"""How numbers, times and signs are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.template import engines

from tdapp.kernel import clock
from tdapp.kernel.pages import icons
from tdapp.kernel.templatetags import td

NOON = datetime(2026, 11, 14, 4, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "text"), [(187, "+187"), (0, "0"), (-40, "\u221240"), (None, "\u2013"), (-1, "\u22121")]
)
def test_a_spread_has_a_sign_and_a_true_minus(value: int | None, text: str) -> None:
    assert td.signed(value) == text


@pytest.mark.parametrize(("value", "text"), [(412, "412"), (0, "0"), (-5, "\u22125"), (None, "\u2013")])
def test_a_score_of_zero_is_not_a_missing_one(value: int | None, text: str) -> None:
    assert td.score(value) == text


@pytest.mark.parametrize(
    ("units", "per_point", "text"),
    [
        (5, 2, "2½"),
        (1, 2, "½"),
        (0, 2, "0"),
        (6, 2, "3"),
        (-1, 2, "\u2212½"),
        (17, 12, "1 5/12"),
        (4, 12, "⅓"),
        (30, 12, "2½"),
        (22, 12, "1⅚"),
        (5, 12, "5/12"),
        (None, 2, "\u2013"),
    ],
)
def test_points_kept_as_ints_are_written_as_people_write_them(
    units: int | None, per_point: int, text: str
) -> None:
    assert td.points(units, per_point) == text


@pytest.mark.parametrize(
    ("half_wins", "games", "text"),
    [(6, 4, "3-1"), (5, 4, "2½-1½"), (0, 0, "0-0"), (8, 4, "4-0"), (1, 1, "½-½")],
)
def test_a_record_is_wins_and_losses_and_a_tie_is_half_of_each(half_wins: int, games: int, text: str) -> None:
    assert td.record(half_wins, games) == text


def test_a_shared_place_says_so_to_the_eye_and_to_the_ear() -> None:
    assert td.rank(3) == "3"
    assert ">=</span>" in td.rank(3, True)
    assert "shared" in td.rank(3, True)
    assert td.rank(None) == "\u2013"


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st"), (113, "113th")],
)
def test_ordinals_in_english(number: int, text: str) -> None:
    assert td.ordinal(number) == text


def test_movement_has_a_shape_and_a_word() -> None:
    assert "move-up" in td.movement(2)
    assert ">up </span>2" in td.movement(2)
    assert ">down </span>3" in td.movement(-3)
    assert "unchanged" in td.movement(0)
    assert td.movement(None) == ""


@pytest.mark.parametrize(
    ("passed", "text", "phrase"),
    [
        (0, "now", "just now"),
        (59, "now", "just now"),
        (480, "8 min", "8 min ago"),
        (4320, "1 h 12 min", "1 h 12 min ago"),
    ],
)
def test_time_since(passed: int, text: str, phrase: str) -> None:
    with clock.at(NOON):
        assert td.minutes(NOON - timedelta(seconds=passed)) == text
        assert td.ago(NOON - timedelta(seconds=passed)) == phrase


def test_a_moment_in_the_future_or_none_at_all_is_never_negative() -> None:
    with clock.at(NOON):
        assert td.minutes(NOON + timedelta(hours=2)) == "now"
    assert (td.minutes(None), td.ago(None)) == ("", "")


@pytest.mark.parametrize("state", ["ok", "ask", "stop"])
def test_every_sign_has_its_own_shape_and_its_word(state: str) -> None:
    drawn = td.chip(state, "saved")
    assert f'class="chip chip-{state}"' in drawn
    assert icons.PATHS[state][:20] in drawn
    assert drawn.endswith("saved</span>")
    assert len({icons.PATHS[name] for name in ("ok", "ask", "stop")}) == 3


def test_a_name_in_a_chip_is_text_not_markup() -> None:
    assert "<b>" not in td.chip("ok", "<b>Abad</b>")


def test_an_unknown_picture_is_an_error_not_a_hole() -> None:
    with pytest.raises(KeyError):
        td.icon("no-such-picture")


def test_the_page_number_keeps_the_other_parameters() -> None:
    from_string = engines["django"].from_string("{% load td %}{% query 'page' 2 %}")
    assert from_string.render({"request": None}) == "page=2"


def test_message_levels_become_signs() -> None:
    assert [td.sign(tag) for tag in ("success", "extra warning", "error", "debug", "")] == [
        "ok",
        "ask",
        "stop",
        "info",
        "info",
    ]
