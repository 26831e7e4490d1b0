"""`standings --class --teams --clinch` and `simulate --who` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairings.__main__ import main
from pairings.event.history import Entrant, History
from pairings.formats import event_file
from tests.pairings.making import standing


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Five rounds: a 5 wins, b 3, c 3, d 0; a and c of class A, b and d of class B; teams X and Y."""
    made = standing((5, 0, 0), (3, 2, 90), (3, 2, 0), (0, 5, 0))
    entrants = tuple(
        Entrant(one.id, one.seed, 0, one.name, klass="AB"[at % 2], team="XY"[at // 2])
        for at, one in enumerate(made.entrants)
    )
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event_file.to_data(History(entrants, made.rounds))))
    return str(path)


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    return capsys.readouterr().err.strip()


def test_marks_stand_beside_the_table(capsys: pytest.CaptureFixture[str], file: str) -> None:
    text = output_of(capsys, "standings", file, "--clinch", "--of", "6", "--prizes", "1")
    assert text.splitlines()[0] == (
        "   1     5     0     +0  A is sure of 1st place: B is 2 wins behind with 1 round left."
    )
    assert "out of reach of the prizes" in text.splitlines()[3]


def test_marks_are_data_too(capsys: pytest.CaptureFixture[str], file: str) -> None:
    lines = json.loads(output_of(capsys, "standings", file, "--clinch", "--of", "6", "--json"))
    assert [(line["id"], line["state"], line["best"], line["worst"]) for line in lines] == [
        ("a", "gibson", 1, 1),
        ("b", "out", 2, 3),
        ("c", "out", 2, 3),
        ("d", "out", 4, 4),
    ]


def test_a_class_has_places_of_its_own(capsys: pytest.CaptureFixture[str], file: str) -> None:
    lines = json.loads(output_of(capsys, "standings", file, "--class", "B", "--json"))
    assert [(line["rank"], line["id"], line["wins"]) for line in lines] == [(1, "b", 3), (2, "d", 0)]
    assert set(lines[0]) == {"rank", "id", "name", "wins", "losses", "ties", "spread"}


def test_teams_are_ranked_by_sum_or_by_matches(capsys: pytest.CaptureFixture[str], file: str) -> None:
    assert output_of(capsys, "standings", file, "--teams", "sum").splitlines() == [
        "   1  X: 8 wins, +90: above Y by wins (8 to 3).",
        "   2  Y: 3 wins, +0: last place.",
    ]
    lines = json.loads(output_of(capsys, "standings", file, "--teams", "sum", "--counting", "1", "--json"))
    assert [(line["team"], line["wins"], line["counted"]) for line in lines] == [
        ("X", 5, ["a"]),
        ("Y", 3, ["c"]),
    ]
    assert json.loads(output_of(capsys, "standings", file, "--teams", "matches", "--json"))[0]["matches"] == 0


def test_who_can_still_win_is_told_with_its_interval(capsys: pytest.CaptureFixture[str], file: str) -> None:
    words = ("simulate", "--who", file, "--of", "7", "--simulations", "500", "--seed", "3")
    text = output_of(capsys, *words)
    assert text == output_of(capsys, *words)
    assert "simulated endings (99 % sure: " in text
    assert text.splitlines()[3] == "D can no longer win; 4th is the best place they can take."
    lines = json.loads(output_of(capsys, *words, "--json"))
    assert sum(line["firsts"] for line in lines) >= 500
    assert lines[0]["low"] <= 1_000_000 * lines[0]["firsts"] // 500 <= lines[0]["high"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("standings", "FILE", "--clinch"),
            "What is clinched after round 5 depends on how many rounds there are; say it with --of.",
        ),
        (("standings", "FILE", "--class", "Z"), "There is no class 'Z'; there are A, B."),
        (
            ("simulate", "--who", "FILE"),
            "Who can still win depends on how many rounds there are; say it with --of.",
        ),
        (
            ("simulate", "--who", "FILE", "--of", "4"),
            "The event has 4 rounds; round 5 is beyond them.",
        ),
        (
            ("standings", "FILE", "--clinch", "--of", "6", "--gibson-spread", "many"),
            "A Gibson spread is written as 250,200 and class prizes as A=1,B=2.",
        ),
        (
            ("standings", "FILE", "--clinch", "--of", "6", "--class-prizes", "A=0"),
            "The class prize 'A' has 0 places; it needs a class and 1 or more.",
        ),
    ],
)
def test_what_cannot_be_answered_has_one_sentence(
    capsys: pytest.CaptureFixture[str], file: str, words: tuple[str, ...], sentence: str
) -> None:
    assert refused(capsys, *(file if word == "FILE" else word for word in words)) == sentence


def test_the_plan_of_a_file_says_how_many_rounds_there_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made = standing((5, 0, 0), (3, 2, 90), (3, 2, 0), (0, 5, 0))
    path = tmp_path / "planned.json"
    path.write_text(json.dumps(event_file.to_data(made, "swiss 1-5, koth 6")))
    assert "A is sure of 1st place" in output_of(capsys, "standings", str(path), "--clinch")


def test_nobody_in_a_team_means_no_team_standings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "alone.json"
    path.write_text(json.dumps(event_file.to_data(standing((1, 0, 0), (0, 1, 0)))))
    assert refused(capsys, "standings", str(path), "--teams", "sum") == "Nobody in this event is in a team."
