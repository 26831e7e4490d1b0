"""From inside the commands: hold a sheet, and store a changed one with its edit and its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import Scoresheet, sheet_from_data, sheet_to_data
from scoring.sheets.scoresheet import MAX_SEATS
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.scoresheets.models import Sheet, SheetEdit
from tdapp.scoresheets.sheet.editing import Draft, Row, finished
from tdapp.scoresheets.sheet.operations import NOT_OF_THE_HEAD
from tdapp.scoresheets.sheet.reading import Data, figures_of, report_of
from tdapp.scoresheets.sheet.undoing import writer_of

MOST_ROWS = 500


def held(sheet: Sheet) -> Sheet:
    """The sheet as it is now, this transaction's until its end."""
    rows = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__division__event")
    return rows.get(pk=sheet.pk)


def head_of(content: Scoresheet) -> Data:
    """What a sheet's head is made of: everything of the master form but turns, players and rules."""
    data = sheet_to_data(content)
    return {key: value for key, value in data.items() if key not in NOT_OF_THE_HEAD}


def checked(rows: Sequence[Row], head: Data, seats: int) -> tuple[list[Row], Data]:
    """Rows and head in their one spelling; Refusal with one sentence a mistake: row, field, what is right."""
    players = [{"name": str(seat)} for seat in range(1, seats + 1)]
    turns = [row["turn"] for row in rows]
    read = sheet_from_data({"format": "scoresheet", "version": 1, **head, "players": players, "turns": turns})
    mistakes = [*all_translated(read.problems), *_beyond(turns, seats)]
    if len(rows) > MOST_ROWS:
        mistakes.append(_("A scoresheet has at most %(most)s turns.") % {"most": MOST_ROWS})
    if mistakes or read.sheet is None:
        raise Refusal("sheet-mistakes", *mistakes[:20])
    told: Any = sheet_to_data(read.sheet)["turns"]
    return [{**row, "turn": turn} for row, turn in zip(rows, told, strict=True)], head_of(read.sheet)


def _beyond(turns: Sequence[Data], seats: int) -> Iterator[str]:
    """Seats this table has not."""
    for number, turn in enumerate(turns, 1):
        named = turn.get("challengers")
        for seat in (turn.get("seat"), *(named if isinstance(named, list) else ())):
            if isinstance(seat, int) and seats < seat <= MAX_SEATS:
                facts = {"number": number, "seat": seat, "seats": seats}
                yield _("turn %(number)s: there is no seat %(seat)s; this table has %(seats)s.") % facts


def refuse_finished(sheet: Sheet) -> None:
    """Nothing is written into a finished sheet."""
    if not sheet.is_open:
        facts = {"number": sheet.number, "who": sheet.finished_name}
        sentence = _("Sheet %(number)s was finished by %(who)s. Reopen it to write in it.")
        raise Conflict("sheet-finished", sentence % facts)


def store(ctx: Context, sheet: Sheet, draft: Draft, edit: SheetEdit) -> None:
    """The draft becomes the sheet, one version on; its edit is kept. `sheet` is one that is `held`."""
    rows, lost = finished(draft)
    if lost:
        sentence = _("Row %(number)s is about a row that would be gone. Change row %(number)s first.")
        raise Refusal("row-needed", *(sentence % {"number": number} for number in lost))
    sheet.rows, sheet.head = checked(rows, draft.head, sheet.table.seats.count())
    sheet.head_version = draft.head_version
    _swap(sheet, draft.version)
    edit.sheet, edit.version, edit.at = sheet, sheet.version, clock.now()
    edit.by_id, edit.by_name = writer_of(ctx), ctx.actor_name[:150]
    edit.save(force_insert=True)


def _swap(sheet: Sheet, version: int) -> None:
    """Compare and swap: what somebody else stored meanwhile is never written over."""
    figure(sheet)
    facts = {
        "rows": sheet.rows, "head": sheet.head, "head_version": sheet.head_version, "totals": sheet.totals,
        "verdict": sheet.verdict, "errors": sheet.errors, "version": version,
    }  # fmt: skip
    if not Sheet.objects.filter(pk=sheet.pk, version=sheet.version).update(**facts):
        raise Conflict("stale", _("Somebody else wrote in this sheet at the same moment. Look again."))
    sheet.version = version


def figure(sheet: Sheet) -> None:
    """The figures lists show, made anew from the rows."""
    figures = figures_of(report_of(sheet))
    sheet.totals, sheet.verdict, sheet.errors = list(figures.totals), figures.verdict, figures.errors
