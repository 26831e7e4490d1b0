"""A dry run by command: what each column was read as, which rows are nobody and why, and how one is somebody after all."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tdapp.events.models import Entrant, Event
from tests import factories

pytestmark = pytest.mark.django_db
LIST = (
    "Name of Pupil,Rtg,Shoe size\n"
    '"Cruz, Ana",500,38\n'
    "\n"
    "Name of Pupil,Rtg,Shoe size\n"
    '"Go, Ben",700,41\n'
    ",,loose paper\n"
    "Total 2,1200,\n"
    "Prepared by: the coach,,\n"
)


@pytest.fixture
def hall() -> Event:
    event = factories.event("cebu")
    factories.division(event, "Open")
    return event


def typed(tmp_path: Path, text: str, *more: str) -> str:
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    out = io.StringIO()
    call_command("import_roster", str(path), "--event", "cebu", "--minors", "no", *more, stdout=out)
    return out.getvalue()


def test_a_dry_run_says_what_every_column_is_and_why_a_row_is_left_out(hall: Event, tmp_path: Path) -> None:
    told = typed(tmp_path, LIST, "--dry-run").splitlines()
    assert told[:4] == [
        "Columns (headings in row 1):",
        "  A   Name of Pupil: Whole name, in one column",
        "  B   Rtg: Rating",
        "  C   Shoe size: not read",
    ]
    assert told[4:12] == [
        "Left out:",
        "  Row 3 is empty.",
        "  4: headings again (“Name of Pupil · Rtg · Shoe size”)",
        "  6: nothing that is read (“loose paper”)",
        "  7: a total (“Total 2 · 1200”)",
        "  8: below the list (“Prepared by: the coach”)",
        "If one of them is somebody: --people ROW.",
        "If all that look like totals are people: --totals-are-people.",
    ]
    assert not [line for line in told if "it was left out" in line or "was not read" in line]  # said once
    assert told[-1] == "Dry run: add 2, change 0, same 0, refused 0"
    assert not Entrant.objects.exists()


def test_the_same_as_data(hall: Event, tmp_path: Path) -> None:
    told: dict[str, Any] = json.loads(typed(tmp_path, LIST, "--dry-run", "--json"))
    [sheet] = told["read"]
    assert [(one["column"], one["field"]) for one in sheet["columns"]] == [
        ("A", "name"), ("B", "rating"), ("C", ""),
    ]  # fmt: skip
    assert [(one["row"], one["code"]) for one in told["left"]][-2:] == [(7, "total-row"), (8, "foot-row")]


def test_rows_that_look_like_totals_are_people_where_that_is_said_of_one_or_of_all(
    hall: Event, tmp_path: Path
) -> None:
    text = "Surname,Given name\nCruz,Ana\nTotal,\nSum,Yu\nGo,Ben\nCount,\n"
    assert "3: a total (“Total”)" in typed(tmp_path, text, "--dry-run")
    told = typed(tmp_path, text, "--dry-run", "--people", "3", "--nobody", "5")
    assert "  5: left out by hand (“Go · Ben”)" in told
    assert "  6: a total (“Count”)" in told
    assert "3: a total" not in told
    assert "a total" not in typed(tmp_path, text, "--dry-run", "--totals-are-people")
    typed(tmp_path, text, "--people", "3", "--nobody", "5", "--skip-refused")
    assert sorted(Entrant.objects.values_list("surname", flat=True)) == ["Cruz", "Sum", "Total"]


@pytest.mark.parametrize("row", ["99", "0", "x", "Open:3"])
def test_a_row_that_is_not_there_is_refused_in_a_sentence(
    row: str, hall: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        typed(tmp_path, LIST, "--dry-run", "--people", row)
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert f"There is no row {row} that holds anything." in said or f"{row}: say of which sheet" in said
