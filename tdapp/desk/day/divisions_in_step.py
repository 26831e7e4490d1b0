"""Divisions of one hall that play in step have one rest of the day; those that have come apart have one each. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tdapp.desk.day.forecast import PLAYING, TO_PLAY, DaySoFar, Due, Forecast, Played
from tdapp.events.day.schedule import PRIZES

APART = timedelta(minutes=10)  # divisions whose rounds begin within this play in step


@dataclass(frozen=True, slots=True)
class Lane:
    """One division on its own: its short name, its name, what it has to come."""

    slug: str
    name: str
    forecast: Forecast


@dataclass(frozen=True, slots=True)
class Day:
    """The rest of the day for the hall as one, and for each division where they run apart (else none)."""

    hall: Forecast
    lanes: tuple[Lane, ...] = ()

    @property
    def shown(self) -> tuple[Lane, ...]:
        """What is to be shown: a forecast for each division, or the hall's alone, named ""."""
        return self.lanes or (Lane("", "", self.hall),)


def apart(now: datetime, divisions: Sequence[DaySoFar]) -> bool:
    """Whether divisions no longer play the same round at the same time: the newest round was begun far apart, or it is
    on for a while and a division that has it before it, or still plays an earlier one, has not begun it.
    """
    newest = max((one.number for known in divisions for one in _begun(known)), default=0)
    starts = [_start(known, newest) for known in divisions if len(known.rounds) >= newest]
    known_ones = [start for start in starts if start]
    if not newest or not known_ones:
        return False
    if len(known_ones) < len(starts):
        return now - min(known_ones) > APART
    others = (known for known in divisions if len(known.rounds) < newest)
    still = any(one.state == PLAYING for known in others for one in known.rounds)
    return still or max(known_ones) - min(known_ones) > APART


def _begun(known: DaySoFar) -> list[Played]:
    return [one for one in known.rounds if one.state != TO_PLAY]


def _start(known: DaySoFar, number: int) -> datetime | None:
    return next((one.started for one in known.rounds if one.number == number), None)


def prizes_together(by_division: Mapping[str, Forecast]) -> dict[str, Forecast]:
    """One prize giving for all: when the last division (by name) is ready for it."""
    prizes = {name: _prizes(found) for name, found in by_division.items()}
    ready = {name: due for name, due in prizes.items() if due}
    if not ready:
        return dict(by_division)
    last = max(ready, key=lambda name: ready[name].at)
    why = _("As soon as the last division is done: %(division)s.") % {"division": last}
    waits = replace(ready[last], why=why)
    return {
        name: found if due is None or due.at == waits.at else _with(found, waits)
        for (name, found), due in zip(by_division.items(), prizes.values(), strict=True)
    }


def _prizes(found: Forecast) -> Due | None:
    return next((due for due in found.stops if due.kind == PRIZES), None)


def _with(found: Forecast, prizes: Due) -> Forecast:
    return replace(found, stops=tuple(prizes if due.kind == PRIZES else due for due in found.stops))
