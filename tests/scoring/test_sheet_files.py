"""Scoresheets as JSON and CSV: what is written comes back, and what is wrong is said."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.formulas import guarded
from scoring.sheets.scoresheet import Scoresheet
from scoring.sheets.sheet_csv import read_csv_sheet, write_csv_sheet
from scoring.sheets.sheet_files import guess_format, read_sheet, read_sheet_file, write_sheet
from scoring.sheets.sheet_json import read_json_sheet, sheet_from_data, sheet_to_data, write_json_sheet
from tests.scoring.hand_games import GAMES, HandGame
from tests.scoring.sheets import sheet

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def full() -> Scoresheet:
    """A sheet with every field of its head set."""
    text = sheet("1 8F READS +12\n2? valid READS\n2 G7 LEASE +7 @31", 2, totals=(12, 7), racks=("QZ", None))
    return replace(
        text, ruleset="set-words", before=(12, None), winners=(0,), starter=0, complete=True,
        about=(("title", "Final, table 1"), ("note", "=SUM(A1)")),
    )  # fmt: skip


@every_game
def test_json_loses_nothing(game: HandGame) -> None:
    text = write_json_sheet(game.sheet())
    assert read_json_sheet(text).sheet == game.sheet()
    assert json.loads(text) == sheet_to_data(game.sheet())


@every_game
def test_csv_brings_every_row_back(game: HandGame) -> None:
    assert read_csv_sheet(write_csv_sheet(game.sheet())).sheet == replace(game.sheet(), source="csv")


def test_the_head_of_a_sheet_survives_json_and_csv() -> None:
    assert read_json_sheet(write_json_sheet(full())).sheet == full()
    again = read_csv_sheet(write_csv_sheet(full())).sheet
    assert again == replace(full(), source="csv")


def test_a_cell_that_looks_like_a_formula_is_defused_and_comes_back() -> None:
    text = write_csv_sheet(full())
    assert "'=SUM(A1)" in text
    assert read_csv_sheet(text).sheet == replace(full(), source="csv")


@pytest.mark.parametrize(
    "name", ["\uff1dSUM(A1)", "Cruz;=SUM(A1)", '"=SUM(A1)', "'=SUM(A1)", "-", "'Tis Ana"]
)
def test_what_some_spreadsheet_takes_for_a_formula_is_defused_wherever_it_begins(name: str) -> None:
    sheet = replace(full(), about=(("note", name),))
    text = write_csv_sheet(sheet)
    assert guarded(name) in [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert (guarded(name) == name) == (name == "'Tis Ana")
    assert read_csv_sheet(text).sheet == replace(sheet, source="csv")


def test_headings_of_paper_sheets_are_understood_in_any_order() -> None:
    text = "Points;Square;Word;Player;Sum;Clock\n22;10E;MABAIT;1;22;41\n24;H7;MAGANDA;2;24;90\n0;;;1;22;12\n"
    found = read_csv_sheet(text).sheet
    assert found is not None
    assert [(turn.kind, turn.seat, turn.position, turn.score, turn.seconds) for turn in found.turns] == [
        ("play", 0, "10E", 22, 41),
        ("play", 1, "H7", 24, 90),
        ("score", 0, "", 0, 12),
    ]


def test_players_may_be_named_instead_of_numbered_in_csv() -> None:
    found = read_csv_sheet("players,Ana,Ben\nplayer,word,score\nBen,NA,4\n").sheet
    assert found is not None
    assert [turn.seat for turn in found.turns] == [1]


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ("", "no JSON text"),
        ("{", "no JSON text"),
        ("[" * 100_000, "nested too deeply"),
        ('{"version": ' + "9" * 5000 + "}", "a number in it is too long"),
        ("[]", "“format”"),
        ('{"format": "scoresheet", "version": 2}', "version 2"),
        ('{"format": "scoresheet", "version": 1, "players": []}', "1 to 4 players"),
        ('{"format": "scoresheet", "version": 1, "players": [{"name": "A"}], "totals": [1, 2]}', "one entry a player"),
        ('{"format": "scoresheet", "version": 1, "players": [{"name": "A"}], "colour": 1}',
         "“colour” is not a field of a scoresheet"),
        ('{"format": "scoresheet", "version": 1, "players": [{"nick": "A"}]}', "player 1: “name”"),
        ('{"format": "scoresheet", "version": 1, "players": [{"name": "A"}], "turns": [{"kind": "fly"}]}', "turn 1: “kind”"),
        ('{"format": "scoresheet", "version": 1, "players": [{"name": "A"}], "turns": [{"kind": "play", "seat": 0}]}',
         "a whole number from 1 to 4"),
        ('{"format": "scoresheet", "version": 1, "players": [{"name": "A"}], "turns": [{"kind": "play", "score": 1.5}]}',
         "“score” is 1.5"),
        ('{"format": "scoresheet", "version": 1, "players": [{"name": "A"}], "turns": [7]}', "turn 1"),
    ],
)  # fmt: skip
def test_each_mistake_in_a_json_sheet_has_its_sentence(data: str, part: str) -> None:
    found = read_json_sheet(data)
    assert found.sheet is None
    assert part in " ".join(str(problem) for problem in found.problems)


def test_all_mistakes_are_told_at_once() -> None:
    data = {
        "format": "scoresheet",
        "version": 1,
        "players": [{"name": 3}],
        "turns": [{"kind": "x"}, {"seat": 9}],
    }
    assert len(sheet_from_data(data).problems) >= 4


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name,rating\nAna,1500\n", "no row of headings"),
        ("seat,score\n1,many\n", "Row 2: “score” is “many”"),
        ("seat,score\n" + "1,2\n" * 2_200, "more than"),
        ("seat,score,challengers\n1,2,7\n", "challengers"),
    ],
)
def test_each_mistake_in_a_csv_sheet_has_its_sentence(text: str, part: str) -> None:
    found = read_csv_sheet(text)
    assert found.sheet is None
    assert part in str(found.problems[0])


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b" {", "json"), (b"#player1", "gcg"), (b">a: -", "gcg"), (b"seat,score", "csv"), (b"\xff\xfe#", "gcg")],
)
def test_a_file_without_a_known_ending_is_told_by_its_content(data: bytes, kind: str) -> None:
    assert guess_format(data) == kind


def test_files_are_read_by_their_ending(tmp_path: Path) -> None:
    for kind in ("json", "csv", "gcg"):
        text, _ = write_sheet(full(), kind)
        path = tmp_path / f"sheet.{kind}"
        path.write_text(text, encoding="utf-8")
        found = read_sheet_file(path).sheet
        assert found is not None
        assert found.turns[0].word == "READS"
        assert read_sheet(text.encode()).sheet == found


def test_a_file_that_is_not_there_or_far_too_large_is_said(tmp_path: Path) -> None:
    assert "cannot be read" in str(read_sheet_file(tmp_path / "none.gcg").problems[0])
    assert "cannot be read" in str(read_sheet_file(tmp_path).problems[0])
    large = tmp_path / "large.gcg"
    large.write_bytes(b"#" * 2_000_001)
    assert "larger than" in str(read_sheet_file(large).problems[0])


@pytest.mark.parametrize("kind", ["gcg", "csv"])
def test_control_characters_of_a_damaged_file_are_left_out_and_its_words_kept(kind: str) -> None:
    text = {
        "gcg": b"#player1 a A\n#player2 b B\n>a: KAMAY 10G KA\x00MA\x07Y +15 15\n#note all\x00 well\n",
        "csv": b"kind,seat,position,word,score\nplay,1,10G,KA\x00MAY,15\n",
    }[kind]
    found = read_sheet(text, kind).sheet
    assert found is not None
    assert found.turns[0].word == "KAMAY"
    assert sheet_from_data(sheet_to_data(found)).sheet == found


@pytest.mark.parametrize("word", ["KA\x00MAY", "KA\ud800MAY", "\x1b[2J"])
def test_json_with_characters_nobody_types_is_refused_with_a_sentence(word: str) -> None:
    data = {"format": "scoresheet", "version": 1, "players": [{"name": "A"}, {"name": "B"}],
            "turns": [{"kind": "play", "word": word}]}  # fmt: skip
    read = sheet_from_data(data)
    assert read.sheet is None
    sentence = str(read.problems[0])
    assert "printable" in sentence
    sentence.encode("utf-8")
