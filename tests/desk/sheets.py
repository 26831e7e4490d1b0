"""Finished sheets at a hall's tables, in one line."""

from __future__ import annotations

from typing import Any

from tdapp.events.models import Table
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands import closing
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.models import Sheet
from tests import factories as f


def head_only(hall: f.Hall, number: int, *totals: int | None, **head: Any) -> Sheet:
    """A finished sheet at a table that gives these totals, typed by the clerk."""
    sheet = open_one(hall, number, *totals, **head)
    closing.finish(hall.as_(hall.clerk), sheet, seen=sheet.version)
    return fresh(sheet)


def open_one(hall: f.Hall, number: int, *totals: int | None, **head: Any) -> Sheet:
    """The same, not finished yet."""
    ctx = hall.as_(hall.clerk)
    told = create(ctx, hall.table(number))
    sheet = sheets().get(table=hall.table(number), number=told["sheet"])
    told_head = {"totals": list(totals), **head}
    write(ctx, sheet, operations=[{"op": "head", "seen": sheet.head_version, "head": told_head}])
    return fresh(sheet)


def again(hall: f.Hall, sheet: Sheet, *totals: int) -> Sheet:
    """Opened again, changed and finished."""
    ctx = hall.as_(hall.director)
    closing.reopen(ctx, sheet, seen=sheet.version, reason="a digit was misread")
    sheet = fresh(sheet)
    head = {"totals": list(totals)}
    write(ctx, sheet, operations=[{"op": "head", "seen": sheet.head_version, "head": head}])
    sheet = fresh(sheet)
    closing.finish(ctx, sheet, seen=sheet.version)
    return fresh(sheet)


def fresh(sheet: Sheet) -> Sheet:
    """The sheet as it is stored now."""
    return sheets().get(pk=sheet.pk)


def table_again(hall: f.Hall, number: int) -> Table:
    """The table as it is stored now."""
    return hall.table(number)
