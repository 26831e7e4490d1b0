"""A list is entered: staged in short transactions that nobody waits for, then made valid by one, or nothing of it is."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.events.entries.commands.minors import note_minors, refuse_other_answer, refuse_unreadable
from tdapp.events.models import Event
from tdapp.interchange.commands.roster import LARGE_ROWS, NEEDS, close, over, refuse_over
from tdapp.interchange.entering import changes, clearing, hidden, newcomers, put_in_force, trial
from tdapp.interchange.entering.newcomers import moved
from tdapp.interchange.entering.reconcile import Plan
from tdapp.interchange.entering.steps import Newcomer, Step
from tdapp.interchange.models import RosterPreview
from tdapp.kernel import clock, commands, context, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Refusal

APPLY, APPLIED = "roster.apply", RosterPreview.Status.APPLIED
# Rows written in one transaction: about a tenth of a second of somebody else's waiting on a club's laptop.
BATCH = 100
CLEARED = 300
# Who has not staged a batch for so long was killed: the list may be entered by somebody else, or cleared away. Shorter
# than a job's own lease, so that the worker who takes a killed one up again is not refused.
LEASE = timedelta(seconds=15)
# What moves the ground under a list that is being entered: who is in, under which name and where, what is published.
MOVES = (
    "entrant.add", "entrant.edit", "entrant.private", "entrant.move", "entrant.remove", "entrant.substitute",
    "division.add", "division.edit", "division.fill", "division.house_player", "division.seed", "event.edit",
    "round.publish", "round.by_hand", "round.recall", APPLY,
)  # fmt: skip
Heed = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Ready:
    """What stands staged: whose turn it is, how long the log was before, rows left out, the answer about ages. It is not
    asked for, so asking again with the same key is the same question (see `repr`).
    """

    turn: str = field(default="", repr=False)
    head: int = field(default=0, repr=False)
    left_out: tuple[int, ...] = field(default=(), repr=False)
    minors: str = field(default="", repr=False)


def apply_roster(
    ctx: Context, preview: RosterPreview, *, seen: str, skip_refused: bool = False, minors: str = "",
    heed: Heed = lambda _done, _total: None,
) -> dict[str, Any]:  # fmt: skip
    """Enter a list, all of it or nothing. `seen`: the digest of the plan on the screen. `minors`: yes or no, whether those
    of unknown age are to be shown like children, where the event has no answer yet. `heed` is told of every batch; where
    it raises, nothing stays.

    Refuses 409 when the entries moved on since (the preview then shows the new plan) or another list is being entered,
    422 while rows are refused, unless they are to be left out.
    """
    commands.check(ctx, preview, NEEDS)
    if preview.status == RosterPreview.Status.APPLIED:
        return make_valid(ctx, preview, seen=seen, ready=Ready())
    refuse_over(preview)
    turn, alone = str(uuid4()), replace(ctx, key="")
    if clearing.is_left(preview):
        # What a killed try left would be met as people who are known.
        take_turn(alone, preview, turn=turn)
        give_up(alone, preview, turn)
    one = trial.read(preview, heed)
    left_out = _refuse(preview, one, seen, skip_refused, minors)
    take_turn(alone, preview, turn=turn)
    ready, all_ = Ready(turn, one.head, tuple(left_out), minors if one.unknown else ""), one.steps()
    del one
    try:
        _stage(alone, preview, turn, all_, heed)
        del all_
        # Else Python goes through ten thousand rows of the plan to find what to forget while everybody waits for the turn.
        gc.collect()
        answer = make_valid(ctx, preview, seen=seen, ready=ready)
    except Exception:
        give_up(alone, preview, turn)
        raise
    clearing.sweep(preview, CLEARED)
    return answer


def _refuse(
    preview: RosterPreview, one: trial.Trial, seen: str, skip_refused: bool, minors: str
) -> list[int]:
    """The rows that are left out; refuses a plan nobody looked at, refused rows, and ages nobody spoke of."""
    if one.stopped is not None:
        raise one.stopped
    if one.digest != seen:
        raise moved()
    if one.plan.refused and not skip_refused:
        raise Refusal("rows-refused", _refused_sentence(one.plan), rows=[row.row for row in one.plan.refused])
    refuse_unreadable(minors)
    if one.unknown and not minors:
        raise Refusal("minors-unsaid", unsaid(one.unknown), players=one.unknown)
    refuse_other_answer(preview.event, minors)
    return [row.row for row in one.plan.refused]


def unsaid(count: int) -> str:
    """The question that is asked once where ages are unknown."""
    sentence = ngettext(
        "%(count)s player has no birth date. Say whether there are minors among such players: yes shows them as children "
        "are shown, no shows their full names.",
        "%(count)s players have no birth date. Say whether there are minors among them: yes shows them as children are "
        "shown, no shows their full names.",
        count,
    )
    return sentence % {"count": count}


def _refused_sentence(plan: Plan) -> str:
    count = len(plan.refused)
    sentence = ngettext(
        "%(count)s row is refused. Correct it in the file, or leave it out.",
        "%(count)s rows are refused. Correct them in the file, or leave them out.",
        count,
    )
    return sentence % {"count": count}


def _stage(ctx: Context, preview: RosterPreview, turn: str, all_: Sequence[Step], heed: Heed) -> None:
    for at in range(0, len(all_), BATCH):
        heed(at, len(all_))
        stage_rows(ctx, preview, turn=turn, steps=all_[at : at + BATCH])


@command("roster.take_turn", "entering of a list begun", needs=NEEDS)
def take_turn(ctx: Context, preview: RosterPreview, *, turn: str) -> Change:
    """Say that a list is being entered now. Refuses (409) while another one of the event is."""
    others = RosterPreview.objects.filter(event=preview.event_id, staged_at__gte=clock.now() - LEASE)
    if (other := others.exclude(turn="").first()) is not None:
        sentence = _(
            "%(name)s is being entered already; wait until it is done, then look at your list again."
        )
        raise Conflict("busy", sentence % {"name": other.name})
    rows = RosterPreview.objects.filter(pk=preview.pk, status=RosterPreview.Status.READY)
    if not rows.update(turn=turn, staged_at=clock.now()):
        raise over()
    return Change({}, str(preview))


@command("roster.stage", "part of a list made ready", needs=NEEDS, private=("steps",))
def stage_rows(ctx: Context, preview: RosterPreview, *, turn: str, steps: Sequence[Step]) -> Change:
    """Write one batch where nobody sees it."""
    _refuse_lost(preview, turn)
    event = hidden.of(preview) or hidden.make(preview)
    added = [one for one in steps if isinstance(one, Newcomer)]
    changed = [one for one in steps if not isinstance(one, Newcomer)]
    told = {
        "list": preview.pk,
        "added": newcomers.stage(ctx, preview, event, added) if added else [],
        "changed": changes.stage(ctx, preview, changed) if changed else [],
    }
    return Change({"rows": len(steps)}, str(preview), None, told)


def _refuse_lost(preview: RosterPreview, turn: str) -> None:
    """Refuse whoever was away for so long that somebody else took over; else the turn is still this one's."""
    rows = RosterPreview.objects.filter(pk=preview.pk, turn=turn, status=RosterPreview.Status.READY)
    if not rows.update(staged_at=clock.now()):
        raise moved()


@command("roster.apply", "list applied", needs=NEEDS)
def make_valid(ctx: Context, preview: RosterPreview, *, seen: str, ready: Ready) -> Change:
    """Make everything that is staged valid at once. Refuses (409) when the entries moved on meanwhile."""
    row = RosterPreview.objects.select_related("event").get(pk=preview.pk)
    refuse_over(row)
    _refuse_lost(row, ready.turn)
    _refuse_moved(row.event, ready.head)
    if ready.minors:
        note_minors(ctx, row.event, ready.minors)
    put_in_force.make_valid(row)
    close(row, RosterPreview.Status.APPLIED)
    preview.status = row.status
    told = {"id": row.pk, "counts": row.counts, "left_out": ready.left_out}
    minors = {"minors": ready.minors} if ready.minors else {}
    return Change(told, str(row), None, {**told, **minors, "seen": seen})


def _refuse_moved(event: Event, head: int) -> None:
    since = AuditEntry.objects.filter(scope=event.scope_key, number__gt=head, refused="", intent__in=MOVES)
    if (entry := since.order_by("number").first()) is not None:
        sentence = _(
            "%(who)s changed the entries while this list was being entered. Nothing was entered; look at it again."
        )
        raise Conflict("changed-meanwhile", sentence % {"who": entry.actor_name})


@command("roster.clear", "unfinished list cleared away", needs=NEEDS)
def clear_staged(ctx: Context, preview: RosterPreview, *, turn: str) -> Change:
    """Take a batch of what is staged away again."""
    _refuse_lost(preview, turn)
    clearing.clear(preview, CLEARED)
    return Change({}, str(preview))


def give_up(ctx: Context, preview: RosterPreview, turn: str) -> None:
    """After a fault, a refusal or a cancelling: nothing stays staged, and the list may be entered again."""
    preview.refresh_from_db()
    if preview.turn != turn:
        return
    while clearing.is_left(preview):
        clear_staged(ctx, preview, turn=turn)
    end_turn(ctx, preview, turn=turn)


@command("roster.end_turn", "entering of a list given up", needs=NEEDS)
def end_turn(ctx: Context, preview: RosterPreview, *, turn: str) -> Change:
    """Say that a list is no longer being entered."""
    RosterPreview.objects.filter(pk=preview.pk, turn=turn).update(turn="", staged_at=None)
    return Change({}, str(preview))


def left_behind() -> QuerySet[RosterPreview]:
    """Lists whose entering was killed on the way: nothing of them is valid, and nobody is at work on them."""
    rows = RosterPreview.objects.filter(staged_at__lt=clock.now() - LEASE).exclude(turn="")
    return rows.select_related("event")


def clear_left_behind() -> None:
    """Clear them away, unless their job takes them up again by itself."""
    for preview in RosterPreview.objects.filter(status=APPLIED, changes__isnull=False).distinct():
        clearing.sweep(preview, CLEARED)
    for preview in left_behind():
        ctx, turn = context.system(preview.scope_key), str(uuid4())
        take_turn(ctx, preview, turn=turn)
        give_up(ctx, preview, turn)


@command("roster.apply_later", "list handed to the worker", needs=NEEDS)
def apply_roster_later(
    ctx: Context, preview: RosterPreview, *, seen: str, skip_refused: bool = False, minors: str = ""
) -> Change:
    """Let the worker enter a large list, with a progress bar."""
    refuse_over(preview)
    params = {"preview": str(preview.pk), "seen": seen, "skip_refused": skip_refused, "minors": minors}
    preview.job = str(jobs.enqueue(ctx, APPLY, params).pk)
    preview.save(update_fields=["job"])
    return Change({"id": preview.pk, "job": preview.job}, str(preview), None, {"rows": preview.counts})


def is_large(preview: RosterPreview) -> bool:
    """Whether entering a list is the worker's."""
    return sum(preview.counts.get(name, 0) for name in ("add", "change")) > LARGE_ROWS


@jobs.job(APPLY)
def apply_large(run: jobs.JobRun) -> dict[str, Any]:
    """Enter a large list."""
    preview = RosterPreview.objects.select_related("event").get(pk=run.params["preview"])
    run.step(0, 1, _("Reading the file"))
    answer = apply_roster(
        run.context(), preview, seen=run.params["seen"], skip_refused=run.params["skip_refused"],
        minors=run.params.get("minors", ""), heed=lambda done, total: run.step(done, total, _("Entering players")),
    )  # fmt: skip
    return {"preview": str(preview.pk), "counts": answer["counts"]}
