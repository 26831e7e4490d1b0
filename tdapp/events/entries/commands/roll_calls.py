"""The second roll-call, and taking several out of the event in one go, which can be taken back in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.events.entries.commands.entrants import bump, last_published_of
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.models import Division, Entrant, Event, Presence, tell_apart_in_field
from tdapp.events.models.hall import Leaving, RollCall, RollCallMark
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Missing, Refusal

MOST_AT_ONCE = 500


@command("roll_call.open", "roll-call begun", needs="checkin.edit")
def open_roll_call(ctx: Context, event: Event) -> Change:
    """Begin a roll-call. While one is open a second call gets that one."""
    row = RollCall.objects.filter(event=event, closed_at=None).first()
    if row:
        return Change({"id": row.pk, "opened": False}, str(row))
    row = RollCall.objects.create(event=event, opened_by=ctx.actor_name)
    return Change({"id": row.pk, "opened": True}, str(row), None, {"opened": row.opened_at})


@command("roll_call.mark", "seen at a roll-call", needs="checkin.edit")
def mark(ctx: Context, roll_call: RollCall, *, entrants: Sequence[str], here: bool = True) -> Change:
    """Mark entrants as seen, or take that back; whoever was marked already stays marked by the first."""
    _refuse_closed(roll_call)
    if not entrants:
        raise Refusal("nobody", _("Say who is here."))
    rows = named(roll_call.event_id, entrants)
    known = RollCallMark.objects.filter(roll_call=roll_call, entrant__in=rows)
    if here:
        seen = set(known.values_list("entrant_id", flat=True))
        news = [row for row in rows if row.pk not in seen]
        RollCallMark.objects.bulk_create(
            RollCallMark(roll_call=roll_call, entrant=row, by=ctx.actor_name) for row in news
        )
        changed = len(news)
    else:
        changed, _rows = known.delete()
    told = {"here": here, "entrants": sorted(str(row) for row in rows)}
    return Change(
        {"changed": changed, "names": [row.listed for row in rows], "here": here}, str(roll_call), None, told
    )


def named(event_id: Any, entrants: Sequence[str]) -> list[Entrant]:
    """The entrants of these ids, all of them of this event; else Missing."""
    try:
        wanted = {UUID(one) for one in entrants}
    except ValueError:
        wanted = set()
    rows = list(Entrant.objects.filter(event=event_id, pk__in=wanted).select_related("division__event"))
    if not rows or len(rows) != len(wanted):
        raise Missing("missing", _("There is no such thing here."))
    tell_apart_in_field(rows)
    return rows


@command("roll_call.close", "roll-call ended", needs="checkin.edit")
def close_roll_call(ctx: Context, roll_call: RollCall) -> Change:
    """End a roll-call. What to do with those not seen is decided apart (`leave_together`)."""
    closed = RollCall.objects.filter(pk=roll_call.pk, closed_at=None).update(closed_at=clock.now())
    return Change({"closed": bool(closed)}, str(roll_call), None, {"marks": roll_call.marks.count()})


def _refuse_closed(roll_call: RollCall) -> None:
    if not RollCall.objects.filter(pk=roll_call.pk, closed_at=None).exists():
        raise Refusal("roll-call-closed", _("This roll-call is closed. Open a new one."), status=409)


@command("entrant.leave_together", "several taken out", needs="roster.edit")
def leave_together(
    ctx: Context, event: Event, *, entrants: Sequence[str], intent: str, late: bool = False, reason: str = "",
    sure: bool = False,
) -> Change:  # fmt: skip
    """Take several out from the next round of their division on; `late`: of that one round only. All of them or none.

    Without `sure` nothing is done: 409 `ask`, with a sentence for each division, who leaves and how many are left.
    """
    if not entrants:
        raise Refusal("nobody", _("Tick at least one name."))
    if len(entrants) > MOST_AT_ONCE:
        raise Refusal("too-many", _("At most %(most)s at once.") % {"most": MOST_AT_ONCE})
    rows, gone = named(event.pk, entrants), last_published_of(event)
    first = {row.pk: gone.get(row.division_id, 0) + 1 for row in rows}
    if not sure:
        raise Refusal("ask", *_preview(rows, first, late), status=409)
    faults: list[str] = []
    for row in rows:
        last = first[row.pk] if late else None
        try:
            withdraw(
                replace(ctx, key=""),
                row,
                from_round=first[row.pk],
                to_round=last,
                intent=intent,
                reason=reason,
            )
        except Refusal as refusal:
            faults += refusal.sentences
    if faults:
        raise Refusal("cannot-leave", *faults)
    made = [str(Presence.objects.get(entrant=row, first=first[row.pk]).pk) for row in rows]
    batch = Leaving.objects.create(event=event, absences=made, late=late, by=ctx.actor_name)
    names = sorted(row.listed for row in rows)
    told = {"count": len(made), "late": late, "counts_as": intent, "names": names}
    return Change({"id": batch.pk, **told}, str(batch), None, told, reason)


def _preview(rows: list[Entrant], first: dict[Any, int], late: bool) -> list[str]:
    """What would happen, a sentence a division."""
    divisions = {row.division_id: row.division for row in rows}
    return [
        _preview_of(one, [row for row in rows if row.division_id == pk], first, late)
        for pk, one in divisions.items()
    ]


def _preview_of(division: Division, leaving: list[Entrant], first: dict[Any, int], late: bool) -> str:
    number, names = first[leaving[0].pk], sorted(row.listed for row in leaving)
    left = playing_in(division, number) - len(leaving)
    facts = {
        "division": division.name, "count": len(names), "round": number, "names": "; ".join(names), "left": left,
        "odd": _("an odd number: somebody has a bye") if left % 2 else _("an even number"),
    }  # fmt: skip
    if late:
        said = ngettext(
            "%(division)s: %(count)s misses round %(round)s: %(names)s. %(left)s play it, %(odd)s.",
            "%(division)s: %(count)s miss round %(round)s: %(names)s. %(left)s play it, %(odd)s.",
            len(names),
        )
        return said % facts
    said = ngettext(
        "%(division)s: %(count)s withdraws from round %(round)s: %(names)s. %(left)s play on, %(odd)s.",
        "%(division)s: %(count)s withdraw from round %(round)s: %(names)s. %(left)s play on, %(odd)s.",
        len(names),
    )
    return said % facts


def playing_in(division: Division, number: int) -> int:
    """How many are to play round `number`: checked in or not, but not away."""
    rows = division.entrants.filter(house=False).prefetch_related("absences")
    return sum(1 for row in rows if not any(one.covers(number) for one in row.absences.all()))


@command("entrant.bring_back_together", "several brought back", needs="roster.edit")
def bring_back_together(ctx: Context, leaving: Leaving) -> Change:
    """Take a batch back: all of it, as long as no round they were left out of is published."""
    if leaving.undone_at:
        return Change({"count": 0}, str(leaving))
    rows = list(Presence.objects.filter(pk__in=leaving.absences).select_related("entrant__division__event"))
    tell_apart_in_field([row.entrant for row in rows])
    _refuse_published(leaving, rows)
    divisions = {row.entrant.division for row in rows}
    Presence.objects.filter(pk__in=[row.pk for row in rows]).delete()
    Leaving.objects.filter(pk=leaving.pk).update(undone_at=clock.now())
    for division in divisions:
        bump(division)
    told: dict[str, Any] = {"names": sorted(row.entrant.listed for row in rows)}
    return Change({"count": len(rows), **told}, str(leaving), told, None)


def _refuse_published(leaving: Leaving, rows: list[Presence]) -> None:
    gone = last_published_of(leaving.event)
    stuck = sorted(row.entrant.listed for row in rows if row.first <= gone.get(row.entrant.division_id, 0))
    if stuck:
        sentence = ngettext(
            "A round is posted without %(names)s; bring that player back from the next round on, one by one.",
            "A round is posted without %(names)s; bring them back from the next round on, one by one.",
            len(stuck),
        )
        raise Refusal("round-published", sentence % {"names": "; ".join(stuck)}, status=409)
