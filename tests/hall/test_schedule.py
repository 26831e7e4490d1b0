"""The day plan's line: read, written again, and told what is wrong with it."""

from __future__ import annotations

import pytest

from tdapp.events.day.schedule import read

GOOD = [
    "09:00 r1-3; 12:00 lunch 60; 13:00 r4-6; 16:30 prizes",
    "09:00 r1-3; lunch 60; r4-6; prizes",
    "08:30 roll-call 20; 09:00 r1-6; 17:00 closing words 20",
    "09:00 r1-4; day 2; 09:00 r5-6; parangal",
]


@pytest.mark.parametrize("line", GOOD)
def test_a_good_line_is_kept_as_it_was_written(line: str) -> None:
    found = read(line, 6)
    assert (found.line, found.faults) == (line, ())
    assert read(found.line, 6) == found


def test_hours_rounds_and_breaks_may_be_written_loosely() -> None:
    assert read("9.00 rounds 1 to 3\n12:00 Lunch\n 13:00 R4 – 6;; prizes", 6).line == (
        "09:00 r1-3; 12:00 Lunch 60; 13:00 r4-6; prizes"
    )


BAD = {
    "25:00 r1-6": "Stop 1, “25:00 r1-6”: 25:00 is no time of day; write it like 09:00.",
    "09:00 r3-1; r4-6": "Stop 1, “09:00 r3-1”: the rounds go backwards; write r1-3.",
    "09:00 r1-9": "Stop 1, “09:00 r1-9”: the rounds go from 1 to 6 here.",
    "09:00 r1-3; r5-6": "These rounds stand nowhere: 4. Add them, like r4.",
    "09:00 r1-4; r4-6": "Round 4 stands twice.",
    "09:00 r4-6; r1-3": "The rounds stand out of order; they are played from 1 upwards.",
    "09:00 r1-3; 08:00 lunch 60; r4-6": (
        "“08:00 lunch 60” must be later than 09:00, the stop before; another day begins with day 2."
    ),
    "r1-6": "Day 1 begins with “r1-6”: write its hour, like 09:00 r1-6.",
    "09:00 r1-6; speech": "Stop 2, “speech”: say when, or how many minutes it takes, like speech 15.",
    "09:00 r1-6; r7 90": (
        "Stop 2, “r7 90”: r7 90 is neither rounds (r4-6) nor a name with minutes (lunch 60) nor prizes."
    ),
    "09:00 r1-6; lunch 900": "Stop 2, “lunch 900”: it takes 1 to 600 minutes.",
    "09:00 r1-6; 17:00": "Stop 2, “17:00”: say what happens then, like r1-3, lunch 60 or prizes.",
    "09:00 r1-3; day 1; 09:00 r4-6": "Stop 2, “day 1”: the next day is a number from 2 to 14, like day 2.",
}


@pytest.mark.parametrize("line", list(BAD))
def test_a_bad_line_says_where_what_and_what_would_be_right(line: str) -> None:
    found = read(line, 6)
    assert (found.stops, found.faults) == ((), (BAD[line],))
