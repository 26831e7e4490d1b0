"""When the demo's days happen: planned at hours at which people play, whatever the hour it is made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

DAY_PLAN = "08:30 roll-call 15; 09:00 r1-3; lunch 60; r4-7; prizes"
# When each round begins; it is played in forty minutes and closed. The plan names the first hour alone: nothing is late by it.
BEGINS = (time(9, 0), time(9, 55), time(10, 50), time(13, 0), time(13, 55), time(14, 50), time(15, 45))
PLAYED = timedelta(minutes=40)
SATURDAY, MONTH = 5, timedelta(days=28)
NOW_ON, SINCE = 4, timedelta(minutes=20)


@dataclass(frozen=True, slots=True)
class Hours:
    """The hours of one day's rounds, so much earlier than planned; `now`: when round 4 is being played."""

    day: date
    back: timedelta = timedelta()
    now: datetime | None = None

    def begins(self, number: int) -> datetime:
        """When a round is published."""
        if self.now and number == NOW_ON:
            return self.now - SINCE
        return timezone.make_aware(datetime.combine(self.day, BEGINS[number - 1])) - self.back

    def ends(self, number: int) -> datetime:
        """When its results are in."""
        return self.begins(number) + PLAYED

    @property
    def opens(self) -> datetime:
        """When people are entered and checked in."""
        return self.begins(1) - timedelta(minutes=30)


def last_month(now: datetime) -> Hours:
    """A Saturday four weeks ago."""
    day = timezone.localdate(now) - MONTH
    return Hours(day - timedelta(days=(day.weekday() - SATURDAY) % 7))


def today(now: datetime) -> Hours:
    """Round 4 has been played for some minutes; the rounds before it at their hours, or earlier where it is not that late."""
    day = timezone.localdate(now)
    late = Hours(day).ends(NOW_ON - 1) + SINCE - (now - SINCE)
    return Hours(day, max(late, timedelta()), now)
