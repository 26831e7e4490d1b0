"""Files that no hand and no program of the field would write: read as far as they make sense, told in a line, work bounded."""

from __future__ import annotations

import json

import pytest

from scoring import load_ruleset, read_sheet
from scoring.checks.choose_ruleset import choose_ruleset
from scoring.checks.sheet_report import report_lines
from scoring.checks.validate import validate
from scoring.sheets.gcg_read import MAX_HEADINGS, MAX_ODD, MAX_TURNS, read_gcg
from scoring.sheets.scoresheet import KINDS, Player, Scoresheet, Turn
from scoring.sheets.sheet_json import MAX_PROBLEMS, read_json_sheet

CLUB = load_ruleset("set-words-club")
HEAD = "#player1 a A\n#player2 b B\n"
PLAY = ">a: ABCDEFG 8F CAB +14 14\n"
LONG = "A" * 100_000
FILES = {
    "a word": HEAD + f">a: ABCDEFG 8F {'.' * 100_000} +14 14\n",
    "a rack": HEAD + f">a: {LONG} 8F CAB +14 14\n",
    "an exchange": HEAD + f">a: ABCDEFG -{LONG} +0 0\n",
    "tiles left": HEAD + PLAY + f">b: ({LONG}) +2 2\n",
    "a score": HEAD + f">a: ABCDEFG 8F CAB +{'1' * 100_000} 14\n",
    "a nickname": HEAD + f">{LONG}: ABCDEFG 8F CAB +14 14\n",
    "a declared nickname": f"#player1 {LONG} A\n" + HEAD + PLAY,
    "a name": f"#player1 a {LONG}\n#player2 b B\n" + PLAY,
    "an encoding": f"#character-encoding {LONG}\n" + HEAD + PLAY,
    "brackets": HEAD + f">a: {'(' * 50_000}{' )' * 20_000} 8F CAB +14 14\n",
    "nonsense": HEAD + PLAY + "x\n" * 50_000,
    "turns of nothing": HEAD + PLAY + ">a:\n" * 50_000,
    "headings": HEAD + "#x\n" * 50_000 + PLAY,
    "one row": HEAD + PLAY * 300,
}


@pytest.mark.parametrize("name", FILES)
def test_nothing_of_it_is_echoed_beyond_a_line(name: str) -> None:
    sheet = read_gcg(FILES[name]).sheet
    assert sheet is not None
    report = validate(CLUB, sheet)
    assert max(map(len, report_lines(report, "x.gcg"))) < 500
    assert len(sheet.remarks) <= MAX_ODD + 2
    assert all(len(player.name) <= 200 for player in sheet.players)


def test_reading_stops_where_nothing_makes_sense_any_more_and_says_so() -> None:
    for name in ("nonsense", "turns of nothing", "headings"):
        sheet = read_gcg(FILES[name]).sheet
        assert sheet is not None
        assert "Nothing was read from line" in sheet.remarks[-1].message
        assert len(sheet.about) <= MAX_HEADINGS + 1
    many = read_gcg(HEAD + PLAY * (MAX_TURNS + 500)).sheet
    assert many is not None
    assert len(many.turns) == MAX_TURNS
    assert [remark.message.code for remark in many.remarks] == ["too_long"]


def test_notes_may_be_as_long_as_they_like() -> None:
    sheet = read_gcg(HEAD + PLAY + "#note\n" * 3 + "#note x\n" * 30_000 + "\n#note\n#note z\n").sheet
    assert sheet is not None
    assert sheet.turns[0].note == "\n".join(["x"] * 30_000 + ["", "z"])
    assert sheet.remarks == ()
    assert validate(CLUB, sheet).verdict == "holds"


def test_mistakes_beyond_what_anybody_reads_are_not_told() -> None:
    rows = [{"k": 1}] * 300
    data = {"format": "scoresheet", "version": 1, "players": [{"name": "A"}, {"name": "B"}], "turns": rows}
    problems = read_json_sheet(json.dumps(data)).problems
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1] == "There are more mistakes than these."


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("variant", ["variants.recycled_blanks=false", "variants.recycled_blanks=true"])
def test_a_row_of_a_player_nobody_named_raises_nothing(kind: str, variant: str) -> None:
    rules = load_ruleset("salitaan-competition", [variant])
    rows = (Turn("play", 0, "10J", "BAtA", score=9), Turn(kind, 3, "L10", "A", tiles="T", score=1, total=1))
    assert validate(rules, Scoresheet((Player("A"), Player("B")), rows)).findings


def test_a_sheet_longer_than_any_game_is_chosen_for_by_its_first_rows() -> None:
    found = read_sheet((HEAD + PLAY * 400).encode(), "gcg").sheet
    assert found is not None
    assert choose_ruleset(found).plays == 300


@pytest.mark.parametrize(
    "row",
    [
        Turn("play", 0, "8H", "A" * 230 + "NG" * 3, score=9),
        Turn("play", 0, "8H", "A" * 249 + "Ñ", score=9),
        Turn("play", 0, "8" * 200, "BATA", score=9),
        Turn("play", 0, "10J", "BATA", rack="NG" * 3 + "A" * 240, score=9),
        Turn("exchange", 0, tiles="A." * 100, number=3),
    ],
)
def test_a_sentence_lists_a_few_and_counts_the_rest(row: Turn) -> None:
    """What is longer than any word or rack is quoted by its beginning."""
    report = validate(load_ruleset("salitaan-competition"), Scoresheet((Player("A"), Player("B")), (row,)))
    assert report.findings
    assert max(len(one.message) for one in report.findings) < 200


def test_words_of_a_claim_are_counted_where_they_are_many() -> None:
    play = Turn("play", 0, "10J", "BATA", score=9)
    claim = Turn("challenge", challengers=(1,), verdict="valid", words=("SALA",) * 50)
    report = validate(
        load_ruleset("salitaan-competition"), Scoresheet((Player("A"), Player("B")), (play, claim))
    )
    told = next(one.message for one in report.findings if one.code == "challenged_word_not_formed")
    assert str(told) == "The play did not form SALA, SALA, SALA, SALA, SALA, SALA, … (+44)."
