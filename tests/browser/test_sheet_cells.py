"""What typed cells mean: the editor's own reading of places, codes, tiles and numbers, in the browser that runs it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.scoresheets.factories import desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MODULE = "/static/scoresheets/{}.js"
REASONS = {"nobody_can_move": "nobody can move", "time_called": "time called", "agreed": "agreed"}
Case = tuple[dict[str, str], dict[str, Any]]

# Cells as typed by seat 1, and the turn in the form of docs/rules/scoresheet-files.md. Empty cells are left out.
CASES: tuple[Case, ...] = (
    ({"at": "8g", "word": "hati", "score": "19"}, {"kind": "play", "position": "8G", "word": "HATI", "score": 19}),
    ({"at": "g 8", "word": "HATI", "total": "41"}, {"kind": "play", "position": "G8", "word": "HATI", "total": 41}),
    ({"at": "8G", "word": "ha*ti"}, {"kind": "play", "position": "8G", "word": "HaTI"}),
    ({"at": "8G", "word": "HaTI"}, {"kind": "play", "position": "8G", "word": "HaTI"}),
    ({"at": "8G", "word": "[ng]a"}, {"kind": "play", "position": "8G", "word": "[NG]A"}),
    ({"at": "8G", "word": "NGITI"}, {"kind": "play", "position": "8G", "word": "NGITI"}),
    ({"at": "8G", "word": "an\u0303o"}, {"kind": "play", "position": "8G", "word": "AÑO"}),
    ({"word": "hati", "score": "19"}, {"kind": "play", "word": "HATI", "score": 19}),
    ({"at": "9Z", "word": "HATI"}, {"kind": "play", "position": "9Z", "word": "HATI"}),
    ({"at": "x3", "word": "HATI"}, {"kind": "exchange", "tiles": "3 HATI"}),
    ({"score": "19"}, {"kind": "score", "score": 19}),
    ({"at": "s", "score": "19"}, {"kind": "score", "score": 19}),
    ({"at": "x", "word": "3"}, {"kind": "exchange", "number": 3}),
    ({"at": "x 3"}, {"kind": "exchange", "number": 3}),
    ({"at": "x3"}, {"kind": "exchange", "number": 3}),
    ({"at": "x", "word": "ab[ng]?"}, {"kind": "exchange", "tiles": "AB[NG]?"}),
    ({"word": "x 3"}, {"kind": "exchange", "number": 3}),
    ({"at": "-", "rack": "abk"}, {"kind": "pass", "rack": "ABK"}),
    ({"word": "-"}, {"kind": "pass"}),
    ({"at": "l"}, {"kind": "lost"}),
    ({"at": "w", "score": "19"}, {"kind": "withdrawn", "score": -19}),
    ({"at": "ti", "score": "10"}, {"kind": "time", "score": -10}),
    ({"at": "ra", "word": "ab", "score": "-5"}, {"kind": "rack", "tiles": "AB", "score": -5}),
    ({"at": "o", "word": "w", "score": "10"}, {"kind": "out", "tiles": "W", "score": 10}),
    ({"at": "th", "word": "bahay, araw"}, {"kind": "theme", "words": ["BAHAY", "ARAW"]}),
    ({"at": "re", "word": "h8 a"}, {"kind": "recycle", "position": "H8", "tiles": "A"}),
    ({"at": "b", "score": "5"}, {"kind": "bonus", "score": 5}),
    ({"score": "19", "clock": "1:35"}, {"kind": "score", "score": 19, "seconds": 95}),
    ({"score": "19", "clock": "95"}, {"kind": "score", "score": 19, "seconds": 95}),
)  # fmt: skip
# Rows that belong to no seat: who claims is the seat column of a challenge.
WHOLE: tuple[Case, ...] = (
    ({"seat": "2", "at": "c-"}, {"kind": "challenge", "challengers": [2], "verdict": "invalid"}),
    ({"seat": "3 2", "at": "c+", "word": "hati"}, {
        "kind": "challenge", "challengers": [3, 2], "verdict": "valid", "words": ["HATI"],
    }),
    ({"seat": "2", "at": "c"}, {"kind": "challenge", "challengers": [2]}),
    ({"seat": "1", "at": "e", "word": "m"}, {"kind": "end", "reason": "nobody_can_move"}),
    ({"seat": "1", "at": "e", "word": "time called"}, {"kind": "end", "reason": "time_called"}),
)  # fmt: skip


@pytest.fixture
def page(arrive: Arrive) -> Page:
    here = desk()
    person = arrive(here.hall.event.slug)
    person.go("/login")
    return person.page


def asked(page: Page, module: str, call: str, *values: object) -> Any:
    script = f"values => import('{MODULE.format(module)}').then(m => m.{call}(...values))"
    return page.evaluate(script, list(values))


def _typed_cells_become_the_turn_they_mean(page: Page) -> None:
    facts = {"width": 19, "reasons": REASONS}
    cases = [({"seat": "1"} | cells, {"seat": 1} | turn) for cells, turn in CASES] + list(WHOLE)
    found = [asked(page, "cells", "toTurn", cells, None, facts) for cells, _turn in cases]
    assert [(case[0], turn) for case, turn in zip(cases, found, strict=True)] == cases


# A star makes a blank of the tile before it, however that is written: a telephone types capitals by itself.
STARRED = (
    ("SA*LA", "SaLA"), ("Sa*LA", "SaLA"), ("sa*la", "SaLA"), ("ALA*S", "ALaS"), ("S*A*LA", "saLA"), ("Ñ*A", "ñA"),
    ("ng*iti", "[ng]ITI"), ("NG*ITI", "[ng]ITI"), ("[NG]*ITI", "[ng]ITI"), ("[ng]*iti", "[ng]ITI"),
    ("[N]g*ITI", "[N]gITI"), ("NgITI", "NgITI"), ("sala", "SALA"), ("SaLA*", "SaLa"), ("*ALA", "*ALA"), ("AB?", "AB?"),
)  # fmt: skip


def _a_star_makes_a_blank_in_capitals_too(page: Page) -> None:
    tiles = [{"letters": "N"}, {"letters": "G"}, {"letters": "NG"}, {"letters": ""}]
    found = [(typed, asked(page, "cells", "readTiles", typed, tiles)) for typed, _meant in STARRED]
    assert found == list(STARRED)
    facts = {"width": 19, "reasons": REASONS, "tiles": tiles}
    turn = asked(
        page, "cells", "toTurn", {"seat": "1", "at": "8G", "word": "NG*A", "rack": "NG*AB"}, None, facts
    )
    assert (turn["word"], turn["rack"]) == ("[ng]A", "[ng]AB")
    assert asked(page, "cells", "readTiles", "ANG*A") == "ANgA"


def _a_turn_put_into_cells_reads_back_as_the_same_turn(page: Page) -> None:
    facts = {"width": 19, "reasons": REASONS}
    for turn in [{"seat": 1} | turn for _cells, turn in CASES] + [turn for _cells, turn in WHOLE]:
        cells = asked(page, "cells", "toCells", turn, facts)
        assert asked(page, "cells", "toTurn", cells, turn, facts) == turn, cells


def _what_the_cells_do_not_show_stays_with_the_row(page: Page) -> None:
    turn = {"kind": "play", "seat": 1, "position": "8G", "word": "HATI", "note": "said twice", "extra": "!"}
    facts = {"width": 19, "reasons": REASONS}
    cells = asked(page, "cells", "toCells", turn, facts) | {"score": "19"}
    assert asked(page, "cells", "toTurn", cells, turn, facts) == turn | {"score": 19}
    challenge = {"kind": "challenge", "challengers": [2], "verdict": "valid", "of": 3, "hold": True}
    cells = asked(page, "cells", "toCells", challenge, facts)
    assert asked(page, "cells", "toTurn", cells, challenge, facts) == challenge


def _a_number_that_is_none_is_named(page: Page) -> None:
    assert asked(page, "cells", "misread", {"score": "1o", "total": "12", "clock": "x"}) == ["score", "clock"]
    assert asked(page, "cells", "misread", {"score": "−3", "total": "", "clock": "2:05"}) == []


# (score, written total) of one column, the slip's last figure; where the sum broke, the sum, what the slip says more.
SUMS: tuple[tuple[list[tuple[int | None, int | None]], int | None, list[int], int, int | None], ...] = (
    ([(22, 22), (14, 36), (31, 67)], 67, [], 67, 0),
    ([(22, 22), (14, 36), (31, 76), (30, 106)], 106, [3], 97, 9),
    ([(22, 23), (14, 36), (31, 67)], None, [1], 67, None),
    ([(22, None), (14, 36), (None, None), (31, 68)], 67, [4], 67, 0),
    ([(22, 23), (14, 37), (31, 69)], 69, [1, 3], 67, 2),
    ([], 50, [], 0, 50),
)


def _the_turn_where_a_sum_broke_is_found(page: Page) -> None:
    for cells, said, broken, sum_, off in SUMS:
        found = asked(page, "sums", "added", [{"score": s, "total": t} for s, t in cells], said)
        assert [one["turn"] for one in found["broken"]] == broken, cells
        assert (found["sum"], found["off"]) == (sum_, off), cells


HINTS: tuple[tuple[list[int], int, dict[str, Any] | None], ...] = (
    ([22, 14, 31], -14, {"kind": "left_out", "turn": 2}),
    ([22, 14, 31], 31, {"kind": "twice", "turn": 3}),
    ([22, 14, 31], 27, {"kind": "digits"}),
    ([22, 14, 31], 9, {"kind": "digits"}),
    ([22, 14, 31], 288, None),
    ([22, 14, 14], -14, None),
    ([22, 14, 31], 5, None),
    ([22, 14, 31], 0, None),
)


def _a_difference_is_explained_when_only_one_thing_explains_it(page: Page) -> None:
    for scores, off, hint in HINTS:
        assert asked(page, "sums", "hint", [{"score": score} for score in scores], off) == hint, (scores, off)


def test_cells_become_turns_and_turns_cells_and_sums_say_where_they_broke(page: Page) -> None:
    """One page for all of it: its address is the dear part."""
    _typed_cells_become_the_turn_they_mean(page)
    _a_star_makes_a_blank_in_capitals_too(page)
    _a_turn_put_into_cells_reads_back_as_the_same_turn(page)
    _what_the_cells_do_not_show_stays_with_the_row(page)
    _a_number_that_is_none_is_named(page)
    _the_turn_where_a_sum_broke_is_found(page)
    _a_difference_is_explained_when_only_one_thing_explains_it(page)
