"""A game proven clean from the lines of its file comes out as it does turn by turn; at any doubt it goes turn by turn."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.engine.paper_games.random_play import random_game
from scoring.checks.choose_ruleset import choose_ruleset
from scoring.checks.sheet_report import report_data, report_lines
from scoring.checks.validate import Report, carefully, validate
from scoring.clean.proof import prove
from scoring.rules.loading import Ruleset, load_ruleset
from scoring.sheets.gcg_read import read_gcg
from scoring.sheets.gcg_write import write_gcg
from scoring.sheets.scoresheet import PLAY, Scoresheet
from tests.scoring.strategies import RULESETS

CLUB = RULESETS["set-words-club"]
few = settings(max_examples=12, deadline=None)
HEAD = ["#character-encoding UTF-8", "#player1 ana Ana Cruz", "#player2 ben Ben Reyes"]
# The club's board with a bag so small that every case is short.
SMALL = load_ruleset(
    "set-words-club",
    {
        "tiles.table": [
            {"id": "A", "value": 1, "count": 14}, {"id": "B", "value": 3, "count": 9}, {"id": "?", "value": 0, "count": 1},
        ],
        "tiles.total": 24,
        "players.most": 2,
        "tiles.confirmed": True,
        "board.confirmed": True,
    },
)  # fmt: skip
OPENING = [">ana: AAAABBB 8F AAB +10 10", ">ben: AAAABBA H8 .AB +7 7"]


def read(lines: list[str]) -> Scoresheet:
    found = read_gcg("\n".join(lines)).sheet
    assert found is not None
    return found


def told(report: Report) -> object:
    return (
        report_data(report, ""),
        report_lines(report, ""),
        report.findings,
        dict(report.checks),
        report.game.scores,
    )


def both(ruleset: Ruleset, lines: list[str]) -> bool:
    """Holds the two ways against each other; gives back whether the quick one was taken."""
    assert told(validate(ruleset, read(lines))) == told(carefully(ruleset, read(lines)))
    return prove(ruleset, read(lines)) is not None


def lines_of(ruleset: Ruleset, seats: int, seed: int, plays: int = 400) -> list[str]:
    game = replace(random_game(ruleset, seats, seed, plays=plays), ruleset="")
    return write_gcg(game, ruleset.tile_set).text.splitlines()


@pytest.mark.parametrize("name", sorted(RULESETS))
@few
@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4))
def test_a_clean_game_comes_out_the_same_both_ways(name: str, seed: int, seats: int) -> None:
    both(RULESETS[name], lines_of(RULESETS[name], seats, seed, plays=40))


@pytest.mark.parametrize("seed", range(4))
def test_a_played_out_game_of_two_is_proven(seed: int) -> None:
    assert both(CLUB, lines_of(CLUB, 2, seed))


CHANGES = (
    "drop", "twice", "swap", "letter", "digit", "seat", "note", "rackless", "lower", "blank line", "pass", "withdrawn", "bonus",
    "part",
)  # fmt: skip


def changed(lines: list[str], at: int, how: str, dice: int) -> list[str]:
    """One slip, or one habit, of whoever wrote the file."""
    line, words = lines[at], lines[at].split()
    head = words[0]
    others = {
        "drop": [], "twice": [line, line], "note": [line, "#note well, challenged"], "blank line": [line, "", "  "],
        "lower": [line.lower()], "pass": [line, f"{head} - +0 {words[-1]}"],
        "bonus": [line, f"{head} (challenge) +5 {words[-1]}"],
        "seat": [line.replace("Amihan", "Bayani") if dice % 2 else line.replace("Bayani", "Amihan")],
        "rackless": [" ".join([head, *words[2:]])],
        "part": [" ".join([head, words[1][: 1 + dice % 6], *words[2:]])],
        "withdrawn": [line, f"{head} {words[1]} -- {words[-2].replace('+', '-')} {_less(words)}"],
        "swap": [lines[at + 1] if at + 1 < len(lines) else line, line],
    }  # fmt: skip
    if how in ("letter", "digit"):
        places = [i for i, sign in enumerate(line) if (sign.isdigit() if how == "digit" else sign.isupper())]
        i = places[dice % len(places)]
        new = [line[:i] + (str(dice % 10) if how == "digit" else "ABEINX?"[dice % 7]) + line[i + 1 :]]
    else:
        new = others[how]
    return [*lines[:at], *new, *lines[at + 1 + (how == "swap") :]]


def _less(words: list[str]) -> str:
    try:
        return str(int(words[-1]) - int(words[-2]))
    except ValueError:
        return "0"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 40), data=st.data())
def test_whatever_is_changed_in_a_file_both_ways_say_the_same(seed: int, data: st.DataObject) -> None:
    lines = lines_of(CLUB, 2, seed, plays=30)
    turns = [at for at, line in enumerate(lines) if line.startswith(">")]
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.sampled_from(turns))
        lines = changed(lines, at, data.draw(st.sampled_from(CHANGES)), data.draw(st.integers(0, 99)))
        turns = [at for at, line in enumerate(lines) if line.startswith(">") and len(line.split()) > 3]
    both(CLUB, lines)


# Lines after OPENING, whether the game is proven, and the codes of what is told.
HABITS = [
    ([], True, []),
    ([">ana: AAAABBB F7 A.A +4 14"], False, ["score_wrong"]),
    (["#note a fine play"], True, []),
    ([">ana: AABB F7 A.A +3 13"], True, ["rack_short"]),
    ([">ana: AABB F7 A.A +3 13", ">ben: A - +0 7"], True, ["rack_short"]),
    ([">ana: F7 A.A +3 13"], True, []),
    ([">ana: AAAABBB -AAB +0 10"], True, []),
    ([">ana: AAAABBB -3 +0 10"], True, []),
    ([">ana: -3 +0 10"], True, []),
    ([">ana: AAAABBB - +0 10"], True, []),
    ([">ana: AAAABBB - +0 10", "#note lost challenge"], False, ["lost_turn_unexplained"]),
    ([">ana: AAAABBB F7 A.A +3 13", ">ana: AAAABBB -- -3 10", ">ben: AAAAB F7 A.A +3 10"], True, ["rack_short"]),
    ([">ben: AAAABBA -- -7 0"], True, []),
    ([">ana: AAAABBA -- -7 3"], False, ["withdrawn_by_another", "total_wrong"]),
    ([">ana: (challenge) +5 15"], True, ["bonus_not_due"]),
    ([">ana: (challenge) +7 17"], False, ["bonus_odd"]),
    ([">ben: (time) -10 -3"], True, ["time_not_due"]),
    ([">ana: (TIME) -10 0"], False, ["time_not_due"]),
    (["#rack1 AAB"], False, []),
    ([">cleo: AAAABBB F7 A.A +3 3"], False, ["players_number", "remark"]),
    ([">ana: AAAABBB F7 A.A +3"], False, []),
    ([">ana: AAAABBB F7 A.A +3 13 really"], False, []),
    ([">ana: AAAABBBA F7 A.A +3 13"], False, ["rack_long"]),
    (["#title Final", "", "#incomplete"], True, []),
    (["something else"], False, ["unreadable"]),
]  # fmt: skip


@pytest.mark.parametrize(("more", "proven", "codes"), HABITS)
def test_the_habits_of_files(more: list[str], proven: bool, codes: list[str]) -> None:
    lines = [*HEAD, *OPENING, *more]
    assert both(SMALL, lines) is proven
    assert [one.code for one in validate(SMALL, read(lines)).findings] == codes


def ends(lines: list[str]) -> tuple[list[str], str, str, int, int]:
    """A played-out game without its last two lines; the head of the one who went out, the tiles, their points, the total."""
    *rest, _, on = lines
    return rest, on.split()[0], on.split()[1], int(on.split()[2]), int(on.split()[3])


def test_unplayed_tiles_may_be_written_in_both_usual_ways() -> None:
    lines = lines_of(CLUB, 2, 0)
    rest, head, tiles, points, total = ends(lines)
    twice = [*rest, f"{head} {tiles} +{2 * points} {total + points}"]
    assert both(CLUB, lines)
    assert both(CLUB, twice)
    assert [one.code for one in validate(CLUB, read(twice)).findings] == ["end_convention"]
    assert both(CLUB, rest)
    assert [one.code for one in validate(CLUB, read(rest)).findings] == ["no_adjustment_written"]


@pytest.mark.parametrize("by", [1, -1])
def test_unplayed_tiles_that_are_worth_something_else_take_a_closer_look(by: int) -> None:
    rest, head, tiles, points, total = ends(lines_of(CLUB, 2, 0))
    assert not both(CLUB, [*rest, f"{head} {tiles} +{points + by} {total + by}"])
    assert not both(CLUB, [*rest, f"{head} {tiles[:-2]}) +{points} {total}"])


def test_what_stays_on_a_rack_is_looked_for_the_next_time() -> None:
    gone = [*HEAD, *OPENING, ">ana: AAAAAAA F7 A.A +3 13"]
    assert prove(SMALL, read(gone)) is None
    twice = [*HEAD, ">ana: AAAAAAB 8G AB +8 8", ">ben: AAAAAAA G7 A. +2 2", ">ana: AAAAAAB H7 A. +4 12"]
    assert prove(SMALL, read(twice)) is None


def test_squares_nobody_has_confirmed_make_the_proof_unverifiable() -> None:
    rules = load_ruleset("set-words-club", ["board.confirmed=false"])
    lines = lines_of(CLUB, 2, 1)
    assert both(rules, lines)
    report = validate(rules, read(lines))
    assert (report.verdict, report.findings[-1].code) == ("unverifiable", "rests_on_assumed")


def test_a_proven_report_has_everything_a_careful_one_has() -> None:
    lines = lines_of(CLUB, 2, 2)
    quick, slow = validate(CLUB, read(lines)), carefully(CLUB, read(lines))
    assert "game" not in vars(quick)
    assert quick.verdict == slow.verdict == "holds"
    assert (quick.totals, quick.computed_totals) == (slow.totals, slow.computed_totals)
    assert (quick.plays, quick.plays_that_agree, quick.rows) == (slow.plays, slow.plays_that_agree, slow.rows)
    assert quick.game.board == slow.game.board
    assert quick.of_turn(3) == slow.of_turn(3)
    with pytest.raises(AttributeError):
        quick.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_nothing_is_proven_beside_words_rulings_and_changed_sheets() -> None:
    lines = lines_of(CLUB, 2, 3)
    asked = validate(CLUB, read(lines), words=frozenset())
    assert "word_unknown" in {one.code for one in asked.findings}
    sheet = read(lines)
    at = next(number for number, turn in enumerate(sheet.turns) if turn.kind == PLAY)
    turns = (*sheet.turns[:at], sheet.turns[at]._replace(score=999), *sheet.turns[at + 1 :])
    assert validate(CLUB, replace(sheet, turns=turns)).verdict == "broken"


def test_the_ruleset_may_be_chosen_for_a_game_that_is_proven() -> None:
    sheet = read(lines_of(CLUB, 2, 3))
    choice = choose_ruleset(sheet)
    assert told(validate(choice.ruleset, sheet, choice=choice)) == told(
        carefully(choice.ruleset, sheet, choice=choice)
    )


def test_a_sheet_that_is_not_read_yet_is_like_any_other() -> None:
    lines = lines_of(CLUB, 2, 4)
    whole = read(lines)
    assert whole.turns
    assert read(lines) == whole == pickle.loads(pickle.dumps(read(lines))) == copy.copy(read(lines))
    assert hash(read(lines)) == hash(whole)
    assert repr(read(lines)) == repr(whole)
    assert replace(read(lines), complete=False).turns == whole.turns
    assert replace(read(lines), complete=False).raw is None
    assert not hasattr(read(lines), "nothing")
