"""Whatever is handed to the command line: an answer or sentences and exit 2, never a traceback."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairings.__main__ import main
from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.history import History
from pairings.formats import event_file, file_reading
from pairings.rounds import request
from pairings.rounds.parameters import SYSTEMS
from pairings.rounds.request import Constraints, Request
from tests.pairings.making import field, game

SMALL = (Path(__file__).parent / "files" / "small.t").read_bytes()
READERS = ("pair", "explain", "standings", "check")
ASKED = request.to_data(
    Request(
        History(field(5), ((game("a", "b", 450, 400, 1), game("c", "d", 430, 400, 2)),)),
        2,
        "swiss",
        {"pattern": "fold"},
        constraints=Constraints(locked=(("a", "e"),), byes=("b",), apart=(("c", "d"),), tables=((1, 9),)),
    )
)
EVENT = {"version": 1, **ASKED["history"]}
TRF = b"001    1      Abad, Ana                         2009                             1.0    1"
Captured = pytest.CaptureFixture[str]


def changed(**fields: Any) -> bytes:
    return json.dumps({**ASKED, **fields}).encode()


def nested(depth: int) -> bytes:
    return b'{"version": 1, "history": ' + b"[" * depth + b"]" * depth + b"}"


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b" \n\t\r\n",
    "binary": bytes(range(256)) * 4,
    "zero bytes": b"Abad, Ana 1500 0; 50\0\0",
    "utf-16": json.dumps(ASKED).encode("utf-16"),
    "utf-16 without a mark": json.dumps(ASKED).encode("utf-16-le"),
    "latin 1 json": '{"version": 1, "ñ": 1}'.encode("latin-1"),
    "cut off": json.dumps(ASKED).encode()[:200],
    "a list": b"[]",
    "a number": b"[1e400]",
    "deep": nested(100_000),
    "not so deep": nested(900),
    "deep objects": b'{"a":' * 50_000,
    "nan": changed(seed=float("nan")),
    "infinity": changed(round=float("inf")),
    "1e999": json.dumps(ASKED).encode().replace(b'"round": 2', b'"round": 1e999'),
    "huge number": changed(round=10**4000),
    "number beyond digits": json.dumps(ASKED).encode().replace(b'"round": 2', b'"round": ' + b"9" * 5000),
    "big round": changed(round=10**9),
    "big tables": changed(constraints={"tables": [[1, 10**12]]}),
    "tables the wrong way": changed(constraints={"tables": [[9, 1]]}),
    "a name twice": b'{"version": 1, "version": 1, "entrants": []}',
    "half a letter": b'{"version": 1, "entrants": [{"id": "\\ud800", "seed": 1}]}',
    "wrong version": changed(version=99),
    "version as a book": changed(version="x" * 1_000_000),
    "no such system": changed(system="luck"),
    "lists for texts": changed(system=[["swiss"]]),
    "unknown field": changed(colour="red"),
    "no ranking rules": changed(precedence=[]),
    "wish about nobody": changed(constraints={"byes": ["nobody"]}),
    "a table of one": json.dumps(
        {
            "version": 1,
            "entrants": [{"id": "a", "seed": 1}],
            "rounds": [[{"kind": "played", "table": 1, "seats": []}]],
        }
    ).encode(),
    "a game of one": json.dumps(
        {
            "version": 1,
            "entrants": [{"id": "a", "seed": 1}],
            "rounds": [[{"kind": "played", "table": 1, "seats": [{"entrant": "a", "score": 1}]}]],
        }
    ).encode(),
    "an endless line": b"a" * 60_000 + b" 1500 0; 50",
    "blanks in a line": b"a" + b" " * 200_000 + b"b",
    "long numbers": b"a 1500 " + b"7" * 5000 + b"; 50",
    "two signs": b"a 1500 0; --5",
    "other digits": "a １５００ 0; 50".encode(),
    "many rounds": b"a 1500 " + b"0 " * 300 + b"; 50",
    "report cut off": TRF[:7],
    "report with a mistake": TRF + b"  9999 w 1",
    "report long": TRF + b" " * 5000 + b"1",
}


def outcome(words: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_sentences(tmp_path: Path, name: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(HOSTILE[name])
    for command in READERS:
        code, out, err = outcome([command, str(file)])
        assert (code, out) == (2, "") or code < 2, (command, code, out, err)
        assert "Traceback" not in err
        if code == 2:
            assert all(line.endswith(".") and len(line) < 400 for line in err.splitlines()), err
            told = json.loads(outcome([command, str(file), "--json"])[1])
            assert all(item["number"] > 100 for item in told["refusals"])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("utf-16", "The file is written in UTF-16; save it as UTF-8 and try again."),
        ("zero bytes", "The file is no text file: line 1 holds a zero byte."),
        ("deep", "The file is not JSON: brackets are nested too deep."),
        ("nan", "The file is not JSON: NaN is no number an event can hold."),
        ("a name twice", "The file is not JSON: 'version' stands twice in one object."),
        (
            "half a letter",
            "The file is not JSON: half a letter stands in it, a \\u escape without its other half.",
        ),
        ("number beyond digits", "The file is not JSON: a number in it has thousands of digits."),
        (
            "long numbers",
            f"Line 1: '{'7' * 20}' among the rating and opponents is not a whole number of up to 6 digits.",
        ),
        ("two signs", "Line 1: '--5' among the scores is not a whole number of up to 6 digits."),
        ("many rounds", "Line 1: 300 rounds; at most 200 are read."),
        ("an endless line", "Line 1: it has 60011 letters; at most 50000 are read."),
    ],
)
def test_the_sentence_says_what_is_wrong(name: str, sentence: str) -> None:
    found = event_file.read_any(HOSTILE[name])
    assert sentence in getattr(found, "sentences", ())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("huge number", "request.round is 100000000000..., a number far too large."),
        ("big round", "Round 1000000000 is beyond round 200, the last that can be paired."),
        ("big tables", "Tables 1 to 1000000000000 are no range; it has to be from 1 to at most 100000."),
        ("1e999", "request.round is Infinity; it has to be a whole number."),
        ("lists for texts", "request.system is a list; it has to be text."),
    ],
)
def test_a_request_out_of_bounds_is_refused_in_a_sentence(name: str, sentence: str) -> None:
    parsed = event_file.read_json(HOSTILE[name])
    assert sentence in getattr(request.from_data(parsed), "sentences", ())


def test_more_than_the_bound_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(file_reading, "LARGEST", 1_000_000)
    file = tmp_path / "large.t"
    file.write_bytes(b"a" * 1_000_001)
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err == f"{file} is larger than 1 MB, the most that is read.\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a" * 1_000_001)))
    assert main(["check", "-"]) == 2
    assert capsys.readouterr().err == "Standard input is larger than 1 MB, the most that is read.\n"


def test_the_bound_is_100_megabytes() -> None:
    assert file_reading.LARGEST == 100_000_000


@pytest.mark.parametrize("name", [".", "a\0b", "no/such/file"])
def test_what_is_no_file_is_refused(name: str) -> None:
    code, _, err = outcome(["standings", name])
    assert code == 2
    assert "cannot be read" in err


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    for data in (json.dumps(EVENT).encode(), SMALL.replace(b"\xf1", b"n"), TRF):
        plain, marked = tmp_path / "plain", tmp_path / "marked"
        plain.write_bytes(data)
        marked.write_bytes(file_reading.BOM + data)
        assert outcome(["standings", str(plain)]) == outcome(["standings", str(marked)])
        assert outcome(["standings", str(plain)])[0] == 0


def broken(data: Any, path: list[int], value: Any) -> Any:
    """The data with something at a place along the path replaced by another value."""
    if not path or not isinstance(data, (dict, list)) or not data:
        return value
    keys: list[Any] = sorted(data) if isinstance(data, dict) else list(range(len(data)))
    key = keys[path[0] % len(keys)]
    inner = broken(data[key], path[1:], value)
    if isinstance(data, dict):
        return {**data, key: inner}
    return [*data[:key], inner, *data[key + 1 :]]


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from(
        [2**70, -(10**9), 1.5, "", "a", "x" * 300, [], {}, [[]], ["a", "a"], [["a", "b"]], *SYSTEMS]
    ),
)
QUIET = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def assert_answered(data: bytes, file: Path, judge: Callable[[list[str]], tuple[int, str, str]]) -> None:
    file.write_bytes(data)
    for command in READERS:
        code, _, err = judge([command, str(file)])
        assert code in (0, 1, 2)
        assert code != 2 or err


@QUIET
@given(path=st.lists(st.integers(0, 20), min_size=1, max_size=6), value=VALUES)
def test_no_value_in_any_place_makes_a_command_fail(tmp_path: Path, path: list[int], value: Any) -> None:
    for data in (ASKED, EVENT):
        assert_answered(json.dumps(broken(data, path, value)).encode(), tmp_path / "file", outcome)


@QUIET
@given(at=st.integers(0, len(SMALL) - 1), put=st.binary(max_size=4), drop=st.integers(0, 40))
def test_no_scratch_on_a_division_file_makes_a_command_fail(
    tmp_path: Path, at: int, put: bytes, drop: int
) -> None:
    assert_answered(SMALL[:at] + put + SMALL[at + drop :], tmp_path / "file", outcome)


def test_a_made_up_event_is_written_in_every_format(tmp_path: Path) -> None:
    for ending in ("json", "t", "trf"):
        file = tmp_path / f"event.{ending}"
        assert outcome(["simulate", "--players", "7", "--rounds", "3", "--out", str(file)])[:2] == (
            0,
            f"Written: {file}.\n",
        )
        assert outcome(["check", str(file)])[0] == 0
        rows = json.loads(outcome(["standings", str(file), "--json"])[1])
        assert [row["rank"] for row in rows][:1] == [1]
        assert {type(row["id"]) for row in rows} == {str if ending == "json" else int}


def test_what_a_format_cannot_hold_is_refused_and_a_strange_ending_too(tmp_path: Path) -> None:
    tables = ["simulate", "--players", "7", "--rounds", "1", "--plan", "tables 1", "--out"]
    for ending in ("t", "trf"):
        code, _, err = outcome([*tables, str(tmp_path / f"e.{ending}")])
        assert (code, "three or four" in err) == (2, True)
    assert outcome([*tables, str(tmp_path / "e.json")])[0] == 0
    assert (
        outcome([*tables, "event.xls"])[2]
        == "'event.xls' has no known ending; it has to be one of .json, .t, .trf.\n"
    )
    assert outcome([*tables, str(tmp_path / "no" / "e.json")])[2].endswith(
        "cannot be written: No such file or directory.\n"
    )


def test_an_event_can_name_its_plan_and_is_checked_by_it(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    made = simulate(Setting(4, 3, 1, "rr 1-3"))
    assert isinstance(made, Simulated)
    rounds = (made.history.rounds[0], made.history.rounds[0], made.history.rounds[2])
    broken_event = History(made.history.entrants, rounds)
    file.write_text(json.dumps(event_file.to_data(broken_event, "rr 1-3")), encoding="utf-8")
    assert "again within leg 1 of the round robin" in outcome(["check", str(file)])[1]
    assert "round robin" not in outcome(["check", str(file), "--plan", "swiss 1-3"])[1]
    assert outcome(["check", str(file), "--plan", "luck 1-3"])[0] == 2
    assert outcome(["check", str(file), "--plan", "," * 3000])[0] == 2


def test_starters_of_a_division_file_are_held_against_the_rule_of_tsh(tmp_path: Path) -> None:
    file = tmp_path / "two.t"
    file.write_text("A 1500 2 2; 400 400; p12 1 1\nB 1400 1 1; 300 300; p12 2 2\n")
    assert "A goes first against B with 1 first to 0." in outcome(["check", str(file)])[1]
    assert "goes first against" not in outcome(["check", str(file), "--starts", "none"])[1]


def test_explain_tells_a_round_a_player_and_a_wish(tmp_path: Path) -> None:
    file = tmp_path / "request.json"
    file.write_text(json.dumps(ASKED))
    whole = outcome(["explain", str(file)])[1]
    assert whole.startswith("Round 2, swiss.")
    assert "All together: " in whole
    assert outcome(["explain", str(file), "c", "d"])[0] == 0
    assert outcome(["explain", str(file), "nobody"])[0] == 2


@pytest.mark.parametrize("command", ["", *READERS, "simulate"])
def test_every_command_has_help_that_says_how_it_ends(command: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*([command] if command else []), "--help"])
    assert stopped.value.code == 0
    assert "every mistake has one" in " ".join(capsys.readouterr().out.split())
