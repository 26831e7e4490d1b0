"""The clock of a round, read: how much is left, whether time is called, what is still played then.

Nothing ticks on the server. A running clock keeps the reading it was started at
(`kernel.running.monotonic_clock`), and what is left follows from the machine's own seconds since:
a changed date does not move it, a sleeping laptop does not stop it.
Only across a restart of the machine is the date all there is to count by; `sure` is False then, and the desk says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Division, Event, Round
from tdapp.events.models.hall import LastTurn, RoundClock, RoundTime
from tdapp.events.rules import rulesets
from tdapp.kernel.running import monotonic_clock
from tdapp.kernel.running.monotonic_clock import Reading

READY, RUNNING, PAUSED, CALLED, OVER = "ready", "running", "paused", "called", "over"
USUAL_MINUTES = 60  # SAL:11 "60+ MINUTES"; a tournament round is planned with 60 to 65 (NASPA checklist)
MOVED_MS = 5_000
FIELDS = (
    "seconds", "ran_ms", "since", "era", "mark", "started_at", "called_at", "version", "changed_by", "changed_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Time:
    """A division's round time in minutes, where that comes from, and what is played once time is called."""

    minutes: int
    source: str
    last_turn: str
    version: int


@dataclass(frozen=True, slots=True)
class Clock:
    """One round's clock as of the reading `at`. `version` 0: nobody touched it yet. Times in thousandths of a second.
    `shown`: the round's pairings are public.
    """

    round_id: str
    division: str
    name: str
    number: int
    seconds: int
    last_turn: str
    racks: bool
    at: Reading
    closed: bool = False
    version: int = 0
    ran_ms: int = 0
    since: datetime | None = None
    era: str = ""
    mark: int | None = None
    started_at: datetime | None = None
    called_at: datetime | None = None
    changed_by: str = ""
    changed_at: datetime | None = None
    shown: bool = True

    @property
    def state(self) -> str:
        """ready, running, paused, called (by hand or because nothing is left) or over (the round is closed)."""
        if self.closed:
            return OVER
        if self.started_at is None:
            return READY
        if self.called_at or self.left_ms() <= 0:
            return CALLED
        return RUNNING if self.since else PAUSED

    def ran(self, now: Reading | None = None) -> int:
        """Thousandths played so far."""
        at = now or self.at
        if self.since is None or self.mark is None:
            return self.ran_ms
        if at.era == self.era:
            return self.ran_ms + max(0, at.ms - self.mark)
        return self.ran_ms + max(0, int((at.wall - self.since).total_seconds() * 1000))

    def left_ms(self, now: Reading | None = None) -> int:
        """Thousandths left; below zero since time ran out."""
        return self.seconds * 1000 - self.ran(now)

    def remaining(self, now: Reading | None = None) -> int:
        """Whole seconds left, a begun one counted; never below 0. Called by hand: none."""
        if self.called_at and self.started_at:
            return 0
        return max(0, -(-self.left_ms(now) // 1000))

    @property
    def over_by(self) -> int:
        """Seconds since time was called; 0 before."""
        if self.state != CALLED:
            return 0
        if self.called_at:
            return max(0, int((self.at.wall - self.called_at).total_seconds()))
        return max(0, -self.left_ms() // 1000)

    @property
    def sure(self) -> bool:
        """False while it counts by the computer's date, across a restart of the machine."""
        return self.since is None or self.at.era == self.era

    @property
    def date_moved(self) -> int:
        """By how many seconds the computer's date was changed since the clock was started; it was not moved by it."""
        if self.since is None or self.mark is None or not self.sure:
            return 0
        moved = int((self.at.wall - self.since).total_seconds() * 1000) - (self.at.ms - self.mark)
        return moved // 1000 if abs(moved) > MOVED_MS else 0

    @property
    def label(self) -> str:
        """Which round it is the clock of."""
        return _("Round %(round)s") % {"round": self.number}

    @property
    def rule(self) -> str:
        """What players do when time is called."""
        return last_turn_says(self.last_turn, self.racks)


def last_turn_says(last_turn: str, racks: bool) -> str:
    """The last-turn rule in one or two sentences to a player; `racks`: tiles left come off an unfinished game."""
    told = {
        LastTurn.FINISH: _("Finish the turn being played. Then stop and count."),
        LastTurn.EQUAL: _("Play on until everybody at the table has had equally many turns. Then stop and count."),
        LastTurn.ONE_MORE: _("Each player has one more turn. Then stop and count."),
        LastTurn.STOP: _("Stop now. A turn that is not scored yet does not count."),
        LastTurn.PLAY_OUT: _("Play your game to its end."),
    }  # fmt: skip
    said = told[LastTurn(last_turn)]
    if not racks or last_turn == LastTurn.PLAY_OUT:
        return said
    return " ".join((said, _("Tiles left on a rack come off its player's score.")))


def time_of(division: Division) -> Time:
    """The division's round time: its own, else what its rules' game clocks add up to, else the usual hour."""
    own: RoundTime | None = getattr(division, "round_time", None)
    turns = LastTurn.EQUAL if division.unfinished_rule == "equal-turns" else LastTurn.FINISH
    last_turn = own.last_turn if own and own.last_turn else turns
    version = own.version if own else 0
    if own and own.minutes:
        return Time(own.minutes, _("set for this division"), last_turn, version)
    return Time(*_by_rules(division), last_turn, version)


def _by_rules(division: Division) -> tuple[int, str]:
    timer = rulesets.of_division(division).timer
    if timer.kind == "per_game":
        each = -(-timer.seconds // 60)
        return 2 * each, _("two game clocks of %(minutes)s minutes") % {"minutes": each}
    return USUAL_MINUTES, _("the rules name no round time; an hour is usual (SAL:11)")


ORDER = (RUNNING, CALLED, PAUSED, READY, OVER)


def foremost(found: Sequence[Clock]) -> Clock | None:
    """Of several the one a hall looks at, as `td/clock.js` chooses: running before called, paused, ready; least left first."""
    return min(found, key=lambda one: (ORDER.index(one.state), one.remaining()), default=None)


def state_of(round_: Round, now: Reading | None = None) -> Clock | None:
    """The clock of a round, None while the round is not published."""
    if round_.status == Round.Status.PLANNED:
        return None
    return clock_of(round_, now or monotonic_clock.now())


def of_event(event: Event, now: Reading | None = None) -> list[Clock]:
    """The clocks of all open rounds, divisions in order; one query."""
    at = now or monotonic_clock.now()
    return [clock_of(row, at) for row in open_rounds(event)]


def open_rounds(event: Event) -> Any:
    """The rounds being played, with all a clock needs."""
    rows = Round.objects.filter(division__event=event, status=Round.Status.PUBLISHED)
    rows = rows.select_related("division__event", "division__round_time", "round_clock")
    return rows.order_by("division__order", "division__name", "number")


def clock_of(row: Round, at: Reading) -> Clock:
    """The clock of a published round, from the row with its division (and their round time) loaded."""
    division, time = row.division, time_of(row.division)
    kept: RoundClock | None = getattr(row, "round_clock", None)
    facts = {name: getattr(kept, name) for name in FIELDS} if kept else {"seconds": time.minutes * 60}
    if kept and kept.print_version != row.print_version:
        facts = {"seconds": time.minutes * 60, "version": kept.version}
    return Clock(
        round_id=str(row.pk), division=division.slug, name=division.name, number=row.number, at=at,
        last_turn=time.last_turn, racks=division.unfinished_rule == "racks-deducted",
        closed=row.status == Round.Status.CLOSED, shown=row.public_at is not None, **facts,
    )  # fmt: skip
