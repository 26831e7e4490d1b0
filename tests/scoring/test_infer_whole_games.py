"""Whole games without a single square: what words, scores and racks leave of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.engine.paper_games.random_play import random_game
from scoring import Ruleset, Scoresheet, fold, infer, load_ruleset, parse_position
from scoring.repair import infer as searching
from scoring.repair.infer import NONE, SEVERAL, UNDECIDED, UNIQUE, with_points
from scoring.repair.likeness import Likeness
from scoring.repair.quick_board import QuickBoard, Rules
from scoring.sheets.scoresheet import PASSED, PLAY, SCORE, Turn
from tests.scoring.sheets import GAME, sheet
from tests.scoring.strategies import RULESETS

CLUB = load_ruleset("set-words-club")


def bare(whole: Scoresheet, **cells: object) -> Scoresheet:
    """The sheet without squares, and with other cells of its plays changed."""
    turns = [turn._replace(position="", **cells) if turn.kind == PLAY else turn for turn in whole.turns]  # type: ignore[arg-type]
    return replace(whole, turns=tuple(turns))


def spelled_out(ruleset: Ruleset, whole: Scoresheet) -> Scoresheet:
    """Every word with all its letters, none left to the board."""
    turns = []
    for step in fold(ruleset, whole).steps:
        words = step.placed.judged.words if step.placed else ()
        text = "".join(f"[{piece.text.strip('[]')}]" for piece in words[0].pieces) if words else ""
        turns.append(step.turn._replace(word=text) if words else step.turn)
    return replace(whole, turns=tuple(turns))


def names(position: str) -> set[str]:
    """A place and its mirror image: without any square a game lies either way."""
    found = parse_position(position)
    assert found is not None
    return {found.name, found.transposed.name}


@pytest.mark.parametrize("name", sorted(RULESETS))
@pytest.mark.parametrize("spelled", [False, True])
def test_nearly_every_square_of_a_whole_game_is_found_and_no_wrong_one_is_called_the_only_one(
    name: str, spelled: bool
) -> None:
    ruleset, rows, few = RULESETS[name], 0, 0
    for seed in range(3):
        whole = random_game(ruleset, 2, seed, plays=30)
        text = spelled_out(ruleset, whole) if spelled and ruleset.book != "BIS" else whole
        found = infer(ruleset, bare(text))
        for row in found.rows:
            truth = names(whole.turns[row.number].position)
            rows, few = rows + 1, few + (bool(truth & set(row.places[:3])))
            if row.answer == UNIQUE:
                assert row.places[0] in truth
            if row.answer in (UNIQUE, SEVERAL):
                assert truth & set(row.places)
    assert few >= 0.95 * rows


def test_without_racks_words_and_scores_settle_most_of_a_game() -> None:
    whole = random_game(CLUB, 2, 5, plays=24)
    found = infer(CLUB, bare(whole, rack=None))
    settled = [row for row in found.rows if row.answer == UNIQUE]
    assert len(settled) >= 0.8 * len(found.rows)
    assert all(row.places[0] in names(whole.turns[row.number].position) for row in settled)


@pytest.mark.parametrize(
    "cells", [{"score": None, "total": None}, {"score": None, "total": None, "rack": None}]
)
def test_without_scores_and_squares_it_says_at_once_that_it_cannot(cells: dict[str, object]) -> None:
    text = bare(sheet(GAME, 2), **cells)
    found = infer(RULESETS["salitaan-competition"], text)
    assert {row.answer for row in found.rows} == {UNDECIDED}
    assert found.sheet.turns == text.turns


def test_a_row_that_cannot_be_settled_leaves_the_others_as_they_are() -> None:
    whole = sheet(GAME, 2)
    text = replace(bare(whole), turns=(*bare(whole).turns, Turn(PLAY, 0, word="WWW", score=99)))
    found = infer(RULESETS["salitaan-competition"], text)
    assert [row.answer for row in found.rows][-1] == NONE
    assert [row.places[:1] for row in found.rows[:-1] if row.answer == UNIQUE] == [
        (turn.position,)
        for turn, row in zip(whole.turns, found.rows[:-1], strict=True)
        if row.answer == UNIQUE
    ]
    assert sum(row.answer == UNIQUE for row in found.rows) >= 3


def test_what_hangs_on_ways_that_were_not_followed_is_not_called_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searching, "MAX_WAYS", 3)
    monkeypatch.setattr(searching, "MAX_TRIED", 40)
    whole = random_game(CLUB, 2, 3, plays=20)
    found = infer(CLUB, bare(whole, rack=None, score=None, total=None, word="EA"))
    assert all(row.answer != UNIQUE for row in found.rows)
    text = replace(
        whole,
        turns=(whole.turns[0], *bare(replace(whole, turns=whole.turns[1:]), score=None, total=None).turns),
    )
    for row in infer(CLUB, text).rows:
        if row.answer == UNIQUE:
            assert row.places[0] == whole.turns[row.number].position


def test_a_score_left_out_is_taken_from_the_totals() -> None:
    whole = sheet(GAME, 2)
    rows = with_points(bare(whole, score=None))
    assert [turn.score for turn in rows] == [turn.score for turn in whole.turns]
    gone = replace(whole, turns=(Turn(SCORE, 0), whole.turns[2]._replace(score=None)))
    assert [turn.score for turn in with_points(gone)] == [None, None]
    idle = replace(whole, turns=(Turn(PASSED, 0, score=0), whole.turns[0]._replace(score=None)))
    assert [turn.score for turn in with_points(idle)] == [0, 22]


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_word_is_tried_at_every_place_where_it_can_lie(name: str) -> None:
    rules = Rules(RULESETS[name])
    board = QuickBoard(rules)
    for turn in random_game(RULESETS[name], 2, 7, plays=12).turns:
        if turn.kind != PLAY:
            continue
        for tokens in searching.readings(turn.word, RULESETS[name]):
            tried = {rules.name(found.place) for found in board.fits(tokens)}
            every = {name for name, place in rules.tables.places.items() if board.fit(place, tokens)}
            assert tried == every
            found = board.fit(rules.tables.places[turn.position], tokens)
            assert found is not None
            assert found.points == turn.score
        board.lay(found, tokens)


def test_rules_that_count_premiums_in_their_own_way_are_counted_by_those_who_know_them() -> None:
    ruleset = load_ruleset("set-words-club", ["premiums.two_words=add"])
    whole = random_game(ruleset, 2, 2, plays=10)
    found = infer(ruleset, bare(whole))
    assert all(names(whole.turns[row.number].position) & set(row.places) for row in found.rows)


def test_words_made_across_have_to_make_up_for_themselves_so_a_place_through_a_tile_comes_first() -> None:
    rules = Rules(CLUB)
    judged, board = Likeness(rules, [list("SATIN")]), QuickBoard(rules)
    first = board.fit(rules.place("8F"), list("SATIN"))
    assert first is not None
    board.lay(first, list("SATIN"))
    likely = {}
    for found in board.fits(list("TAO")):
        after = board.copy()
        after.lay(found, list("TAO"))
        likely[rules.name(found.place)] = judged.of(after, found, list("TAO"))
    through = {name: like for name, like in likely.items() if name in ("H8", "G7")}
    beside = {name: like for name, like in likely.items() if name not in through}
    assert set(through.values()) == {0.0}
    assert max(beside.values()) < 0
