"""GCG in and out: the grammar, and each habit of real files (docs/rules/gcg.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import load_ruleset
from scoring.checks.validate import Report, validate
from scoring.sheets.gcg_read import decode_gcg, read_event, read_gcg
from scoring.sheets.gcg_write import write_gcg
from scoring.sheets.scoresheet import Player, Scoresheet, Turn
from scoring.sheets.sheet_json import read_json_sheet, write_json_sheet
from tests.scoring.hand_games import GAMES, HandGame
from tests.scoring.sheets import sheet as sheet_of

CLUB = load_ruleset("set-words-club")
HEAD = "#player1 ami Amihan\n#player2 bay Bayani\n"
GAME = HEAD + ">ami: READSQZ 8F READS +12 12\n>bay: LEASEUI G7 L.ASE +7 7\n"


def read(text: str) -> Scoresheet:
    sheet = read_gcg(text.encode()).sheet
    assert sheet is not None
    return sheet


def check(text: str) -> Report:
    return validate(CLUB, read(text))


def codes(report: Report) -> set[str]:
    return {one.code for one in report.findings if one.severity in ("error", "unverifiable")}


# The body of every kind of line in the grammar, and what it is.
@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("READSQZ 8F READS +12 12", Turn("play", position="8F", word="READS", rack="READSQZ", score=12, total=12)),
        ("READSQZ F8 READS +12 12", Turn("play", position="F8", word="READS", rack="READSQZ", score=12, total=12)),
        ("QZ 8b (R)Ea.S +4 9", Turn("play", position="8B", word="(R)Ea.S", rack="QZ", score=4, total=9)),
        ("8F READS +12 12", Turn("play", position="8F", word="READS", score=12, total=12)),
        ("IIU - +0 380", Turn("pass", rack="IIU", score=0, total=380)),
        ("IIUVVQR -VVQ +0 268", Turn("exchange", rack="IIUVVQR", tiles="VVQ", score=0, total=268)),
        ("IIUVVQR -3 +0 268", Turn("exchange", rack="IIUVVQR", number=3, score=0, total=268)),
        ("READSQZ -- -12 0", Turn("withdrawn", rack="READSQZ", score=-12, total=0)),
        ("READSQZ (challenge) +5 17", Turn("bonus", rack="READSQZ", score=5, total=17)),
        ("(QZ) +40 57", Turn("out", tiles="QZ", score=40, total=57)),
        ("QZ (QZ) -20 -8", Turn("rack", tiles="QZ", rack="QZ", score=-20, total=-8)),
        ("QZ (time) -10 47", Turn("time", rack="QZ", score=-10, total=47)),
        ("(time) -10 47", Turn("time", score=-10, total=47)),
        ("A[CH]ITTUV N10 [CH]IVAT. +46 285",
         Turn("play", position="N10", word="[CH]IVAT.", rack="A[CH]ITTUV", score=46, total=285)),
        ("8F READS +12 12 READ SET", Turn("play", position="8F", word="READS", score=12, total=12, extra="READ SET")),
    ],
)  # fmt: skip
def test_every_kind_of_line_is_read(line: str, turn: Turn) -> None:
    assert read_event(line) == turn


@pytest.mark.parametrize("line", ["", "READSQZ", "8F", "READSQZ 8F", "what is this", "+12 12"])
def test_a_line_that_is_no_event_is_none(line: str) -> None:
    assert read_event(line) is None


# (a) one program writes own tiles left as `+-n`.
def test_trap_a_plus_minus_is_minus() -> None:
    turn = read(GAME + ">bay: Q (Q) +-10 -3\n").turns[-1]
    assert (turn.kind, turn.score, turn.total) == ("rack", -10, -3)


# (b) a withdrawn play written without the points it loses.
@pytest.mark.parametrize("after", [0, 12])
def test_trap_b_a_withdrawal_may_leave_out_the_points_lost(after: int) -> None:
    report = check(
        HEAD + f">ami: READSQZ 8F READS +12 {12 - after}\n>ami: READSQZ --  +0 0\n>bay: NA 8H NA +4 4\n"
    )
    assert "score_wrong" not in codes(report)
    assert report.computed_totals == (0, 4)
    assert "withdrawn_unscored" in {one.code for one in report.findings}


# (c) no rack before (challenge), (time) and the tiles left.
def test_trap_c_the_rack_may_be_missing() -> None:
    sheet = read(GAME + ">ami:  (challenge) +5 17\n>ami: (time) -10 7\n>bay: (QZ) +40 47\n")
    assert [turn.kind for turn in sheet.turns[2:]] == ["bonus", "time", "out"]
    assert [turn.rack for turn in sheet.turns[2:]] == [None, None, None]


# (d) a lost turn is written as a pass with a note.
@pytest.mark.parametrize("note", ["#unsuccessful-challenge", "lost turn", "unsuccessful challenge of LEASE"])
def test_trap_d_a_lost_turn_is_a_pass_with_a_note(note: str) -> None:
    sheet = read(GAME + f">ami: QZ - +0 12\n#note {note}\n")
    assert sheet.turns[-1].kind == "lost"


# (e) one program adds challenge points to the play's score.
def test_trap_e_challenge_points_inside_the_play_are_recognised() -> None:
    report = check(HEAD + ">ami: READSQZ 8F READS +22 22\n")
    assert codes(report) == {"score_wrong"}
    suggestion = next(one.suggestion for one in report.findings if one.code == "score_wrong")
    assert suggestion is not None
    assert "wrong challenge" in str(suggestion)


# (f) old annotations write the other words behind the total.
def test_trap_f_text_behind_the_total_is_kept() -> None:
    sheet = read(HEAD + ">ami: READSQZ 8F READS +12 12 READ/ADS\n")
    assert sheet.turns[0].extra == "READ/ADS"
    assert "READ/ADS" in write_gcg(sheet).text


# (g) squares in lower case.
def test_trap_g_squares_may_be_in_lower_case() -> None:
    assert read(HEAD + ">ami: READSQZ 8f READS +12 12\n").turns[0].position == "8F"


# (h) UTF-8 without saying so, ISO 8859-1, CRLF, a byte order mark, UTF-16.
@pytest.mark.parametrize(
    "data",
    [
        "#player1 p Peña\r\n#player2 q Ñandú\r\n\r\n>p: NA 8H NA +4 4\r\n".encode(),
        "#player1 p Peña\n#player2 q Ñandú\n>p: NA 8H NA +4 4".encode("latin-1"),
        "#character-encoding ISO-8859-1\n#player1 p Peña\n#player2 q Ñandú\n>p: NA 8H NA +4 4".encode(
            "latin-1"
        ),
        "\ufeff#character-encoding UTF-8\n#player1 p Peña\n#player2 q Ñandú\n>p: NA 8H NA +4 4".encode(),
        "#player1 p Peña\n#player2 q Ñandú\n>p: NA 8H NA +4 4\n".encode("utf-16"),
        "#player1 p Peña\r#player2 q Ñandú\r>p: NA 8H NA +4 4\r".encode(),
    ],
    ids=["utf-8 crlf", "latin-1", "latin-1 said", "bom", "utf-16", "cr only"],
)
def test_trap_h_encodings_and_line_ends(data: bytes) -> None:
    sheet = read_gcg(data).sheet
    assert sheet is not None
    assert [player.name for player in sheet.players] == ["Peña", "Ñandú"]
    assert len(sheet.turns) == 1


def test_trap_h_an_unknown_encoding_is_said() -> None:
    text, remarks = decode_gcg("#character-encoding KOI8-R\n#player1 p Peña\n".encode())
    assert "Peña" in text
    assert "KOI8-R" in str(remarks[0].message)


# (i) two players of one nickname: running totals tell them apart.
def test_trap_i_two_players_of_one_nickname() -> None:
    text = "#player1 x Amihan\n#player2 x Bayani\n>x: READSQZ 8F READS +12 12\n>x: LEASEUI G7 L.ASE +7 7\n"
    sheet = read(text + ">x: OOOOOOO -OO +0 12\n>x: IIIIIII - +0 7\n>x: QZ J8 .I +2 14\n")
    assert [turn.seat for turn in sheet.turns] == [0, 1, 0, 1, 0]
    assert "same_nick" in {remark.message.code for remark in sheet.remarks}


# (j) three and four players.
def test_trap_j_three_and_four_players_are_read_and_written() -> None:
    text = (
        HEAD
        + "#player3 dal Dalisay\n#player4 lig Ligaya\n>ami: NA 8H NA +4 4\n>dal: X - +0 0\n>lig: Y - +0 0\n"
    )
    sheet = read(text)
    assert [turn.seat for turn in sheet.turns] == [0, 2, 3]
    assert read(write_gcg(sheet).text) == sheet


# (k) one program names rows by letters: the text is the same, the meaning transposed. Both ways score alike.
def test_trap_k_a_transposed_file_scores_the_same() -> None:
    turned = GAME.replace("8F", "H6").replace("G7", "7G")
    assert codes(check(turned)) == codes(check(GAME)) == set()


# (l) tiles already there as a dot, as the letter, as the letter in brackets.
@pytest.mark.parametrize("word", ["L.ASE", "LEASE", "L(E)ASE"])
def test_trap_l_three_ways_to_write_tiles_already_there(word: str) -> None:
    report = check(GAME.replace("L.ASE", word))
    assert codes(report) == set()


# (m) a withdrawal credited to the wrong player.
def test_trap_m_a_withdrawal_by_the_wrong_player() -> None:
    report = check(GAME + ">ami: QZ -- -7 5\n")
    finding = next(one for one in report.findings if one.code == "withdrawn_by_another")
    assert (finding.turn, finding.seat) == (2, 0)
    assert report.computed_totals[1] == 0


def test_a_pass_after_somebody_went_out_only_accepts_the_last_play() -> None:
    game = next(game for game in GAMES if game.small)
    sheet = game.sheet()
    after = (*sheet.turns, Turn("pass", 1, score=0, total=sheet.turns[-2].total))
    report = validate(game.rules(), replace(sheet, turns=after))
    assert report.verdict == "holds"


# Ways to write the end: own tiles off and the others' on, or twice the others' on. The difference is the same.
@pytest.mark.parametrize(
    ("end", "code"),
    [
        (">bay: AB? (AB?) -5 17\n>ami: (AB?) +5 53\n", ""),
        (">ami: (AB?) +10 58\n", "end_convention"),
        (">ami: (AB?) +5 53\n", "deduction_missing"),
        ("", "no_adjustment_written"),
    ],
)
def test_end_conventions_are_recognised_and_said(end: str, code: str) -> None:
    game = next(game for game in GAMES if game.small)
    text = write_gcg(replace(game.sheet(), totals=(), racks=(), winners=(), ruleset="")).text
    names = text.replace(">Amihan", ">ami").replace(">Bayani", ">bay")
    names = names.replace("#player1 Amihan", "#player1 ami").replace("#player2 Bayani", "#player2 bay")
    report = validate(game.rules(), read(names + end))
    assert codes(report) == set()
    found = {one.code for one in report.findings}
    assert not code or code in found
    if end:
        assert report.computed_totals == report.totals


@pytest.mark.parametrize("points", ["+9", "+11", "+6"])
def test_wrong_points_for_tiles_left_are_an_error(points: str) -> None:
    game = next(game for game in GAMES if game.small)
    sheet = replace(game.sheet(), totals=(), racks=(), winners=())
    wrong = Turn("out", 0, tiles="AB?", score=int(points), total=48 + int(points))
    report = validate(game.rules(), replace(sheet, turns=(*sheet.turns, wrong)))
    assert "adjust_wrong" in codes(report)


def test_a_file_that_is_no_gcg_says_so() -> None:
    found = read_gcg(b"name;rating\nAna;1500\n")
    assert found.sheet is None
    assert "#player1" in str(found.problems[0])


def test_lines_that_cannot_be_read_are_remarked_on_and_the_rest_is_read() -> None:
    sheet = read(HEAD + ">ami: READSQZ 8F READS +12 12\n>bay: nothing here\nstray text\n>bay: NA - +0 0\n")
    assert len(sheet.turns) == 2
    assert [remark.line for remark in sheet.remarks] == [4, 5]
    assert validate(CLUB, sheet).verdict == "unverifiable"


def test_remarks_name_the_line_as_an_editor_counts_it() -> None:
    sheet = read(HEAD.replace("\n", "\r\n") + "\r\n\r\n>ami: nothing here\r\n>bay: NA 8H NA +4 4\r\n")
    assert [remark.line for remark in sheet.remarks] == [5]


# A blank that stands for a letter without a tile may be written large when it lies there already.
@pytest.mark.parametrize("word", ["[Q].", "[Q][A]", "(Q)[A]"])
def test_a_blank_that_lies_there_may_be_written_as_its_letter(word: str) -> None:
    salitaan = load_ruleset("salitaan-family", ["board.confirmed=true", "tiles.confirmed=true"])
    text = f"#player1 a A\n#player2 b B\n>a: 10J qA +1 1\n>b: J10 {word.replace('.', '[A]')} +1 1\n"
    report = validate(salitaan, read(text))
    assert codes(report) == set()
    wrong = validate(salitaan, read("#player1 a A\n#player2 b B\n>a: 10J QA +1 1\n"))
    assert "no_such_tile" in codes(wrong)


def test_notes_racks_and_pragmas_are_kept() -> None:
    text = GAME + "#note first line\n#- second line\nthird line\n#lexicon OURS\n#rack1 QZ\n#incomplete\n"
    sheet = read(text)
    assert sheet.turns[-1].note == "first line\nsecond line\nthird line"
    assert sheet.value("lexicon") == "OURS"
    assert sheet.racks == ("QZ", None)
    assert sheet.complete is False
    assert read(write_gcg(sheet).text) == sheet


def test_a_player_nobody_named_is_added_and_a_fifth_has_no_seat() -> None:
    sheet = read(">a: NA 8H NA +4 4\n>b: X - +0 0\n>c: X - +0 0\n>d: X - +0 0\n>e: X - +0 0\n")
    assert sheet.seats == 4
    assert [turn.seat for turn in sheet.turns] == [0, 1, 2, 3, None]


def test_digraph_tiles_are_declared() -> None:
    text = write_gcg(
        Scoresheet((Player("A"), Player("B")), ruleset="bisonte"), load_ruleset("bisonte").tile_set
    ).text
    assert "#tile [CH] [ch]" in text
    assert "#tile-distribution bisonte" in text


def test_two_players_of_one_name_get_different_nicknames() -> None:
    sheet = Scoresheet((Player("Ana Cruz"), Player("Ana Cruz")), (Turn("pass", 1, score=0),))
    text = write_gcg(sheet).text
    assert "#player1 Ana_Cruz Ana Cruz" in text
    assert "#player2 Ana_Cruz2 Ana Cruz" in text
    assert read(text).turns[0].seat == 1


# Rows of a game that GCG can carry although it has no row, or no place, for something in them.
CARRIED = {
    "a play challenged off": "1 10E MABAIT +22\n2? invalid\n2 10E MATAAS +24",
    "a score not written": "1 10E MABAIT +22\n2 L8 TAT\n1 pass",
    "both": "1 10E MABAIT +22\n2? invalid\n2 10E MATAAS",
    "one that has its row already": "1 10E MABAIT +22\n2? invalid\n1 back -22\n2 10E MATAAS +24",
    "a row first and then the ruling": "1 10E MABAIT +22\n1 back -22\n2? invalid\n2 10E MATAAS +24",
    "a play that was to stand": "1 10E MABAIT +22\n2? valid\n2 pass",
    "a score of an exchange": "1 10E MABAIT +22\n2 swap 3\n1 pass",
}


@pytest.mark.parametrize("script", CARRIED.values(), ids=CARRIED)
def test_what_is_written_reads_back_with_the_same_verdict_and_scores(script: str) -> None:
    rules = load_ruleset("salitaan-competition", ["board.confirmed=true", "tiles.confirmed=true"])
    game = sheet_of(script, 2)
    again = read(write_gcg(game, rules.tile_set).text)
    before, after = validate(rules, game), validate(rules, again)
    assert (after.verdict, after.computed_totals) == (before.verdict, before.computed_totals)
    assert after.game.board == before.game.board


def test_lines_that_could_not_be_read_stay_so() -> None:
    lines = GAME + "just some words\n>ami: nothing\n"
    again = read(write_gcg(read(lines)).text)
    for found in (read(lines), again):
        report = validate(CLUB, found)
        assert [one.code for one in report.findings].count("unreadable") == 2
        assert report.verdict == "unverifiable"
    assert again.turns == read(lines).turns


def test_a_score_that_was_not_written_is_not_written_as_nothing() -> None:
    game = Scoresheet(
        (Player("A"), Player("B")), (Turn("play", 0, "8H", "NA", note="why?"), Turn("pass", 1, score=0))
    )
    text = write_gcg(game).text
    assert ">A: 8H NA +0\n#note #no-score\n#note why?\n" in text
    again = read(text)
    assert again.turns == game.turns
    assert again.remarks == ()


def test_a_play_found_invalid_after_a_hold_is_taken_back_where_it_was_laid() -> None:
    game = sheet_of("1 10E MABAIT +22\n2 pass\n1 pass", 2)
    held = Turn("challenge", challengers=(1,), verdict="invalid", of=0, hold=True)
    lines = write_gcg(replace(game, turns=(*game.turns, held))).text.splitlines()
    assert [line.split()[1] for line in lines if line.startswith(">")] == ["10E", "--", "-", "-"]


# What GCG has no place for: everything else of a hand-made game comes back.
@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_json_to_gcg_to_json_loses_only_who_challenged_a_play_that_went_back(game: HandGame) -> None:
    sheet = game.sheet()
    written = write_gcg(sheet, game.rules().tile_set)
    again = read(written.text)
    kept = [turn for turn in sheet.turns if not (turn.kind == "challenge" and turn.verdict == "invalid")]
    back = [turn for turn in again.turns if turn.kind == "withdrawn" and turn not in kept]
    assert len(back) == len(sheet.turns) - len(kept)
    for turn, twin in zip(kept, (turn for turn in again.turns if turn not in back), strict=True):
        note = twin.note if turn.kind == "lost" else turn.note
        rack = turn.tiles if turn.kind == "rack" else turn.rack
        assert twin == turn._replace(note=note, rack=rack)
    told = {str(loss.facts.get("field", loss.facts.get("kind"))) for loss in written.losses}
    lost = {turn.kind for turn in sheet.turns} & {"challenge", "theme", "recycle", "end"}
    assert lost <= told
    assert ("seconds" in told) == any(turn.seconds is not None for turn in kept)


def test_what_has_no_place_in_gcg_stands_in_lines_of_our_own() -> None:
    turns = (
        Turn("score", 0, score=11),
        Turn("play", 1, position="8H", word="NA", score=4, seconds=95),
        Turn("play", 0, word="NAMAN", score=7),
        Turn("end", reason="time_called"),
    )
    sheet = Scoresheet((Player("Ana"), Player("Ben")), turns, "set-words", (18, 4), (18, 4), winners=(0,))
    again = read(write_gcg(sheet).text)
    assert (again.turns, again.ruleset, again.totals, again.before, again.winners) == (
        turns, "set-words", (18, 4), (18, 4), (0,),
    )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        '#row {"kind": "score", "seat": 9}', '#row {"score": 4}', "#row {", '#fields {"seconds": "x"}', '#fields {"seconds": 1}',
        '#sheet {"players": []}', '#sheet {"totals": ["x", 1]}', "#sheet {}",
    ],
)  # fmt: skip
def test_a_line_of_our_own_that_says_nothing_lawful_is_remarked_on(line: str) -> None:
    sheet = read(f"#player1 a A\n#player2 b B\n{line}\n>a: 8H NA +4 4\n")
    assert [remark.message.code for remark in sheet.remarks] == ["line_unreadable"]
    assert (len(sheet.turns), sheet.totals) == (1, ())


def test_totals_for_other_players_and_fields_a_line_says_already_change_nothing() -> None:
    sheet = read(
        '#player1 a A\n#player2 b B\n#sheet {"totals": [1, 2, 3], "winners": [3]}\n'
        '>a: 8H NA +4 4\n#fields {"score": 9, "seconds": 3}'
    )
    assert (sheet.totals, sheet.winners) == ((), ())
    assert (sheet.turns[0].score, sheet.turns[0].seconds) == (4, 3)


@given(st.binary(max_size=300))
def test_arbitrary_bytes_never_raise(data: bytes) -> None:
    found = read_gcg(data)
    assert (found.sheet is None) == bool(found.problems)


_LINES = st.sampled_from(
    [
        "#player1 a A", "#player2 a B", "#player3 c", "#player9 x y", "#rack1", "#note", "#note x", "#-", "#", ">", ">:",
        ">a:", ">a: 8H", ">a: 8H NA", ">a: 8H NA x y", ">a: 99Z NA +3 3", ">a: ? 8H na +0 0", ">a: (", ">a: () +0",
        ">a: ( A B ) +4 4", ">a: --", ">a: -- -3 0", ">a: - +0", ">a: -99 +0 0", ">a: [NG 8H [NG]A +3 3", ">a: 8H .. +2 2",
        ">b: (challenge) +5 5", ">b: A (A) +-1 0", ">c: (time) -10 -10", ">d: NA 8H NA +4 4", "stray", "#incomplete ABC",
        ">a: 8H NA +4 4", ">a: H8 NAB +9 13", ">a: 1A ÑÑÑ +1 1", ">a: A 8H A +2 2",
    ]
)  # fmt: skip


@given(st.lists(_LINES, max_size=14), st.sampled_from(["salitaan-family", "set-words-club", "bisonte"]))
def test_any_lines_at_all_can_be_validated_and_written_again(lines: list[str], name: str) -> None:
    sheet = read_gcg("\n".join(lines)).sheet
    if sheet is None:
        return
    report = validate(load_ruleset(name), sheet)
    assert report.verdict in ("holds", "broken", "unverifiable")
    assert read_json_sheet(write_json_sheet(sheet)).sheet == sheet
    assert write_gcg(sheet).text
