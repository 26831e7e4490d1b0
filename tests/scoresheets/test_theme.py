"""Theme points of a sheet against the theme list its division pinned, and only when the game is over."""

from __future__ import annotations

import json

import pytest

from tdapp.scoresheets.editor.commands.closing import finish
from tests.judging.words import edition, pin
from tests.scoresheets.factories import FIRST, SECOND, Desk, add, browser, desk

pytestmark = pytest.mark.django_db
END = {"kind": "end", "reason": "agreed"}
THEME = {"kind": "theme", "seat": 1, "words": ["BATA"], "score": 5}


def playing(*words: str, on: bool = True) -> Desk:
    """A table whose division plays a theme, its list pinned before round 1."""
    here = desk()
    division = here.hall.division
    division.frozen_at, division.overrides = None, {"variants.theme": on}
    division.save(update_fields=["frozen_at", "overrides"])
    pin(division, edition(words, kind="theme"))
    return here


def themed(here: Desk) -> list[tuple[str, str]]:
    """Findings about theme points, as a browser is told them."""
    told = browser(here.hall.director).get(here.address("state")).json()
    rows = [one for row in told["rows"] for one in row["findings"]]
    return [(one["code"], one["message"]) for one in (*rows, *told["findings"]) if "theme" in one["code"]]


def over(here: Desk) -> None:
    here.write(add(END))
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)


def test_after_the_game_theme_words_without_their_points_are_said() -> None:
    here = playing("BATA")
    here.write(add(FIRST), add(SECOND))
    over(here)
    assert themed(here) == [("theme_missing", "Theme words without their points: BATA, +5.")]


def test_while_the_game_may_go_on_nothing_is_said_of_the_list() -> None:
    here = playing("BATA")
    here.write(add(FIRST), add(SECOND))
    assert not themed(here)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    assert not themed(here)


def test_what_writing_answers_says_nothing_of_the_list() -> None:
    here = playing("BATA")
    body = json.dumps({"operations": [add(FIRST), add(THEME)]})
    answer = browser(here.hall.clerk).post(here.address("write"), body, content_type="application/json")
    assert answer.json()["rows"][0]["computed"]["score"] == 11
    assert b"theme_" not in answer.content


def test_points_on_a_row_of_their_own_are_in_order_and_count() -> None:
    here = playing("BATA")
    here.write(add(FIRST), add(THEME), add(SECOND))
    over(here)
    assert not themed(here)


def test_points_for_a_word_off_the_list_are_wrong_once_the_game_is_over() -> None:
    here = playing("ARAW")
    here.write(add(FIRST), add(THEME), add(SECOND))
    assert not themed(here)
    over(here)
    assert [code for code, _message in themed(here)] == ["theme_word_not_listed", "theme_wrong"]


def test_under_rules_without_a_theme_the_list_is_not_asked() -> None:
    here = playing("BATA", on=False)
    here.write(add(FIRST), add(SECOND))
    over(here)
    assert not themed(here)


def test_a_theme_list_that_cannot_be_read_leaves_the_sheet_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    here = playing("BATA")
    here.write(add(FIRST), add(SECOND))
    over(here)
    here.hall.division.pins.get().edition.__class__.objects.update(file_sha256="f" * 64)
    assert not themed(here)
