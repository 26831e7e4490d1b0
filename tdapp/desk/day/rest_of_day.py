"""When the rest of the day happens: pure, from the day plan, the rounds so far, the clock and the tables still out.

Every stop says why it stands where it stands. Nothing here reads a database or asks what time it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.day.forecast import (
    DONE,
    PLAYING,
    TO_PLAY,
    DaySoFar,
    Due,
    Forecast,
    Played,
    round_label,
    stop_label,
)
from tdapp.events.day.schedule import PRIZES, ROUNDS, Stop

# A round shorter or longer than this was not played in the hall: typed in later, or left open overnight.
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(minutes=240)
TAIL = timedelta(minutes=5)  # last turns, counting, the way to the desk
USUAL_BETWEEN, LONGEST_BETWEEN = timedelta(minutes=10), timedelta(minutes=45)
LAST_ROUNDS = 3
SLACK = timedelta(minutes=15)
PRIZES_LAST = timedelta(hours=3)  # nobody announces a prize giving that could have begun so long ago


def length(known: DaySoFar) -> tuple[timedelta, str]:
    """How long a round takes here, from its start to its last result: the middle of the last three; before, the clock's."""
    took = [
        one.ended - one.started for one in known.rounds if one.state == DONE and one.started and one.ended
    ]
    real = [one for one in took if SHORTEST <= one <= LONGEST][-LAST_ROUNDS:]
    if not real:
        facts = {"minutes": known.round_minutes, "tail": _minutes(TAIL)}
        said = _("the round time of %(minutes)s min and %(tail)s for the last slips")
        return timedelta(minutes=known.round_minutes) + TAIL, said % facts
    middle = timedelta(minutes=round(median(one.total_seconds() for one in real) / 60))
    # No plural form: other languages count two and three with one, and a single round has no middle.
    said = _("the middle of the last %(n)s rounds") if len(real) > 1 else _("as the last round took")
    return middle, said % {"n": len(real)}


def between(known: DaySoFar) -> tuple[timedelta, str]:
    """How long it takes from the last result of a round to the start of the next, where no break lay between."""
    after_break = _after_breaks(known.stops)
    pairs = zip(known.rounds, known.rounds[1:], strict=False)
    gaps = [
        later.started - earlier.ended
        for earlier, later in pairs
        if earlier.ended and later.started and later.number not in after_break
    ]
    real = [one for one in gaps if timedelta(0) <= one <= LONGEST_BETWEEN][-LAST_ROUNDS:]
    if not real:
        return USUAL_BETWEEN, _("usual for pairing and finding tables")
    middle = timedelta(minutes=round(median(one.total_seconds() for one in real) / 60))
    return middle, _("as between the last rounds")


def _after_breaks(stops: Sequence[Stop]) -> set[int]:
    """Rounds that do not simply follow the one before: the first of each session."""
    return {stop.first for stop in stops if stop.kind == ROUNDS}


def project(known: DaySoFar) -> Forecast:
    """The rest of the day, stop by stop, each no earlier than the plan says and than what lies before allows."""
    takes, takes_why = length(known)
    pause, pause_why = between(known)
    walk = _Walk(known, takes, pause)
    steps = list(_steps(known))
    begun = max((place for place, step in enumerate(steps) if walk.has_begun(step)), default=-1)
    for place, step in enumerate(steps):
        walk.step(step, past=place < begun)
    return Forecast(tuple(walk.found), _minutes(takes), takes_why, _minutes(pause), pause_why)


@dataclass(frozen=True, slots=True)
class _Step:
    """One round, or one other stop of the plan. `opens`: the hour stands in the plan for this very step."""

    stop: Stop
    number: int = 0
    opens: bool = True


def _steps(known: DaySoFar) -> Iterable[_Step]:
    """The plan, rounds one by one; rounds the plan does not know follow the last it knows, before the prizes."""
    planned = [
        number for stop in known.stops if stop.kind == ROUNDS for number in range(stop.first, stop.last + 1)
    ]
    extra = [one.number for one in known.rounds if one.number not in planned]
    last = max((place for place, stop in enumerate(known.stops) if stop.kind == ROUNDS), default=-1)
    if last < 0:
        yield from _alone(extra, 1)
    for place, stop in enumerate(known.stops):
        if stop.kind != ROUNDS:
            yield _Step(stop)
            continue
        yield from (_Step(stop, n, n == stop.first) for n in range(stop.first, stop.last + 1))
        if place == last:
            yield from _alone(extra, stop.day)
    if not any(stop.kind == PRIZES for stop in known.stops):
        yield _Step(Stop(PRIZES, "", known.stops[-1].day if known.stops else 1))


def _alone(numbers: list[int], day: int) -> Iterable[_Step]:
    return (_Step(Stop(ROUNDS, "", day, None, None, n, n), n) for n in numbers)


class _Walk:
    """Goes through the day; `ready` is when the next thing can begin."""

    def __init__(self, known: DaySoFar, takes: timedelta, pause: timedelta) -> None:
        self.known, self.takes, self.pause = known, takes, pause
        self.rounds = {one.number: one for one in known.rounds}
        self.found: list[Due] = []
        self.ready: datetime | None = None
        self.day = 1
        self.before = ""  # what the next thing waits for, in words
        self.after_round = False

    def has_begun(self, step: _Step) -> bool:
        played = self.rounds.get(step.number)
        return played is not None and played.state != TO_PLAY

    def step(self, step: _Step, past: bool) -> None:
        """One step further. What lies before a round that has begun is over."""
        if step.stop.day != self.day:
            self.day, self.ready, self.after_round = step.stop.day, None, False
        played = self.rounds.get(step.number)
        if played is not None and played.state == DONE:
            self._is_over(played)
        elif played is not None and played.state == PLAYING:
            self._is_on(played)
        elif not past:
            self._is_to_come(step)

    def _is_over(self, played: Played) -> None:
        self.ready, self.after_round = played.ended or self.ready, True
        self.before = _("round %(n)s") % {"n": played.number}

    def _is_on(self, played: Played) -> None:
        ends, why = self._end(played)
        begun = played.started or self.known.now
        self.found.append(
            Due(ROUNDS, round_label(played.number), begun, True, why, played.number, 0, True, ends)
        )
        self.ready = max(self.ready, ends) if self.ready else ends
        self.after_round, self.before = True, _("round %(n)s") % {"n": played.number}

    def _end(self, played: Played) -> tuple[datetime, str]:
        """When a round that is being played has its last result: what rounds take here, held against the clock."""
        now = self.known.now
        if played.behind:
            said = _("Not every division has begun it; it takes %(takes)s min here.")
            begins = max(now, self.ready or now) + self.pause
            return begins + self.takes, said % {"takes": _minutes(self.takes)}
        if not played.out:
            return now, _("All results are in.")
        begun = played.ran if played.ran is not None else now - (played.started or now)
        rest = self.takes - begun
        if played.left is not None:
            bound = max(played.left, timedelta(0)) + TAIL
            rest = min(rest, bound) if rest > timedelta(0) else bound
        rest = rest if rest > timedelta(0) else TAIL
        return now + rest, self._end_why(played)

    def _end_why(self, played: Played) -> str:
        facts = {"out": played.out, "tables": played.tables, "takes": _minutes(self.takes)}
        if played.left is None:
            said = ngettext(
                "%(out)s of %(tables)s tables is pending; a round takes %(takes)s min here.",
                "%(out)s of %(tables)s tables are pending; a round takes %(takes)s min here.",
                played.out,
            )
            return said % facts
        facts["left"] = _minutes(max(played.left, timedelta(0)))
        if not facts["left"]:
            said = ngettext(
                "Time is up; %(out)s result is pending.",
                "Time is up; %(out)s results are pending.",
                played.out,
            )
            return said % facts
        said = ngettext(
            "%(out)s of %(tables)s tables is pending, %(left)s min on the clock; a round takes %(takes)s min here.",
            "%(out)s of %(tables)s tables are pending, %(left)s min on the clock; a round takes %(takes)s min here.",
            played.out,
        )
        return said % facts

    def _is_to_come(self, step: _Step) -> None:
        stop, now = step.stop, self.known.now
        planned = self._planned(step)
        if stop.kind != ROUNDS and self._lies_behind(stop, planned):
            return
        free = self._free(step)
        at = max(
            moment for moment in (planned, free, now if stop.kind in (ROUNDS, PRIZES) else None) if moment
        )
        going_on = stop.kind not in (ROUNDS, PRIZES) and at <= now
        late = _minutes(at - planned) if planned and at > planned else 0
        sure = bool(planned) and at == planned and (free is None or planned - free >= SLACK)
        ends = at + self._lasts(stop)
        why = self._why(planned, free, at)
        due = Due(stop.kind, self._label(step), at, sure or going_on, why, step.number, late, going_on, ends)
        self.found.append(due)
        self.ready, self.after_round = ends, stop.kind == ROUNDS
        self.before = _("round %(n)s") % {"n": step.number} if step.number else due.label

    def _planned(self, step: _Step) -> datetime | None:
        days = self.known.days
        if step.stop.at is None or not step.opens or step.stop.day > len(days):
            return None
        midnight = days[step.stop.day - 1]
        return midnight + timedelta(minutes=step.stop.at)

    def _free(self, step: _Step) -> datetime | None:
        """When what lies before is done, with the time between two rounds where a round follows one (or the prizes do)."""
        if self.ready is None:
            return None
        wait = self.after_round and step.stop.kind in (ROUNDS, PRIZES)
        return self.ready + self.pause if wait else self.ready

    def _lies_behind(self, stop: Stop, planned: datetime | None) -> bool:
        """Whether a break is over already, or the prizes are given, as far as anybody can know."""
        begins = max((moment for moment in (planned, self.ready) if moment), default=None)
        lasts = PRIZES_LAST if stop.kind == PRIZES else self._lasts(stop)
        if begins is None or begins + lasts > self.known.now:
            return False
        self.ready, self.after_round = begins + self._lasts(stop), False
        self.before = stop_label(stop)
        return True

    def _lasts(self, stop: Stop) -> timedelta:
        return self.takes if stop.kind == ROUNDS else timedelta(minutes=stop.minutes or 0)

    def _label(self, step: _Step) -> str:
        if step.number:
            return round_label(step.number)
        return stop_label(step.stop)

    def _why(self, planned: datetime | None, free: datetime | None, at: datetime) -> str:
        facts = {
            "before": self.before,
            "free": _clock(free),
            "planned": _clock(planned),
            "wait": _minutes(self.pause),
        }
        if planned and at == planned:
            return _("As planned for %(planned)s.") % facts
        if free is None or at > free:
            return _("As soon as it is begun.")
        if self.after_round and self.ready != free:
            return _("After %(before)s and %(wait)s min between.") % facts
        return _("After %(before)s.") % facts


def _clock(moment: datetime | None) -> str:
    return f"{moment:%H:%M}" if moment else ""


def _minutes(span: timedelta) -> int:
    return round(span.total_seconds() / 60)
