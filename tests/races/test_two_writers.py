"""Two people on one scoresheet: every row of both is there afterwards, on both databases."""

from __future__ import annotations

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from tdapp.kernel import commands
from tdapp.kernel.models import AuditHead, User
from tdapp.kernel.refusals import Conflict
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create, undo, write
from tdapp.scoresheets.models import Sheet, SheetEdit
from tdapp.scoresheets.sheet import storing
from tests import factories as f
from tests.races.crowd import at_once

ROWS = 25
PASS = {"kind": "pass"}


def started() -> tuple[f.Hall, Sheet]:
    hall = f.hall(4)
    create(hall.as_(hall.clerk), hall.table(1))
    return hall, sheets().get()


def adding(hall: f.Hall, sheet: Sheet, who: User, answers: list[Any]) -> None:
    ctx = hall.as_(who)
    for _row in range(ROWS):
        row = {"op": "add", "row": str(uuid4()), "turn": {**PASS, "note": who.username}}
        answers.append(write(ctx, sheet, operations=[row]))


def test_two_writers_adding_rows_at_once_lose_none_of_them(database: str) -> None:
    hall, sheet = started()
    first: list[Any] = []
    second: list[Any] = []
    at_once(
        [
            lambda: adding(hall, sheet, hall.clerk, first),
            lambda: adding(hall, sheet, hall.checker, second),
        ]
    )
    row = sheets().get()
    notes = [one["turn"]["note"] for one in row.rows]
    assert (notes.count(hall.clerk.username), notes.count(hall.checker.username)) == (ROWS, ROWS)
    assert row.version == 1 + 2 * ROWS == 1 + row.edits.count()
    assert len({answer["version"] for answer in first + second}) == 2 * ROWS


def setting(hall: f.Hall, sheet: Sheet, who: User, row: dict[str, Any], score: int) -> Any:
    operation = {
        "op": "set",
        "row": row["id"],
        "seen": row["version"],
        "turn": {"kind": "score", "score": score},
    }
    ctx = hall.as_(who)
    return lambda: write(ctx, sheet, operations=[operation])


def with_rows(hall: f.Hall, count: int) -> Sheet:
    rows = [{"op": "add", "row": str(uuid4()), "turn": PASS} for _row in range(count)]
    write(hall.as_(hall.clerk), sheets().get(), operations=rows)
    return sheets().get()


def test_two_writers_in_one_row_leave_one_and_the_other_is_told_both_sides(database: str) -> None:
    hall, _sheet = started()
    sheet = with_rows(hall, 1)
    people = (hall.clerk, hall.checker)
    calls = [
        setting(hall, sheet, who, sheet.rows[0], score) for who, score in zip(people, (10, 20), strict=True)
    ]
    answers = at_once(calls)
    lost = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(lost) == 1
    stored = sheets().get().rows[0]["turn"]["score"]
    assert lost[0].facts["theirs"]["turn"]["score"] == stored
    assert {stored, lost[0].facts["yours"]["turn"]["score"]} == {10, 20}


def test_two_writers_in_different_rows_both_write(database: str) -> None:
    hall, _sheet = started()
    sheet = with_rows(hall, 8)
    people = [hall.clerk, hall.checker] * 4
    answers = at_once(
        [
            setting(hall, sheet, who, row, at)
            for at, (who, row) in enumerate(zip(people, sheet.rows, strict=True))
        ]
    )
    assert all(isinstance(answer, dict) for answer in answers), answers
    assert [row["turn"]["score"] for row in sheets().get().rows] == list(range(8))


def test_two_undos_of_one_writing_take_it_back_once(database: str) -> None:
    hall, _sheet = started()
    sheet = with_rows(hall, 1)
    ctx = hall.as_(hall.clerk)
    answers = at_once([lambda: undo(ctx, sheet, seen=sheet.version)] * 2)
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    assert sheets().get().rows == []
    assert SheetEdit.objects.exclude(takes_back=None).count() == 1


def test_a_sheet_finished_while_another_writes_holds_either_before_or_after_never_half(database: str) -> None:
    hall, _sheet = started()
    sheet = with_rows(hall, 1)
    ctx = hall.as_(hall.checker)
    written, ended = at_once(
        [
            setting(hall, sheet, hall.clerk, sheet.rows[0], 10),
            lambda: finish(ctx, sheet, seen=sheet.version),
        ]
    )
    assert isinstance(written, Conflict) != isinstance(ended, Conflict)
    row = sheets().get()
    assert row.is_open == isinstance(ended, Conflict)
    assert ("score" in row.rows[0]["turn"]) == isinstance(written, dict)


@pytest.fixture
def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No turns, no lock on the sheet, no compare-and-swap: both read, both wait for each other, both store."""
    meet = threading.Barrier(2)

    def look_then_wait(sheet: Sheet) -> Sheet:
        found = sheets().get(pk=sheet.pk)
        meet.wait(10)
        return found

    def store_whole(sheet: Sheet, version: int) -> None:
        sheet.version = version
        sheet.save()

    monkeypatch.setattr(commands, "take_turn", lambda _scope: AuditHead())
    monkeypatch.setattr(storing, "held", look_then_wait)
    monkeypatch.setattr(storing, "_swap", store_whole)


def racing_rows(hall: f.Hall, sheet: Sheet) -> list[Any]:
    def one(who: User) -> Any:
        operations = [{"op": "add", "row": str(uuid4()), "turn": {**PASS, "note": who.username}}]
        ctx = hall.as_(who)
        return lambda: write(ctx, sheet, operations=operations)

    return at_once([one(hall.clerk), one(hall.checker)])


@pytest.mark.services
def test_negative_control_without_the_guards_one_writers_row_does_vanish(pg: None, unguarded: None) -> None:
    hall, sheet = started()
    constraint = next(one for one in SheetEdit._meta.constraints if one.name == "sheet_edit_once_per_version")
    with connection.schema_editor() as editor:
        editor.remove_constraint(SheetEdit, constraint)
    try:
        answers = racing_rows(hall, sheet)
        assert all(isinstance(answer, dict) for answer in answers), answers
        assert len(sheets().get().rows) == 1
    finally:
        SheetEdit.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(SheetEdit, constraint)


@pytest.mark.services
def test_the_constraint_alone_stops_the_writing_that_would_lose_a_row(pg: None, unguarded: None) -> None:
    hall, sheet = started()
    answers = racing_rows(hall, sheet)
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    assert sum(isinstance(answer, Conflict) for answer in answers) == 1
    assert SheetEdit.objects.count() == 1
