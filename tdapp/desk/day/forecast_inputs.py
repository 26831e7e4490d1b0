"""The forecast of an event: what `rest_of_day.project` rests on, read in a few queries whatever the size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone

from tdapp.desk.day import rest_of_day
from tdapp.desk.day.divisions_in_step import Day, Lane, apart, prizes_together
from tdapp.desk.day.forecast import DONE, PLAYING, TO_PLAY, DaySoFar, Forecast, Played
from tdapp.desk.models import Result
from tdapp.events.day import clocks, schedule
from tdapp.events.day.clocks import Clock
from tdapp.events.models import DayPlan, Division, Event, Round
from tdapp.kernel.running import monotonic_clock
from tdapp.kernel.running.monotonic_clock import Reading

DAYS_MOST = schedule.LONGEST_DAY


def forecast(event: Event, now: Reading | None = None) -> Forecast:
    """When the rest of the event happens, the hall as one; six queries."""
    return day(event, now).hall


def day(event: Event, now: Reading | None = None, *, line: str | None = None) -> Day:
    """When the rest of the event happens, by division where their rounds have come apart; six queries.

    `line`: as if this were the day plan.
    """
    facts = _read(event, now or monotonic_clock.now())
    facts = facts if line is None else replace(facts, line=line)
    hall = rest_of_day.project(facts.so_far(facts.divisions))
    alone = {row: facts.so_far([row]) for row in facts.divisions if row.rounds_planned}
    if len(alone) < 2 or not apart(timezone.localtime(facts.at.wall), list(alone.values())):
        return Day(hall)
    found = {row: rest_of_day.project(so_far) for row, so_far in alone.items()}
    told = prizes_together({row.name: one for row, one in found.items()})
    return Day(hall, tuple(Lane(row.slug, row.name, told[row.name]) for row in found))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What was read of an event, for as many forecasts as are made of it."""

    event: Event
    at: Reading
    divisions: list[Division]
    running: dict[tuple[str, int], Clock]
    rounds: dict[tuple[Any, int], dict[str, Any]]
    line: str

    def so_far(self, divisions: list[Division]) -> DaySoFar:
        """What a forecast of these divisions together rests on."""
        last = max((row.rounds_planned for row in divisions), default=0)
        minutes = (clocks.time_of(row).minutes for row in divisions)
        return DaySoFar(
            now=timezone.localtime(self.at.wall), days=_days(self.event), stops=_up_to(self.line, last),
            rounds=tuple(_played(n, divisions, self.rounds, self.running) for n in range(1, last + 1)),
            round_minutes=max(minutes, default=clocks.USUAL_MINUTES),
        )  # fmt: skip


def _read(event: Event, at: Reading) -> _Facts:
    return _Facts(
        event, at, list(event.divisions.select_related("round_time", "event")),
        {(one.division, one.number): one for one in clocks.of_event(event, at)}, _rounds(event), _line(event),
    )  # fmt: skip


def last_round(event: Event) -> int:
    """How many rounds the longest plan of the event's divisions has."""
    return event.divisions.aggregate(last=Max("rounds_planned"))["last"] or 0


def stops_of(event: Event, rounds: int) -> tuple[schedule.Stop, ...]:
    """The day plan as stops. Where plans were shortened since, rounds that are gone are left out of it."""
    return _up_to(_line(event), rounds)


def _line(event: Event) -> str:
    return DayPlan.objects.filter(event=event).values_list("line", flat=True).first() or ""


def _up_to(line: str, rounds: int) -> tuple[schedule.Stop, ...]:
    stops = schedule.read(line, None).stops
    return tuple(one for one in (schedule.up_to(stop, rounds) for stop in stops) if one)


def _days(event: Event) -> tuple[datetime, ...]:
    first = datetime.combine(event.starts_on, datetime.min.time())
    count = min(DAYS_MOST, max(1, (event.ends_on - event.starts_on).days + 1))
    return tuple(timezone.make_aware(first + timedelta(days=n)) for n in range(count))


def _rounds(event: Event) -> dict[tuple[Any, int], dict[str, Any]]:
    """Each published round: when it began and had its last result, tables and those entered; two queries."""
    # Tables and results apart: joined, each table would have to be told from itself to be counted once.
    results = Result.objects.filter(table__round__division__event=event).order_by().values("table__round")
    known = {
        row["table__round"]: row
        for row in results.annotate(
            entered=Count("pk", filter=Q(is_current=True)), newest=Max("entered_at", filter=Q(version=1))
        )
    }
    rows = Round.objects.filter(division__event=event).exclude(status=Round.Status.PLANNED)
    begun = rows.annotate(all=Count("tables")).order_by().values(
        "pk", "division", "number", "status", "published_at", "closed_at", "all", "round_clock__started_at",
        "round_clock__print_version", "print_version",
    )  # fmt: skip
    none = {"entered": 0, "newest": None}
    return {(row["division"], row["number"]): {**row, **known.get(row["pk"], none)} for row in begun}


def _played(
    number: int, divisions: list[Division], rounds: dict[tuple[Any, int], dict[str, Any]], running: dict[tuple[str, int], Clock]
) -> Played:  # fmt: skip
    """One round of all divisions that play it: it begins with the first of them and ends with the last."""
    here = [row for row in divisions if row.rounds_planned >= number]
    found = [rounds[row.pk, number] for row in here if (row.pk, number) in rounds]
    if not found:
        return Played(number, TO_PLAY)
    out = sum(row["all"] - row["entered"] for row in found)
    ticking = [running[row.slug, number] for row in here if (row.slug, number) in running]
    clock = max((one for one in ticking if one.started_at), key=lambda one: one.remaining(), default=None)
    facts: dict[str, Any] = {
        "number": number, "started": _earliest(found), "tables": sum(row["all"] for row in found), "out": out,
        "ended": None if out or len(found) < len(here) else _latest(found), "behind": len(here) - len(found),
    }  # fmt: skip
    if not out and not facts["behind"]:
        return Played(state=DONE, **facts)
    if clock is None:
        return Played(state=PLAYING, **facts)
    ran, left = timedelta(milliseconds=clock.ran()), timedelta(seconds=clock.remaining())
    return Played(state=PLAYING, ran=ran, left=left, running=clock.state == clocks.RUNNING, **facts)


def _earliest(found: list[dict[str, Any]]) -> datetime | None:
    return _local(min((_begun(row) for row in found if _begun(row)), default=None))


def _begun(row: dict[str, Any]) -> Any:
    """When play began: the clock's start, else the publishing."""
    same = row["round_clock__print_version"] == row["print_version"]
    return (row["round_clock__started_at"] if same else None) or row["published_at"]


def _latest(found: list[dict[str, Any]]) -> datetime | None:
    return _local(
        max(
            (row["newest"] or row["closed_at"] for row in found if row["newest"] or row["closed_at"]),
            default=None,
        )
    )


def _local(moment: datetime | None) -> datetime | None:
    return timezone.localtime(moment) if moment else None
