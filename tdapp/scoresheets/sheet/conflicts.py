"""What two people wrote in one row: both sides, and who was first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Conflict
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.editing import Clash

# How far back the writer who removed a row is looked for.
MOST_EDITS = 200


def row_changed(sheet: Sheet, clashes: Sequence[Clash]) -> Conflict:
    """409: the first row that clashed as `row`, `theirs`, `yours`, `by`, and all of them as `conflicts`."""
    conflicts = [_conflict(sheet, clash) for clash in clashes]
    return Conflict("row-changed", *map(_sentence, conflicts), **conflicts[0], conflicts=conflicts)


def _conflict(sheet: Sheet, clash: Clash) -> dict[str, Any]:
    """Both sides of one row: `theirs` is None for a row that is gone, `by` who changed or removed it."""
    theirs = _theirs(sheet, clash.row)
    by = _writer(sheet, theirs["version"]) if theirs else _remover(sheet, clash)
    return {"row": clash.row, "theirs": theirs and {**theirs, "by": by}, "yours": dict(clash.yours), "by": by}


def _theirs(sheet: Sheet, row: str) -> dict[str, Any] | None:
    """What is stored of the row, or of the head (row "")."""
    if row == "":
        return {"version": sheet.head_version, "head": sheet.head}
    found = next((one for one in sheet.rows if one["id"] == row), None)
    return {"version": found["version"], "turn": found["turn"]} if found else None


def _writer(sheet: Sheet, version: int) -> str:
    found = sheet.edits.filter(version=version).values_list("by_name", flat=True).first()
    return found or sheet.created_name


def _remover(sheet: Sheet, clash: Clash) -> str:
    """Who removed the row, or the one the writer wanted to go under."""
    gone = {clash.row, clash.yours.get("after")}
    for edit in sheet.edits.order_by("-version")[:MOST_EDITS]:
        if any(one["op"] == "remove" and one["row"] in gone for one in edit.operations):
            return edit.by_name
    return ""


def _sentence(conflict: dict[str, Any]) -> str:
    facts = {"who": conflict["by"] or _("somebody else")}
    if conflict["row"] == "":
        return _("The head of this sheet was changed by %(who)s meanwhile. Both are shown.") % facts
    if conflict["theirs"] is None:
        return _("This row was removed by %(who)s meanwhile. What you typed is shown.") % facts
    return _("This row was changed by %(who)s meanwhile. Both are shown.") % facts
