"""`season`: a season's standings and ratings from files of every kind, in order, people matched, nothing doubled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from pairings.cli.simulate import Setting, simulate
from pairings.event.refusals import Refusals
from pairings.formats.tsh import write_t
from pairings.formats.tsh_history import from_history
from tdapp.interchange.season import files as season_files
from tdapp.ratings.formulas import FORMULAS, Field, Game, Player

HEAD = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score"
Captured = pytest.CaptureFixture[str]


def told(capsys: Captured, *words: object) -> dict[str, Any]:
    call_command("season", *map(str, words), "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def refused(capsys: Captured, *words: object) -> list[str]:
    with pytest.raises(SystemExit) as stopped:
        call_command("season", *map(str, words))
    assert stopped.value.code == 2
    return capsys.readouterr().err.splitlines()


def slips(path: Path, *rows: str, head: str = HEAD) -> Path:
    path.write_text("\n".join([head, *(f"45000.5,{row}" for row in rows)]) + "\n", encoding="utf-8")
    return path


def placed(event: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(row["rank"], row["name"], row["wins"], row["spread"]) for row in event["standings"]]


def listed(found: dict[str, Any]) -> dict[str, int]:
    return {row["name"]: row["rating"] for row in found["list"]}


def test_division_files_are_ranked_and_rated_one_after_the_other_and_what_is_there_twice_counts_once(
    tmp_path: Path, capsys: Captured
) -> None:
    made = simulate(Setting(players=8, rounds=5, seed=4))
    assert not isinstance(made, Refusals)
    file = from_history(made.history)
    first, again, early = (tmp_path / name for name in ("1.t", "2.t", "0.t"))
    first.write_bytes(write_t(file))
    again.write_bytes(write_t(file).replace(b"; rrank", b";  rrank"))
    early.write_bytes(write_t(from_history(made.history.upto(3))))
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "1.t").write_bytes(first.read_bytes())
    # The next event: two who were there before, one of them with the given name first, and somebody new.
    names = [line.name for line in file.players[:2]]
    surname, given = names[1].split(", ")
    (tmp_path / "9.t").write_text(
        f"{names[0]} 1 2 3; 400 410\n{given} {surname} 1 1 0; 380 50\nNewcomer, Nora 0 0 1; 50 350\n",
        encoding="utf-8",
    )
    found = told(capsys, tmp_path)
    assert [event["event"] for event in found["events"]] == ["1", "9"]
    assert any(
        "1.t is the same file as" in note or "copy/1.t is the same file" in note for note in found["notes"]
    )
    assert sum("count once" in note for note in found["notes"]) >= 2
    assert len(found["list"]) == 9
    once = {row["name"]: row for row in found["events"][0]["ratings"]}
    then = {row["name"]: row for row in found["events"][1]["ratings"]}
    for name in names:
        # The rating in the second file (1) is nothing beside the one they earned.
        assert then[name]["before"] == once[name]["after"]
        assert then[name]["games"] == once[name]["games"] + (2 if name == names[0] else 1)
    assert then["Newcomer, Nora"]["new"] is True


def test_one_list_handed_over_for_two_events_counts_for_both_and_a_rating_no_formula_knows_is_none(
    tmp_path: Path, capsys: Captured
) -> None:
    slips(tmp_path / "one-results.csv", "1,Ana Cruz,450,Ben Lim,400")
    slips(tmp_path / "two-results.csv", "1,Carla Go,450,Dan Reyes,400", "2,Carla Go,450,Eve Tan,400")
    for name in ("one-ratings.csv", "two-ratings.csv"):
        (tmp_path / name).write_text(
            "Name,Rating\nCarla Go,1900\nDan Reyes,1600\nEve Tan,1\n", encoding="utf-8"
        )
    found = told(capsys, tmp_path, "--formula", "coco")
    rows = {row["name"]: row for event in found["events"] for row in event["ratings"]}
    assert (rows["Carla Go"]["before"], rows["Dan Reyes"]["before"]) == (1900, 1600)
    assert rows["Eve Tan"]["new"]
    assert rows["Eve Tan"]["before"] == rows["Eve Tan"]["after"]
    assert not any("same file" in note for note in found["notes"])
    # A list whose headings stand over other columns says so.
    (tmp_path / "two-ratings.csv").write_text("Name,Record,Old Rating\nCarla Go,1900,\n", encoding="utf-8")
    assert any("gives nobody a rating" in note for note in told(capsys, tmp_path)["notes"])
    (tmp_path / "two-ratings.csv").write_text("Name,Old Rating\nCarla Go,0\n", encoding="utf-8")
    assert not any("gives nobody a rating" in note for note in told(capsys, tmp_path)["notes"])


def test_two_names_of_the_same_words_in_another_order_are_told_as_two(
    tmp_path: Path, capsys: Captured
) -> None:
    path = slips(tmp_path / "one-results.csv", '1,"Cruz, Ana",450,Ben Lim,400', "2,Ana Cruz,450,Cruz Ana,400")
    found = told(capsys, path)
    assert len(found["list"]) == 3
    assert [note for note in found["notes"] if "two people" in note] == [
        "Cruz, Ana and Cruz Ana count as two people: if they are one, write the name alike."
    ]


def test_slips_as_people_hand_them_in_are_all_counted_and_none_twice(
    tmp_path: Path, capsys: Captured
) -> None:
    """A wrong round, a slip from both sides, a bye, a mark at the front of the file and blanks behind it."""
    path = slips(
        tmp_path / "cup-results.csv",
        "1,Ana Cruz,450,Ben Lim,400,,", "1,ANA  CRUZ,450,Ben Lim,400,,", "2,Ana Cruz,380,Dino Tan,420,,",
        "2,Ben Lim,50,Bye,0,,", "2,Dino Tan,410,Ben Lim,300,,", "semifinal,Ana Cruz,399,Ben Lim,399,,", ",,,,,,",
        head="\ufeff" + HEAD + ",,",
    )  # fmt: skip
    found = told(capsys, path, "--formula", "coco")
    [event] = found["events"]
    assert event["games"] == 5
    assert placed(event) == [
        (1, "Dino Tan", 2, 150), (2, "Ana Cruz", 1.5, 10), (3, "Ben Lim", 1.5, -110),
    ]  # fmt: skip
    assert len(found["notes"]) == 3
    # Headings that say nothing: the columns of the form stand for themselves.
    bare = path.read_text(encoding="utf-8").replace(HEAD, "a,b,c,d,e,f").replace("Bye", "Zz Bye")
    (tmp_path / "bare.csv").write_text(bare, encoding="utf-8")
    assert placed(told(capsys, tmp_path / "bare.csv")["events"][0]) == placed(event)
    bye = next(row for row in found["list"] if row.get("bye"))
    assert (bye["name"], bye["rating"], bye["games"]) == ("Bye", 1500, 1)
    assert [row.get("bye") for row in told(capsys, path)["list"]] == [None, None, None]


def test_a_slip_without_two_scores_is_refused_with_its_row_and_left_out_only_when_somebody_says_so(
    tmp_path: Path, capsys: Captured
) -> None:
    path = slips(
        tmp_path / "a-results.csv",
        "1,Ana,450,Ben,400",
        "2,Ana,x,Ben,400",
        "3,Ana,500,,400",
        "4,Ana,500,Ana,1",
    )
    said = refused(capsys, path)
    assert [line.partition(":")[0] for line in said] == [f"a-results.csv, {row}" for row in (3, 4, 5)]
    found = told(capsys, path, "--sure")
    assert found["events"][0]["games"] == 1
    assert len([note for note in found["notes"] if note.startswith("a-results.csv, ")]) == 3


def test_a_season_follows_its_list_of_events_carries_everybody_on_and_says_where_most_are_new(
    tmp_path: Path, capsys: Captured
) -> None:
    slips(tmp_path / "b-results.csv", "1,Ana,450,Ben,400", "2,Ana,400,Ben,410")
    slips(tmp_path / "a-results.csv", "1,Ben,400,Cara,390", "2,Cara,450,Dana,440", "3,Dana,401,Eva,400")
    slips(tmp_path / "other-results.csv", "1,Ana,450,Ben,400", "2,Ana,450,Ben,300")
    (tmp_path / "a-ratings.csv").write_text("Name,Rating\nBen,900\nCara,0\n", encoding="utf-8")
    (tmp_path / "b-ratings.csv").write_text("Name,Rating\nAna,1700\nBen,1600\nNobody,12\n", encoding="utf-8")
    (tmp_path / "events.csv").write_text(
        "Event,Filename,Date,Order\nSecond,a,2026-02-01,\nFirst,b,2026-01-02,\nMissing,c,2026-03-01,\n",
        encoding="utf-8",
    )
    found = told(capsys, tmp_path, "--formula", "coco")
    assert [(event["name"], event["date"], event["newcomers"]) for event in found["events"]] == [
        ("First", "2026-01-02", 0), ("Second", "2026-02-01", 3),
    ]  # fmt: skip
    notes = " ".join(found["notes"])
    assert "other is not in the list of events" in notes
    assert "Missing of 2026-03-01: there is no file" in notes
    assert "a: 3 of 4 players have no rating" in notes
    # By the formula itself: Ben goes on from where b left him, thirty days older, and 900 is not asked.
    coco = FORMULAS["coco"]
    first = coco.rate(
        Field([Player("Ana", 1700), Player("Ben", 1600)], [Game(1, 0, 1, 450, 400), Game(2, 0, 1, 400, 410)]),
        coco.settings,
    )
    assert first[0].rating == listed(found)["Ana"]
    ben = next(row for row in found["events"][1]["ratings"] if row["name"] == "Ben")
    assert (ben["before"], ben["games"]) == (first[1].rating, 3)
    assert ben["deviation_before"] == round(((first[1].deviation or 0) ** 2 + 100 * 30) ** 0.5, 2)
    assert len(told(capsys, tmp_path, "--until", "2026-01-31")["events"]) == 1
    without = told(capsys, tmp_path, "--formula", "coco", "--seeds", "none")
    assert [event["newcomers"] for event in without["events"]] == [2, 3]


def test_people_are_told_apart_by_number_and_a_name_that_several_have_is_never_guessed(
    tmp_path: Path, capsys: Captured
) -> None:
    first, second, third = (tmp_path / f"{name}.t" for name in "abc")
    first.write_text("Lim, Jo:A1 1500 2; 400\nLim, Jo:A2 1600 1; 420\n", encoding="utf-8")
    second.write_text("Lim, Jo:A2 100 2; 500\nOng, Al 1500 1; 300\n", encoding="utf-8")
    third.write_text("Lim, Jo 1500 2; 400\nOng, Al:0007 1500 1; 410\n", encoding="utf-8")
    found = told(capsys, first, second)
    assert {row["number"] for row in found["list"]} == {"A1", "A2", ""}
    assert [line for line in refused(capsys, first, second, third) if "A1, A2" in line]
    # Who had no number is the one of the name, and keeps the number from then on.
    slips(
        tmp_path / "d-results.csv", "1,Al Ong,400,Bo Uy,300,7,8", head=HEAD + ",Winner Number,Opponent Number"
    )
    found = told(capsys, second, tmp_path / "d-results.csv")
    assert {row["name"]: row["number"] for row in found["list"]} == {
        "Lim, Jo": "A2",
        "Ong, Al": "7",
        "Bo Uy": "8",
    }
    # A list of numbers with two of one name says nothing of either.
    (tmp_path / "players.csv").write_text("Name,Number\nBo Uy,31\nBo Uy,32\nAl Ong,7\n", encoding="utf-8")
    plain = slips(tmp_path / "f-results.csv", "1,Al Ong,400,Bo Uy,300")
    found = told(capsys, tmp_path / "players.csv", plain)
    assert {row["name"]: row["number"] for row in found["list"]} == {"Al Ong": "7", "Bo Uy": ""}
    twice = tmp_path / "e.t"
    twice.write_text("Uy, Bo 1500 2; 400\nUy, Bo 1600 1; 420\n", encoding="utf-8")
    assert ["stands there twice" in line for line in refused(capsys, twice)] == [True]


def test_what_cannot_be_a_season_is_one_sentence_and_exit_2(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "x.csv"
    table.write_text("Colour,Size\nred,3\n", encoding="utf-8")
    days = tmp_path / "events.csv"
    days.write_text("Filename,Date\na,soon\n", encoding="utf-8")
    good = slips(tmp_path / "a-results.csv", "1,Ana,450,Ben,400")
    rating = tmp_path / "a-ratings.csv"
    rating.write_text("Name,Rating\nAna,strong\n", encoding="utf-8")
    sure = tmp_path / "people-ratings.csv"
    sure.write_text("Name,Rating,Deviation\nAna,1500,114.26588335982005\nBen,1400,sure\n", encoding="utf-8")
    last = tmp_path / "old-ratings.csv"
    last.write_text("Name,Rating,Last Played\nAna,1500,2026-01-02\nBen,1400,lately\n", encoding="utf-8")
    many = tmp_path / "club-ratings.csv"
    many.write_text("Name,Rating,Games\nAna,1500,12\nBen,1400,many\n", encoding="utf-8")
    for words, said in (
        ((good, last), "old-ratings.csv, 3: “lately” is no day"),
        ((good, many), "Ben has “many” for games played"),
        ((tmp_path / "none.t",), "cannot be read"), ((table,), "There is no event in it"), ((good, days), "is no day"),
        ((good, rating), "“strong” for a rating"), ((good, sure), "Ben has “sure” for a deviation"),
        ((good, "--cap", "0"), "--cap 0"), ((good, "--until", "x"), "is not a date"),
        ((good, "--formula", "guess"), "There is no formula"),
    ):  # fmt: skip
        lines = refused(capsys, *words)
        assert said in " ".join(lines), (words, lines)
        assert len(lines) == 1, lines
    monkeypatch.setattr(season_files, "MOST_FILES", 3)
    assert refused(capsys, tmp_path) == ["There are more than 3 files in it."]
