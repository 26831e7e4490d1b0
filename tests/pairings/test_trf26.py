"""TRF26: what it has beside TRF16, as far as it fits an event of ours; columns by FIDE's table of the form."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pairings.event.history import Absence, Bye, History, Played, Seat
from pairings.event.refusals import Refusals
from pairings.formats.trf import TrfFile, read_trf
from pairings.formats.trf26 import Trf26
from pairings.formats.trf_history import Exported, from_history, to_history
from pairings.standings.standings import standings
from tests.pairings.making import field, game
from tests.pairings.outcomes import any_event
from tests.pairings.test_trf import line

# Four players, five rounds, one played; Caloy asked for half a point in round 2, Dan is away in 2 and 3.
GOLDEN = "\r\n".join(
    [
        "012 Liga ng Bayan",
        "022 Cebu",
        "042 2026/03/14",
        "052 2026/03/15",
        "142 5",
        "162  W  1.0     D  0.5",
        "202 BH,SB",
        line(1, "Abad, Ana", 2009, "1.0", "   2 w 1"),
        line(2, "Cruz, Bea", "", "0.0", "   1 b 0"),
        line(3, "Peña, Caloy", 1500, "1.0", "0000 - U"),
        line(4, "Sy, Dan", "", "0.0"),
        "PHI    2      Cruz, Bea                         1480",
        "240 Z 001    4",
        "240 H 002    3",
        "240 Z 002    4",
        "240 F 003    4",
        f"310   1 {'Mandaue':<32}".ljust(73) + "   1    3",
        f"310   2 {'Toledo':<32}".ljust(73) + "   2    4",
        "",
    ]
)


def read(data: bytes) -> TrfFile:
    file = read_trf(data)
    assert isinstance(file, TrfFile), file
    return file


def written(history: History, **more: object) -> bytes:
    found = from_history(history, "Liga", 5, Trf26("Cebu", date(2026, 3, 14), date(2026, 3, 15)))
    assert isinstance(found, Exported)
    return found.data


def test_places_days_ratings_teams_and_byes_ahead_are_read():
    file = read(GOLDEN.encode())
    more = (file.more.city, file.more.first_day, file.more.last_day, file.rounds)
    assert more == ("Cebu", date(2026, 3, 14), date(2026, 3, 15), 5)
    history, told = to_history(file).history, " ".join(to_history(file).lost)
    assert [(one.rating, one.team) for one in history.entrants] == [
        (2009, "Mandaue"), (1480, "Toledo"), (1500, "Mandaue"), (0, "Toledo"),
    ]  # fmt: skip
    assert history.entrants[2].absences == (Absence(2, 2, "unscored"),)
    assert history.entrants[3].absences == (Absence(2, 2, "unscored"), Absence(3, 3, "bye"))
    for words in (
        "how games score (record 162)",
        "tie-breaks (record 202)",
        "Half-point byes of rounds to come",
    ):
        assert told.count(words) == 1


def test_a_record_says_what_the_line_of_a_player_leaves_blank():
    text = GOLDEN.replace("240 Z 001    4", "240 H 001    4")
    assert to_history(read(text.encode())).history.rounds[0][-1] == Bye("4", 0, half=True)


def test_the_columns_of_a_file_that_is_written():
    entrants = tuple(replace(one, team="Toledo") for one in field(3))
    history = History(
        (*entrants[:2], replace(entrants[2], absences=(Absence(2, 3, "unscored"), Absence(5, None, "bye")))),
        ((game("a", "b", 400, 300), Bye("c", 0, half=True)),),
    )
    lines = written(history).decode().split("\r\n")
    assert lines[:5] == ["012 Liga", "022 Cebu", "042 2026/03/14", "052 2026/03/15", "142 5"]
    assert [one for one in lines if one[:3] in ("240", "310")] == [
        "240 H 001    3", "240 Z 002    3", "240 Z 003    3", "240 F 005    3",
        f"310   1 {'Toledo':<32}".ljust(73) + "   1    2    3",
    ]  # fmt: skip
    assert not any(one.startswith("XXR") for one in lines)


@pytest.mark.parametrize("seed", range(60))
def test_events_come_back_with_the_same_wins_places_left_out(seed: int):
    event = any_event(seed)
    first = written(event)
    back = to_history(read(first)).history
    seeds = {
        one.id: str(at) for at, one in enumerate(sorted(event.entrants, key=lambda one: one.seed), start=1)
    }
    here = {row.entrant: (row.wins, row.losses) for row in standings(back, len(back.rounds))}
    there = {seeds[row.entrant]: (row.wins, row.losses) for row in standings(event, len(event.rounds))}
    assert {one: won for one, (won, _lost) in here.items()} == {
        one: won for one, (won, _lost) in there.items()
    }
    assert written(back) == written(to_history(read(written(back))).history)


@pytest.mark.parametrize(
    "record",
    ["240 F", "240 Z 999 9999", "240 H -01 -001", "310", "310 " + "x" * 50_000, "PHI    1 " + "9" * 100, "042 2026/99/99",
     "042 soon", "142 100000", "240 Z 002 " + "   1 " * 10_000, "299 \x01\x02"],
)  # fmt: skip
def test_records_that_are_none_are_passed_over(record: str):
    file = read(f"{line(1, 'Abad, Ana', 2009, '0.0')}\r\n{record}\r\n".encode())
    assert not isinstance(to_history(file), Refusals)
    assert len(to_history(file).history.entrants) == 1


def test_a_tie_is_half_a_point_there_too():
    data = written(History(field(2), ((Played(1, (Seat("a", 400), Seat("b", 400))),),), tie_rule="half"))
    assert data.count(b" =") == 2
