"""One slip of the pen is one root, at its row, with the repair that takes it away; what cannot be told is not told."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from bench.engine._slips import KINDS, with_withdrawal
from bench.engine.paper_games.random_play import random_game
from scoring import (
    Change,
    Mended,
    Message,
    Repair,
    Report,
    Ruling,
    Scoresheet,
    Turn,
    load_ruleset,
    mend,
    repaired,
)
from scoring.checks.findings import ERROR
from scoring.checks.validate import validate
from scoring.mending.explained import explained
from scoring.mending.mend import _PAIRS, MOST, MOST_AGAIN
from scoring.sheets.scoresheet import CHALLENGE, END, OUT, PASSED, PLAY, SCORE, WITHDRAWN, Remark
from tests.scoring.hand_games import CONFIRMED
from tests.scoring.sheets import GAME, sheet, summed

SALITAAN = load_ruleset("salitaan-competition", CONFIRMED)
CLUB = load_ruleset("set-words-club")


def mended(text: Scoresheet) -> Mended:
    return mend(validate(SALITAAN, text))


def with_cells(text: Scoresheet, row: int, **cells: object) -> Scoresheet:
    turns = list(text.turns)
    turns[row] = turns[row]._replace(**cells)  # type: ignore[arg-type]
    return replace(text, turns=tuple(turns))


def without_row(text: Scoresheet, row: int) -> Scoresheet:
    return replace(text, turns=text.turns[:row] + text.turns[row + 1 :])


def added_up(text: Scoresheet) -> Scoresheet:
    return replace(text, turns=tuple(summed([turn._replace(total=None) for turn in text.turns], 2)))


def errors(report: Report) -> list[tuple[str, int | None]]:
    return [(one.code, one.turn) for one in report.findings if one.severity == ERROR]


RIGHT = sheet(GAME, 2)


@pytest.mark.parametrize(
    ("row", "cells", "kind"),
    [
        (2, {"seat": 1}, "seat"),
        (3, {"position": "12G"}, "square"),
        (4, {"position": "10J"}, "direction"),
        (1, {"word": "MGAANDA"}, "swapped_letters"),
        (2, {"score": 18}, "score"),
        (3, {"total": 24}, "total"),
        (4, {"total": 87}, "total"),
    ],
)
def test_one_slip_is_the_root_and_its_repair_gives_the_sheet_as_it_was_meant(
    row: int, cells: dict[str, object], kind: str
) -> None:
    found = mended(with_cells(RIGHT, row, **cells))
    assert found.root is not None
    assert (found.root.repair.kind, found.root.row, found.root.certain) == (kind, row, True)
    assert found.sheet.turns == RIGHT.turns
    assert "%(" not in str(found.root.message)


def test_a_row_written_twice_goes() -> None:
    text = replace(RIGHT, turns=(*RIGHT.turns[:3], *RIGHT.turns[2:]))
    found = mended(text)
    assert found.root is not None
    assert (found.root.repair.kind, found.root.repair.deleted, found.root.certain) == ("twice", 3, True)
    assert found.sheet.turns == RIGHT.turns


def test_a_row_written_twice_and_added_up_twice_goes_with_its_points() -> None:
    text = added_up(replace(RIGHT, turns=(*RIGHT.turns[:3], *RIGHT.turns[2:])))
    assert mended(text).sheet.turns == RIGHT.turns


def test_two_rows_that_changed_places_change_back() -> None:
    turns = list(RIGHT.turns)
    turns[2], turns[3] = turns[3], turns[2]
    found = mended(replace(RIGHT, turns=tuple(turns)))
    assert found.root is not None
    assert found.root.repair.exchanged == (2, 3)
    assert found.sheet.turns == RIGHT.turns


def test_a_missing_turn_is_named_with_its_player_and_the_points_the_next_total_holds() -> None:
    found = mended(without_row(RIGHT, 3))
    assert found.root is not None
    assert found.root.repair.kind == "missing"
    assert found.root.repair.inserted == (3, Turn(SCORE, 1, score=18, total=42))
    assert errors(validate(SALITAAN, found.sheet)) == []


def test_a_missing_turn_of_which_nothing_tells_the_points_is_offered_without_and_not_sold_as_certain() -> (
    None
):
    text = without_row(replace(RIGHT, turns=tuple(turn._replace(total=None) for turn in RIGHT.turns[:5])), 3)
    found = mended(text)
    assert found.root is not None
    assert (3, Turn(SCORE, 1)) in [one.inserted for one in found.root.repairs]
    assert not found.root.certain


def test_a_wrong_sum_carried_on_is_mended_to_the_end() -> None:
    text = added_up(with_cells(RIGHT, 4, score=18))
    found = mended(replace(text, totals=(59, 66)))
    assert found.root is not None
    assert (found.root.repair.kind, found.root.row) == ("score_on", 4)
    assert found.sheet.totals == (77, 66)
    assert found.sheet.turns == RIGHT.turns


def test_points_that_nothing_else_tells_are_no_certain_repair() -> None:
    bare = replace(RIGHT, turns=tuple(turn._replace(total=None) for turn in RIGHT.turns))
    found = mended(with_cells(bare, 4, score=35))
    assert found.root is not None
    assert (found.root.repair.kind, found.root.certain) == ("score", False)


def test_the_letters_of_an_earlier_row_are_put_right_where_a_later_one_needs_them() -> None:
    right = sheet("1 10E MABAIT +22\n2 H7 MAGANDA +24\n1 8G HATI +19\n2 11J TAGA +9", 2)
    report = validate(SALITAAN, right)
    right = added_up(with_cells(right, 3, score=report.game.steps[3].computed))
    wrong = with_cells(right, 0, word="MABIAT")
    assert validate(SALITAAN, wrong).game.steps[0].computed == 22
    assert mended(wrong).sheet.turns == right.turns
    assert explained(mended(wrong)).findings[0].turn == 0


def test_a_blank_written_as_a_letter_becomes_one_again() -> None:
    right = sheet("1 8F READs READ?XY +12", 2)
    right = with_cells(right, 0, score=validate(CLUB, right).game.steps[0].computed, total=None)
    found = mend(validate(CLUB, with_cells(right, 0, word="READS")))
    assert found.root is not None
    assert (found.root.repair.kind, found.sheet.turns) == ("blank", right.turns)


def withdrawn(seat: int, total: int | None) -> Scoresheet:
    """A play of player 2 taken back; who is written for that, and with which total."""
    script = (
        "1 10E MABAIT +22\n2 H7 MAGANDA +24\n2 back -24\n1 H7 MAGANDA +24\n2 8G HATI +19\n1 13G DALAGA +18"
    )
    return with_cells(sheet(script, 2), 2, seat=seat, total=total)


@pytest.mark.parametrize("total", [0, -2, None])
def test_a_play_taken_back_by_the_wrong_player_is_one_root_the_later_totals_prove(total: int | None) -> None:
    report = validate(SALITAAN, withdrawn(0, total))
    found = mend(report)
    assert found.root is not None
    assert (found.root.repair.kind, found.root.row) == ("seat", 2)
    assert found.sheet.turns[2].seat == 1
    told = explained(found)
    assert [
        (one.turn, one.cause) for one in told.findings if one.severity == ERROR and one.cause is None
    ] == [(2, None)]


def test_several_slips_that_would_do_are_offered_as_such() -> None:
    rows = [
        Turn(SCORE, 0, score=10, total=10),
        Turn(SCORE, 1, score=5, total=5),
        Turn(SCORE, 0, score=24, total=36),
    ]
    rows += [Turn(SCORE, 1, score=7, total=12), Turn(SCORE, 0, score=4, total=40)]
    found = mended(Scoresheet(RIGHT.players, tuple(rows)))
    assert found.root is not None
    assert not found.root.certain
    assert {one.kind for one in found.root.repairs} >= {"score", "total_on"}
    told = explained(found)
    roots = [one for one in told.findings if one.severity == ERROR and one.cause is None]
    assert [one.turn for one in roots] == [2]
    assert roots[0].suggestion is not None
    assert roots[0].suggestion.code == "one_of_several"


def test_two_slips_far_apart_are_both_found() -> None:
    text = with_cells(with_cells(RIGHT, 1, score=42), 4, position="J9")
    found = mended(text)
    assert found.root is None
    assert sorted((root.repair.kind, root.row) for root in found.roots) == [("score", 1), ("square", 4)]
    assert found.sheet.turns == RIGHT.turns


def test_what_no_slip_explains_stays_as_it_was() -> None:
    text = RIGHT
    for row, word in enumerate(("XYZ", "QQQ", "VVV")):
        text = with_cells(text, row, word=word, score=99, total=1)
    found = mended(text)
    assert found.roots == ()
    assert explained(found) is found.report
    assert found.sheet is text


def test_a_sheet_without_errors_is_not_searched() -> None:
    assert (mended(RIGHT).roots, mended(RIGHT).checked) == ((), 0)


def games(kind: str) -> list[tuple[Scoresheet, Scoresheet]]:
    """Some games with one slip, and right."""
    found = []
    for seed in range(4):
        dice = random.Random(f"{kind} {seed}")
        right: Scoresheet | None = random_game(CLUB, 2, seed, plays=14)
        right = with_withdrawal(dice, CLUB, right) if kind == "withdrawal" and right else right
        slip = KINDS[kind](dice, CLUB, right) if right else None
        if slip is not None and right is not None and not errors(validate(CLUB, right)):
            found.append((slip.sheet, right))
    return found


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_repair_taken_leaves_no_error_and_one_root_has_all_else_under_it(kind: str) -> None:
    for wrong, right in games(kind):
        found = mend(validate(CLUB, wrong))
        for root in found.roots[:1] if len(found.roots) == 1 else ():
            for repair in root.repairs:
                assert errors(validate(CLUB, repaired(wrong, repair))) == []
            if root.certain and kind != "missing":
                assert found.sheet.turns == right.turns
        told = explained(found)
        assert all(one.cause is None or told.findings[one.cause].cause is None for one in told.findings)
        if found.root:
            assert len([one for one in told.findings if one.severity == ERROR and one.cause is None]) <= 1
        json.dumps(found.as_data())


def test_the_same_report_gives_the_same_answer_and_the_work_is_bounded() -> None:
    for wrong, _ in games("letter"):
        one, two = mend(validate(CLUB, wrong)), mend(validate(CLUB, wrong))
        assert one.roots == two.roots
        assert one.checked <= MOST + _PAIRS * MOST_AGAIN


def repair(**what: object) -> Repair:
    return Repair("any", 0, Message("any", "any"), **what)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "order"),
    [
        ({"deleted": 1}, [0, 2, 3]),
        ({"inserted": (1, Turn(PASSED, 0))}, [0, None, 1, 2, 3]),
        ({"moved": (0, 2)}, [1, 2, 0, 3]),
        ({"moved": (3, 1)}, [0, 3, 1, 2]),
        ({"exchanged": (0, 3)}, [3, 1, 2, 0]),
    ],
)
def test_rows_come_go_and_move_and_what_points_at_them_still_does(
    what: dict[str, object], order: list[int | None]
) -> None:
    rows = (Turn(PLAY, 0), Turn(SCORE, 1), Turn(CHALLENGE, 1, of=0, verdict="valid"), Turn(WITHDRAWN, 0))
    text = Scoresheet(RIGHT.players, rows, remarks=(Remark(Message("any", "any"), 3),))
    after = repaired(text, repair(**what))
    kept = [order.index(old) if old in order else None for old in range(4)]
    assert [turn.kind for turn in after.turns if turn.kind != PASSED] == [
        rows[old].kind for old in order if old is not None
    ]
    assert next(turn.of for turn in after.turns if turn.kind == CHALLENGE) == kept[0]
    assert after.remarks[0].turn == kept[3]
    assert [repair(**what).place_after(old) for old in range(4)] == kept


def test_figures_below_the_rows_are_changed_by_seat() -> None:
    text = replace(RIGHT, totals=(70, 66), winners=(1,))
    cells = (Change(None, "totals", 70, 77, 0), Change(None, "winners", (1,), (0,)))
    after = repaired(text, repair(changes=cells))
    assert (after.totals, after.winners, after.turns) == ((77, 66), (0,), text.turns)


def test_a_wrong_final_figure_and_a_wrong_winner_are_slips_below_the_rows() -> None:
    whole = replace(RIGHT, racks=("W", "E"), before=(77, 66), totals=(67, 58), winners=(0,))
    wrong = replace(whole, totals=(61, 58))
    ended = Turn(END, reason="time_called")
    whole, wrong = (replace(one, turns=(*one.turns, ended)) for one in (whole, wrong))
    assert mended(whole).roots == ()
    assert mended(wrong).sheet == whole
    assert mended(replace(whole, winners=(1,))).sheet == whole


def test_a_ruling_goes_with_its_play_when_a_row_before_it_goes() -> None:
    text = replace(RIGHT, turns=(*RIGHT.turns[:3], *RIGHT.turns[2:]))
    ruling = Ruling(6, "valid", (0,))
    report = validate(SALITAAN, text, rulings=[ruling])
    found = mend(report, rulings=[ruling])
    assert found.root is not None
    assert (found.root.repair.kind, found.root.repair.place_after(6)) == ("twice", 5)


def test_a_play_that_was_taken_back_is_mended_like_any_other() -> None:
    right = sheet("1 10E MABAIT +22\n2 H7 MAGANDA +24\n2 back -24\n1 H7 MAGANDA +24\n2 8G HATI +19", 2)
    found = mended(with_cells(right, 1, position="H9"))
    assert found.root is not None
    assert (found.root.repair.kind, found.sheet.turns) == ("square", right.turns)


def test_two_rows_of_one_player_exchanged_and_added_up_so_are_put_right_with_their_totals() -> None:
    turns = list(RIGHT.turns)
    turns[1], turns[3] = turns[3], turns[1]
    found = mended(added_up(replace(RIGHT, turns=tuple(turns))))
    assert found.root is not None
    assert found.root.repair.exchanged == (1, 3)
    assert found.sheet.turns == RIGHT.turns


def test_a_sum_that_only_the_board_contradicts_is_not_certain_without_what_was_forgotten() -> None:
    for score, certain in ((18, True), (31, False)):
        found = mended(added_up(with_cells(RIGHT, 4, score=score)))
        assert found.root is not None
        assert (found.root.repair.kind, found.root.certain) == ("score_on", certain)


@pytest.mark.parametrize("seed", range(12))
def test_torn_sheets_with_slips_never_raise_and_every_consequence_has_a_root(seed: int) -> None:
    dice = random.Random(seed)
    text = random_game(CLUB, 2 + seed % 3, seed, plays=dice.choice((1, 6, 14)))
    for kind in dice.sample(["seat", "twice", "missing", "total", "square", "letter"], 2):
        slip = KINDS[kind](dice, CLUB, text) if any(turn.kind == PLAY for turn in text.turns[:-2]) else None
        text = slip.sheet if slip else text
    for name, empty in dice.sample(
        [("rack", None), ("score", None), ("total", None), ("word", ""), ("seat", None)], 2
    ):
        rows = [at for at in range(len(text.turns)) if dice.random() < 0.4]
        for row in rows:
            text = with_cells(text, row, **{name: empty})
    text = replace(text, turns=text.turns[: dice.randrange(len(text.turns) + 1)], totals=(10,) * text.seats)
    found = mend(validate(CLUB, text))
    told = explained(found)
    assert all(one.cause is None or told.findings[one.cause].cause is None for one in told.findings)
    assert len(told.findings) >= len(found.report.findings)
    assert mend(validate(CLUB, replace(text, turns=(), winners=(0,)))).report.sheet.turns == ()


def test_doubts_that_come_from_what_is_not_written_are_no_slip() -> None:
    text = sheet("1 10E MABAIT +22\n2 score +24\n1 K10 SILA +4", 2)
    report = validate(SALITAAN, text)
    assert {one.severity for one in report.findings} >= {"unverifiable"}
    assert (mend(report).roots, mend(report).checked) == ((), 0)


def test_a_tile_left_out_of_a_word_is_offered_where_the_word_stands_whole() -> None:
    short = sheet("1 8F READS +12\n2 F5 TAR +1", 2)
    worth = [step.computed for step in validate(CLUB, short).game.steps]
    for row, score in enumerate(worth):
        short = with_cells(short, row, score=score, total=score)
    found = mend(validate(CLUB, short))
    assert [(root.repair.kind, root.row) for root in found.roots] == [("left_out", 1)]
    assert found.sheet.turns[1].word == "TAR."
    assert found.sheet.turns[0] == short.turns[0]


def test_a_letter_at_the_far_end_of_a_crossed_word_may_be_the_slip_behind_points_that_look_wrong() -> None:
    words = ["AB", "CD", "EF", "GH", "IL"]
    rows = [Turn(PLAY, at % 2, position=f"{8 + at}H", word=word) for at, word in enumerate(words)]
    right = replace(RIGHT, turns=tuple(rows), totals=(), before=())
    points = validate(CLUB, right).game.steps[4].computed
    assert points is not None
    found = mend(validate(CLUB, with_cells(with_cells(right, 4, score=points), 0, word="QB")))
    assert found.root is not None
    assert ("letter", 0) in [(one.kind, one.row) for one in found.root.repairs]


def test_a_row_put_in_that_turns_errors_into_doubts_is_not_sold_as_certain() -> None:
    rules = load_ruleset("bisonte", CONFIRMED)
    right = random_game(rules, 2, 6, plays=14)
    first = next(at for at, turn in enumerate(right.turns) if turn.kind == PLAY and at)
    wrong = with_cells(right, first, score=0)
    for last in range(first + 4, len(right.turns)):
        if right.turns[last].kind == PLAY:
            more = with_cells(wrong, last, score=(right.turns[last].score or 0) + 10)
            found = mend(validate(rules, more))
            assert not (found.root and found.root.repair.kind == "missing" and found.root.certain)


def test_a_slip_beside_a_doubt_it_does_not_explain_is_not_sold_as_the_only_one() -> None:
    rules = load_ruleset("set-words", CONFIRMED)
    right = random_game(rules, 2, 8, plays=14)
    more = with_cells(right, 8, score=(right.turns[8].score or 0) + 5)
    found = mend(validate(rules, with_cells(added_up(more), 1, seat=0)))
    assert [(root.row, root.certain) for root in found.roots] == [(1, False), (8, False)]
    roots = [(one.code, one.turn) for one in explained(found).findings if one.cause is None]
    assert roots == [("out_of_turn", 1), ("score_wrong", 8)]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_play_of_who_went_out_is_missing_where_its_points_stand_in_the_last_total(
    seats: int,
) -> None:
    rules = load_ruleset("bisonte", CONFIRMED)
    right = random_game(rules, seats, 4)
    out = right.turns[-1]
    last = max(at for at, turn in enumerate(right.turns) if turn.kind == PLAY)
    assert (out.kind, right.turns[last].seat) == (OUT, out.seat)
    found = mend(validate(rules, without_row(right, last)))
    # Neither the last total nor the player of the row below explains why somebody else made the last play.
    assert found.root is not None
    row = Turn(SCORE, out.seat, score=right.turns[last].score, total=right.turns[last].total)
    assert (found.root.repair.kind, found.root.repair.inserted) == ("missing", (last, row))
    assert "total" not in {one.kind for one in found.root.repairs}
    assert not found.root.certain
    roots = [one.turn for one in explained(found).findings if one.cause is None and one.severity == ERROR]
    assert roots == [last]
