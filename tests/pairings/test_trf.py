"""The chess report file: columns, codes, one sentence per mistake, what is lost, and what survives the way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import Bye, Entrant, Forfeit, History, Outcome, Played, Seat, Unfinished, Unscored
from pairings.event.refusals import Refusals
from pairings.formats.trf import TrfFile, read_trf
from pairings.formats.trf_history import Exported, Imported, from_history, to_history
from pairings.standings.standings import standings
from tests.pairings.making import away, field, game


def line(number: int, name: str, rating: object, points: str, *games: str) -> str:
    """A `001` line by its columns, written here apart from the code under test."""
    text = ["0", "0", "1"] + [" "] * 86
    for at, value in (
        (4, f"{number:>4}"),
        (14, name),
        (48, f"{rating:>4}"),
        (80, f"{points:>4}"),
        (85, "   1"),
    ):
        text[at : at + len(value)] = value
    return "".join(text) + "".join(f"  {block}" for block in games)


GOOD = "\r\n".join(
    [
        "012 Liga ng Bayan",
        "### a remark",
        line(1, "Abad, Ana", 2009, "2.5", "   2 w 1", "0000 - U", "   3 w ="),
        line(2, "Cruz, Bea", "", "1.0", "   1 b 0", "   3 w +", "0000 - Z"),
        line(3, "Peña, Caloy", 1500, "1.0", "0000 - H", "   2 b -", "   1 b ="),
        "XXR 5",
    ]
)


def read(text: str) -> TrfFile:
    file = read_trf(text.encode())
    assert isinstance(file, TrfFile), file
    return file


def refused(*lines: str) -> tuple[str, ...]:
    found = read_trf("\n".join(lines).encode())
    assert isinstance(found, Refusals), found
    return found.sentences


def exported(history: History, title: str = "") -> Exported:
    made = from_history(history, title)
    assert isinstance(made, Exported), made
    return made


def again(history: History) -> History:
    return to_history(read(exported(history).data.decode())).history


def test_the_columns_hold_what_the_format_says() -> None:
    file = read(GOOD)
    assert (file.title, file.rounds, file.played) == ("Liga ng Bayan", 5, 3)
    assert [(p.number, p.name, p.rating, p.halves) for p in file.players] == [
        (1, "Abad, Ana", 2009, 5),
        (2, "Cruz, Bea", 0, 2),
        (3, "Peña, Caloy", 1500, 2),
    ]


def test_every_code_becomes_an_outcome() -> None:
    assert to_history(read(GOOD)).history.rounds == (
        (Played(0, (Seat("1", 1), Seat("2", 0))), Bye("3", 0, half=True)),
        (Bye("1", 0), Forfeit(0, ("3",), ("2",), 0, 0)),
        (Played(0, (Seat("1", 0), Seat("3", 0))), Unscored("2")),
    )


def test_what_the_file_cannot_say_is_said() -> None:
    assert to_history(read(GOOD)).lost == (
        "The file holds no scores and no spreads: a win is read as 1-0, byes and forfeits as a spread of 0.",
        "The places in the file rest on figures it does not hold: 2 of them are others here.",
        "Line 5: Peña, Caloy is in place 1 in the file and in place 2 here.",
    )


def test_unrated_games_and_double_losses_are_read() -> None:
    file = read(
        "\n".join(
            [
                line(1, "A", 1, "1.0", "   2 b W", "   2 w 0", "   2 - -"),
                line(2, "B", 1, "0.0", "   1 w L", "   1 b 0", "   1 - -"),
            ]
        )
    )
    found = to_history(file)
    assert found.history.rounds[0] == (Played(0, (Seat("2", 0), Seat("1", 1))),)
    assert found.history.rounds[1] == found.history.rounds[2] == (Forfeit(0, ("1", "2"), (), 0, 0),)
    assert "Games marked as not rated (W, D, L) are read like any other." in found.lost


def test_a_round_without_results_is_unfinished() -> None:
    file = read("\n".join([line(1, "A", 1, "0.0", "   2 b  "), line(2, "B", 1, "0.0", "   1 w  ")]))
    assert to_history(file).history.rounds == ((Unfinished(0, ("2", "1")),),)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "The file has no player in it: no line begins with 001."),
        (
            ("no", line(0, "A", 1, "0.0")),
            "Line 2: the start number is '0'; columns 5-8 hold one from 1 to 9999.",
        ),
        ((line(1, "A", "x", "0.0"),), "Line 1: the rating is 'x'; columns 49-52 hold a whole number."),
        ((line(1, "A", 1, "nine"),), "Line 1: the points are 'nine'; columns 81-84 hold points as in 4.5."),
        (
            (line(1, "A", 1, "0.0", "   x w 1"),),
            "Line 1: in round 1 the opponent is '   x'; it has to be a start number.",
        ),
        (
            (line(1, "A", 1, "0.0", "   2 q 1"),),
            "Line 1: in round 1 the colour is 'q'; it has to be w, b or -.",
        ),
        (
            (line(1, "A", 1, "0.0", "   2 w 7"),),
            "Line 1: in round 1 the result is '7'; it has to be 1 = 0 W D L + or -.",
        ),
        (
            (line(1, "A", 1, "0.0", "0000 - 1"),),
            "Line 1: in round 1 the result is '1'; it has to be U F H Z + or - where there is no opponent.",
        ),
        (
            (line(1, "A", 1, "0.0", "   2 w 1"),),
            "Line 1: in round 1 the opponent is number 2, who is not in the file.",
        ),
        (
            (line(1, "A", 1, "0.0", "   2 w 1", "   3 b 1", "   4 w 1"),),
            "The file ends with player 1, but names opponents up to number 4: its end is missing. Copy it again.",
        ),
        ((line(1, "A", 1, "0.0", "   1 w 1"),), "Line 1: in round 1 the player is paired with themselves."),
        (
            (line(1, "A", 1, "0.0"), line(1, "B", 1, "0.0")),
            "Line 2: start number 1 already stands in line 1.",
        ),
        (("001" + " " * 3000,), "Line 1: it has 3003 letters; 200 rounds need 2091 at most."),
    ],
)
def test_each_mistake_is_one_sentence_with_its_line(lines: tuple[str, ...], sentence: str) -> None:
    assert refused(*lines) == (sentence,)


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [
        ("   2 w 1", "   1 b 1", "Line 1: in round 1 the result is '1', but '1' for number 2."),
        (
            "   2 w 1",
            "   1 w 0",
            "Line 1: in round 1 the colour is 'w', but 'w' for number 2; one is w, one b.",
        ),
        ("   2 w 1", "0000 - Z", "Line 1: in round 1 the opponent is number 2, who has nobody there."),
    ],
)
def test_two_lines_that_disagree_are_named(mine: str, theirs: str, sentence: str) -> None:
    assert sentence in refused(line(1, "A", 1, "0.0", mine), line(2, "B", 1, "0.0", theirs))


def test_every_mistake_is_named_not_only_the_first() -> None:
    assert len(refused(line(0, "A", 1, ""), line(2, "B", "x", ""), line(3, "C", 1, "", "   z w 1"))) == 3


PLAYED: tuple[tuple[Outcome, ...], ...] = (
    (game("a", "b", 450, 400), Forfeit(2, ("c",), ("d",)), Bye("e")),
    (game("e", "a", 300, 300), Forfeit(3, ("b", "d")), Unscored("c")),
    (Unfinished(1, ("a", "c")), Forfeit(None, ("d",)), game("b", "e", 100, 500)),
)


def test_a_file_is_written_in_its_columns_and_crlf() -> None:
    data = exported(History(field(5), PLAYED), "Cup").data.decode()
    assert data.splitlines()[:4] == ["012 Cup", "062 5", "072 5", "XXR 3"]
    assert data.splitlines()[4] == (
        "001    1      A                                 2000                             1.5    2"
        "     2 w 1     5 b =     3 w"
    )
    assert data.endswith("\r\n")


def test_what_a_file_can_hold_survives_the_way_out_and_back() -> None:
    once = again(History(field(5), PLAYED))
    assert again(once) == once
    assert exported(once).data == exported(again(once)).data
    before, after = standings(History(field(5), PLAYED), 3), standings(once, 3)
    assert {r.entrant: (r.wins, r.ties) for r in after} == {
        str("abcde".index(r.entrant) + 1): (r.wins, r.ties) for r in before
    }


def test_what_the_format_has_no_place_for_is_said() -> None:
    entrants = (Entrant("a", 1, 12000, "A" * 40, "Cebu"), Entrant("b", 2, 1500, "B", absences=(away(2),)))
    assert exported(History(entrants)).lost == (
        "Scores, spreads and table numbers are not in the file; points are wins with half a point for a tie.",
        f"Names are cut to 33 letters: {'A' * 40}.",
        "Not in the file: clubs, absences.",
        "Ratings outside 0 to 9999 are left blank.",
    )


def test_tables_of_three_and_ten_thousand_players_are_refused() -> None:
    three = from_history(History(field(3), ((Played(1, tuple(Seat(one, 300) for one in "abc")),),)))
    many = from_history(History(tuple(Entrant(str(at), at) for at in range(1, 10_001))))
    assert isinstance(three, Refusals)
    assert isinstance(many, Refusals)
    assert three.sentences == ("A TRF file holds games of two; round 1 has a table of three or four.",)
    assert many.sentences == ("A TRF file numbers players from 1 to 9999; this event has 10000.",)


def test_as_many_players_as_the_columns_can_number() -> None:
    history = History(tuple(Entrant(str(at), at) for at in range(1, 10_000)))
    assert len(again(history).entrants) == 9999


def test_names_with_line_breaks_stay_on_their_line_and_nobody_is_an_empty_file() -> None:
    history = History((Entrant("a", 1, name="A\n001   7\tB"),))
    assert [one.name for one in again(history).entrants] == ["A 001 7 B"]
    assert read_trf(exported(History(())).data) == read_trf(b"")


def test_start_numbers_follow_the_seeds() -> None:
    entrants = tuple(replace(one, seed=3 - at) for at, one in enumerate(field(3)))
    assert [one.name for one in again(History(entrants)).entrants] == ["C", "B", "A"]


@settings(max_examples=15, deadline=None, derandomize=True)
@given(players=st.integers(5, 14), seed=st.integers(0, 9999), late=st.integers(0, 1), gone=st.integers(0, 1))
def test_a_simulated_event_keeps_its_wins_on_the_way(players: int, seed: int, late: int, gone: int) -> None:
    made = simulate(Setting(players, 5, seed, "swiss 1-5", late, gone, ties=200, clubs=0))
    assert isinstance(made, Simulated)
    once = again(made.history)
    assert again(once) == once
    ours = {row.entrant: (row.wins, row.losses, row.ties, row.firsts) for row in standings(made.history, 5)}
    assert {row.entrant: (row.wins, row.losses, row.ties, row.firsts) for row in standings(once, 5)} == ours


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.binary(max_size=300))
@example(b"001" + b"\xff" * 200)
@example("001 \u0661\u0662".encode())
@example(GOOD.encode("utf-16"))
def test_no_bytes_whatever_make_the_reader_fail(data: bytes) -> None:
    for handed in (data, GOOD.encode()[: len(data)] + data, b"001    1" + data):
        found = read_trf(handed)
        assert isinstance(to_history(found) if isinstance(found, TrfFile) else found, (Imported, Refusals))
