"""Prizes typed as lines: what is read, and one sentence for each mistake."""

from __future__ import annotations

import pytest

from tdapp.desk.prizes.rules.lines import MOST_PLACES, Line, read, read_places, written

GOOD: dict[str, Line] = {
    "rank 1-3: 5000, 3000, 2000": Line("rank", ((500000, ""), (300000, ""), (200000, ""))),
    "Rank: 5000 + trophy, medal": Line("rank", ((500000, "trophy"), (0, "medal"))),
    "rank 4-5: 250.50, ₱100": Line("rank", ((25050, ""), (10000, "")), first=4),
    "class U12 1: medal": Line("class", ((0, "medal"),), klass="U12"),
    "class Grade 6 2-3: 10, 5": Line("class", ((1000, ""), (500, "")), first=2, klass="Grade 6"),
    "high game: 500": Line("high-game", ((50000, ""),)),
    "HIGH-TURN: dictionary": Line("high-turn", ((0, "dictionary"),)),
    "team 1-2: 3000 + cup, 2000": Line("team", ((300000, "cup"), (200000, ""))),
    "school 1-2 best 4: 3000, 2000": Line("school", ((300000, ""), (200000, "")), best=4),
    "custom Fair play: book + 100": Line("custom", ((10000, "book"),), title="Fair play"),
}
BAD = {
    "rank 1-3 5000": "a colon",
    "prize 1: 50": "no kind of prize",
    "best plai: book": "known are rank, class, school, team, high game",
    "rank 1-3: 5000, 3000": "There are 3 places and 2 prizes",
    "rank 3-1: 5": "from 1 upwards",
    "rank 0: 5": "from 1 upwards",
    "class: medal": "Name the class",
    "rank first: 5": "first is not a place",
    "rank 1:": "Say what each place gets",
    "rank 1-2: 5,,": "Say what each place gets",
    "school 1 best 99: 5": "From 1 to 20",
    "rank 1: 99999999": "too much",
    "rank 1: " + "x" * 61: "too long",
    "rank: " + ", ".join(["5"] * (MOST_PLACES + 1)): "At most",
}


@pytest.mark.parametrize("text", GOOD)
def test_a_line_says_what_it_is_for_and_what_each_place_gets(text: str) -> None:
    assert read(text) == ([GOOD[text]], [])


@pytest.mark.parametrize("text", BAD)
def test_a_mistake_is_one_sentence_with_its_line(text: str) -> None:
    lines, problems = read(f"\nhigh win: 5\n{text}")
    assert len(lines) == 1
    assert [(one.line, BAD[text] in one.what) for one in problems] == [(3, True)]


def test_what_is_written_out_is_read_as_it_was() -> None:
    places = ((500000, "trophy"), (25050, ""), (0, "medal"))
    rows: list[dict[str, object]] = [{"cents": cents, "thing": thing} for cents, thing in places]
    assert read_places(written(rows)) == places
