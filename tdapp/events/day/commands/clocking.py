"""Start, stop, lengthen, shorten and call a round's clock; of one round, or of all that are played together.

Each takes `rounds`: {round id: version of its clock as the clerk saw it}. A clock that is already as asked is left as
it is, whoever was first (two clerks press Start: it starts once); one that somebody else changed otherwise is a
conflict with both states, and then none of the others is changed either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.day import clocks
from tdapp.events.day.clocks import CALLED, PAUSED, READY, RUNNING, Clock
from tdapp.events.models import Division, Event, Round
from tdapp.events.models.hall import LastTurn, RoundClock, RoundTime
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.kernel.running import monotonic_clock

LONGEST = 600
STANDS: dict[str, Any] = {"since": None, "era": "", "mark": None}
Fields = dict[str, Any]
# What a press makes of a clock: the fields that change, none when it is as asked.
Press = Callable[[Clock], Fields]


@command("clock.start", "round clock started", needs="hall.clock")
def start(ctx: Context, event: Event, *, rounds: Mapping[str, int]) -> Change:
    """Start the clocks, or let them run on; time called by hand is taken back. One that has nothing left is refused, of
    several it stays as it is.
    """
    return _press(ctx, event, rounds, _start if len(rounds) == 1 else _start_where_left)


def _start_where_left(one: Clock) -> Fields:
    return _start(one) if one.left_ms() > 0 else {}


def _start(one: Clock) -> Fields:
    if one.state == RUNNING:
        return {}
    if one.left_ms() <= 0:
        sentence = _("The clock of round %(round)s has nothing left; give it more minutes.")
        raise Refusal("nothing-left", sentence % {"round": one.number}, round=one.number)
    at = one.at
    running = {"since": at.wall, "era": at.era, "mark": at.ms, "called_at": None, "ran_ms": one.ran()}
    return {**running, "started_at": one.started_at or at.wall}


@command("clock.pause", "round clock paused", needs="hall.clock")
def pause(ctx: Context, event: Event, *, rounds: Mapping[str, int]) -> Change:
    """Stop the clocks where they are. One that does not run stays as it is."""
    return _press(ctx, event, rounds, _pause)


def _pause(one: Clock) -> Fields:
    return {**STANDS, "ran_ms": one.ran()} if one.state == RUNNING else {}


@command("clock.call", "time called", needs="hall.clock")
def call_time(ctx: Context, event: Event, *, rounds: Mapping[str, int]) -> Change:
    """Call time now, whatever is left. Where time has run out it is called already; of several, one that has not started
    stays as it is.
    """
    return _press(ctx, event, rounds, _call if len(rounds) == 1 else _call_where_started)


def _call_where_started(one: Clock) -> Fields:
    return _call(one) if one.state != READY else {}


def _call(one: Clock) -> Fields:
    if one.state == READY:
        raise Refusal(
            "not-started", _("The clock of round %(round)s has not started.") % {"round": one.number}
        )
    return {} if one.state == CALLED else {**STANDS, "ran_ms": one.ran(), "called_at": one.at.wall}


@command("clock.extend", "round time extended or shortened", needs="hall.clock")
def extend(ctx: Context, event: Event, *, rounds: Mapping[str, int], minutes: int) -> Change:
    """Give more minutes, or with a negative number fewer. After time was called the round has exactly these minutes."""
    if isinstance(minutes, bool) or not isinstance(minutes, int) or not minutes or abs(minutes) > LONGEST:
        raise Refusal("bad-minutes", _("Give a number of minutes, like 5 or -5."))
    return _press(
        ctx, event, rounds, lambda one: _left(one, _base(one) + minutes * 60_000), pressed_once=True
    )


def _base(one: Clock) -> int:
    return 0 if one.state == CALLED else one.left_ms()


@command("clock.set", "round clock set", needs="hall.clock")
def set_left(ctx: Context, event: Event, *, rounds: Mapping[str, int], seconds: int) -> Change:
    """Set what is left, in seconds; a running clock runs on from there."""
    if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 <= seconds <= LONGEST * 60:
        raise Refusal("bad-time", _("Give what is left as minutes, or as minutes:seconds like 12:30."))
    return _press(ctx, event, rounds, lambda one: _left(one, seconds * 1000), pressed_once=True)


def _left(one: Clock, left_ms: int) -> Fields:
    """So much is left from now on. Counted from a new reading, so that an old doubt about the date ends here."""
    if not 0 <= left_ms <= LONGEST * 60_000:
        told = _("Round %(round)s would have less than nothing left, or more than %(most)s minutes.")
        raise Refusal("bad-time", told % {"round": one.number, "most": LONGEST})
    ran, at = one.ran(), one.at
    # Kept in whole seconds of the round and thousandths that ran: what ran gives way by less than a second.
    seconds = -(-(ran + left_ms) // 1000)
    facts: Fields = {"seconds": seconds, "ran_ms": max(0, seconds * 1000 - left_ms), "called_at": None}
    runs = one.state == RUNNING or (one.state == CALLED and left_ms > 0)
    return {**facts, **({"since": at.wall, "era": at.era, "mark": at.ms} if runs else STANDS)}


@command("clock.reset", "round clock reset", needs="hall.clock")
def reset(ctx: Context, event: Event, *, rounds: Mapping[str, int]) -> Change:
    """Put the clocks back to the round time of their divisions, not started."""
    return _press(ctx, event, rounds, _reset, pressed_once=True)


def _reset(one: Clock) -> Fields:
    return {**STANDS, "seconds": 0, "ran_ms": 0, "started_at": None, "called_at": None}


def _press(
    ctx: Context, event: Event, rounds: Mapping[str, int], press: Press, *, pressed_once: bool = False
) -> Change:  # fmt: skip
    """Carry out one press on every clock named. `pressed_once`: what two clerks press counts twice, so the second
    has to have seen the first.
    """
    rows, at = _rows(event, rounds), monotonic_clock.now()
    before, after = {}, {}
    for row in rows:
        one = clocks.clock_of(row, at)
        fields = press(one) if one.version == rounds[str(row.pk)] else _meanwhile(one, press, pressed_once)
        before[str(row.pk)] = _as_data(one)
        after[str(row.pk)] = _as_data(_keep(ctx, row, one, fields) if fields else one)
    changed = {key: told for key, told in after.items() if told != before[key]}
    return Change({"clocks": after, "changed": sorted(changed)}, str(event), before, changed)


def _rows(event: Event, rounds: Mapping[str, int]) -> list[Round]:
    if not rounds:
        raise Refusal("no-round", _("Say which round's clock it is."))
    rows = [row for row in clocks.open_rounds(event) if str(row.pk) in rounds]
    if len(rows) == len(rounds):
        return rows
    known = {str(pk) for pk in Round.objects.filter(division__event=event).values_list("pk", flat=True)}
    if known.issuperset(rounds):
        raise Conflict("not-open", _("This round is not being played any more; its clock is over."))
    raise Missing("missing", _("There is no such thing here."))


def _meanwhile(one: Clock, press: Press, pressed_once: bool) -> Fields:
    """Somebody else was faster. Nothing to do when the clock is as asked; else a conflict."""
    if not pressed_once and _agrees(one, press):
        return {}
    facts = {"round": one.number, "name": one.changed_by, "state": says(one)}
    sentence = _(
        "%(name)s changed the clock of round %(round)s meanwhile: %(state)s. Look, then press again."
    )
    raise Conflict("stale", sentence % facts, stored=_as_data(one))


def _agrees(one: Clock, press: Press) -> bool:
    try:
        return not press(one)
    except Refusal:
        return False


def says(one: Clock) -> str:
    """The state of a clock in words: "running, 34:10 left"."""
    minutes, seconds = divmod(one.remaining(), 60)
    words = {
        READY: _("not started, %(left)s"), RUNNING: _("running, %(left)s left"), PAUSED: _("paused, %(left)s left"),
        CALLED: _("time is called"),
    }  # fmt: skip
    return words.get(one.state, _("over")) % {"left": f"{minutes}:{seconds:02d}"}


def _keep(ctx: Context, row: Round, one: Clock, fields: Fields) -> Clock:
    """Write under the version that was read: whoever comes second finds another one and is told."""
    if fields.get("seconds") == 0 and fields.get("started_at", 1) is None:
        fields = {**fields, "seconds": clocks.time_of(row.division).minutes * 60}
    facts = {
        "print_version": row.print_version, "seconds": one.seconds, "ran_ms": one.ran_ms, "since": one.since,
        "era": one.era, "mark": one.mark, "started_at": one.started_at, "called_at": one.called_at, **fields,
        "version": one.version + 1, "changed_by": ctx.actor_name, "changed_at": one.at.wall,
    }  # fmt: skip
    if one.version == 0:
        row.round_clock = RoundClock.objects.create(round=row, **facts)
    elif not RoundClock.objects.filter(round=row, version=one.version).update(**facts):
        raise Conflict(
            "stale", _("Somebody else changed the clock at the same moment. Look, then press again.")
        )
    else:
        row.round_clock = RoundClock.objects.get(round=row)
    return clocks.clock_of(row, one.at)


def _as_data(one: Clock) -> dict[str, Any]:
    return {
        "division": one.division, "round": one.number, "state": one.state, "left": one.remaining(), "version": one.version,
    }  # fmt: skip


@command("division.round_time", "round time set", needs="hall.plan")
def set_round_time(
    ctx: Context, division: Division, *, minutes: int | None, last_turn: str = "", seen: int
) -> Change:  # fmt: skip
    """Set a division's round time (None: as the rules say) and last-turn rule ("" likewise). A started clock keeps its time."""
    if minutes is not None and not 1 <= minutes <= LONGEST:
        raise Refusal("bad-minutes", _("A round takes 1 to %(most)s minutes.") % {"most": LONGEST})
    if last_turn and last_turn not in LastTurn.values:
        raise Refusal("bad-last-turn", _("%(value)s is no last-turn rule.") % {"value": last_turn[:40]})
    row, _made = RoundTime.objects.get_or_create(division=division, defaults={"version": 0})
    if row.version != seen:
        stored = {"minutes": row.minutes, "last_turn": row.last_turn}
        raise Conflict(
            "stale", _("Somebody else changed this round time meanwhile. Look again."), stored=stored
        )
    before = {"minutes": row.minutes, "last_turn": row.last_turn}
    RoundTime.objects.filter(pk=row.pk).update(minutes=minutes, last_turn=last_turn, version=seen + 1)
    told = {"minutes": minutes, "last_turn": last_turn}
    return Change({**told, "version": seen + 1}, str(division), before, told)
