"""Check every sheet of an event again: after a tick on board or tiles the same rows may say more."""

from __future__ import annotations

from tdapp.events.models import Event
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet import storing

FIGURES = ("totals", "verdict", "errors")


@command("sheet.check", "scoresheets checked again", needs="sheet.write")
def check_all(ctx: Context, event: Event) -> Change:
    """Make the figures of the lists anew, by the rules as they are now; rows and versions stay as they are."""
    checked, changed = 0, []
    for sheet in sheets().filter(table__round__division__event=event).order_by("pk"):
        before = [getattr(sheet, name) for name in FIGURES]
        storing.figure(sheet)
        checked += 1
        changed += [sheet] if before != [getattr(sheet, name) for name in FIGURES] else []
    Sheet.objects.bulk_update(changed, FIGURES, batch_size=200)
    told = {"checked": checked, "changed": len(changed)}
    return Change(told, event.slug, None, told)
