"""Plays: the worked examples of the Salitaan book, every reason why a play is not legal, and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    Board,
    JudgedPlay,
    Placement,
    Ruleset,
    Square,
    check_ruleset,
    judge_play,
    load_ruleset,
    parse_square,
    read_play,
    read_rack,
)
from tests.scoring.strategies import RULESETS, laid_games
from tests.sweeps import SOAK

# Each example lays up to five plays, under each of five rulesets.
some_games = settings(max_examples=10_000 if SOAK else 40)
SALITAAN = RULESETS["salitaan-competition"]
SET_WORDS = RULESETS["set-words-club"]

# source, place, word, score, its arithmetic. Two plays only support the others: their words come from the book's
# picture, their scores from the board as read from all examples together.
EXAMPLES = [
    ("SAL:145-160", "10E", "MABAIT", 22, "M2 A1 B4 A1x2 I1 T1 = 11 x2 = 22"),
    ("support", "H7", "MAGANDA", 24, "M2x3 A1 G4 A1 N1 D8 A1x3 = 24"),
    ("SAL:173", "8G", "HATI", 19, "H5x3 A1 T1 I1x2 = 19"),
    ("support", "13G", "DALAGA", 18, "D8 A1 L1 A1 G4 A1x3 = 18"),
    ("SAL:181-195", "J10", "TAGALOG", 36, "T1 A1 G4x2 A1 L1 O2 G4 = 18 x2 = 36"),
    (
        "SAL:199-209",
        "K11",
        "TAGAK",
        24,
        "T1 A1 G4 A1x2 K2 = 10; A1 T1 = 2; G4 A1 = 5; L1 A1x2 = 3; O2 K2 = 4; total 24",
    ),
]


def play(ruleset: Ruleset, board: Board, place: str, word: str, rack: str | None = None) -> JudgedPlay:
    written = read_play(board, ruleset.tile_set, place, word)
    assert written.problem is None, str(written.problem)
    assert written.position is not None
    held = read_rack(rack, ruleset.tile_set).pieces if rack is not None else None
    return judge_play(ruleset, board, written.placements, across=written.position.across, rack=held)


def board_after(ruleset: Ruleset, *plays: tuple[str, str]) -> Board:
    board = Board(ruleset.layout)
    for place, word in plays:
        written = read_play(board, ruleset.tile_set, place, word)
        assert written.problem is None, str(written.problem)
        board = board.with_pieces(written.placements)
    return board


@pytest.mark.parametrize("name", ["salitaan-competition", "salitaan-family"])
@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=[example[2] for example in EXAMPLES])
def test_the_books_worked_examples_score_as_printed(name: str, number: int) -> None:
    ruleset = RULESETS[name]
    board = board_after(ruleset, *((place, word) for _, place, word, _, _ in EXAMPLES[:number]))
    _, place, word, score, line = EXAMPLES[number]
    judged = play(ruleset, board, place, word)
    assert judged.problems == ()
    assert judged.score == score
    assert judged.line == line


def test_scores_that_rest_on_unproven_squares_say_so() -> None:
    certain = []
    for number, (_, place, word, _, _) in enumerate(EXAMPLES):
        board = board_after(SALITAAN, *((e[1], e[2]) for e in EXAMPLES[:number]))
        certain.append(play(SALITAAN, board, place, word).certain)
    assert certain == [True, False, False, False, True, True]


def test_all_words_formed_are_named_main_word_first() -> None:
    board = board_after(SALITAAN, *((place, word) for _, place, word, _, _ in EXAMPLES[:5]))
    judged = play(SALITAAN, board, "K11", "TAGAK")
    assert [word.spelling for word in judged.words] == ["TAGAK", "AT", "GA", "LA", "OK"]


def test_a_lone_tile_is_read_in_the_direction_written() -> None:
    board = board_after(SALITAAN, ("10H", "ABA"), ("J10", "ABA"))
    across, down = play(SALITAAN, board, "11I", "AB"), play(SALITAAN, board, "I10", "BA")
    assert across.placements == down.placements
    assert [word.spelling for word in across.words] == ["AB", "BA"]
    assert [word.spelling for word in down.words] == ["BA", "AB"]
    assert across.score == down.score


# ruleset, tiles laid, bonus. SAL:213 only for all ten; BIS:56 seven; the SET text names none, clubs give 50.
@pytest.mark.parametrize(
    ("name", "word", "bonus"),
    [
        ("salitaan-competition", "TALAMBUHAY", 75),
        ("salitaan-competition", "TALAMBUHA", 0),
        ("salitaan-competition", "TALAMBU", 0),
        ("set-words", "READING", 0),
        ("set-words-club", "READING", 50),
        ("set-words-club", "READIN", 0),
        ("bisonte", "CAMINOS", 50),
    ],
)
def test_the_bonus_is_paid_for_exactly_a_full_rack(name: str, word: str, bonus: int) -> None:
    ruleset = RULESETS[name]
    row = ruleset.layout.start.row + 1
    judged = play(ruleset, Board(ruleset.layout), f"{row}{'J' if row == 10 else 'H'}", word)
    assert judged.bonus == bonus
    assert judged.score == sum(found.points for found in judged.words) + bonus
    assert (f"bonus {bonus}" in judged.line) == bool(bonus)


# SET:103-105 two word squares multiply; SAL and BIS are silent and treated alike.
def test_two_word_squares_in_one_word_multiply() -> None:
    board = board_after(SET_WORDS, ("8H", "NA"), ("H1", "ABANDON"))
    judged = play(SET_WORDS, board, "1A", "TABULATA")
    assert judged.words[0].multipliers == (3,)
    wide = play(SET_WORDS, Board(SET_WORDS.layout), "1A", "ABANDONMENTSIDE")
    assert wide.words[0].factor == 27
    added = load_ruleset("set-words-club", ["premiums.two_words=add"])
    assert play(added, Board(added.layout), "1A", "ABANDONMENTSIDE").words[0].factor == 9


# SAL:84-86, SET:114-116, BIS:49, 54.
def test_a_blank_is_worth_nothing_but_multiplies_the_word() -> None:
    judged = play(SALITAAN, Board(SALITAAN.layout), "10E", "mABAIT")
    assert judged.line == "m0 A1 B4 A1x2 I1 T1 = 9 x2 = 18"
    on_letter_square = play(SALITAAN, Board(SALITAAN.layout), "10E", "MABaIT")
    assert on_letter_square.line == "M2 A1 B4 a0x2 I1 T1 = 9 x2 = 18"


# SAL:82, SET:110-112, BIS:52.
def test_premiums_count_only_in_the_turn_that_covers_them() -> None:
    board = board_after(SALITAAN, ("10E", "MABAIT"))
    assert play(SALITAAN, board, "10E", "MABAITA").words[0].line == "M2 A1 B4 A1 I1 T1 A1 = 11"
    again = load_ruleset(overrides=["premiums.counted=every_turn"])
    assert play(again, board, "10E", "MABAITA").words[0].factor == 2


# BIS:20: the first word is doubled, once.
def test_bisonte_doubles_the_first_word_once() -> None:
    bisonte = RULESETS["bisonte"]
    assert play(bisonte, Board(bisonte.layout), "8H", "CASA").line == "C3 A1 S1 A1 = 6 x2 = 12"
    doubled = load_ruleset("bisonte", ["first_play.word_multiplier=2"])
    assert play(doubled, Board(doubled.layout), "8H", "CASA").score == 24


def test_a_digraph_tile_takes_one_square_and_counts_once() -> None:
    judged = play(SALITAAN, Board(SALITAAN.layout), "10I", "BA[NG]A")
    assert judged.words[0].line == "B4 A1 NG5 A1x2 = 12"
    assert [place.square.name for place in judged.placements] == ["I10", "J10", "K10", "L10"]
    split = play(SALITAAN, Board(SALITAAN.layout), "10I", "BA[N][G]A")
    assert split.words[0].spelling == judged.words[0].spelling
    assert len(split.placements) == 5


def laid(ruleset: Ruleset, text: str) -> list[Placement]:
    """`A@J10 B@K10` as placements; a lower-case letter is a blank."""
    placements = []
    for part in text.split():
        tile, _, name = part.partition("@")
        rack = read_rack(tile, ruleset.tile_set).pieces
        square = Square(99, 99) if name == "off" else parse_square(name)
        assert rack is not None
        assert square is not None
        placements.append(Placement(square, rack[0]))
    return placements


# Laid on an empty board, or on one with MABAIT at 10E; the one reason why not. SAL:26, 30, 118, 122; BIS:34.
@pytest.mark.parametrize(
    ("first", "text", "code"),
    [
        (True, "", "no_tiles"),
        (True, "A@J10 B@off", "off_board"),
        (True, "A@J10 B@J10", "used_twice"),
        (True, "A@J10 B@K11", "not_in_line"),
        (True, "A@J10 B@L10", "gap"),
        (True, "A@K10 B@L10", "off_start"),
        (True, "A@J10", "too_few_tiles"),
        (True, "?@J10 A@K10", "bare_blank"),
        (False, "A@J10", "on_tile"),
        (False, "A@A1 B@B1", "not_connected"),
        (False, "A@K10 A@M10", "gap"),
    ],
)
def test_each_reason_why_a_play_is_not_legal(first: bool, text: str, code: str) -> None:
    board = Board(SALITAAN.layout) if first else board_after(SALITAAN, ("10E", "MABAIT"))
    judged = judge_play(SALITAAN, board, laid(SALITAAN, text))
    assert [problem.code for problem in judged.problems] == [code]
    assert str(judged.problems[0]).endswith(".")
    assert not judged.legal


@pytest.mark.parametrize("text", ["A@J10 B@K11", "A@J10 B@L10", "A@J10 B@off", "A@J10 B@J10"])
def test_a_play_without_a_readable_word_has_no_score(text: str) -> None:
    judged = judge_play(SALITAAN, Board(SALITAAN.layout), laid(SALITAAN, text))
    assert judged.words == ()
    assert judged.score is None


def test_an_illegal_play_is_scored_all_the_same() -> None:
    judged = judge_play(SALITAAN, Board(SALITAAN.layout), laid(SALITAAN, "B@A1 A@B1"))
    assert [problem.code for problem in judged.problems] == ["off_start"]
    assert judged.score == 15


def test_several_reasons_are_all_given() -> None:
    judged = judge_play(SALITAAN, Board(SALITAAN.layout), laid(SALITAAN, "W@A1"), rack=[])
    assert {problem.code for problem in judged.problems} == {"off_start", "too_few_tiles", "not_on_rack"}


def test_more_tiles_than_the_set_holds_are_noticed() -> None:
    # SAL:381-383: there is one W.
    board = board_after(SALITAAN, ("10I", "WA"))
    judged = play(SALITAAN, board, "J10", "AW")
    assert [problem.code for problem in judged.problems] == ["over_set"]
    assert "W" in str(judged.problems[0])


def test_a_tile_that_was_not_on_the_rack_is_noticed() -> None:
    empty = Board(SALITAAN.layout)
    assert play(SALITAAN, empty, "10E", "MABAIT", rack="MABAITKLU?").legal
    wrong = play(SALITAAN, empty, "10E", "MABAIT", rack="MABITKLUO")
    assert [problem.code for problem in wrong.problems] == ["not_on_rack"]
    assert play(SALITAAN, empty, "10E", "MABaIT", rack="MABIT?KLUO").legal


def test_more_tiles_than_a_rack_are_noticed() -> None:
    judged = play(SET_WORDS, Board(SET_WORDS.layout), "8H", "READINGS")
    assert [problem.code for problem in judged.problems] == ["over_rack"]


def test_a_blank_as_a_letter_the_division_does_not_allow_is_noticed() -> None:
    placements = laid(SALITAAN, "c@J10 A@K10")
    assert judge_play(SALITAAN, Board(SALITAAN.layout), placements).legal
    narrow = load_ruleset(overrides=["tiles.blank_may_be=letters_with_a_tile"])
    judged = judge_play(narrow, Board(narrow.layout), placements)
    assert [problem.code for problem in judged.problems] == ["blank_as"]


# The ways sheets write tiles that lie there already: the word whole, a dot, the letter in brackets.
@pytest.mark.parametrize("word", ["TAGALOG", ".AGALOG", "(T)AGALOG", ".AG(A)LOG", "TAG.LOG", "tAGALOG"])
def test_tiles_already_lying_may_be_written_in_several_ways(word: str) -> None:
    board = board_after(SALITAAN, *((place, text) for _, place, text, _, _ in EXAMPLES[:4]))
    assert play(SALITAAN, board, "J10", word).score == 36


@pytest.mark.parametrize(
    ("place", "word", "code"),
    [
        ("Z9", "HATI", "bad_place"),
        ("99", "HATI", "bad_place"),
        ("10Q", "HATI", "runs_off"),
        ("10E", "BABAIT", "read_otherwise"),
        ("10E", "MABAIT", "no_new_tile"),
        ("9A", ".ATI", "nothing_there"),
        ("10E", "(B)A", "nothing_there"),
        ("8G", "BANGA", "ambiguous"),
        ("8G", "QATI", "no_such_tile"),
        ("8G", "", "empty"),
    ],
)
def test_a_written_play_that_cannot_be_laid_says_why(place: str, word: str, code: str) -> None:
    written = read_play(board_after(SALITAAN, ("10E", "MABAIT")), SALITAAN.tile_set, place, word)
    assert written.placements == ()
    assert written.problem is not None
    assert written.problem.code == code
    assert "%(" not in str(written.problem)


def test_tiles_on_the_board_settle_which_ng_was_meant() -> None:
    board = board_after(SALITAAN, ("10I", "BA[NG]A"))
    written = read_play(board, SALITAAN.tile_set, "10I", "BANGAT")
    assert [place.square.name for place in written.placements] == ["M10"]


def test_a_play_that_can_lie_in_too_many_ways_is_refused_rather_than_cut_short() -> None:
    wide = load_ruleset(overrides={"board.grid": ["." * 25] * 25})
    row = laid(wide, " ".join(f"A@{column}10" for column in "ABCDEFGHIJKLMNOPQRSTUVWXY"))
    written = read_play(Board(wide.layout).with_pieces(row), wide.tile_set, "10A", "NG." * 8)
    assert written.problem is not None
    assert written.problem.code == "too_many"


def test_an_ambiguous_play_lists_every_way_it_can_lie() -> None:
    written = read_play(Board(SALITAAN.layout), SALITAAN.tile_set, "10I", "BANGA")
    assert [len(way) for way in written.choices] == [4, 5]


@pytest.mark.parametrize("name", sorted(RULESETS))
@some_games
@given(data=st.data())
def test_transposing_the_board_changes_no_score(name: str, data: st.DataObject) -> None:
    ruleset = RULESETS[name]
    board, plays = data.draw(laid_games(ruleset))
    before = board.without([place.square for place in plays[-1]]) if plays else board
    mirrored = before.transposed()
    for way in (True, False):
        laid_now = plays[-1] if plays else []
        turned = [Placement(square.transposed, piece) for square, piece in laid_now]
        one = judge_play(ruleset, before, laid_now, across=way)
        two = judge_play(ruleset, mirrored, turned, across=not way)
        assert one.score == two.score
        assert sorted(p.code for p in one.problems) == sorted(p.code for p in two.problems)
        assert sorted(w.line for w in one.words) == sorted(w.line for w in two.words)


@pytest.mark.parametrize("name", sorted(RULESETS))
@some_games
@given(data=st.data())
def test_a_score_is_the_sum_of_its_arithmetic(name: str, data: st.DataObject) -> None:
    ruleset = RULESETS[name]
    board, plays = data.draw(laid_games(ruleset))
    for placements in plays:
        judged = judge_play(ruleset, Board(ruleset.layout), placements)
        if judged.score is not None:
            letters = [letter for word in judged.words for letter in word.letters]
            assert all(letter.points == letter.piece.value * letter.multiplier for letter in letters)
            assert judged.score == judged.bonus + sum(word.sum * word.factor for word in judged.words)
    assert all(board.at(place.square) == place.piece for placements in plays for place in placements)


@given(st.text(max_size=8), st.text(max_size=40))
def test_no_written_play_ever_raises(place: str, word: str) -> None:
    board = board_after(SALITAAN, ("10E", "MABAIT"))
    written = read_play(board, SALITAAN.tile_set, place, word)
    assert bool(written.placements) == (written.problem is None)


def test_a_play_on_a_board_of_another_size_is_judged_by_that_board() -> None:
    grid = ["." * 25] * 25
    checked = check_ruleset("salitaan-competition", {"board.grid": grid})
    ruleset = checked.unwrap()
    assert ruleset.layout.start.name == "M13"
    assert play(ruleset, Board(ruleset.layout), "13U", "MABAI").problems[0].code == "off_start"
    assert play(ruleset, Board(ruleset.layout), "13K", "BABA").score == 10
