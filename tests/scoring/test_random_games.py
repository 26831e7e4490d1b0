"""Properties over random legal games of every ruleset, and faults put into them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.engine.paper_games.random_play import random_game
from core.clean_text import is_plain
from scoring import Ruleset, load_ruleset, parse_position
from scoring.checks.validate import Report, validate
from scoring.game.fold import fold
from scoring.sheets.gcg_read import read_gcg
from scoring.sheets.gcg_write import write_gcg
from scoring.sheets.scoresheet import CHALLENGE, END, KINDS, PLAY, RECYCLE, Player, Scoresheet, Turn
from scoring.sheets.sheet_csv import read_csv_sheet, write_csv_sheet
from scoring.sheets.sheet_json import read_json_sheet, sheet_from_data, write_json_sheet
from tests.scoring.naive import naive_scores
from tests.scoring.strategies import RULESETS

TICKED = {
    name: load_ruleset(name, ["board.confirmed=true", "tiles.confirmed=true", "premiums.two_words=multiply"])
    for name in RULESETS
}
every_ruleset = pytest.mark.parametrize("name", sorted(RULESETS))
few = settings(max_examples=12, deadline=None)
games = st.tuples(st.integers(2, 4), st.integers(0, 10_000))


def problems(report: Report) -> list[str]:
    return [str(one.message) for one in report.findings if one.severity in ("error", "unverifiable")]


@every_ruleset
@few
@given(game=games)
def test_a_legal_game_validates_clean(name: str, game: tuple[int, int]) -> None:
    sheet = random_game(RULESETS[name], *game)
    for ruleset in (RULESETS[name], TICKED[name]):
        report = validate(ruleset, sheet)
        assert problems(report) == []
        assert report.computed_totals == report.totals
        assert report.plays_that_agree == report.plays
    assert validate(TICKED[name], sheet).verdict == "holds"


@every_ruleset
@few
@given(game=games)
def test_its_scores_are_the_same_worked_out_a_second_time(name: str, game: tuple[int, int]) -> None:
    sheet = random_game(RULESETS[name], *game, plays=60)
    written = {number: turn.score for number, turn in enumerate(sheet.turns) if turn.kind == PLAY}
    assert naive_scores(RULESETS[name], sheet) == written


@every_ruleset
@few
@given(game=games, data=st.data())
def test_any_single_changed_score_is_found_where_it_is(
    name: str, game: tuple[int, int], data: st.DataObject
) -> None:
    sheet = random_game(RULESETS[name], *game, plays=40)
    number = data.draw(st.integers(0, len(sheet.turns) - 1))
    by = data.draw(st.integers(-60, 60).filter(bool))
    turn = sheet.turns[number]
    report = changed(TICKED[name], sheet, number, score=(turn.score or 0) + by)
    assert suspects(report) & {(number, True)}


@every_ruleset
@few
@given(game=games, data=st.data())
def test_any_single_changed_running_total_is_one_root(
    name: str, game: tuple[int, int], data: st.DataObject
) -> None:
    sheet = random_game(RULESETS[name], *game, plays=40)
    number = data.draw(st.integers(0, len(sheet.turns) - 1))
    by = data.draw(st.integers(-60, 60).filter(bool))
    report = changed(RULESETS[name], sheet, number, total=(sheet.turns[number].total or 0) + by)
    roots = [one for one in report.findings if one.severity == "error" and one.cause is None]
    assert [(one.code, one.turn) for one in roots] == [("total_wrong", number)]


@every_ruleset
@few
@given(game=games, data=st.data())
def test_a_total_carried_wrong_to_the_end_is_one_root(
    name: str, game: tuple[int, int], data: st.DataObject
) -> None:
    sheet = random_game(RULESETS[name], *game, plays=40)
    number = data.draw(st.integers(0, len(sheet.turns) - 1))
    seat = sheet.turns[number].seat
    turns = tuple(
        turn._replace(total=(turn.total or 0) + 10) if at >= number and turn.seat == seat else turn
        for at, turn in enumerate(sheet.turns)
    )
    report = validate(RULESETS[name], replace(sheet, turns=turns))
    assert [one.turn for one in report.findings if one.severity == "error"] == [number]


def test_shifted_squares_and_wrong_letters_are_nearly_always_found() -> None:
    caught, shifted, found, spoiled = 0, 0, 0, 0
    for seed in range(6):
        sheet = random_game(TICKED["set-words-club"], 2, seed)
        for number, turn in enumerate(sheet.turns):
            if turn.kind != PLAY:
                continue
            shifted += 1
            caught += bool(
                suspects(changed(TICKED["set-words-club"], sheet, number, position=moved(turn.position)))
            )
            spoiled += 1
            found += bool(suspects(changed(TICKED["set-words-club"], sheet, number, word=respelt(turn.word))))
    assert caught >= shifted * 0.99
    assert found >= spoiled * 0.95


def moved(text: str) -> str:
    """One square to the right."""
    position = parse_position(text)
    assert position is not None
    square = position.square
    col = square.col + 1 if square.col < 14 else square.col - 1
    return position._replace(square=square._replace(col=col)).name


def respelt(word: str) -> str:
    """One letter of the new ones replaced by the next one of the alphabet."""
    at = next(at for at, letter in enumerate(word) if letter.isalpha())
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZA" if word[at].isupper() else "abcdefghijklmnopqrstuvwxyza"
    return word[:at] + letters[letters.index(word[at]) + 1] + word[at + 1 :]


def changed(ruleset: Ruleset, sheet: Scoresheet, number: int, **fields: object) -> Report:
    turns = list(sheet.turns)
    turns[number] = turns[number]._replace(**fields)  # type: ignore[arg-type]
    return validate(ruleset, replace(sheet, turns=tuple(turns)))


def suspects(report: Report) -> set[tuple[int | None, bool]]:
    """Rows with an error or something that cannot be checked."""
    return {(one.turn, True) for one in report.findings if one.severity in ("error", "unverifiable")}


@every_ruleset
@few
@given(game=games)
def test_transposing_the_whole_game_changes_no_score(name: str, game: tuple[int, int]) -> None:
    sheet = random_game(RULESETS[name], *game, plays=50)
    turns = tuple(turn._replace(position=turned(turn.position)) for turn in sheet.turns)
    one, two = fold(RULESETS[name], sheet), fold(RULESETS[name], replace(sheet, turns=turns))
    assert [step.computed for step in one.steps] == [step.computed for step in two.steps]
    assert two.board == one.board.transposed()


def turned(text: str) -> str:
    position = parse_position(text)
    return position.transposed.name if position else text


@every_ruleset
@few
@given(game=games)
def test_a_random_game_survives_every_file_format(name: str, game: tuple[int, int]) -> None:
    sheet = random_game(RULESETS[name], *game, plays=40)
    assert read_json_sheet(write_json_sheet(sheet)).sheet == sheet
    assert read_csv_sheet(write_csv_sheet(sheet)).sheet == replace(sheet, source="csv")
    again = read_gcg(write_gcg(sheet, RULESETS[name].tile_set).text).sheet
    assert again is not None
    assert [turn.score for turn in again.turns] == [turn.score for turn in sheet.turns]


_texts = st.text(st.sampled_from(" ABNG[]()?.,-+8HñÑ~ab\0\n"), max_size=8)
_numbers = st.none() | st.integers(-200, 900)
_turns = st.builds(
    Turn,
    st.sampled_from(KINDS),
    st.none() | st.integers(0, 3),
    st.sampled_from(["", "8H", "H8", "10J", "J10", "1A", "S19", "99Z", "?"]) | _texts,
    st.sampled_from(["", "NA", "N.", "(N)A", "[NG]A", "nA", "BANGA", "NANGNANG"]) | _texts,
    st.none() | _texts,
    st.none() | _texts,
    st.none() | st.integers(0, 20),
    _numbers,
    _numbers,
    st.none() | st.integers(0, 400),
    st.lists(st.integers(0, 3), max_size=3).map(tuple),
    st.sampled_from(["", "valid", "invalid"]),
    st.lists(_texts, max_size=2).map(tuple),
    st.none() | st.integers(0, 12),
    st.booleans(),
    st.sampled_from(["", "nobody_can_move", "time_called"]),
)
_sheets = st.builds(
    lambda seats, turns, totals, racks: Scoresheet(
        tuple(Player(f"p{seat}") for seat in range(seats)),
        tuple(turns),
        totals=tuple(totals[:seats]),
        racks=tuple(racks[:seats]),
    ),
    st.integers(1, 4),
    st.lists(_turns, max_size=12),
    st.just([]) | st.lists(_numbers, min_size=4, max_size=4),
    st.just([]) | st.lists(st.none() | _texts, min_size=4, max_size=4),
)
_VARIANTS = load_ruleset(
    "salitaan-family",
    ["variants.theme=true", "variants.recycled_blanks=true", "timer.kind=per_game", "timer.overrun=points"],
)


def turn_texts(turn: Turn) -> list[str]:
    return [
        text
        for value in turn
        for text in (value if isinstance(value, tuple) else (value,))
        if isinstance(text, str)
    ]


@settings(max_examples=150, deadline=None)
@given(_sheets, st.sampled_from([*RULESETS.values(), _VARIANTS]))
def test_no_sheet_whatever_makes_the_engine_raise(sheet: Scoresheet, ruleset: Ruleset) -> None:
    report = validate(ruleset, sheet, words=frozenset({"NA"}))
    assert report.verdict in ("holds", "broken", "unverifiable")
    assert all(str(one.message) and one.as_data() for one in report.findings)
    assert report.checks
    again = read_json_sheet(write_json_sheet(sheet))
    # What nobody types (a NUL, half a character) is not read back, and said so.
    typed = is_plain(
        "".join("".join(turn_texts(turn)) for turn in sheet.turns) + "".join(filter(None, sheet.racks))
    )
    assert again.sheet == sheet if typed else again.problems
    write_gcg(sheet)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_bytes_make_the_json_and_csv_readers_raise(data: bytes | str) -> None:
    for found in (read_json_sheet(data), read_csv_sheet(data)):
        assert (found.sheet is None) == bool(found.problems)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3),
    )
)
def test_no_data_makes_the_sheet_reader_raise(value: object) -> None:
    for key in ("players", "turns", "totals", "racks", "winners", "about", "starter", "remarks", "nonsense"):
        data = {"format": "scoresheet", "version": 1, "players": [{"name": "A"}], key: value}
        found = sheet_from_data(data)
        assert (found.sheet is None) == bool(found.problems)


def test_every_kind_of_row_appears_in_the_test_of_any_sheet() -> None:
    assert {CHALLENGE, END, RECYCLE} <= set(KINDS)
