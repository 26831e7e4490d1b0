"""Call for a judge, take a call, hand it back, call it off. A call is taken once: compare and swap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.models import Table
from tdapp.events.rules import rulesets
from tdapp.judging.models import Call
from tdapp.judging.rulings.verdicts import gave, refuse_given
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.kernel.signing_in.owning import refuse_others

OPEN = (Call.State.WAITING, Call.State.TAKEN)


def answer_of(call: Call) -> dict[str, Any]:
    """A call as commands answer it."""
    table = call.table
    return {
        "call": call.pk, "state": call.state, "version": call.version, "table": table.number,
        "division": table.round.division.slug, "round": table.round.number, "taken": call.taken_name,
    }  # fmt: skip


@command("challenge.call", "judge called", needs="challenge.call")
def call_judge(
    ctx: Context, table: Table, *, challengers: Sequence[int] = (), challenged: int | None = None,
    words: Sequence[str] = (), play: str = "", note: str = "",
) -> Change:  # fmt: skip
    """Ask for a ruling at a table; one call is open at a table at a time."""
    if not rulesets.of_division(table.round.division).challenge.allowed:
        raise Refusal("no-challenges", _("The rules of this division know no challenges."))
    row = placed(
        ctx, table, challengers=list(challengers), challenged=challenged, words=_clean(words), play=play[:36],
        note=" ".join(note.split())[:200],
    )  # fmt: skip
    return Change(answer_of(row), str(table), None, {"challengers": list(challengers), "words": row.words})


def placed(
    ctx: Context, table: Table, *, challengers: list[int], challenged: int | None, **facts: Any
) -> Call:
    """A new call, stored: in a round that is played, of seats that exist, the only open one of its table."""
    refuse_closed(table)
    check_seats(challengers, challenged, table.seats.count())
    if table.calls.filter(state__in=OPEN).exists():
        raise Conflict(
            "called",
            _("Table %(table)s has called already; a judge is on the way.") % {"table": table.number},
        )
    return Call.objects.create(
        table=table, challengers=challengers, challenged=challenged, called_at=clock.now(),
        called_name=ctx.actor_name[:150], called_by=ctx.actor, **facts,
    )  # fmt: skip


def refuse_closed(table: Table) -> None:
    """Challenges belong to a round that is being played."""
    if not table.round.is_open:
        raise Refusal("round-closed", _("Round %(n)s is not being played.") % {"n": table.round.number})


def check_seats(challengers: Sequence[int], challenged: int | None, seats: int) -> None:
    """Seats exist, nobody twice, nobody challenges his own play."""
    named = [*challengers, *([challenged] if challenged else [])]
    if any(not 1 <= seat <= seats for seat in named):
        raise Refusal("no-seat", _("This table has seats 1 to %(seats)s.") % {"seats": seats})
    if len(set(challengers)) != len(challengers):
        raise Refusal("seat-twice", _("A seat is named twice among the challengers."))
    if challenged in challengers:
        raise Refusal("own-play", _("Nobody challenges their own play."))


def _clean(words: Sequence[str]) -> list[str]:
    return [" ".join(str(word).split())[:60] for word in words if str(word).strip()][:30]


def plays_at(ctx: Context, table: Table) -> bool:
    """Whether the actor sits at this table: nobody rules on his own game."""
    return bool(ctx.person) and table.seats.filter(entrant__player_id=UUID(ctx.person)).exists()


def refuse_own(ctx: Context, table: Table) -> None:
    """Nobody rules on his own game, nor looks a word of it up."""
    if plays_at(ctx, table):
        raise NotAllowed("own-game", _("You play at this table; another judge has to rule."))


@command("challenge.take", "call taken by a judge", needs="judge.rule")
def take(ctx: Context, call: Call, *, seen: int, reason: str = "") -> Change:
    """Take a waiting call. Two judges at once: the first has it, and the second has the next that waits.

    With a reason it is taken over from the judge who has it; both names stay in the log. Refuses when nothing waits for
    this judge, and tells who was first. Pressed twice it takes one.
    """
    refuse_own(ctx, call.table)
    call.refresh_from_db()
    refuse_given(ctx, call)
    if has_call(ctx, call):
        return Change(answer_of(call), str(call.table))
    if not reason.strip():
        call, seen = _that_waits(ctx, call, seen)
    before = {"state": call.state, "by": call.taken_name}
    swap(call, seen, *OPEN, state=Call.State.TAKEN, **by_whom(ctx))
    after = {"state": "taken", "by": call.taken_name}
    return Change(answer_of(call), str(call.table), before, after, " ".join(reason.split())[:300])


def _that_waits(ctx: Context, call: Call, seen: int) -> tuple[Call, int]:
    """The call itself while it waits, else the one of its event that has waited longest, of no table the judge sits at.

    Read inside the command: the commands of one event take turns, so what waits here waits still when it is taken.
    """
    rows = Call.objects.select_related("table__round__division__event").filter(state=Call.State.WAITING)
    if rows.filter(pk=call.pk, version=seen).exists():
        return call, seen
    waiting = rows.filter(table__round__division__event=call.table.round.division.event).order_by(
        "called_at", "pk"
    )
    same = sorted(waiting, key=lambda row: row.pk != call.pk)
    free = next((row for row in same if not plays_at(ctx, row.table) and not gave(ctx, row)), None)
    if free is None:
        who = call.taken_name or _("somebody")
        sentence = _("This call was changed meanwhile by %(who)s; it is now %(state)s.")
        raise Conflict("stale", sentence % {"who": who, "state": call.state}, stored=answer_of(call))
    return free, free.version


def by_whom(ctx: Context) -> dict[str, Any]:
    """The columns that say who has a call, from now on."""
    return {"taken_at": clock.now(), "taken_by_id": _user(ctx), "taken_name": ctx.actor_name[:150]}


def has_call(ctx: Context, call: Call) -> bool:
    """Whether a taken call is this actor's; a program is known by its name alone."""
    if call.state != Call.State.TAKEN:
        return False
    if call.taken_by_id is None:
        return _user(ctx) is None and call.taken_name == ctx.actor_name[:150]
    return str(call.taken_by_id) == _user(ctx)


def refuse_taken(ctx: Context, call: Call) -> None:
    """A call another judge has taken is his to rule on, until he hands it back or it is taken over."""
    if call.state == Call.State.TAKEN and not has_call(ctx, call):
        sentence = _(
            "%(who)s has taken this call. Take it over first, with a reason, or leave it to %(who)s."
        )
        raise Conflict("taken", sentence % {"who": call.taken_name or _("somebody")}, stored=answer_of(call))


@command("challenge.hand_back", "call handed back", needs="judge.rule")
def hand_back(ctx: Context, call: Call, *, seen: int) -> Change:
    """Put a call one has taken back into the queue, where it keeps its place. Another judge takes it over, and says why."""
    if not can(ctx, "event.edit"):
        refuse_taken(ctx, call)
    swap(
        call, seen, Call.State.TAKEN, state=Call.State.WAITING, taken_at=None, taken_by_id=None, taken_name=""
    )
    return Change(answer_of(call), str(call.table), {"state": "taken"}, {"state": "waiting"})


@command("challenge.call_off", "call ended without a ruling", needs="challenge.call")
def call_off(ctx: Context, call: Call, *, seen: int, reason: str = "") -> Change:
    """The players agreed, or it was a mistake: the call ends without a ruling. Who called may, and a judge."""
    refuse_others(ctx, call.called_by, "judge.rule")
    swap(call, seen, *OPEN, state=Call.State.OFF, closed_at=clock.now())
    return Change(answer_of(call), str(call.table), None, {"state": "off"}, reason)


def swap(call: Call, seen: int, *was: str, **facts: Any) -> None:
    """Move a call on, or refuse with who was first."""
    rows = Call.objects.filter(pk=call.pk, version=seen, state__in=was)
    if not rows.update(version=F("version") + 1, **facts):
        call.refresh_from_db()
        who = call.taken_name or _("somebody")
        sentence = _("This call was changed meanwhile by %(who)s; it is now %(state)s.")
        raise Conflict("stale", sentence % {"who": who, "state": call.state}, stored=answer_of(call))
    call.refresh_from_db()


def _user(ctx: Context) -> str | None:
    return ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None
