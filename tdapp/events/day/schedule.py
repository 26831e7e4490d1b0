"""The day plan: sessions, breaks and what else has its hour, in one line. Pure but for the words.

    09:00 r1-3; 12:00 lunch 60; 13:00 r4-6; 16:30 prizes
    day 2; 09:00 r7-9; prizes

A stop is `[hour] what [minutes]`. Without an hour it follows the one before. Rounds are `r4`, `r4-6`, `round 4`;
everything else is a word or a few (`lunch 60`, `roll-call 10`, `prizes`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

ROUNDS, BREAK, PRIZES, OTHER = "rounds", "break", "prizes", "other"
KINDS = (ROUNDS, BREAK, PRIZES, OTHER)
HOUR = re.compile(r"(\d{1,2})[:.](\d{2})")
SPAN = re.compile(r"(?:r|rd|round|rounds)\s*(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?", re.IGNORECASE)
DAY = re.compile(r"day\s*(\d{1,2})", re.IGNORECASE)
MINUTES = re.compile(r"(\d{1,3})\s*(?:m|min|minutes)?$", re.IGNORECASE)
LABEL = re.compile(r"[^\W\d_](?:[^\W\d_]|[’' .-]){0,39}")
BREAKS = frozenset(
    {"lunch", "break", "tanghalian", "pahinga", "dinner", "snack", "merienda", "roll-call", "pause"}
)
AWARDS = frozenset({"prizes", "prize giving", "prize-giving", "awards", "ceremony", "parangal"})
MOST_STOPS, LONGEST_DAY, MOST_MINUTES = 40, 14, 600
USUAL_BREAK = {"lunch": 60, "tanghalian": 60, "roll-call": 10}


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the day plan. `at`: minutes since midnight, None: when the one before ends. `minutes` of a break."""

    kind: str
    label: str
    day: int = 1
    at: int | None = None
    minutes: int | None = None
    first: int = 0
    last: int = 0

    @property
    def written(self) -> str:
        """The stop as it stands in the line."""
        what = self.label
        if self.kind == ROUNDS:
            what = f"r{self.first}" if self.first == self.last else f"r{self.first}-{self.last}"
        parts = [
            hour(self.at) if self.at is not None else "",
            what,
            str(self.minutes) if self.minutes else "",
        ]
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Read:
    """A line read: its stops, or one sentence for each thing that is wrong with it."""

    stops: tuple[Stop, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The stops as one line, the way it is kept."""
        return written(self.stops)


def hour(at: int) -> str:
    """Minutes since midnight as "09:05"."""
    return f"{at // 60:02d}:{at % 60:02d}"


def written(stops: tuple[Stop, ...] | list[Stop]) -> str:
    """Stops as one line."""
    parts, day = [], 1
    for stop in stops:
        if stop.day != day:
            day = stop.day
            parts.append(f"day {day}")
        parts.append(stop.written)
    return "; ".join(parts)


def up_to(stop: Stop, rounds: int) -> Stop | None:
    """A stop without the rounds after `rounds`; None when nothing is left of it."""
    if stop.kind != ROUNDS or stop.last <= rounds:
        return stop
    return replace(stop, last=rounds) if stop.first <= rounds else None


def read(line: str, rounds: int | None) -> Read:
    """Read a day plan for `rounds` rounds; nothing is guessed. None: a kept line, whatever the plans have become since."""
    parts = [" ".join(part.split()) for part in re.split(r"[;\n]", line)]
    found: list[Stop] = []
    faults: list[str] = []
    day = 1
    for number, part in enumerate([part for part in parts if part], start=1):
        where = _("Stop %(n)s, “%(part)s”") % {"n": number, "part": part[:60]}
        if named := DAY.fullmatch(part):
            faults += _day_faults(where, int(named[1]), day if found else 0)
            day = int(named[1])
            continue
        stop, said = _stop(part, where, day, rounds)
        faults += said
        found += [stop] if stop else []
    if len(found) > MOST_STOPS:
        faults.append(_("A day plan has at most %(most)s stops.") % {"most": MOST_STOPS})
    if faults:
        return Read(faults=tuple(faults))
    faults = [*_hour_faults(found), *_round_faults(found, rounds)] if found else []
    return Read(faults=tuple(faults)) if faults else Read(tuple(found))


def _day_faults(where: str, named: int, day: int) -> list[str]:
    if day < named <= LONGEST_DAY:
        return []
    facts = {"where": where, "next": day + 1, "most": LONGEST_DAY}
    return [_("%(where)s: the next day is a number from %(next)s to %(most)s, like day %(next)s.") % facts]


def _stop(part: str, where: str, day: int, rounds: int | None) -> tuple[Stop | None, list[str]]:
    at, rest, said = _at(part, where)
    if not rest and not said:
        return None, [
            _("%(where)s: say what happens then, like r1-3, lunch 60 or prizes.") % {"where": where}
        ]
    if span := SPAN.fullmatch(rest):
        first, last = int(span[1]), int(span[2] or span[1])
        said += _span_faults(where, first, last, rounds)
        return Stop(ROUNDS, "", day, at, None, first, last), said
    return _named(rest, where, day, at, said)


def _at(part: str, where: str) -> tuple[int | None, str, list[str]]:
    head, _space, rest = part.partition(" ")
    if not head[:1].isdigit():
        return None, part, []
    known = HOUR.fullmatch(head)
    if known and int(known[1]) < 24 and int(known[2]) < 60:
        return int(known[1]) * 60 + int(known[2]), rest, []
    facts = {"where": where, "word": head}
    return None, rest, [_("%(where)s: %(word)s is no time of day; write it like 09:00.") % facts]


def _span_faults(where: str, first: int, last: int, rounds: int | None) -> list[str]:
    if 1 <= first <= last and (rounds is None or last <= rounds):
        return []
    if first > last:
        facts = {"where": where, "first": last, "last": first}
        return [_("%(where)s: the rounds go backwards; write r%(first)s-%(last)s.") % facts]
    return [_("%(where)s: the rounds go from 1 to %(last)s here.") % {"where": where, "last": rounds}]


def _named(rest: str, where: str, day: int, at: int | None, said: list[str]) -> tuple[Stop | None, list[str]]:
    """A break, the prizes or something else with a name: words, then perhaps minutes."""
    length = MINUTES.search(rest)
    minutes = int(length[1]) if length else None
    label = rest[: length.start()].strip() if length else rest
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        return None, [
            *said,
            _("%(where)s: it takes 1 to %(most)s minutes.") % {"where": where, "most": MOST_MINUTES},
        ]
    if not label or not LABEL.fullmatch(label):
        facts = {"where": where, "rest": rest}
        told = _(
            "%(where)s: %(rest)s is neither rounds (r4-6) nor a name with minutes (lunch 60) nor prizes."
        )
        return None, [*said, told % facts]
    folded = label.casefold()
    if folded in AWARDS:
        return Stop(PRIZES, label, day, at, minutes), said
    if folded in BREAKS:
        return Stop(BREAK, label, day, at, minutes or USUAL_BREAK.get(folded, 15)), said
    if minutes is None and at is None:
        facts = {"where": where, "label": label}
        return None, [
            *said,
            _("%(where)s: say when, or how many minutes it takes, like %(label)s 15.") % facts,
        ]
    return Stop(OTHER, label, day, at, minutes), said


def _hour_faults(stops: list[Stop]) -> list[str]:
    """Hours go forwards within a day, and each day says when it begins."""
    faults, day, last = [], 0, -1
    for stop in stops:
        if stop.day != day:
            day, last = stop.day, -1
            if stop.at is None:
                facts = {"day": day, "stop": stop.written}
                faults.append(
                    _("Day %(day)s begins with “%(stop)s”: write its hour, like 09:00 %(stop)s.") % facts
                )
        if stop.at is not None and stop.at <= last:
            told = _(
                "“%(stop)s” must be later than %(hour)s, the stop before; another day begins with day 2."
            )
            faults.append(told % {"stop": stop.written, "hour": hour(last)})
        last = max(last, stop.at if stop.at is not None else -1)
    return faults


def _round_faults(stops: list[Stop], rounds: int | None) -> list[str]:
    """Every round once, in order."""
    played = [number for stop in stops if stop.kind == ROUNDS for number in range(stop.first, stop.last + 1)]
    twice = sorted({number for number in played if played.count(number) > 1})
    missing = [number for number in range(1, (rounds or 0) + 1) if number not in played]
    faults = [_("Round %(n)s stands twice.") % {"n": number} for number in twice]
    if missing:
        faults.append(
            _("These rounds stand nowhere: %(rounds)s. Add them, like %(like)s.")
            % {"rounds": ", ".join(map(str, missing)), "like": f"r{missing[0]}"}
        )
    if not faults and played != sorted(played):
        faults.append(_("The rounds stand out of order; they are played from 1 upwards."))
    return faults
