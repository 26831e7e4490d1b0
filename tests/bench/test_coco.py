"""Published ratings held against ours: every row counted, one that differs told, and no row shown that only was started from."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from bench.engine.coco.__main__ import main

SLIPS = {
    "a": ("1,Ana,450,Ben,400", "2,Ana,380,Cy,390", "3,Cy,400,Ben,405"),
    "b": ("1,Ana,410,Ben,400", "2,Cy,50,Bye,0", "3,Dee,450,Ben,300"),
    "c": ("1,Cy,430,Ana,400", "2,Dee,400,Ana,390", "3,Ben,405,Dee,401"),
}
DAYS = {"a": "2026-01-03", "b": "2026-02-07", "c": "2026-03-14"}
HEAD = "Round,Winner,Winners Score,Opponent,Opponents Score"


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A public folder that our own command has filled: what is under test is who is held against whom."""
    for name in ("results", "data", "tests"):
        (tmp_path / name).mkdir()
    for event, rows in SLIPS.items():
        (tmp_path / "results" / f"{event}-results.csv").write_text("\n".join([HEAD, *rows, ""]), "utf-8")
    (tmp_path / "results" / "a-ratings.csv").write_text("Name,Rating\nAna,1500\nBen,1400\n", "utf-8")
    days = "\n".join(["Filename,Date", *(f"{event},{day}" for event, day in DAYS.items()), ""])
    (tmp_path / "data" / "tournaments.csv").write_text(days, "utf-8")
    call_command("season", str(tmp_path), "--formula", "coco", "--json")
    found = json.loads(capsys.readouterr().out)
    with (tmp_path / "tests" / "golden_all_ratings.txt").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow(["Name", "Rating", "Deviation", "Games"])
        rows.writerows([one["name"], one["rating"], one["deviation"], one["games"]] for one in found["list"])
        names = ("before", "after", "deviation_before", "deviation", "games")
        rows.writerows(
            [one["name"], event["event"], "0", *map(one.get, names)]
            for event in found["events"]
            for one in event["ratings"]
        )
    return tmp_path


def test_every_published_row_is_held_against_ours_and_what_is_missing_is_started_from_and_not_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told() -> tuple[int, list[str]]:
        status = main(["--folder", str(folder)])
        return status, capsys.readouterr().out.splitlines()

    status, lines = told()
    assert status == 0, lines
    assert "12 of 12 rows of 3 events in 1 seasons (published: 12 of 3); 5 of 5 rows of the list" in lines[-1]
    rows = folder / "tests" / "golden_all_ratings.txt"
    right = rows.read_text("utf-8")
    # One number of one row, and of the list.
    for at, mark in ((right.index("\tc\t0\t") + 5, "c, "), (right.index("Ana\t") + 4, "the list, ana")):
        rows.write_text(right[:at] + str((int(right[at]) + 1) % 10) + right[at + 1 :], "utf-8")
        status, lines = told()
        assert (status, [line.startswith(mark) for line in lines].count(True)) == (1, 1)
    rows.write_text(right, "utf-8")
    (folder / "results" / "b-results.csv").unlink()
    status, lines = told()
    assert status == 0, lines
    assert lines[-1] == "no slips of 1 events: b"
    assert "7 of 7 rows of 2 events in 2 seasons (published: 12 of 3); 4 of 4 rows of the list" in lines[-2]
