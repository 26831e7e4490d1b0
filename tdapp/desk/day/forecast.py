"""What a forecast of the day is made of and what it says: rounds so far, stops due, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tdapp.events.day.schedule import PRIZES, ROUNDS, Stop

DONE, PLAYING, TO_PLAY = "done", "playing", "to play"


@dataclass(frozen=True, slots=True)
class Played:
    """One round of the event, its divisions together; `behind` of them have not begun it.

    `ran` and `left`: of the clock that has the most left, if any was started.
    """

    number: int
    state: str
    started: datetime | None = None
    ended: datetime | None = None
    tables: int = 0
    out: int = 0
    behind: int = 0
    ran: timedelta | None = None
    left: timedelta | None = None
    running: bool = False


@dataclass(frozen=True, slots=True)
class DaySoFar:
    """What the forecast rests on. `now` is in the hall's time zone; `days`: the date of each day of the event, midnight."""

    now: datetime
    days: tuple[datetime, ...]
    stops: tuple[Stop, ...]
    rounds: tuple[Played, ...]
    round_minutes: int


@dataclass(frozen=True, slots=True)
class Due:
    """One stop to come, or going on: when it begins, whether that is sure, and why. `late`: minutes behind the plan."""

    kind: str
    label: str
    at: datetime
    sure: bool
    why: str
    number: int = 0
    late: int = 0
    going_on: bool = False
    ends: datetime | None = None

    @property
    def late_word(self) -> str:
        """How far behind the plan: "25 min late", "1 h 05 late"."""
        hours, minutes = divmod(self.late, 60)
        if hours:
            return _("%(hours)s h %(minutes)s late") % {"hours": hours, "minutes": f"{minutes:02d}"}
        return _("%(minutes)s min late") % {"minutes": minutes}


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is still to come, and what it was counted with: minutes a round takes here, minutes between two rounds."""

    stops: tuple[Due, ...]
    takes: int
    takes_why: str
    between: int
    between_why: str

    @property
    def ahead(self) -> tuple[Due, ...]:
        """The stops that have not begun."""
        return tuple(one for one in self.stops if not one.going_on)

    @property
    def to_tell(self) -> tuple[Due, ...]:
        """What the hall is told: the stops ahead, and a break that is on. Of a round that is on the clock tells."""
        return tuple(one for one in self.stops if not one.going_on or one.kind != ROUNDS)


def round_label(number: int) -> str:
    """A round in the forecast."""
    return _("Round %(round)s") % {"round": number}


def stop_label(stop: Stop) -> str:
    """A stop that is no round as people read it: the words everybody uses in their language, others as typed."""
    if stop.kind == PRIZES:
        return _("Prize giving")
    usual = {
        "lunch": _("Lunch"), "tanghalian": _("Lunch"), "break": _("Break"), "pahinga": _("Break"),
        "roll-call": _("Roll-call"),
    }  # fmt: skip
    return usual.get(stop.label.casefold(), stop.label)
