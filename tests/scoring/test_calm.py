"""What is not written is no mistake: a sheet with something missing is never called broken for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scoring import load_ruleset
from scoring.checks.both_readings import chosen_readings
from scoring.game.fold import fold
from scoring.game.state import Game
from scoring.rules.rulesheet import rule_row
from scoring.sheets.scoresheet import PLAY, Player, Scoresheet, Turn
from tests.scoring.hand_games import CONFIRMED
from tests.scoring.paper import COMPETITION, checked, codes, play, row

TURN_LOST = ("timer.overrun=turn_lost",)
MABAIT = play(1, "10E", "MABAIT", 22, total=22)
POINTS = row("score", 2, 11, total=11)
OPENED = (
    play(1, "10E", "MABAIT", 22),
    play(2, "H7", "MAGANDA", 24),
    play(1, "8G", "HATI", 19),
    play(2, "13G", "DALAGA", 18),
)
ENDING = {"racks": ["W", "E"], "before": [77, 66], "totals": [67, 58], "winners": [1]}
REST = (
    play(1, "8G", "HATI", 19),
    play(2, "13G", "DALAGA", 18),
    play(1, "J10", "TAGALOG", 36),
    play(2, "K11", "TAGAK", 24),
    row("end", reason="time_called"),
)


@pytest.mark.parametrize(
    "second",
    [
        row("score", 2, 24),
        row("play", 2, 24, word="MAGANDA"),
        row("play", 2, 24, position="H7"),
        play(2, "H7", "MAGAND?", 24),
        row("play", 2, word="MAGANDA", total=24),
        row("play", None, 24),
    ],
    ids=["points only", "no square", "no word", "a letter torn", "no score", "nothing but points"],
)
def test_one_play_nobody_can_read_accuses_nobody(second: dict[str, object]) -> None:
    report = checked(MABAIT, second, *REST, **ENDING)
    assert codes(report, "error") == set()
    assert report.verdict == "unverifiable"
    assert report.computed_totals == (67, 58)
    assert ("letter_missing" in codes(report)) is ("?" in str(second.get("word")))


def test_written_numbers_that_contradict_each_other_are_an_error_all_the_same() -> None:
    rows = [dict(one) for one in (MABAIT, row("score", 2, 24, total=24), *REST)]
    rows[3]["total"] = 45
    assert [one.code for one in checked(*rows).findings if one.severity == "error"] == ["total_wrong"]
    assert codes(checked(MABAIT, POINTS, row("score", 1, 9, total=32)), "error") == {"total_wrong"}
    assert codes(checked(MABAIT, POINTS, *REST, **{**ENDING, "before": [77, 67]}), "error") >= {
        "before_wrong"
    }


def test_a_tile_of_a_play_nobody_wrote_may_lie_where_it_is_not_on_the_rack() -> None:
    report = checked(MABAIT, POINTS, play(1, "K10", "SILA", 4, total=26, rack="ILAGTUBKAO"), before=[26, 11])
    assert codes(report, "error") == set()
    assert "not_on_rack" in codes(report, "unverifiable")


def test_points_that_nobody_can_check_are_believed_in_the_sums() -> None:
    ends = {"before": [26, 11], "racks": ["W", "E"], "totals": [16, 3], "winners": [1]}
    report = checked(MABAIT, POINTS, play(1, "K10", "SILA", 4, total=26), **ends)
    assert codes(report, "error") == set()
    assert codes(report, "unverifiable") == {"score_wrong"}
    assert report.checks["totals"] == "holds"


@pytest.mark.parametrize(
    ("verdict", "after", "scores"),
    [("invalid", play(1, "10E", "MABAITS", 11, total=33), (33, 0)), ("valid", row("lost", 1), (22, 11))],
)
def test_a_turn_of_points_only_can_be_challenged(
    verdict: str, after: dict[str, object], scores: tuple[int, ...]
) -> None:
    report = checked(MABAIT, POINTS, row("challenge", challengers=[1], verdict=verdict), after)
    assert codes(report, "error", "unverifiable", "question") == set()
    assert tuple(report.game.scores) == scores


@pytest.mark.parametrize("score", [-11, None])
def test_a_turn_of_points_only_can_be_taken_back(score: int | None) -> None:
    report = checked(MABAIT, POINTS, row("withdrawn", 2, score, total=0), row("score", 1, 5, total=27))
    assert codes(report, "error") == set()
    assert tuple(report.game.scores) == (27, 0)


def test_points_with_the_tiles_left_show_who_went_out() -> None:
    turns = (row("score", 1, 300, total=300), row("score", 2, 310, total=310), row("score", 1, 20, total=320))
    racks = ["", "LIIA"]
    assert codes(checked(*turns, racks=racks, before=[320, 310], totals=[324, 306])) == set()
    assert codes(checked(*turns, racks=racks, totals=[324, 306])) == set()
    assert codes(checked(*turns, racks=racks, totals=[324, 310]), "error") == {"adjustment_missing"}


def test_equal_totals_without_the_scores_before_cannot_be_decided() -> None:
    assert codes(checked(totals=[300, 300], winners=[1])) == {"winner_undecided"}
    assert codes(checked(totals=[300, 301], winners=[1])) == {"winner_wrong"}
    assert codes(checked(totals=[300, 300], before=[310, 305], winners=[1])) == set()
    assert codes(checked(totals=[300, 300], before=[310, 305], winners=[2]), "error") == {"winner_wrong"}
    assert codes(checked(totals=[300, 300], winners=[1], ruleset="set-words")) == {"winner_wrong"}


def test_totals_only_need_not_be_anything_where_no_turn_is_written() -> None:
    report = checked(ruleset="set-words", totals=[300, 280])
    assert report.findings == ()
    assert report.computed_totals == (None, None)


def test_of_two_players_only_the_other_can_have_challenged() -> None:
    rows = (play(1, "10E", "MABAIT", 22), row("challenge", verdict="valid"), play(1, "10E", "MABAITS", 11))
    assert codes(checked(*rows, ruleset="salitaan-family"), "error", "question") == set()


@pytest.mark.parametrize("players", [2, 3])
def test_where_it_is_only_guessed_who_began_no_turn_is_missing(players: int) -> None:
    begun, then = row("score", None, 22, total=22), row("score", None, 20, total=20)
    if players == 2:
        verdict, rest = "valid", (row("score", 2, 13, total=35), row("score", 1, 30, total=50))
    else:
        more = row("score", 3, 36, total=36), row("exchange", 1, 0, number=1, total=20)
        verdict, rest = "invalid", (row("pass"), *more)
    challenged = row("challenge", challengers=[1], verdict=verdict)
    report = checked(begun, challenged, then, *rest, players=players, ruleset="set-words-club")
    assert codes(report, "error") == set()
    # Of two only the other one can have been challenged: then nothing is left to guess.
    assert players > 2 or codes(report) == set()


def test_a_play_of_nobody_knows_whom_is_taken_back_by_whoever_is_written() -> None:
    begun = (row("score", None, 22), row("challenge", verdict="valid"), row("score", None, 20))
    for seat in (1, 2):
        report = checked(*begun, row("withdrawn", seat), ruleset="set-words-club")
        assert report.game.taken_back == {2}
        assert codes(report, "error", "unverifiable") == set()


def test_of_three_players_any_other_may_sit_the_next_turn_out() -> None:
    start = (play(1, "10E", "MABAIT", 22), row("challenge", verdict="valid"))
    for seat in (2, 3):
        assert codes(checked(*start, play(seat, "10E", "MABAITS", 11), players=3), "error") == set()
    two = (*start, play(1, "10E", "MABAITS", 11))
    assert codes(checked(*two, players=3), "error") == {"out_of_turn"}


def late(score: int, **more: object) -> dict[str, object]:
    return play(1, "10E", "MABAIT", score, total=score, seconds=130, **more)


SECOND = play(2, "10E", "MABAIT", 22, total=22, seconds=20)


@pytest.mark.parametrize(
    "rows",
    [
        (row("lost", 1, seconds=130), SECOND),
        (row("lost", 1), SECOND),
        (late(0), row("lost", 1, total=0), SECOND),
        (late(0), SECOND),
        (late(22), row("lost", 1), SECOND),
        (late(22), row("withdrawn", 1, -22, total=0), SECOND),
        (late(22), row("withdrawn", 1, -22, total=0), row("lost", 1, total=0), SECOND),
        (row("pass", 1, seconds=130, total=0), SECOND),
        (row("score", 1, 0, seconds=130), SECOND),
    ],
    ids=["lost", "lost without seconds", "no points and lost", "no points", "points and lost", "taken back",
         "taken back and lost", "a pass", "points only, none"],
)  # fmt: skip
def test_a_turn_lost_for_time_is_accepted_as_people_write_it(rows: tuple[dict[str, object], ...]) -> None:
    report = checked(*rows, rules=TURN_LOST)
    assert codes(report, "error", "unverifiable") == set()
    assert tuple(report.game.scores) == (0, 22)
    assert "lost_turn_unexplained" not in codes(report)


def test_the_rule_sheet_says_how_a_turn_lost_for_time_is_written() -> None:
    row_of_time = rule_row(load_ruleset(COMPETITION, TURN_LOST), "timer.overrun")
    assert row_of_time is not None
    assert "lost turn with its seconds" in str(row_of_time.rule)


@pytest.mark.parametrize(
    "turn", [late(22), row("exchange", 1, number=3, seconds=130), row("score", 1, 22, seconds=130)]
)
def test_a_turn_that_was_played_all_the_same_is_not(turn: dict[str, object]) -> None:
    assert codes(checked(turn, rules=TURN_LOST), "error") == {"overrun_turn_lost"}


def test_plain_ng_is_read_the_way_the_rest_of_the_sheet_has_it() -> None:
    rows = (
        play(1, "10G", "MANGA", 10, total=10),
        play(2, "K10", "ATIN", 4, total=4),
        play(1, "10G", "MANGAL", 11, total=21),
    )
    ends = {"racks": ["W", "E"], "before": [21, 4], "totals": [11, -4], "winners": [1]}
    report = checked(*rows, row("end", reason="agreed"), **ends)
    assert report.verdict == "holds"
    assert codes(checked(rows[0]), "unverifiable") == {"ambiguous"}


def test_a_sheet_of_nothing_but_ambiguous_plays_is_gone_over_a_bounded_number_of_times() -> None:
    rules, rows, again = load_ruleset(COMPETITION, CONFIRMED), 200, []
    sheet = Scoresheet(
        (Player("Amihan"), Player("Bayani")),
        tuple(Turn(PLAY, at % 2, "10G", "MANGANGANG") for at in range(rows)),
    )

    def once_more(readings: Mapping[int, int]) -> Game:
        again.append(readings)
        return fold(rules, sheet, readings=readings)

    chosen_readings(fold(rules, sheet), once_more)
    assert len(again) * rows <= 8_000


def test_passes_of_four_that_end_the_game_raise_no_question() -> None:
    passes = [row("pass", 1 + (1 + at) % 4) for at in range(8)]
    report = checked(play(1, "10E", "MABAIT", 22), *passes, players=4)
    assert report.game.ended is not None
    assert "scoreless_turns" not in codes(report)
    assert "scoreless_turns" in codes(checked(play(1, "10E", "MABAIT", 22), *passes[:7], players=4))


def test_a_turn_lost_before_the_passes_does_not_weaken_them() -> None:
    lost = (play(1, "10E", "MABAIT", 22), row("challenge", challengers=[2], verdict="valid"), row("lost", 2))
    again, passes = play(1, "10E", "MABAITS", 11), [row("pass", 1 + (1 + at) % 2) for at in range(4)]
    late_play = play(2, "L9", "ISA")
    assert codes(checked(*lost, again, *passes, late_play), "error") == {"after_passes"}
    within = (*lost, row("pass", 1), *passes[:3], late_play)
    assert "after_passes" in codes(checked(*within), "unverifiable")


def test_a_rack_may_be_written_as_at_the_start_of_the_turn_with_a_recycled_blank() -> None:
    for rack in ("ABKLIOTUGS", "?BKLIOTUGS"):
        rows = (
            play(1, "10I", "SaLA", rack="SLAKBTGIO?"),
            row("recycle", 2, position="J10", tiles="A"),
            play(2, "10I", "SALAm", rack=rack),
        )
        assert codes(checked(*rows, rules=("variants.recycled_blanks=true",))) == set()


def test_a_row_without_a_seat_is_the_next_players_or_whose_sum_it_fits() -> None:
    rows = [play(None, "10E", "MABAIT", 22, total=22), row("pass"), play(1, "10E", "MABAITS", 11, total=33)]
    report = checked(*rows, row("time", score=-5, total=28), before=[28, 0])
    assert [step.seat for step in report.game.steps] == [0, 1, 0, 0]
    assert codes(report, "error", "unverifiable") == set()


def test_nothing_is_held_against_anybody_while_it_is_guessed_whose_row_it_is() -> None:
    rows = (play(None, "10E", "MABAIT", 22), play(None, "10E", "MABAITS", 11))
    assert codes(checked(*rows, before=[11, 22], totals=[11, 22], winners=[2]), "error") == set()


def test_a_score_on_squares_nobody_has_confirmed_settles_no_reading() -> None:
    turn = play(1, "C1", "NGA", 6)
    assert "ambiguous" not in codes(checked(*OPENED, turn))
    assert "ambiguous" in codes(checked(*OPENED, turn, confirmed=False))


def test_sums_follow_the_paper_where_the_board_is_a_placeholder() -> None:
    rows = (play(1, "10E", "MABAIT", 22), play(2, "F8", "ISA", 31))
    ends = {"before": [22, 31], "racks": ["W", "E"], "totals": [12, 23], "winners": [2]}
    assert "score_wrong" in codes(checked(*rows, confirmed=False, **ends), "unverifiable")
    assert codes(checked(*rows, confirmed=False, **ends), "error") == set()


def test_a_blank_taken_from_nobody_knows_where_leaves_the_board_unknown() -> None:
    taken = row("recycle", 2, tiles="A")
    rows = (play(1, "10I", "SaLA"), taken, play(2, "10I", "SALAm", 99, rack="BKLIOTUGS?"))
    report = checked(*rows, before=[4, 99], rules=("variants.recycled_blanks=true",))
    assert codes(report, "error") == set()


def test_a_lost_turn_without_a_seat_may_be_lost_for_the_challenge_or_for_time() -> None:
    rows = (
        play(1, "10E", "MABAIT", 22, total=22),
        row("challenge", verdict="valid"),
        row("lost", seconds=150),
    )
    after = (play(None, "10E", "MABAITS", 11, total=11), play(None, "K9", "IS", 2, total=24))
    assert codes(checked(*rows, *after, rules=TURN_LOST), "error") == set()
