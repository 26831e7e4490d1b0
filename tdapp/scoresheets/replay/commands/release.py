"""Show a finished sheet's game to the public, or take it off again."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.editor.commands.writing import str_sheet
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet import storing


@command("sheet.release", "scoresheet made public for replay", needs="sheet.release")
def release(ctx: Context, sheet: Sheet) -> Change:
    """The public may replay this game as soon as the round's results are out. Refuses: 422 not-finished."""
    at = storing.held(sheet)
    if at.is_open:
        raise Refusal("not-finished", _("This sheet is still written in. Finish it first."))
    return _set(at, True)


@command("sheet.hide", "scoresheet hidden from the public", needs="sheet.release")
def hide(ctx: Context, sheet: Sheet) -> Change:
    """The public sees this game no longer."""
    return _set(storing.held(sheet), False)


def _set(at: Sheet, shown: bool) -> Change:
    """Released twice it keeps its first moment."""
    before = at.released_at is not None
    moment = (at.released_at or clock.now()) if shown else None
    Sheet.objects.filter(pk=at.pk).update(released_at=moment)
    return Change({"sheet": at.number, "public": shown}, str_sheet(at), {"public": before}, {"public": shown})
