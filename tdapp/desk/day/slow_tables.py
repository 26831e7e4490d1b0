"""Tables that are still out, with their minutes; those named that take longer than tables do here.

The minutes are those the clock ran, where a clock runs: a pause for lunch makes nobody slow.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.models import Result
from tdapp.events.day import clocks
from tdapp.events.day.clocks import CALLED, Clock
from tdapp.events.models import Event, Round, Slot, Table, tell_apart_in_field
from tdapp.kernel.running import monotonic_clock
from tdapp.kernel.running.monotonic_clock import Reading

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(minutes=240)
MARGIN_MINUTES = 10
LOOKED_AT = 400
MOST = 500


@dataclass(frozen=True, slots=True)
class Out:
    """A table still out: minutes played, who sits there; `late` time is called, `slow` longer than tables take here."""

    number: int
    division: str
    division_slug: str
    round: int
    names: str
    minutes: int
    late: bool
    slow: bool

    @property
    def word(self) -> str:
        """The state in a word, "" while nothing is the matter."""
        return _("time is up") if self.late else _("slow") if self.slow else ""


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables out, the longest first; `typical` minutes of a table here (None: nothing known yet)."""

    rows: tuple[Out, ...]
    typical: int | None

    @property
    def slow(self) -> tuple[Out, ...]:
        return tuple(row for row in self.rows if row.late or row.slow)

    @property
    def sentence(self) -> str:
        """What the list says at a glance."""
        count = len(self.slow)
        if not self.rows:
            return _("Every table of the open rounds has its result.")
        if not count:
            said = ngettext(
                "%(n)s table is pending, and not slow.",
                "%(n)s tables are pending, none of them slow.",
                len(self.rows),
            )
            return said % {"n": len(self.rows)}
        facts = {"n": count, "tables": ", ".join(str(row.number) for row in self.slow)}
        return ngettext("%(n)s slow table: %(tables)s.", "%(n)s slow tables: %(tables)s.", count) % facts


def tables(event: Event, now: Reading | None = None) -> Tables:
    """The tables of open rounds without an entry; six queries."""
    at = now or monotonic_clock.now()
    ticking = {one.round_id: one for one in clocks.of_event(event, at)}
    typical = typical_minutes(event)
    found = [_out(row, ticking.get(str(row.round_id)), at, typical) for row in _rows(event)]
    return Tables(tuple(sorted(found, key=lambda row: (not row.late, -row.minutes, row.number))), typical)


def _rows(event: Event) -> Any:
    seats = Prefetch("seats", Slot.objects.select_related("entrant").order_by("seat"))
    rows = Table.objects.filter(round__division__event=event, round__status=Round.Status.PUBLISHED)
    rounds = Prefetch("round", Round.objects.select_related("division"))
    rows = rows.exclude(results__is_current=True).prefetch_related(rounds, seats)
    found = list(rows.order_by("number")[:MOST])
    tell_apart_in_field([slot.entrant for row in found for slot in row.seats.all()])
    return found


def _out(row: Table, clock: Clock | None, at: Reading, typical: int | None) -> Out:
    started = clock is not None and clock.started_at is not None
    minutes = clock.ran() // 60_000 if clock and started else _since(row.round.published_at, at.wall)
    # The minutes from publishing are no playing time: without a clock nobody is called slow.
    slow = started and typical is not None and minutes > typical + MARGIN_MINUTES
    names = " – ".join(slot.entrant.short for slot in row.seats.all())
    division = row.round.division
    late = clock is not None and clock.state == CALLED
    return Out(row.number, division.name, division.slug, row.round.number, names, minutes, late, slow)


def _since(moment: datetime | None, wall: datetime) -> int:
    return max(0, int((wall - moment).total_seconds() // 60)) if moment else 0


def typical_minutes(event: Event) -> int | None:
    """The middle of what tables took here, from the start of their round's clock; None before four are in."""
    rows = Result.objects.filter(table__round__division__event=event, version=1)
    rows = rows.exclude(table__round__round_clock__started_at=None).order_by("-entered_at")
    facts: Any = rows.values_list("entered_at", "table__round__round_clock__started_at")[:LOOKED_AT]
    took = [entered - started for entered, started in facts]
    real = [one.total_seconds() / 60 for one in took if SHORTEST <= one <= LONGEST]
    return round(median(real)) if len(real) >= 4 else None
