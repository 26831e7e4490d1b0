"""Several checked in at once, and what was said of those who were missing taken back."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import bump, last_published, last_published_of
from tdapp.events.entries.commands.presence import NOT_CHECKED_IN, end_missing
from tdapp.events.entries.commands.roll_calls import named
from tdapp.events.models import Division, Entrant, Event, Presence
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


@command("entrant.check_in_together", "several checked in or out", needs="checkin.edit")
def check_in_together(ctx: Context, event: Event, *, entrants: Sequence[str], present: bool = True) -> Change:
    """Mark these as seen in the hall, or take that back; who is already so stays. Rounds to come have them again."""
    if not entrants:
        raise Refusal("nobody", _("Say who is here."))
    rows = named(event.pk, entrants)
    changed = [row for row in rows if (row.checked_in_at is not None) != present]
    Entrant.objects.filter(pk__in=[row.pk for row in changed]).update(
        checked_in_at=clock.now() if present else None
    )
    if present:
        _lift(event, changed)
    told = {"present": present, "count": len(changed), "numbers": sorted(row.number for row in changed)}
    ids = [str(row.pk) for row in changed]
    return Change({**told, "ids": ids, "names": [row.listed for row in changed]}, str(event), None, told)


def _lift(event: Event, rows: Sequence[Entrant]) -> None:
    gone = last_published_of(event)
    for division in {row.division for row in rows}:
        mine = [row for row in rows if row.division_id == division.pk]
        if end_missing(mine, gone.get(division.pk, 0) + 1):
            bump(division)


@command("division.absent_back", "absences taken back", needs="checkin.edit")
def unmark_missing(ctx: Context, division: Division, *, round_number: int) -> Change:
    """Whoever was marked absent for not being checked in is in a round, and those after it, again."""
    if round_number <= last_published(division):
        raise Refusal("round-published", _("Round %(round)s is already posted.") % {"round": round_number})
    marked = Presence.objects.filter(
        entrant__division=division, entrant__checked_in_at=None, reason=NOT_CHECKED_IN
    )
    rows = division.entrants.filter(pk__in=marked.values("entrant"))
    numbers = sorted(row.number for row in end_missing(rows, round_number))
    bump(division)
    told = {"round": round_number, "back_in": numbers}
    return Change({**told, "count": len(numbers)}, str(division), told, None)
