"""Tables that are still out, with their minutes; those named that take longer than tables do here.

The minutes are those the clock ran, where a clock runs: a pause for lunch makes nobody slow.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.ledger.tables import open_tables, waiting_tables
from tdapp.desk.models import Result
from tdapp.events.day import clocks
from tdapp.events.day.clocks import CALLED, Clock
from tdapp.events.models import Event, Round
from tdapp.kernel.running import monotonic_clock
from tdapp.kernel.running.monotonic_clock import Reading

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(minutes=240)
MARGIN_MINUTES = 10
LOOKED_AT = 400
MOST = 500


@dataclass(frozen=True, slots=True)
class Out:
    """A table still out: who sits there, its page, minutes played and how they are said; `late` time is called, `slow` longer
    than tables take here.
    """

    number: int
    names: str
    page: str
    minutes: int
    said: str
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
    typical = typical_minutes(event)
    clock = {one.round_id: one for one in clocks.of_event(event, at)}
    waiting = waiting_tables(open_tables(event).exclude(results__is_current=True)[:MOST])
    # All tables of a round began together, and what is said of one is said of each.
    begun = {row.round.pk: _begun(row.round, clock.get(str(row.round.pk)), at, typical) for row in waiting}
    found = [Out(row.number, row.names, row.page, *begun[row.round.pk]) for row in waiting]
    return Tables(tuple(sorted(found, key=lambda row: (not row.late, -row.minutes, row.number))), typical)


def _begun(row: Round, clock: Clock | None, at: Reading, typical: int | None) -> tuple[int, str, bool, bool]:
    started = clock is not None and clock.started_at is not None
    minutes = clock.ran() // 60_000 if clock and started else _since(row.published_at, at.wall)
    # The minutes from publishing are no playing time: without a clock nobody is called slow.
    slow = started and typical is not None and minutes > typical + MARGIN_MINUTES
    return minutes, _("%(n)s min") % {"n": minutes}, clock is not None and clock.state == CALLED, slow


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
