"""Let the public replay a finished sheet, or take that back."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets import storing
from tdapp.scoresheets.commands.writing import str_sheet
from tdapp.scoresheets.models import Sheet


@command("sheet.release", needs="sheet.release")
def release(ctx: Context, sheet: Sheet) -> Change:
    """The public may step through this game from now on; a sheet that is written in is refused (422 not-finished)."""
    at = storing.held(sheet)
    if at.is_open:
        raise Refusal("not-finished", _("Finish this sheet first; then it can be released."))
    return _set(at, at.released_at or clock.now())


@command("sheet.hide", needs="sheet.release")
def hide(ctx: Context, sheet: Sheet) -> Change:
    """The public sees this game no longer."""
    return _set(storing.held(sheet), None)


def _set(sheet: Sheet, moment: datetime | None) -> Change:
    """The sheet itself stays as it is, and so does its version: nothing on it has changed."""
    before = {"released": sheet.released_at is not None}
    Sheet.objects.filter(pk=sheet.pk).update(released_at=moment)
    told = {"sheet": sheet.number, "released": moment is not None}
    return Change(told, str_sheet(sheet), before, told)
