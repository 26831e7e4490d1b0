"""The calls of an event as the judges see them, and how many wait: what the rail and the queue are drawn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.models import Event, Round, Slot, Table, tell_apart_in_field
from tdapp.judging.access import calls
from tdapp.judging.models import Call
from tdapp.judging.rulings.commands.calls import OPEN, has_call
from tdapp.judging.rulings.verdicts import gave
from tdapp.kernel import clock
from tdapp.kernel.context import Context

LATE_MINUTES = 5


@dataclass(frozen=True, slots=True)
class CallRow:
    """One call. `mine`: taken by whoever looks; `playing`: they sit at that table and may not rule; `gave`: they gave theirs."""

    call: Call
    mine: bool
    playing: bool
    gave: bool
    keyed: bool = False

    @property
    def table(self) -> Table:
        return self.call.table

    @property
    def waiting(self) -> bool:
        return self.call.state == Call.State.WAITING

    @property
    def late(self) -> bool:
        """A challenge should be answered in moments: the clocks stand."""
        return (clock.now() - self.call.called_at).total_seconds() > LATE_MINUTES * 60

    @property
    def sign(self) -> str:
        """The chip beside the word."""
        return "ask" if self.waiting else "now" if self.mine else "info"

    @property
    def word(self) -> str:
        """The state in words."""
        if self.waiting and self.call.verdicts:
            return _("waits for another judge")
        if self.waiting:
            return _("waiting")
        return _("yours") if self.mine else _("taken by %(who)s") % {"who": self.call.taken_name}

    @property
    def since(self) -> datetime:
        return self.call.called_at

    @property
    def challenge(self) -> str:
        """Who challenges whose play, as far as it was said."""
        return challenge_in_words(list(self.table.seats.all()), self.call.challengers, self.call.challenged)


def challenge_in_words(seats: list[Slot], challengers: list[int], challenged: int | None) -> str:
    """“Cruz challenges Abad”, by surname; "" when nothing was said."""
    names = {slot.seat: slot.entrant.short for slot in seats}
    who = "; ".join(names.get(seat, str(seat)) for seat in challengers)
    whose = names.get(challenged, str(challenged)) if challenged else ""
    if who and whose:
        return _("%(who)s challenges %(whose)s") % {"who": who, "whose": whose}
    return who or (_("play of %(whose)s") % {"whose": whose} if whose else "")


def queue_of(ctx: Context, event: Event) -> list[CallRow]:
    """Open calls: one's own first, then the waiting by time, then what others have taken. As many queries for many as for one."""
    asked = calls().filter(table__round__division__event=event, state__in=OPEN)
    found = list(asked.order_by("called_at"))
    tell_apart_in_field([slot.entrant for call in found for slot in call.table.seats.all()])
    rows = [CallRow(call, _is_mine(ctx, call), _plays(ctx, call), gave(ctx, call)) for call in found]
    rows.sort(key=lambda row: (not row.mine, not row.waiting))
    first = next((row for row in rows if row.waiting and not row.playing and not row.gave), None)
    return [replace(row, keyed=row is first) for row in rows]


def _is_mine(ctx: Context, call: Call) -> bool:
    return has_call(ctx, call)


def _plays(ctx: Context, call: Call) -> bool:
    return bool(ctx.person) and any(
        str(slot.entrant.player_id) == ctx.person for slot in call.table.seats.all()
    )


def tables_with_calls(round_: Round) -> list[int]:
    """The numbers of a round's tables to which a judge was called or where something was ruled."""
    asked = Q(calls__isnull=False) | Q(rulings__isnull=False)
    return list(round_.tables.filter(asked).order_by("number").values_list("number", flat=True).distinct())


def tables_with_incidents(round_: Round) -> list[int]:
    """The numbers of a round's tables at which an incident was written down."""
    rows = round_.tables.filter(incidents__isnull=False).order_by("number")
    return list(rows.values_list("number", flat=True).distinct())


def counts(event: Event) -> tuple[int, int]:
    """How many calls wait, how many are taken; one query."""
    rows = Call.objects.filter(table__round__division__event=event, state__in=OPEN)
    found = rows.aggregate(
        waiting=Count("pk", filter=Q(state=Call.State.WAITING)),
        taken=Count("pk", filter=Q(state=Call.State.TAKEN)),
    )
    return found["waiting"], found["taken"]


def version(event: Event) -> str:
    """Changes with every call, and with every minute as long as one is open."""
    rows = Call.objects.filter(table__round__division__event=event, state__in=OPEN).order_by("pk")
    known = [[str(pk), number] for pk, number in rows.values_list("pk", "version")]
    return canonical.digest([known, int(clock.now().timestamp() // 60) if known else 0])[:16]
