"""Start a sheet, write in it, take one's own last writing back. Everybody's rows stay, whoever writes beside."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring import Scoresheet, sheet_to_data
from tdapp.events.models import Table
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.scoresheets.models import Sheet, SheetEdit
from tdapp.scoresheets.sheet import editing, storing
from tdapp.scoresheets.sheet.conflicts import row_changed
from tdapp.scoresheets.sheet.editing import Draft, Row
from tdapp.scoresheets.sheet.operations import read_operations
from tdapp.scoresheets.sheet.undoing import last_own, writer_of

MOST_SHEETS = 20


@command("sheet.create", "scoresheet started", needs="sheet.write")
def create(ctx: Context, table: Table, *, kept_by: int | None = None, tally: bool = False) -> Change:
    """Start an empty sheet at a table. `kept_by`: the seat whose paper it is, None the desk's own.

    `tally`: only the turn scores of a slip in dispute will be typed.
    """
    origin = Sheet.Origin.TALLY if tally else Sheet.Origin.TYPED
    sheet = new_sheet(ctx, table, kept_by=kept_by, origin=origin)
    return Change({"sheet": sheet.number, "version": sheet.version}, str_sheet(sheet), None, facts_of(sheet))


def new_sheet(
    ctx: Context,
    table: Table,
    *,
    kept_by: int | None,
    origin: str,
    content: Scoresheet | None = None,
) -> Sheet:
    """From inside a command: the table's next sheet, with what was read of a paper (seats as at the table), or empty.

    Refuses: a seat the table has not, more than MOST_SHEETS, one sentence for each mistake of the content.
    """
    seats = table.seats.count()
    if kept_by is not None and not 1 <= kept_by <= seats:
        sentence = _("There is no seat %(seat)s at table %(table)s.") % {
            "seat": kept_by,
            "table": table.number,
        }
        raise Refusal("no-such-seat", sentence)
    number = int(table.sheets.aggregate(last=Max("number"))["last"] or 0) + 1
    if number > MOST_SHEETS:
        raise Refusal("too-many-sheets", _("A table has at most %(most)s sheets.") % {"most": MOST_SHEETS})
    sheet = Sheet(
        table=table, number=number, kept_by=kept_by, origin=origin, created_by_id=writer_of(ctx),
        created_name=ctx.actor_name[:150],
    )  # fmt: skip
    sheet.rows, sheet.head = storing.checked(
        _rows_of(content), storing.head_of(content) if content else {}, seats
    )
    storing.figure(sheet)
    sheet.save(force_insert=True)
    return sheet


def _rows_of(content: Scoresheet | None) -> list[Row]:
    turns: Any = sheet_to_data(content)["turns"] if content else []
    return [{"id": str(uuid4()), "version": 1, "turn": turn} for turn in turns]


@command("sheet.write", "scoresheet written in", needs="sheet.write")
def write(ctx: Context, sheet: Sheet, *, operations: Any) -> Change:
    """Carry out operations (`operations.py`) on rows that are still as the writer saw them, all of them or none.

    Refuses: 409 sheet-finished; 409 row-changed with theirs and yours for each row somebody else changed or
    removed meanwhile; 422 with one sentence for each value that cannot be. Rows nobody named are never touched.
    """
    wanted = read_operations(operations)
    at = storing.held(sheet)
    storing.refuse_finished(at)
    draft = draft_of(at)
    clashes = editing.apply(draft, wanted)
    if clashes:
        raise row_changed(at, clashes)
    edit = SheetEdit(operations=wanted, inverse=editing.inverse(draft))
    storing.store(ctx, at, draft, edit)
    told = {"sheet": at.number, "version": at.version}
    return Change(told, str_sheet(at), None, {**told, "rows": _touched_rows(draft)})


def draft_of(sheet: Sheet) -> Draft:
    """The sheet's rows and head to be changed towards its next version."""
    return editing.draft_of(sheet.rows, sheet.head, sheet.head_version, sheet.version + 1)


def _touched_rows(draft: Draft) -> list[dict[str, Any]]:
    """For the log: the rows a write left, with their numbers; the head as row 0."""
    rows = [
        {"no": number, **row["turn"]}
        for number, row in enumerate(draft.rows, 1)
        if row["id"] in draft.touched
    ]
    return [{"no": 0, **draft.head}, *rows] if "" in draft.touched else rows


@command("sheet.undo", "scoresheet writing taken back", needs="sheet.write")
def undo(ctx: Context, sheet: Sheet, *, seen: int) -> Change:
    """Take back one's own newest writing, if its rows are still as it left them; others' rows stay as they are.

    `seen`: the sheet's version on the screen. Refuses: 422 nothing-to-undo; 409 row-changed, saying who.
    """
    at = storing.held(sheet)
    storing.refuse_finished(at)
    edit = last_own(ctx, at)
    if edit is None:
        raise Refusal("nothing-to-undo", _("There is no writing of yours to take back in this sheet."))
    if edit.version > seen:
        raise Conflict("stale", _("You wrote more since this page was shown. Look again, then undo."))
    draft = draft_of(at)
    clashes = editing.apply(draft, edit.inverse)
    if clashes:
        raise row_changed(at, clashes)
    storing.store(ctx, at, draft, SheetEdit(operations=edit.inverse, inverse=[], takes_back=edit))
    told = {"sheet": at.number, "version": at.version, "undone": edit.version}
    return Change(told, str_sheet(at), None, {**told, "rows": _touched_rows(draft)})


def str_sheet(sheet: Sheet) -> str:
    """A sheet's name in the log."""
    table = sheet.table
    return f"{table.round.division.slug} round {table.round.number} table {table.number} sheet {sheet.number}"


def facts_of(sheet: Sheet) -> dict[str, Any]:
    """What the log tells of a sheet."""
    return {
        "sheet": sheet.number, "version": sheet.version, "kept_by": sheet.kept_by, "origin": sheet.origin,
        "status": sheet.status, "totals": sheet.totals, "verdict": sheet.verdict, "rows": len(sheet.rows),
    }  # fmt: skip
