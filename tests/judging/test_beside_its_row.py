"""A ruling beside the row of the sheet it is about: told with who and when, one number everywhere, what follows is asked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring import sheet_to_data
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.commands.rulings import rule_at
from tdapp.judging.rulings.ports import at_stake
from tdapp.judging.rulings.ruling_request import Asked
from tests.judging.test_on_the_sheet import (
    FIRST,
    SECOND,
    Desk,
    laid,
    listed,
    questions,
    ruled,
    totals,
    written,
)
from tests.judging.test_rulings import judge
from tests.scoresheets.factories import browser
from tests.scoring.hand_games import GAMES, SMALL

pytestmark = pytest.mark.django_db
FELL = {"kind": "challenge", "challengers": [2], "verdict": "valid"}


def rows(here: Desk, who: Any = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser(who or here.hall.director).get(here.address("state")).json()["rows"]
    return found


def test_the_row_says_the_verdict_by_whom_and_when_and_leads_to_the_ruling() -> None:
    here = written(FIRST, SECOND)
    row = ruled(here, "buhay")
    (told,) = rows(here)[1]["rulings"]
    assert told["sign"] == "stop"
    assert told["text"].endswith(f"by {row.judge_name}: the play falls (BUHAY).")
    assert told["url"].endswith(f"/rulings/{row.pk}/")
    assert [one["rulings"] for one in rows(here)[:1]] == [[]]
    assert rows(here, here.hall.viewer)[1]["rulings"][0]["url"] == "", (
        "a page that is closed to them is no link"
    )
    page = browser(here.hall.director).get(here.address()).content.decode()
    assert told["text"] in page


def test_a_play_that_stands_is_told_too() -> None:
    here = written(FIRST, SECOND)
    listed(here, "buhay")
    ruled(here, "buhay")
    verdict, who, time = rows(here)[1]["rulings"][0]["word"].split(" · ")
    assert (verdict, who) == ("stands", Ruling.objects.get().judge_name.split()[0])
    assert re.fullmatch(r"\d\d:\d\d", time)


def test_the_number_of_a_turn_is_the_one_beside_its_row() -> None:
    here = written(FIRST, FELL, SECOND)
    stake = at_stake(here.hall.table(1))
    assert stake is not None
    assert stake.turn == 3
    row = ruled(here, "buhay", turn=3)
    assert laid(row) == [(True, False, 3)]
    assert totals(here) == (11, 0)


def test_a_number_counted_without_the_rows_that_are_no_turns_finds_its_play_all_the_same() -> None:
    here = written(FIRST, FELL, SECOND)
    assert laid(ruled(here, "buhay", turn=2)) == [(True, False, 3)]
    assert questions(here) == []


@pytest.mark.parametrize(("rack", "asked"), [("BUHAYAN", False), ("UHAYBNG", False), ("LIPITAN", True)])
def test_tiles_that_came_back_are_looked_for_on_the_next_rack_written(rack: str, asked: bool) -> None:
    other = {"kind": "exchange", "seat": 1, "number": 3}
    here = written(FIRST, SECOND, other, {"kind": "exchange", "seat": 2, "number": 2, "rack": rack})
    ruled(here, "buhay")
    told = [one for one in questions(here) if "back on this rack" in one]
    assert bool(told) is asked
    if asked:
        assert "on turn 2 put UHAY back" in told[0]


def test_who_went_out_by_a_play_that_fell_is_asked_about() -> None:
    game = next(one for one in GAMES if one.small)
    turns: Any = sheet_to_data(game.sheet())["turns"]
    here = written(
        *turns, {"kind": "out", "seat": 1, "tiles": "A", "score": 1}, ruleset=game.ruleset, overrides=SMALL
    )
    assert questions(here) == []
    asked = Asked(("batang",), challengers=(2,), challenged=1, turn=len(turns))
    rule_at(judge(here.hall), here.hall.table(1), asked=asked)
    told = [one for one in questions(here) if "Did the game go on" in one]
    assert [one.partition(",")[0] for one in told] == [f"Seat 1 went out with turn {len(turns)}"]
