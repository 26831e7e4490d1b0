"""Racks, blanks and times that cannot be as they are written, although every play adds up."""

from __future__ import annotations

import pytest

from tests.scoring.paper import Row, checked, codes, play, row

RECYCLING = ("variants.recycled_blanks=true",)
ODD = ("error", "unverifiable", "question")


def opening(rack: str, **more: object) -> Row:
    return play(1, "10E", "MABAIT", 22, rack=rack, **more)


@pytest.mark.parametrize(
    ("rack", "wrong"), [("MABAITAIEU", True), ("MABAITKLIU", False), ("MABTKLDSAI", True), ("MABAITI", False)]
)
def test_family_racks_hold_five_of_each_bag_while_both_have_tiles(rack: str, wrong: bool) -> None:
    report = checked(opening(rack), ruleset="salitaan-family")
    assert ("rack_split" in codes(report, "error")) is wrong
    assert "rack_split" not in codes(checked(opening(rack)))


def test_tiles_that_were_not_played_are_on_the_next_rack() -> None:
    first, passed = opening("MABAITKLU?"), row("pass", 2)
    assert "tiles_vanished" in codes(checked(first, passed, play(1, "J10", "TALA", rack="ALAOOOEEES")))
    assert "tiles_vanished" not in codes(checked(first, passed, play(1, "J10", "TALA", rack="KLU?ALAOES")))
    part = checked(first, passed, play(1, "J10", "TALA", rack="ALA"))
    assert "tiles_vanished" not in codes(part), "part of a rack says nothing about the rest"


def test_tiles_kept_in_an_exchange_or_a_pass_are_on_the_next_rack_and_a_play_taken_back_says_nothing() -> (
    None
):
    for turn in (row("exchange", 1, rack="MABAITKLU?", tiles="MAB"), row("pass", 1, rack="AITKLU?EEE")):
        rows = (turn, row("pass", 2), play(1, "10J", "OO", rack="OOOAAAIIII"))
        assert "tiles_vanished" in codes(checked(*rows))
    back = (
        opening("MABAITKLU?"),
        row("withdrawn", 1, -22),
        row("pass", 2),
        play(1, "10J", "OO", rack="OOOAAAIIII"),
    )
    assert "tiles_vanished" not in codes(checked(*back))


def test_the_only_tile_of_its_kind_is_not_on_two_racks() -> None:
    first = opening("MABAITWLUK")
    assert "on_two_racks" in codes(checked(first, play(2, "J10", "TALO", rack="ALOWKKMMEE")))
    assert "on_two_racks" not in codes(checked(first, play(2, "J10", "TALO", rack="ALOKKKMMEE")))
    assert "on_two_racks" in codes(checked(first, play(2, "J10", "TAW")))


def test_points_off_for_a_move_that_was_in_time_are_said() -> None:
    rules, passed = ("timer.overrun=points", "timer.points_per_minute=10"), row("pass", 2, seconds=5)
    for seconds, due in ((100, False), (130, True), (None, None)):
        rows = (play(1, "10E", "MABAIT", 22, seconds=seconds), passed, row("time", 1, -10))
        report = checked(*rows, rules=(*rules,))
        assert ("time_wrong" in codes(report, *ODD)) is (due is False)


def test_more_points_off_may_be_for_turns_without_a_clock_reading() -> None:
    rules, late = ("timer.overrun=points", "timer.points_per_minute=10"), {"seconds": 130}
    for other, wrong in ((None, False), (20, True)):
        rows = (
            play(1, "10E", "MABAIT", 22, **late),
            row("pass", 2, seconds=5),
            row("pass", 1, seconds=other),
            row("time", 1, -20),
        )
        assert ("time_wrong" in codes(checked(*rows, rules=rules), *ODD)) is wrong


@pytest.mark.parametrize(
    ("taken", "played", "wrong"),
    [
        ("ABKLIOTUGS", None, False),
        ("?BKLIOTUGS", None, False),
        ("BKLIOTUGSS", None, True),
        ("BKL", None, False),
        (None, "BKLIOTUGSS", True),
        (None, "ABKLIOTUGS", False),
        (None, "?BKLIOTUGS", False),
    ],
)
def test_a_recycled_blank_is_paid_with_a_letter_of_the_rack(
    taken: str | None, played: str | None, wrong: bool
) -> None:
    rows = (
        play(1, "10I", "SaLA", rack="SLAKBTGIO?"),
        row("recycle", 2, position="J10", tiles="A", rack=taken),
        play(2, "10I", "SALAm", rack=played),
    )
    report = checked(*rows, rules=RECYCLING)
    assert bool(codes(report, "error") & {"recycled_not_on_rack", "not_on_rack"}) is wrong


@pytest.mark.parametrize(("word", "whole"), [("MABAITS", True), ("MABAIT.", False), ("MABAIT", False)])
def test_a_word_that_stops_short_of_what_stands_on_the_board_is_asked_about(word: str, whole: bool) -> None:
    start = (play(1, "10E", "MABAIT", 22), play(2, "K8", "ISSA"))
    report = checked(*start, play(1, "K12", ".S"))
    assert report is not None
    short = checked(play(1, "10F", "ABAI", 14), play(2, "J10", "ITO"), play(1, "10E", "MAB", 9))
    assert "word_not_whole" in codes(short, "question")
    assert "word_not_whole" not in codes(checked(play(1, "10F", "ABAI", 14), play(2, "10E", "MABAI")))


def test_a_point_among_the_tiles_is_a_tile_nobody_could_read() -> None:
    assert "rack_unreadable" in codes(checked(opening("MABAIT.LUK")))
    assert "rack_unreadable" not in codes(checked(opening("M.A.B.A.I.T.L.U.K.I")))
    assert "rack_unreadable" in codes(checked(row("exchange", 1, tiles="MA.B")))
    assert "rack_unreadable" not in codes(checked(row("exchange", 1, tiles="M.A.B")))


def test_more_tiles_left_over_than_a_rack_holds_are_an_error() -> None:
    ends = {"before": [22, 0], "totals": [11, -4]}
    assert "rack_long" in codes(checked(opening("MABAIT"), racks=["IIIIIIIIIII", "E"], **ends), "error")
    assert "rack_long" in codes(checked(opening("MABAIT"), row("rack", 2, -11, tiles="IIIIIIIIIII")), "error")
    assert "rack_long" not in codes(checked(opening("MABAIT"), row("rack", 2, -10, tiles="IIIIIIIIII")))
