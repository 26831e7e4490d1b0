"""Several checked in at once, and what was said of those who were missing taken back."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import bump, last_published, last_published_of
from tdapp.events.entries.commands.presence import NOT_CHECKED_IN
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
    absences = Presence.objects.filter(entrant__in=rows, reason=NOT_CHECKED_IN).select_related(
        "entrant__division"
    )
    back = [row for row in absences if row.first > gone.get(row.entrant.division_id, 0)]
    Presence.objects.filter(pk__in=[row.pk for row in back]).delete()
    for division in {row.entrant.division for row in back}:
        bump(division)


@command("division.absent_back", "absences taken back", needs="checkin.edit")
def unmark_missing(ctx: Context, division: Division, *, round_number: int) -> Change:
    """Whoever was marked absent for a round for not being checked in is in it again."""
    if round_number <= last_published(division):
        raise Refusal("round-published", _("Round %(round)s is already posted.") % {"round": round_number})
    rows = Presence.objects.filter(
        entrant__division=division, first=round_number, last=round_number, reason=NOT_CHECKED_IN
    )
    numbers = sorted(rows.values_list("entrant__number", flat=True))
    rows.delete()
    bump(division)
    told = {"round": round_number, "back_in": numbers}
    return Change({**told, "count": len(numbers)}, str(division), told, None)
