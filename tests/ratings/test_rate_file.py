"""`rate_file`: a division file's ratings after every round, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.ratings.fields import real_rows


def division(tmp_path: Path, *, lifetime: bool = True) -> Path:
    """The real event as a division file with invented names."""
    lines = [
        f"Player, No{n:<12} {row.rating} {' '.join(map(str, row.opponents))}; {' '.join(map(str, row.scores))};"
        + (f" lifeg {row.lifetime}" if lifetime else "")
        for n, row in enumerate(real_rows(), start=1)
    ]
    path = tmp_path / "a.t"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def rates_of(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, object]:
    call_command("rate_file", *args, "--json")
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_every_rating_after_every_round_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = rates_of(capsys, str(division(tmp_path)))
    assert found["formula"] == "naspa"
    players = found["players"]
    assert isinstance(players, list)
    assert [player["after"] for player in players] == [row.after for row in real_rows()]
    assert players[0] | {"after": []} == {"id": 1, "name": "Player, No1", "start": 2009, "after": []}


def test_a_file_that_does_not_say_how_many_games_rates_nobody_as_a_newcomer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures are those tsh wrote into the real file (`newr`), whose players all have 50 games or more."""
    assert min(row.lifetime for row in real_rows()) >= 50
    players = rates_of(capsys, str(division(tmp_path, lifetime=False)))["players"]
    assert isinstance(players, list)
    assert [player["after"] for player in players] == [row.after for row in real_rows()]


def test_a_newcomer_is_one_where_the_file_says_so_and_one_without_a_rating(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By hand, level ratings and one game won: K 20 gives +10 and the bonus of 5, K 30 +15 and 10. The loser gets a
    twentieth of the bonus back: -10 + 5/20 and -15 + 10/20, rounded half up.
    """
    path = tmp_path / "a.t"
    path.write_text("Old, A 1500 2; 400\nNew, B 1500 1; 390\n", encoding="utf-8")
    assert [player["after"] for player in rates_of(capsys, str(path))["players"]] == [[1515], [1490]]  # type: ignore[union-attr,attr-defined]
    path.write_text("Old, A 1500 2; 400; lifeg 3\nNew, B 1500 1; 390; lifeg 0\n", encoding="utf-8")
    assert [player["after"] for player in rates_of(capsys, str(path))["players"]] == [[1525], [1486]]  # type: ignore[union-attr,attr-defined]


def test_a_win_by_the_tie_rule_in_a_file_is_a_win(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.t"
    path.write_text("Old, A 1500 2; 400; before 412\nNew, B 1500 1; 400; before 405\n", encoding="utf-8")
    assert [player["after"] for player in rates_of(capsys, str(path))["players"]] == [[1515], [1490]]  # type: ignore[union-attr,attr-defined]


def test_another_formula_tells_other_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(division(tmp_path))
    assert rates_of(capsys, path, "--formula", "coco")["players"] != rates_of(capsys, path)["players"]


def test_a_newcomer_with_a_bye_shows_what_tsh_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.t"
    path.write_text(
        "One, A 1500 2 3; 400 380\nTwo, B 1400 1 0; 390 50\nNew, C 0 0 1; 50 420\n", encoding="utf-8"
    )
    players = rates_of(capsys, str(path))["players"]
    assert isinstance(players, list)
    assert players[2]["after"][0] == 1500
    assert players[2]["after"][1] == 1900


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, "cannot be read"), ("One, A 1500 x; 400\n", "Line 1"), ("nonsense\n", "Line 1")],
)
def test_a_file_that_cannot_be_rated_gets_a_sentence_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, said: str
) -> None:
    path = tmp_path / "c.t"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        call_command("rate_file", str(path))
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_an_unknown_formula_names_those_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        call_command("rate_file", str(division(tmp_path)), "--formula", "guess")
    assert stopped.value.code == 2
    assert "there are naspa" in capsys.readouterr().err


def test_what_was_planned_may_have_changed_on_the_way_and_the_files_own_ratings_show_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real event as if 15 rounds had been planned until the 14th was rated: cut nowhere until then."""
    path = division(tmp_path)
    short, long = (rates_of(capsys, str(path), "--rounds", rounds) for rounds in ("15", "23"))
    assert short["rounds"] == [15] * 15 + list(range(16, 24))
    note = str(short["note"])
    assert "23 rounds with scores, but only 15 are planned; from round 16 on" in note
    assert "15,15:23" in note
    assert "note" not in long
    changed = rates_of(capsys, str(path), "--rounds", "15,15:23")
    assert changed["rounds"] == [15] * 14 + [23] * 9
    pairs = [(short, at) if at < 14 else (long, at) for at in range(23)]
    figures = [
        [found["players"][place]["after"][at] for found, at in pairs]  # type: ignore[index]
        for place in range(26)
    ]
    assert [player["after"] for player in changed["players"]] == figures  # type: ignore[attr-defined]
    assert figures != [player["after"] for player in long["players"]]  # type: ignore[attr-defined]
    lines = path.read_text(encoding="utf-8").splitlines()
    told = [f"{line}; newr {' '.join(map(str, row))}" for line, row in zip(lines, figures, strict=True)]
    path.write_text("\n".join(told), encoding="utf-8")
    assert rates_of(capsys, str(path), "--rounds", "15,15:23")["newr"] == {"values": 598, "same": 598}
    assert rates_of(capsys, str(path))["newr"]["same"] < 598  # type: ignore[index]
    assert rates_of(capsys, str(path), "--rounds", "newr")["newr"] == {"values": 598, "same": 598}


def test_rounds_that_cannot_be_are_one_sentence_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(division(tmp_path))
    for wrong in ("x", "0", "201", "15,,20", "5:15,3:20", "-3", "1:", "newr"):
        with pytest.raises(SystemExit) as stopped:
            call_command("rate_file", path, f"--rounds={wrong}")
        assert stopped.value.code == 2, wrong
        said = capsys.readouterr().err
        assert said.count("\n") == 1, wrong
        assert "--rounds" in said, wrong


def test_a_part_that_begins_too_early_is_named_with_what_would_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        call_command("rate_file", str(division(tmp_path)), "--rounds=15,1:20")
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "“1:20” begins at round 1, but the part before it begins at round 1" in said
    assert "as in 15,2:20." in said
