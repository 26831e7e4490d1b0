from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import (
    Absence,
    Bye,
    Entrant,
    Forfeit,
    History,
    Played,
    Seat,
    Unfinished,
    Unscored,
    complete_round,
)
from pairings.event.refusals import Refusals
from pairings.formats.tsh import TshFile, read_t, write_t
from pairings.formats.tsh_history import from_history, to_history
from pairings.standings.standings import standings
from tests.pairings.making import away, field, game

SMALL = (Path(__file__).parent / "files" / "small.t").read_bytes()
"""Nine invented players, five rounds: a latecomer (0 0), a bye, a tie, a withdrawal, a member number, unknown keys.

Its `rrank` was worked out apart from this code: wins (half for a tie), then spread, equal ones sharing.
"""


def small() -> TshFile:
    file = read_t(SMALL)
    assert isinstance(file, TshFile)
    return file


def refused(text: str) -> tuple[str, ...]:
    found = read_t(text.encode())
    assert isinstance(found, Refusals)
    return found.sentences


def test_the_ranks_after_every_round_are_those_of_the_file() -> None:
    file, history = small(), to_history(small())
    for after in range(6):
        ours = {row.entrant: row.rank for row in standings(history, after)}
        theirs = {str(at): player.numbers("rrank") for at, player in enumerate(file.players, start=1)}
        expected = {one: ranks[after] if after < len(ranks) else None for one, ranks in theirs.items()}
        assert ours == expected, after


def test_a_file_is_written_as_it_was_read() -> None:
    assert write_t(small()) == SMALL


def test_a_file_is_written_as_it_was_read_through_the_history() -> None:
    assert write_t(from_history(to_history(small()), small())) == SMALL


def test_the_starts_written_are_those_played_with_forfeits_in_turn() -> None:
    marks = [player.value_of("p12") for player in from_history(to_history(small())).players]
    assert marks == [player.value_of("p12") for player in small().players]


def test_unknown_keys_member_numbers_and_letters_pass_through() -> None:
    player = small().players[2]
    assert player.name == "Peña, Dalisay:AA00482"
    assert small().players[4].value_of("zodiac") == "Tigre, tubig"
    assert to_history(small()).entrants[2].name == "Peña, Dalisay"


def test_what_a_round_without_opponent_means_is_in_its_spread() -> None:
    history = to_history(small())
    assert Unscored("9") in history.rounds[0]
    assert Bye("7", 50) in history.rounds[2]
    assert Forfeit(None, ("8",), loss_spread=-50) in history.rounds[3]
    assert history.entrants[7].absences == (Absence(4, None, "forfeit", withdrawn=True),)


def test_the_starter_has_the_first_seat() -> None:
    first = next(o for o in to_history(small()).rounds[0] if isinstance(o, Played) and o.table == 2)
    assert first.seats == (Seat("1", 441), Seat("3", 410))


MINIMAL = "curtis 1500 2 2; 329\nben 1400 1 1; 294"


def test_a_pairing_without_scores_is_an_unfinished_table() -> None:
    file = read_t(MINIMAL.encode())
    assert isinstance(file, TshFile)
    assert to_history(file).rounds == (
        (Played(0, (Seat("1", 329), Seat("2", 294))),),
        (Unfinished(0, ("1", "2")),),
    )
    assert (
        write_t(from_history(to_history(file), file))
        .decode()
        .splitlines()[0]
        .startswith("curtis 1500 2 2; 329")
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file has no player in it."),
        ("no numbers here", "Line 1: expected a name, a rating and opponents before the first ';'."),
        (
            "a 1500 2; 400\n\nb 1500 x; 300",
            "Line 3: 'x' among the rating and opponents is not a whole number.",
        ),
        ("a 1500 2; 4oo\nb 1500 1; 300", "Line 1: '4oo' among the scores is not a whole number."),
        (
            "a 1500 3; 400\nb 1500 0; 50",
            "Line 1: in round 1 the opponent is number 3, but the file has 2 players.",
        ),
        (
            "a 1500 4 5 6; 400 410 420",
            "The file ends with player 1, but names opponents up to number 6: its end is missing. Copy it again.",
        ),
        ("a 1500 1; 400", "Line 1: in round 1 the player is paired with themselves."),
        (
            "a 1500 2; 400\nb 1500 0; 50",
            "Line 1: in round 1 the opponent is number 2, who has number 0 there.",
        ),
        ("a 1500 2; 400\nb 1500; ", "Line 1: in round 1 the opponent is number 2, who has nobody there."),
        ("a 1500 2; 400 300\nb 1500 1; 300", "Line 1: 2 scores for 1 opponents."),
        ("a 1500 2; 400\nb 1500 1;", "Line 1: has a score for round 1, but opponent number 2 has none."),
    ],
)
def test_each_mistake_is_one_sentence_with_its_line(text: str, sentence: str) -> None:
    assert refused(text) == (sentence,)


def test_every_mistake_is_named_not_only_the_first() -> None:
    assert len(refused("nobody\na 1500 x;\nb")) == 3


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbfa 1500 0; 50\r\n", b"a 1500 0; 50", b"# comment\n\na 1500 0; 50;\n"]
)
def test_marks_line_ends_comments_and_blank_lines_do_no_harm(data: bytes) -> None:
    file = read_t(data)
    assert isinstance(file, TshFile)
    assert to_history(file).rounds == ((Bye("1", 50),),)
    assert write_t(file) == data.replace(b"# comment\n\n", b"")


def test_a_letter_the_encoding_lacks_turns_the_file_into_utf8() -> None:
    file = small()
    named = replace(file, players=(replace(file.players[0], name="Ōta, Ana"), *file.players[1:]))
    assert write_t(named).decode("utf-8").startswith("Ōta, Ana")


def test_penalties_go_both_ways() -> None:
    history = History(
        field(2), ((Played(1, (Seat("a", 400, penalty=20), Seat("b", 390))),),), tie_rule="half"
    )
    file = from_history(history)
    assert file.players[0].value_of("penalty") == "-20"
    assert to_history(file).rounds == ((Played(1, (Seat("1", 400, penalty=20), Seat("2", 390))),),)


@pytest.mark.parametrize(
    "outcome",
    [
        Forfeit(4, ("1",), ("2",)),
        Forfeit(4, ("2",), ("1",), -100, 30),
        Forfeit(4, ("1", "2"), loss_spread=-10),
    ],
)
def test_a_forfeited_table_comes_back_as_one(outcome: Forfeit) -> None:
    entrants = (Entrant("1", 1, 1500, "A"), Entrant("2", 2, 1400, "B"))
    history = History(entrants, ((outcome,),), tie_rule="half")
    read = read_t(write_t(from_history(history)))
    assert isinstance(read, TshFile)
    assert to_history(read) == history


def test_a_forfeited_table_is_two_lines_without_opponent_for_others() -> None:
    file = from_history(History(field(2), ((Forfeit(4, ("a",), ("b",)),),)))
    assert [(player.opponents, player.scores) for player in file.players] == [((0,), (-50,)), ((0,), (50,))]
    assert [player.value_of("p12") for player in file.players] == ["1", "0"]


def test_undecided_starts_of_the_old_file_stay() -> None:
    file = read_t(b"a 1500 2; 400; p12 3\nb 1400 1; 300; p12 3")
    assert isinstance(file, TshFile)
    again = from_history(to_history(file), file)
    assert [player.value_of("p12") for player in again.players] == ["3", "3"]


def test_a_table_of_three_cannot_be_written() -> None:
    outcome = Played(1, tuple(Seat(one, 300) for one in "abc"))
    with pytest.raises(ValueError, match="games of two"):
        from_history(History(field(3), ((outcome,),)))


def test_a_new_file_has_the_ranks_and_the_way_out_of_a_leaver() -> None:
    entrants = (
        *field(2),
        Entrant("c", 3, 1200, "Cruz, C", absences=(away(2, None, "unscored", withdrawn=True),)),
    )
    history = History(entrants, ((game("a", "b"), Bye("c")), (game("b", "a"),)))
    line = write_t(from_history(history)).decode().splitlines()[2]
    assert line == "Cruz, C                1200 0 0; 50 0; off 0; p12 0 0; rrank 3 1 1"


@settings(max_examples=25, deadline=None, derandomize=True)
@given(players=st.integers(5, 14), seed=st.integers(0, 9999), late=st.integers(0, 1), gone=st.integers(0, 1))
def test_an_event_survives_the_way_out_and_back(players: int, seed: int, late: int, gone: int) -> None:
    made = simulate(Setting(players, 5, seed, "swiss 1-5", late, gone, ties=200, clubs=0, forfeits=100))
    assert isinstance(made, Simulated)
    file = from_history(made.history)
    again = read_t(write_t(file))
    assert isinstance(again, TshFile)
    assert write_t(from_history(to_history(again), again)) == write_t(file)
    theirs, ours = to_history(again), made.history
    for number in range(1, 6):
        assert set(theirs.rounds[number - 1]) == set(complete_round(ours, number))
    assert standings(theirs, 5) == standings(ours, 5)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_kind_are_written_as_they_were_read(newline: str) -> None:
    data = newline.join(["a 1500 2; 400", "b 1400 1; 300", ""]).encode()
    file = read_t(data)
    assert isinstance(file, TshFile)
    assert write_t(file) == data


def test_a_name_may_hold_numbers_and_letters_that_other_programs_take_for_line_ends() -> None:
    file = read_t("Room 4b\x0bTeam\u2028Two 1500 0; 50".encode())
    assert isinstance(file, TshFile)
    assert (file.players[0].name, file.players[0].rating) == ("Room 4b\x0bTeam\u2028Two", 1500)


def test_unix_times_are_read_as_numbers_and_scores_as_long_are_not() -> None:
    file = read_t(b"a 1500 0; 50; time 1768888888")
    assert isinstance(file, TshFile)
    assert file.players[0].numbers("time") == (1768888888,)
    assert refused("a 1500 0; 1768888888") == (
        "Line 1: '1768888888' among the scores is not a whole number of up to 6 digits.",
    )
