"""Where the books are silent or contradict themselves: each decision as a test, with the lines it stands on.

The number is the row of the table in docs/rules/decisions.md.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Board, judge_play, load_ruleset, plausibility, read_play, read_rack, to_decide, winners
from scoring.checks.validate import Report, validate
from scoring.game.fold import fold
from scoring.game.state import Game
from scoring.rules.loading import Ruleset
from scoring.rules.supply import first_bounds, first_supply, lay
from scoring.sheets.scoresheet import Scoresheet
from tests.scoring.hand_games import CONFIRMED, SMALL
from tests.scoring.sheets import sheet
from tests.scoring.strategies import RULESETS

BOOK = sorted(RULESETS)
OPENING = "1 10E MABAIT +22\n2 H7 MAGANDA +24\n"
EXAMPLES = OPENING + "1 8G HATI +19\n2 13G DALAGA +18\n1 J10 TAGALOG +36\n2 K11 TAGAK +24\n"


def rules(name: str, *overrides: str) -> Ruleset:
    return load_ruleset(name, (*CONFIRMED, *overrides))


def played(name: str, script: str, players: int = 2, *overrides: str) -> Game:
    return fold(rules(name, *overrides), sheet(script, players))


def checked(name: str, script: str, players: int = 2, *overrides: str) -> Report:
    return validate(rules(name, *overrides), sheet(script, players))


def codes(report: Report) -> set[str]:
    return {one.code for one in report.findings}


# 1: SAL:288, 290 count NG as N and G, NGA as NG and A; BIS: Spanish practice.
def test_row_1_n_and_g_may_spell_ng_in_salitaan_and_c_and_h_not_ch_in_bisonte() -> None:
    salitaan, bisonte = RULESETS["salitaan-competition"], RULESETS["bisonte"]
    ways = read_play(Board(salitaan.layout), salitaan.tile_set, "10I", "BANGA").choices
    assert [len(way) for way in ways] == [4, 5]
    laid = read_play(Board(bisonte.layout), bisonte.tile_set, "8G", "NOCHE").placements
    assert [place.piece.tile for place in laid] == ["N", "O", "CH", "E"]


# 2: SAL:30.
def test_row_2_a_blank_may_be_any_letter_unless_restricted() -> None:
    blanks = read_play(
        Board(RULESETS[BOOK[1]].layout), RULESETS[BOOK[1]].tile_set, "10I", "[ng]Az"
    ).placements
    assert [(place.piece.face, place.piece.value) for place in blanks] == [("NG", 0), ("A", 1), ("Z", 0)]
    narrow = "tiles.blank_may_be=letters_with_a_tile"
    assert "blank_as" in codes(checked("salitaan-competition", "1 10I Az +1", 2, narrow))


# 3: SAL:290.
@pytest.mark.parametrize("name", BOOK)
def test_row_3_lengths_count_tiles(name: str) -> None:
    assert RULESETS[name].words.length_in == "tiles"
    first = judge_play(RULESETS["salitaan-family"], Board(RULESETS["salitaan-family"].layout), read_play(
        Board(RULESETS["salitaan-family"].layout), RULESETS["salitaan-family"].tile_set, "10J", "[NG]A").placements)  # fmt: skip
    assert first.legal
    assert len(first.placements) == 2


# 4: SAL:217 names the blue bag; the black one is treated alike.
@pytest.mark.parametrize("empty", [0, 1])
def test_row_4_an_empty_bag_is_made_up_for_from_the_other(empty: int) -> None:
    family = RULESETS["salitaan-family"]
    game = played("salitaan-family", OPENING)
    supply = first_supply(family.drawing, 2)
    bags = tuple(0 if bag == empty else 40 for bag in range(2))
    after = lay(game.rules, supply._replace(bags=bags), 0, (5, 0) if empty == 0 else (0, 5))
    assert after.on_rack(0) == 10
    assert after.bags[1 - empty] == 35


# 5: SAL:238.
def test_row_5_competition_draws_ten_of_any_kind_from_one_bag() -> None:
    assert first_supply(RULESETS["salitaan-competition"].drawing, 2).bags == (130,)
    assert first_supply(RULESETS["salitaan-family"].drawing, 2).racks == ((5, 5), (5, 5))


# 6: SAL:254; all books: never more than the bag holds.
@pytest.mark.parametrize(("tiles", "left", "refused"), [(18, 8, False), (17, 7, True)])
def test_row_6_competition_refuses_an_exchange_with_seven_tiles_left(
    tiles: int, left: int, refused: bool
) -> None:
    table = [{**row, "count": tiles - 11} if row["id"] == "A" else row for row in SMALL["tiles.table"]]
    few = load_ruleset("salitaan-competition", {**SMALL, "tiles.table": table, "tiles.total": tiles})
    report = validate(few, sheet("1 swap 2", 2))
    assert report.game.bounds.in_bag == (left, left)
    assert ("exchange_bag_low" in codes(report)) is refused


def test_row_6_no_rule_of_family_set_words_or_bisonte_keeps_tiles_back() -> None:
    assert [RULESETS[name].exchange.refused_at for name in BOOK] == [0, 7, 0, 0, 0]


def test_row_6_the_opener_may_exchange_and_a_question_is_shown() -> None:
    report = checked("salitaan-competition", "1 swap 3")
    assert {one.severity for one in report.findings if one.code == "opener_did_not_play"} == {"question"}


# 7: SAL:110, SET:61-63, BIS:38.
@pytest.mark.parametrize("name", BOOK)
def test_row_7_new_tiles_are_drawn_before_the_old_ones_are_mixed_in(name: str) -> None:
    assert RULESETS[name].exchange.order == "draw_first"
    assert RULESETS[name].marks["exchange.order"].kind == "source"


# 8: SAL:224. Only a pass counts; a play or an exchange starts anew; a lost turn does neither.
@pytest.mark.parametrize(
    ("rest", "over"),
    [
        ("1 pass\n2 pass\n1 pass\n2 pass", True),
        ("1 pass\n2 pass\n1 pass", False),
        ("1 pass\n2 pass\n1 swap 2\n2 pass\n1 pass", False),
        ("1 pass\n2 pass\n1 8G HATI +19\n2 pass\n1 pass", False),
        ("1? valid\n1 lost\n2 pass\n1 pass\n2 pass\n1 pass", True),
        ("1 pass\n2 pass\n1 pass\n2 lost", False),
    ],
)
def test_row_8_two_passes_each_in_a_row_end_the_game(rest: str, over: bool) -> None:
    assert (played("salitaan-competition", OPENING + rest).ended is not None) is over


def test_row_8_six_scoreless_turns_raise_a_question_only() -> None:
    report = checked(
        "salitaan-competition", OPENING + "1 swap 1\n2 swap 1\n1 swap 1\n2 swap 1\n1 swap 1\n2 swap 1"
    )
    assert {one.severity for one in report.findings if one.code == "scoreless_turns"} == {"question"}
    assert report.game.ended is None


def test_row_8_nobody_can_move_is_a_recorded_event() -> None:
    assert played("salitaan-competition", OPENING).ended is None
    ended = played("salitaan-competition", OPENING + "end nobody_can_move").ended
    assert ended is not None
    assert (ended.why, ended.seat) == ("recorded", None)


# 9: SAL:226-228, BIS:58.
@pytest.mark.parametrize("name", ["salitaan-competition", "salitaan-family", "bisonte", "set-words-club"])
def test_row_9_own_tiles_off_and_the_others_on_for_who_went_out(name: str) -> None:
    rule = RULESETS[name].adjustment
    assert (rule.deduct_own, rule.out_gains) == (True, "others_tiles")


def test_row_9_nobody_out_means_deductions_only() -> None:
    text = sheet(OPENING + "end nobody_can_move", 2, racks=("AB", "W"), totals=(17, 14))
    assert validate(rules("salitaan-competition"), text).computed_totals == (17, 14)


# 10: the Set Words text names no adjustment.
def test_row_10_set_words_adjusts_nothing_and_its_club_rules_do() -> None:
    for name, totals in (("set-words", (12, 7)), ("set-words-club", (2, 5))):
        text = sheet(
            "1 8F READS +12\n2 G7 LEASE +7\nend nobody_can_move", 2, racks=("Q", "EE"), totals=totals
        )
        assert validate(load_ruleset(name), text).computed_totals == totals


# 11: SAL:232, BIS:63.
@pytest.mark.parametrize(
    ("name", "who"),
    [("salitaan-competition", (0,)), ("bisonte", (0,)), ("set-words", (0, 1)), ("set-words-club", (0, 1))],
)
def test_row_11_equal_scores_go_to_the_higher_before_unplayed_tiles(name: str, who: tuple[int, ...]) -> None:
    assert winners(RULESETS[name], (300, 300), (310, 305)) == who
    assert winners(RULESETS[name], (300, 300), (305, 305)) == (0, 1)
    assert winners(RULESETS[name], (300, 300)) == (0, 1)


# 12: only SET:103-105 says so.
@pytest.mark.parametrize("name", BOOK)
def test_row_12_two_word_squares_multiply_and_only_set_words_says_so(name: str) -> None:
    assert RULESETS[name].premiums.two_words == "multiply"
    assert (RULESETS[name].marks["premiums.two_words"].kind == "source") == name.startswith("set-words")


def test_row_12_a_score_on_two_word_squares_is_no_error_where_the_book_is_silent() -> None:
    wide = "1 1F AAAAAAAAAA"  # from F1 to O1: two triple words
    grid = rules("salitaan-competition", "first_play.covers_start=false")
    report = validate(grid, sheet(f"{wide} +100", 2))
    assert {one.severity for one in report.findings if one.code == "score_wrong"} == {"unverifiable"}


# 13: SAL:213.
@pytest.mark.parametrize(("word", "bonus"), [("TALAMBUHAY", 75), ("TALAMBUHA", 0)])
def test_row_13_the_bonus_needs_exactly_a_full_rack(word: str, bonus: int) -> None:
    ruleset = RULESETS["salitaan-competition"]
    laid = read_play(Board(ruleset.layout), ruleset.tile_set, "10J", word).placements
    assert judge_play(ruleset, Board(ruleset.layout), laid).bonus == bonus


# 14: SAL:136, SET:71.
@pytest.mark.parametrize("name", BOOK)
def test_row_14_the_next_recorded_turn_closes_the_window(name: str) -> None:
    text = sheet(EXAMPLES + "1? valid DALAGA", 2)
    late = replace(text, turns=(*text.turns[:-1], text.turns[-1]._replace(of=3)))
    report = validate(load_ruleset(name, CONFIRMED), late)
    assert "challenge_late" in codes(report)
    assert "challenge_late" not in codes(checked("salitaan-competition", EXAMPLES + "1? valid TAGAK"))


# 15: SAL:138, BIS:43. The first to claim alone is at risk; lost turns queue up; what is left at the end is dropped.
@pytest.mark.parametrize(("who", "owed"), [("first", [0, 1, 0]), ("each", [0, 1, 1])])
def test_row_15_who_pays_for_a_wrong_challenge(who: str, owed: list[int]) -> None:
    game = played(
        "salitaan-competition", "1 10E MABAIT +22\n2,3? valid MABAIT", 3, f"challenge.challengers={who}"
    )
    assert game.order.owed == owed


def test_row_15_lost_turns_queue_up_and_are_dropped_at_the_end() -> None:
    script = "1 10E MABAIT +22\n3? valid\n2 H7 MAGANDA +24\n3? valid\n"
    game = played("salitaan-competition", script, 3)
    assert game.order.owed == [0, 0, 2]
    report = checked("salitaan-competition", script + "3 lost\n1 8G HATI +19\n2 pass\nend nobody_can_move", 3)
    assert report.verdict == "holds"
    assert report.game.order.owed == [0, 0, 1]


# 16: SET:71-74 punishes only the invalid play.
@pytest.mark.parametrize("name", ["set-words", "set-words-club"])
def test_row_16_a_wrong_challenge_costs_nothing_in_set_words(name: str) -> None:
    assert played(name, "1 8F READS +12\n2? valid READS\n2 G7 LEASE +7").order.owed == [0, 0]


# 17: SAL:142, 246.
@pytest.mark.parametrize(("name", "over"), [("salitaan-family", True), ("salitaan-competition", False)])
def test_row_17_three_challenges_in_family_rules_right_or_wrong(name: str, over: bool) -> None:
    script = "1 10E MABAIT +22\n2? invalid\n2 10E MABAIT +22\n1 H7 MAGANDA +24\n2? valid\n2 lost\n"
    script += "1 8G HATI +19\n2? valid\n2 lost\n"
    report = checked(name, script + "1 13G DALAGA +18\n2? valid\n2 lost")
    assert ("over_quota" in codes(report)) is over
    assert report.game.used == [0, 4]


# 18: SAL:136, SET:71, BIS:43 say "the word".
def test_row_18_the_words_named_are_ruled_together() -> None:
    assert all(RULESETS[name].challenge.scope == "named" for name in BOOK)
    report = checked("salitaan-competition", EXAMPLES + "1? invalid AT GA LA")
    assert report.computed_totals == (77, 42)
    assert "challenged_word_not_formed" not in codes(report)


# 19: SAL:136.
def test_row_19_a_bad_word_nobody_challenged_stands_and_is_a_question() -> None:
    report = validate(rules("salitaan-competition"), sheet(OPENING, 2), words=frozenset({"MABAIT"}))
    assert {one.severity for one in report.findings if one.code == "word_unknown"} == {"question"}
    assert report.computed_totals == (22, 24)


# 20: SAL:263-301 against SAL:126.
@pytest.mark.parametrize("word", ["MA", "UM", "BB", "OK"])
def test_row_20_the_printed_list_outranks_every_dictionary(word: str) -> None:
    report = validate(rules("salitaan-competition"), sheet(f"1 10I {word}", 2), words=frozenset())
    assert "word_unknown" not in codes(report)


# 21: SAL:242 names a limit and no penalty.
@pytest.mark.parametrize(
    ("overrun", "code", "severity"),
    [
        ("record", "overrun", "question"),
        ("points", "overrun_costs_points", "question"),
        ("turn_lost", "overrun_turn_lost", "error"),
    ],
)
def test_row_21_an_overrun_is_always_flagged_and_the_director_chooses_its_price(
    overrun: str, code: str, severity: str
) -> None:
    assert to_decide(RULESETS["salitaan-competition"]) == ("timer.overrun", "timer.stops_at")
    report = checked("salitaan-competition", "1 10E MABAIT +22 @121", 2, f"timer.overrun={overrun}")
    assert {one.severity for one in report.findings if one.code == code} == {severity}


# 22: SAL:94. 23: SET:22-25, BIS:15.
@pytest.mark.parametrize(
    ("name", "rule", "blank"),
    [("salitaan-competition", "eldest", False), ("salitaan-family", "eldest", False),
     ("set-words", "nearest_a", True), ("set-words-club", "nearest_a", True), ("bisonte", "nearest_a", False)],
)  # fmt: skip
def test_rows_22_and_23_who_starts_is_recorded_as_it_was(name: str, rule: str, blank: bool) -> None:
    assert (RULESETS[name].starter.rule, RULESETS[name].starter.blank_first) == (rule, blank)
    started = Scoresheet(sheet("", 3).players, sheet("2 pass\n3 pass\n1 pass", 3).turns, starter=1)
    assert "out_of_turn" not in codes(validate(RULESETS[name], started))
    assert "out_of_turn" in codes(validate(RULESETS[name], replace(started, starter=0)))


# 24: SAL:389-407.
@pytest.mark.parametrize("name", BOOK)
def test_row_24_the_variants_are_off_by_default(name: str) -> None:
    variants = RULESETS[name].variants
    on = [variants.open_dictionary, variants.theme, variants.recycled_blanks, variants.short_turns]
    assert not any(on)
    assert variants.theme_points == 5


def test_row_24_theme_points_are_gone_with_the_play() -> None:
    on = "variants.theme=true"
    assert played("salitaan-competition", OPENING + "2 theme +5 MAGANDA", 2, on).scores == [22, 29]
    assert played("salitaan-competition", OPENING + "2 theme +5 MAGANDA\n1? invalid", 2, on).scores == [22, 0]


def test_row_24_a_recycled_blank_is_undone_with_the_play() -> None:
    on = "variants.recycled_blanks=true"
    start = "1 10E MAbAIT +14\n"
    before = played("salitaan-competition", start, 2, on)
    after = played("salitaan-competition", start + "2 recycle G10 B\n2 H7 MaGANDA +23\n1? invalid", 2, on)
    assert after.board == before.board
    assert after.counts == before.counts
    assert after.bounds == before.bounds


@pytest.mark.parametrize(("turns", "why"), [("1", "turn_limit"), ("2", None)])
def test_row_24_the_short_version_ends_after_so_many_turns_each(turns: str, why: str | None) -> None:
    ended = played("salitaan-competition", OPENING, 2, f"variants.short_turns={turns}").ended
    assert (ended.why if ended else None) == why


# 25: SAL:132.
def test_row_25_dialects_are_named_by_the_event() -> None:
    assert load_ruleset(overrides=["words.dialects=Cebuano, Ilokano"]).words.dialects == (
        "Cebuano",
        "Ilokano",
    )


# 26: BIS:20.
def test_row_26_bisonte_doubles_the_first_word_once() -> None:
    report = checked("bisonte", "1 8H CASA +12")
    assert report.verdict == "holds"


# 27: BIS:45, 58.
def test_row_27_bisonte_ends_with_an_empty_bag_and_nobody_able_to_move() -> None:
    assert RULESETS["bisonte"].end.passes_each is None
    assert "end_with_tiles_in_bag" in codes(checked("bisonte", "1 8F CASAS +14\nend nobody_can_move"))
    assert played("bisonte", "1 8F CASAS +14\n2 pass\n1 pass\n2 pass\n1 pass\n2 pass\n1 pass").ended is None


# 28: silent in SET and BIS; BIS:27 implies parallel plays.
@pytest.mark.parametrize("name", ["set-words", "set-words-club", "bisonte"])
def test_row_28_passes_and_parallel_plays_are_allowed(name: str) -> None:
    assert RULESETS[name].passing.allowed
    ruleset = RULESETS[name]
    board = Board(ruleset.layout)
    board = board.with_pieces(read_play(board, ruleset.tile_set, "8G", "CASA").placements)
    laid = read_play(board, ruleset.tile_set, "9G", "ASAN").placements
    judged = judge_play(ruleset, board, laid)
    assert judged.legal
    assert [word.spelling for word in judged.words] == ["ASAN", "CA", "AS", "SA", "AN"]


# 29: SAL:11, SET:1, BIS:3; clockwise by SAL:106, SET:30, BIS:24.
@pytest.mark.parametrize("name", BOOK)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_row_29_turns_go_round_for_two_three_and_four(name: str, players: int) -> None:
    rows = "\n".join(f"{seat} swap 1" for seat in range(1, players + 1))
    assert "out_of_turn" not in codes(checked(name, f"{rows}\n1 swap 1", players))
    assert "out_of_turn" in codes(checked(name, f"{rows}\n2 swap 1", players))
    assert (
        first_bounds(RULESETS[name].drawing, players).on_rack(players - 1) == (RULESETS[name].rack.size,) * 2
    )
    assert plausibility(RULESETS[name], players).high > 0


# 30: SAL:82, SET:110, BIS:52.
@pytest.mark.parametrize("name", BOOK)
def test_row_30_a_premium_counts_only_in_the_turn_that_covers_it(name: str) -> None:
    ruleset = RULESETS[name]
    row = ruleset.layout.start.row + 1
    place = f"{row}{'G' if row == 8 else 'I'}"
    board = Board(ruleset.layout)
    first = read_play(board, ruleset.tile_set, place, "SAS").placements
    longer = read_play(board.with_pieces(first), ruleset.tile_set, place, "SASA").placements
    judged = judge_play(ruleset, board.with_pieces(first), longer)
    assert judged.words[0].multipliers == ()
    assert [letter.multiplier for letter in judged.words[0].letters[:3]] == [1, 1, 1]


def test_a_rack_is_read_in_any_order_for_the_count_of_what_is_left() -> None:
    assert len(read_rack("K W [NG] A", RULESETS["salitaan-competition"].tile_set).pieces or ()) == 4
