"""A real event of 26 players and 23 rounds as bare figures: ranks, starts and byes are those of its program.

Pairings and scores are the figures the rating tests use; beside them here the start marks, the ranks after
rounds 0-23, the table numbers and the one withdrawal (after round 19).
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pairings.__main__ import main
from pairings.checks.check_round import Round, Rules, check_event, check_round
from pairings.event.history import Bye, Forfeit, History, without_the_withdrawn
from pairings.formats.event_file import Event, read_any
from pairings.formats.tsh import read_t, write_t
from pairings.formats.tsh_history import from_history, to_history
from pairings.rounds.request import Request
from pairings.standings.standings import standings
from pairings.systems import pair
from tests.pairings.making import ok

PLAYED = Path(__file__).parents[1] / "ratings" / "figures" / "26x23.json"
BESIDE = Path(__file__).parent / "files" / "26x23.json"
Row = tuple[list[int], list[int], list[int], list[int]]


@cache
def beside() -> list[Row]:
    return [tuple(row) for row in json.loads(BESIDE.read_text(encoding="utf-8"))]  # type: ignore[misc]


@cache
def division_file() -> bytes:
    """The event as a division file with numbers for names."""
    lines = []
    figures = json.loads(PLAYED.read_text(encoding="utf-8"))
    for number, ((rating, _, opponents, scores, _), (marks, ranks, boards, off)) in enumerate(
        zip(figures, beside(), strict=True), start=1
    ):
        said = {"board": boards, "off": off, "p12": marks, "rrank": ranks}
        keys = [f"{key} {' '.join(map(str, values))}" for key, values in said.items() if values]
        head = f"Player {chr(64 + number)} {rating} {' '.join(map(str, opponents))}"
        lines.append("; ".join([head, " ".join(map(str, scores)), *keys]))
    return "\n".join(lines).encode()


@cache
def event() -> Event:
    found = read_any(division_file())
    assert isinstance(found, Event)
    return found


def before(number: int) -> History:
    return event().history.upto(number - 1)


def test_the_ranks_after_every_round_are_those_of_the_file() -> None:
    for after in range(24):
        ours = {int(row.entrant): row.rank for row in standings(event().history, after)}
        theirs = {
            at: row[1][after] if after < len(row[1]) else None for at, row in enumerate(beside(), start=1)
        }
        assert ours == theirs, after


def test_past_rounds_can_be_ranked_anew_without_who_withdrew_and_everybody_below_moves_up() -> None:
    """Line 16 leaves after round 19; a place below theirs is one better in every round, all others are as they were."""
    without = without_the_withdrawn(event().history)
    for after in range(1, 24):
        was = {row.entrant: row.rank for row in standings(event().history, after)}
        now = {row.entrant: row.rank for row in standings(without, after)}
        theirs = was["16"] if after < 20 else None
        expected = {
            one: None if one == "16" or rank is None else rank - (theirs is not None and rank > theirs)
            for one, rank in was.items()
        }
        assert now == expected, after


def test_a_cap_on_the_command_line_counts_as_the_same_cap_in_an_event_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.t"
    file.write_bytes(division_file())
    for words, caps in (
        ("--cap 200", (200,)),
        ("--spread-cap 200,700", (200, 700)),
        ("--cap 90,80,70", (90, 80, 70)),
    ):
        for after in (1, 2, 12, 23):
            assert main(["standings", str(file), *words.split(), "--after", str(after), "--json"]) == 0
            told = [(row["id"], row["rank"], row["spread"]) for row in json.loads(capsys.readouterr().out)]
            rows = standings(replace(event().history, spread_caps=caps), after)
            ours = [(int(row.entrant), row.rank, row.spread) for row in rows if row.rank is not None]
            assert told == ours, (words, after)
    for wrong in ("0", "x", "200,x", "200,", "200,,300", "2001", "-5", ",", "1" * 30, ",".join(["5"] * 201)):
        assert main(["standings", str(file), f"--cap={wrong}"]) == 2, wrong
        said = capsys.readouterr().err
        assert said.startswith("--cap"), wrong
        assert said.count("\n") == 1, wrong


def test_no_start_contradicts_the_rule_of_tsh() -> None:
    assert event().starts == "tsh"
    verdicts = check_event(event().history, Rules(starts="tsh"))
    assert [f for verdict in verdicts for f in verdict.findings if f.code == "start_against_rule"] == []


def test_a_turned_start_does_contradict_it() -> None:
    """The same event with the seats of every table of the last round exchanged."""
    rounds = event().history.rounds
    turned = tuple(replace(o, seats=o.seats[::-1]) if hasattr(o, "seats") else o for o in rounds[-1])
    wrong = replace(event().history, rounds=(*rounds[:-1], turned))
    found = check_event(wrong, Rules(starts="tsh"))[-1].findings
    assert sum(one.code == "start_against_rule" for one in found) == 4


@pytest.mark.parametrize("number", range(1, 24))
def test_every_round_is_valid_and_repeats_are_counted(number: int) -> None:
    verdict = check_event(event().history)[number - 1]
    assert verdict.valid
    assert (verdict.numbers["repeats"] == 0) == (number < 15)


def test_the_byes_of_the_last_rounds_are_in_the_file() -> None:
    """26 and 21 were the opponents of 16, who had left: their games became byes. 24 and 23 were chosen."""
    byes = {
        at: [o.entrant for o in event().history.rounds[at - 1] if isinstance(o, Bye)] for at in range(20, 24)
    }
    assert byes == {20: ["26"], 21: ["21"], 22: ["24"], 23: ["23"]}
    gone = [
        o.absent for at in range(20, 24) for o in event().history.rounds[at - 1] if isinstance(o, Forfeit)
    ]
    assert gone == [("16",)] * 4


@pytest.mark.parametrize(("number", "bye"), [(22, "24"), (23, "23")])
def test_the_byes_that_were_chosen_are_the_ones_we_choose(number: int, bye: str) -> None:
    """Fewest byes, then the lowest standing (tsh `bottom_up`), under its systems for the last rounds."""
    for system in ("koth", "qoth", "swiss"):
        params = {"repeats": 3} if system == "koth" else {}
        result = ok(pair(Request(before(number), number, system, dict(params))))  # type: ignore[arg-type]
        assert [given.entrant for given in result.byes] == [bye], system


@pytest.mark.parametrize("number", [20, 21])
def test_the_byes_that_came_of_the_withdrawal_are_told_by_the_checker(number: int) -> None:
    found = check_event(event().history)[number - 1].findings
    assert [one.entrants[1] for one in found if one.code == "bye_not_lowest"] == ["24"]
    result = ok(pair(Request(before(number), number, "koth")))
    assert [given.entrant for given in result.byes] == ["24"]


@pytest.mark.parametrize("number", range(2, 24))
def test_our_starts_in_every_round_keep_the_rule_we_claim(number: int) -> None:
    result = ok(pair(Request(before(number), number, "swiss")))
    byes = tuple(given.entrant for given in result.byes)
    paired = Round(number, result.pairs(), byes, result.absent)
    found = check_round(before(number), paired, Rules(starts="balanced")).findings
    assert [one for one in found if one.severity == "error" or one.code == "start_against_rule"] == []


def test_the_file_goes_out_as_it_came_in() -> None:
    file = read_t(division_file())
    assert write_t(from_history(to_history(file), file)) == division_file()  # type: ignore[arg-type]
