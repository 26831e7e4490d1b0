"""What must be caught on a scoresheet (docs/rules/findings.md): each mistake alone, where it is, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from core.messages import agreeing
from scoring import load_ruleset
from scoring.checks.finding_codes import CODES
from scoring.checks.findings import Finding, code_of
from scoring.checks.validate import Report, validate
from scoring.sheets.scoresheet import Scoresheet
from tests.scoring.hand_games import CONFIRMED, GAMES
from tests.scoring.sheets import sheet

OPENING = """
1 10E MABAIT +22
2 H7 MAGANDA +24
1 8G HATI +19
2 13G DALAGA +18
"""


@dataclass(frozen=True)
class Case:
    """A script (after OPENING unless `alone`), the finding it must give, and its row (0-based, None: the sheet)."""

    code: str
    script: str
    turn: int | None
    ruleset: str = "salitaan-competition"
    overrides: tuple[str, ...] = ()
    players: int = 2
    severity: str = "error"
    alone: bool = False

    def report(self, *, confirmed: bool = True) -> Report:
        rules = load_ruleset(self.ruleset, (*(CONFIRMED if confirmed else ()), *self.overrides))
        return validate(rules, sheet(self.script if self.alone else OPENING + self.script, self.players))


CASES = (
    # where a play lies
    Case("bad_place", "1 10Z TAGALOG +36", 4),
    Case("runs_off", "1 19R HATI +10", 4),
    Case("read_otherwise", "1 J10 SAGALOG +36", 4),
    Case("nothing_there", "1 J9 .AGALOG +36", 4),
    Case("no_new_tile", "1 10E MABAIT +22", 4),
    Case("not_connected", "1 A1 OO +12", 4),
    Case("off_start", "1 9E MABAIT +22", 0, alone=True),
    Case("too_few_tiles", "1 10J A +1", 0, alone=True),
    Case("word_not_whole", "1 J11 AGALOG +36", 4, severity="question"),
    # its tiles
    Case("no_such_tile", "1 J10 TXGALOG +36", 4),
    Case("ambiguous", "1 K13 GANGA ", 4, severity="unverifiable"),
    Case("over_rack", "1 10A TALAMBUHAYAN +20", 0, alone=True),
    Case("not_on_rack", "1 J10 TAGALOG AGLOEEEEE +36", 4),
    Case("over_set", "1 10I WA +11\n2 J10 AW +11", 1, alone=True),
    Case("blank_as", "1 10I zA +1", 0, alone=True, overrides=("tiles.blank_may_be=letters_with_a_tile",)),
    Case("rack_long", "1 J10 TAGALOG AGALOGEEEEI +36", 4),
    Case("rack_over_set", "1 J10 TAGALOG AGALOGWW +36", 4),
    Case("rack_unreadable", "1 J10 TAGALOG AGALOG88 +36", 4, severity="question"),
    Case("rack_short", "1 J10 TAGALOG AGALOG +36", 4, severity="info"),
    # points
    Case("score_wrong", "1 J10 TAGALOG +35", 4),
    Case("points_for_nothing", "1 pass\n2 pass\n1 swap 2", 6),
    Case("total_wrong", "1 J10 TAGALOG +36", 4),
    Case("withdrawn_wrong", "1 J10 TAGALOG +36\n1 back -35", 5),
    # turns
    Case("out_of_turn", "2 J10 TAGALOG +36", 4),
    Case("lost_turn_not_served", "1? valid DALAGA\n1 J10 TAGALOG +36", 5),
    Case("lost_turn_unexplained", "1 lost", 4, severity="question"),
    Case("opener_did_not_play", "1 pass\n2 10E MABAIT +22", 0, alone=True, severity="question"),
    Case("opener_must_play", "1 pass", 0, alone=True, overrides=("exchange.opener_may=false",)),
    Case("pass_not_allowed", "1 pass", 4, overrides=("passing.allowed=false",)),
    Case("players_number", "", None, players=4, overrides=("players.most=3",), severity="question"),
    # exchanges
    Case("exchange_not_allowed", "1 swap 2", 4, overrides=("exchange.allowed=false",)),
    Case("exchange_over_rack", "1 swap 11", 4),
    Case("exchange_bag_low", "3 swap 2", 4, players=4, overrides=("exchange.refused_at=100",)),
    # challenges
    Case("challenge_not_allowed", "1? valid DALAGA", 4, overrides=("challenge.allowed=false",)),
    Case("nothing_to_challenge", "1 pass\n2? valid", 5),
     Case("over_quota", "1? valid", 4, ruleset="salitaan-family", overrides=("challenge.quota=0",)),
    Case("own_play_challenged", "2? valid DALAGA", 4, severity="question"),
    Case("challenged_word_not_formed", "1? valid HATI", 4, severity="question"),
    Case("verdict_missing", "1?", 4, severity="question"),
    Case("nothing_to_withdraw", "1 pass\n1 back -10", 5),
    Case("withdrawn_by_another", "1 back -18", 4),
    Case("bonus_not_due", "2 bonus +5", 4, severity="question"),
    Case("bonus_odd", "2 bonus +6", 4),
    Case("bonus_missing", "1? valid\n1 pass", 5,
         overrides=("challenge.wrong=points_to_player", "challenge.wrong_points=5")),
    # variants
    Case("theme_off", "2 theme +5 DALAGA", 4),
    Case("theme_without_play", "1 theme +5 DALAGA", 4, overrides=("variants.theme=true",)),
    Case("theme_word_not_formed", "2 theme +5 MAGANDA", 4, overrides=("variants.theme=true",)),
    Case("theme_wrong", "2 theme +6 DALAGA", 4, overrides=("variants.theme=true",)),
    Case("recycle_off", "1 recycle G10 B", 4),
    Case("no_blank_there", "1 recycle E10 M", 4, overrides=("variants.recycled_blanks=true",)),
    Case("recycled_other_letter", "1 10E MAbAIT +14\n2 recycle G10 M\n2 H7 MaGANDA +23", 1, alone=True,
         overrides=("variants.recycled_blanks=true",)),
    Case("recycled_blank_unused", "1 10E MAbAIT +14\n2 recycle G10 B\n2 H7 MAGANDA +24", 2, alone=True,
         overrides=("variants.recycled_blanks=true",)),
    # time
    Case("overrun", "1 J10 TAGALOG +36 @121", 4, severity="question"),
    Case("overrun_turn_lost", "1 J10 TAGALOG +36 @121", 4, overrides=("timer.overrun=turn_lost",)),
    Case("overrun_not_charged", "1 J10 TAGALOG +36 @121", None,
         overrides=("timer.overrun=points", "timer.points_per_minute=5")),
    Case("time_wrong", "1 J10 TAGALOG +36 @121\n1 time -7", 5,
         overrides=("timer.overrun=points", "timer.points_per_minute=5")),
    Case("time_not_due", "1 J10 TAGALOG +36\n1 time -10", 5, severity="question"),
    # the end
    Case("after_passes", "1 pass\n2 pass\n1 pass\n2 pass\n1 J10 TAGALOG +36", 8),
    Case("after_turn_limit", "1 J10 TAGALOG +36", 4, overrides=("variants.short_turns=2",)),
    Case("after_recorded", "end nobody_can_move\n1 J10 TAGALOG +36", 5),
    Case("end_not_allowed", "end nobody_can_move", 4, overrides=("end.nobody_can_move=never",)),
    Case("end_with_tiles_in_bag", "1 8F CASAS +14\nend nobody_can_move", 1, alone=True, ruleset="bisonte"),
    Case("scoreless_turns", "1 swap 1\n2 swap 1\n1 swap 1\n2 swap 1\n1 swap 1\n2 swap 1", 9, severity="question"),
)  # fmt: skip


def found(report: Report, code: str) -> Finding:
    return next(one for one in report.findings if one.code == code)


@pytest.mark.parametrize("case", CASES, ids=[case.code for case in CASES])
def test_each_mistake_is_caught_where_it_is(case: Case) -> None:
    report = _changed(case)
    finding = found(report, case.code)
    assert finding.turn == case.turn
    assert finding.severity == case.severity
    assert str(finding.message)
    assert "%(" not in str(finding.message)
    if case.severity == "error":
        assert finding.rule
        assert report.verdict == "broken"


def _changed(case: Case) -> Report:
    """Two cases need a number that a careful script would not write."""
    report = case.report()
    if case.code not in ("total_wrong", "points_for_nothing"):
        return report
    turns = list(report.sheet.turns)
    change = {"total": 99} if case.code == "total_wrong" else {"score": 3}
    turns[-1] = turns[-1]._replace(**change)
    return validate(report.ruleset, replace(report.sheet, turns=tuple(turns)))


def test_no_code_is_without_a_test_or_a_sentence() -> None:
    elsewhere = {
        "off_board", "on_tile", "used_twice", "no_tiles", "not_in_line", "gap", "bare_blank", "empty", "too_long", "too_many",
        "rack_count", "withdrawn_unscored", "final_total_wrong", "before_wrong", "winner_wrong", "seat_unknown",
        "exchange_over_bag", "exchange_not_on_rack", "challenge_late", "overrun_costs_points", "after_out", "adjust_wrong",
        "adjustment_missing", "no_adjustment_written", "deduction_missing", "end_convention", "end_convention_twice",
        "end_convention_once", "tiles_left_differ", "word_unknown", "ruleset_assumed", "no_ruleset_fits", "rests_on_assumed",
        "remark", "unreadable", "ruling_unclear", "slip", "theme_word_not_listed", "theme_missing", "theme_in_score",
        "rack_split", "tiles_vanished", "on_two_racks", "letter_missing", "winner_undecided", "recycled_not_on_rack",
        "unplayed_of_nobody", "out_by_another", "out_had_tiles",
    }  # fmt: skip
    assert set(CODES) == {case.code for case in CASES} | elsewhere
    assert all(code_of(name).template for name in CODES)


# docs/rules/marks.md: what rests on an assumed square or value cannot be called wrong.
@pytest.mark.parametrize("code", ["score_wrong"])
def test_the_same_mistake_is_unverifiable_while_the_board_is_not_confirmed(code: str) -> None:
    case = next(case for case in CASES if case.code == code)
    wrong = replace(case, script="1 8G HATI +20", alone=True)
    assert found(wrong.report(confirmed=False), "score_wrong").severity == "unverifiable"
    assert found(wrong.report(confirmed=True), "score_wrong").severity == "error"


def test_a_score_on_squares_the_book_proves_is_an_error_without_any_tick() -> None:
    report = Case("score_wrong", "1 10E MABAIT +23", 0, alone=True).report(confirmed=False)
    assert found(report, "score_wrong").severity == "error"


def club(script: str, players: int = 2, **head: object) -> Report:
    return validate(load_ruleset("set-words-club"), sheet(script, players, **head))


def small(**head: object) -> Report:
    """The hand-made game that is played out, its head changed."""
    game = next(game for game in GAMES if game.small)
    return validate(game.rules(), replace(game.sheet(), **head))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("totals", "code", "seat"),
    [
        ((52, 19), "final_total_wrong", 1),
        ((48, 18), "adjustment_missing", 0),
        ((53, 18), "final_total_wrong", 0),
    ],
)
def test_wrong_final_totals_are_caught(totals: tuple[int, int], code: str, seat: int) -> None:
    finding = found(small(totals=totals), code)
    assert (finding.severity, finding.seat, finding.recorded) == ("error", seat, totals[seat])


@pytest.mark.parametrize(
    ("racks", "totals", "code", "severity", "seat"),
    [
        (("", "AB?"), (53, 17), "rack_over_set", "error", 1),
        (("A", "B?"), (51, 19), "rack_over_set", "error", None),
        (("", "B"), (52, 18), "tiles_left_differ", "question", 1),
        (("", "Z%"), (52, 18), "rack_unreadable", "question", 1),
    ],
)
def test_tiles_left_at_the_head_are_held_against_the_set_and_the_board(
    racks: tuple[str, str], totals: tuple[int, int], code: str, severity: str, seat: int | None
) -> None:
    finding = found(small(racks=racks, totals=totals), code)
    assert (finding.severity, finding.seat) == (severity, seat)


def test_tiles_left_that_cannot_be_read_are_quoted_by_their_beginning() -> None:
    assert len(str(found(small(racks=("", "%" * 5000)), "rack_unreadable").message.facts["rack"])) < 60


def test_tiles_left_noted_in_a_game_that_goes_on_are_asked_about() -> None:
    game = next(game for game in GAMES if game.small)
    turns = game.sheet().turns[:2]
    report = validate(
        game.rules(), replace(game.sheet(), turns=turns, totals=(), winners=(), racks=("AAAAAA", ""))
    )
    assert found(report, "on_two_racks").severity == "question"
    assert "rack_over_set" not in {one.code for one in report.findings}


@pytest.mark.parametrize("racks", [("", "B?"), (None, "B?"), ("", "?B"), ("", ""), (None, None)])
def test_tiles_left_at_the_head_that_can_be_are_told_nothing(racks: tuple[str | None, ...]) -> None:
    codes = {one.code for one in small(racks=racks).findings}
    assert not codes & {"rack_over_set", "tiles_left_differ", "rack_unreadable", "rack_long"}


def test_a_wrong_score_before_unplayed_tiles_is_caught() -> None:
    assert found(small(before=(48, 23)), "before_wrong").seat == 1


def test_scores_before_unplayed_tiles_are_those_before_the_rows_that_count_them() -> None:
    honest = (
        "1 10E MABAIT +22\n2 H7 MAGANDA +24\n1 pass\n2 pass\n1 pass\n2 pass\nend nobody_can_move\n"
        "1 rack AB -5\n2 rack A -1"
    )
    rules = load_ruleset("salitaan-competition", CONFIRMED)
    report = validate(rules, sheet(honest, 2, before=(22, 24), totals=(17, 23), winners=(1,)))
    assert {one.code for one in report.findings} & {
        "before_wrong",
        "winner_wrong",
        "final_total_wrong",
    } == set()
    wrong = validate(rules, sheet(honest, 2, before=(17, 23), totals=(17, 23), winners=(1,)))
    assert [one.seat for one in wrong.findings if one.code == "before_wrong"] == [0, 1]


def test_a_final_total_that_carries_a_wrong_sum_on_hangs_under_it() -> None:
    game = next(game for game in GAMES if game.small)
    turns = list(game.sheet().turns)
    turns[2] = turns[2]._replace(total=36)
    turns[4] = turns[4]._replace(total=58)
    report = small(turns=tuple(turns), totals=(62, 18))
    roots = [one for one in report.findings if one.severity == "error" and one.cause is None]
    assert [(one.code, one.turn) for one in roots] == [("total_wrong", 2)]
    final = found(report, "final_total_wrong")
    assert report.findings[final.cause or 0].code == "total_wrong"


def test_a_play_after_somebody_went_out_is_caught() -> None:
    game = next(game for game in GAMES if game.small)
    more = sheet(game.script + "\n2 16K BAT +5", 2).turns
    assert found(small(turns=more, totals=()), "after_out").turn == 5


def test_an_exchange_of_more_than_the_bag_holds_is_caught() -> None:
    game = next(game for game in GAMES if game.small)
    rules = load_ruleset("salitaan-competition", {**_small_rules(), "exchange.refused_at": 0})
    report = validate(rules, sheet("1 10I BATA +8\n2 I10 BABAT +12\n1 swap 3", 2))
    assert found(report, "exchange_over_bag").computed == 1
    assert game.small


def _small_rules() -> dict[str, object]:
    game = next(game for game in GAMES if game.small)
    return {
        name: value
        for name, value in game.rules().values().items()
        if name.startswith(("tiles.", "rack.", "bonus."))
    } | {"players.most": 2}


def test_exchanged_tiles_must_be_on_the_rack() -> None:
    text = sheet("1 pass", 2).turns[0]._replace(kind="exchange", tiles="QQ", rack="ABCDEFG")
    report = validate(load_ruleset("set-words-club"), Scoresheet(sheet("", 2).players, (text,)))
    assert found(report, "exchange_not_on_rack").severity == "error"


def test_a_challenge_after_the_next_player_started_is_late() -> None:
    script = sheet(OPENING + "1? valid MAGANDA", 2)
    turns = (*script.turns[:-1], script.turns[-1]._replace(of=1))
    report = validate(load_ruleset("salitaan-competition", CONFIRMED), replace(script, turns=turns))
    assert found(report, "challenge_late").turn == 4


def test_a_rack_larger_than_what_can_be_left_is_asked_about() -> None:
    game = next(game for game in GAMES if game.small)
    turns = list(game.sheet().turns)
    turns[4] = turns[4]._replace(rack="A T [NG] B")
    assert found(small(turns=tuple(turns)), "rack_count").computed == 3


def test_tiles_left_that_cannot_be_left_are_asked_about() -> None:
    game = next(game for game in GAMES if game.small)
    text = sheet(game.script + "\n2 rack ABB -9\n1 out ABB +9", 2).turns
    assert found(small(turns=text, totals=(), racks=()), "tiles_left_differ").severity == "question"


def test_a_row_of_nobody_is_caught() -> None:
    report = club("1 8F READS +12")
    turns = (*report.sheet.turns, report.sheet.turns[0]._replace(seat=3))
    assert found(validate(report.ruleset, replace(report.sheet, turns=turns)), "seat_unknown").turn == 1


def test_an_unknown_word_is_a_question_and_a_ruled_one_is_none() -> None:
    rules = load_ruleset("salitaan-competition", CONFIRMED)
    words = frozenset({"MABAIT", "MAGANDA"})
    report = validate(rules, sheet(OPENING, 2), words=words)
    asked = [one for one in report.findings if one.code == "word_unknown"]
    assert [(one.turn, one.severity) for one in asked] == [(2, "question"), (3, "question")]
    ruled = validate(rules, sheet(OPENING + "1? valid DALAGA", 2), words=words)
    assert [one.turn for one in ruled.findings if one.code == "word_unknown"] == [2]


def test_words_printed_in_the_book_need_no_dictionary() -> None:
    rules = load_ruleset("salitaan-competition", CONFIRMED)
    report = validate(rules, sheet("1 10I MA +6", 2), words=frozenset())
    assert "word_unknown" not in {one.code for one in report.findings}


# A sheet may hold only some of it.
@pytest.mark.parametrize(
    ("script", "checks"),
    [
        (
            "1 score +22\n2 score +24\n1 score +19",
            {"totals": "holds", "scores": "unverifiable", "words": "unverifiable"},
        ),
        (
            "1 10E MABAIT +22\n2 H7 MAGANDA +24",
            {"totals": "holds", "scores": "holds", "clock": "unverifiable"},
        ),
        ("1 10E MABAIT MABAITKLUO +22 @30", {"racks": "holds", "clock": "holds", "positions": "holds"}),
    ],
)
def test_each_kind_of_check_says_whether_it_could_be_made(script: str, checks: dict[str, str]) -> None:
    report = validate(load_ruleset("salitaan-competition", CONFIRMED), sheet(script, 2))
    assert {name: report.checks[name] for name in checks} == checks


def test_a_slip_with_nothing_but_scores_names_the_turn_where_the_sum_broke() -> None:
    tally = sheet("1 score +22\n2 score +24\n1 score +19\n2 score +18\n1 score +36\n2 score +24", 2)
    turns = list(tally.turns)
    for number, turn in enumerate(turns):
        if turn.seat == 0 and number >= 2:
            turns[number] = turn._replace(total=(turn.total or 0) + 10)
    report = validate(load_ruleset("salitaan-competition"), replace(tally, turns=tuple(turns)))
    errors = [one for one in report.findings if one.severity == "error"]
    assert [(one.code, one.turn, one.recorded, one.computed) for one in errors] == [
        ("total_wrong", 2, 51, 41)
    ]


def test_a_sheet_of_totals_alone_is_unverifiable() -> None:
    report = validate(load_ruleset("bisonte"), Scoresheet(sheet("", 2).players, totals=(301, 287)))
    assert report.verdict == "unverifiable"
    assert report.totals == (301, 287)


def test_the_winner_of_equal_totals_is_checked_with_the_scores_before_unplayed_tiles() -> None:
    rules = load_ruleset("salitaan-competition")
    equal = Scoresheet(sheet("", 2).players, totals=(64, 64), before=(77, 66), winners=(1,))
    assert found(validate(rules, equal), "winner_wrong").severity == "error"
    assert "winner_wrong" not in {one.code for one in validate(rules, replace(equal, winners=(0,))).findings}


def test_a_rack_of_nothing_but_question_marks_is_an_unknown_rack() -> None:
    text = sheet("1 8F READS ??????? +12", 2)
    assert validate(load_ruleset("set-words-club"), text).verdict == "holds"
    odd = sheet("1 8F READS READ??? +12", 2)
    assert "rack_over_set" in {one.code for one in validate(load_ruleset("set-words-club"), odd).findings}


# A missing turn in a file that has no rows for lost turns: proven when the next total holds its points.
def gcg_of(script: str) -> Scoresheet:
    return replace(sheet(script, 2), source="gcg")


@pytest.mark.parametrize("gone", [0, 1, 2, 3])
def test_a_turn_missing_in_a_gcg_file_is_one_root_where_it_is_missing(gone: int) -> None:
    whole = gcg_of(OPENING + "1 J10 TAGALOG +36\n2 K11 TAGAK +24\n1 swap 2\n2 swap 1")
    report = validate(
        load_ruleset("salitaan-competition", CONFIRMED),
        replace(whole, turns=(*whole.turns[:gone], *whole.turns[gone + 1 :])),
    )
    roots = [one for one in report.findings if one.severity == "error" and one.cause is None]
    assert [(one.code, one.turn) for one in roots] == [("out_of_turn", gone)]
    assert f"{whole.turns[gone].score} points more" in str(roots[0].suggestion)


def test_a_gap_in_the_turns_of_a_gcg_file_that_no_total_shows_is_a_question() -> None:
    report = validate(load_ruleset("salitaan-competition", CONFIRMED), gcg_of(OPENING + "2 J10 TAGALOG +36"))
    assert [(one.code, one.severity) for one in report.findings if one.turn == 4] == [
        ("out_of_turn", "question")
    ]


# docs/rules/decisions.md, row 14: a hold keeps the window open.
HELD = OPENING + "1 swap 1\n2 swap 1\n"


def late(verdict: str, *, hold: bool, overrides: tuple[str, ...] = ()) -> Report:
    script = sheet(HELD + f"1? {verdict} DALAGA\n1 pass", 2)
    turns = list(script.turns)
    turns[6] = turns[6]._replace(of=3, hold=hold)
    return validate(
        load_ruleset("salitaan-competition", (*CONFIRMED, *overrides)), replace(script, turns=tuple(turns))
    )


@pytest.mark.parametrize("verdict", ["valid", "invalid"])
def test_a_challenge_after_a_hold_is_not_late(verdict: str) -> None:
    assert "challenge_late" in {one.code for one in late(verdict, hold=False).findings}
    assert "challenge_late" not in {one.code for one in late(verdict, hold=True).findings}
    without = late(verdict, hold=True, overrides=("challenge.hold=false",))
    assert "challenge_late" in {one.code for one in without.findings}


def test_a_play_found_invalid_after_a_hold_is_taken_back() -> None:
    assert late("invalid", hold=True).game.scores == [41, 24]
    assert late("invalid", hold=False).game.scores == [41, 42]


def test_points_for_time_that_no_rules_know_are_more_than_a_question() -> None:
    report = club("1 8F READS +12\n1 time -9")
    assert found(report, "time_not_due").severity in ("unverifiable", "error")
    assert found(club("1 8F READS +12\n1 time -10"), "time_not_due").severity == "question"


@pytest.mark.parametrize(
    ("template", "facts", "told"),
    [
        ("%(recorded)s points are written.", {"recorded": 1}, "1 point is written."),
        ("%(recorded)s points are written.", {"recorded": 11}, "11 points are written."),
        ("%(points)s points were earned.", {"points": 1}, "1 point was earned."),
        ("“%(text)s”: %(agree)s of %(plays)s plays agree.", {"text": "1 points are", "agree": 1, "plays": 1},
         "“1 points are”: 1 of 1 plays agree."),
    ],
)  # fmt: skip
def test_what_is_counted_goes_with_its_number_and_nobodys_words_are_touched(
    template: str, facts: dict[str, object], told: str
) -> None:
    message = agreeing("code", template, facts)
    assert message == told
    assert (message.template, message.facts) == (template, facts)
