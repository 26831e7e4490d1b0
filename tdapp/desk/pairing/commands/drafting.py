"""Draft a round, change the draft by hand, throw it away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from pairings.rounds.request import Request
from pairings.rounds.result import Result
from tdapp.desk.day.division_states import never_seen
from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import drafts, pairing_basis, verdict
from tdapp.events.models import Division, Entrant, Presence, Round, tell_apart_in_field
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.running.legs import Legs

UNDO_MOST = 20


@command("round.draft", "round drafted", needs="pair.draft")
def draft_round(
    ctx: Context,
    division: Division,
    *,
    number: int,
    again: bool = False,
    system: str = "",
    params: Mapping[str, Any] | None = None,
    wishes: Mapping[str, Any] | None = None,
) -> Legs:
    """Pair a round as a draft. A second call gets the draft that is there, unless `again`.

    `system` and `params`, or `params` alone for the plan's system, replace the plan's for this round; `wishes`: locked,
    forbidden, byes, no_bye, starters by entrant id. Refuses with one sentence for each reason why the round cannot be
    paired yet; 409 when what it rests on moved while the engine was at work, which it is with nothing held.
    """
    _refuse_published(division, number)
    known = _draft_of(division, number)
    if known and not again:
        return _existing(known)
    asked = pairing_adapter.request(division, number, system=system, params=params, wishes=wishes)
    pairing_adapter.refuse_too_early(division, number, asked.basis)
    seen, away = pairing_basis.of_round(division, number, asked.basis), absent_now(division, number)
    asked, outcome, boards, report = yield lambda: _worked_out(asked, away)
    round_ = _round_to_draft(division, number)
    now = _draft_of(division, number)
    if now and not again:
        return _existing(now)
    if _version(now) != _version(known) or pairing_basis.of_round(division, number, asked.basis) != seen:
        sentence = _("Somebody changed what this round rests on while it was being paired. Pair it again.")
        raise Conflict("changed-meanwhile", sentence)
    if now:
        discard(now)
    run = PairingRun.objects.create(
        round=round_, request=pairing_adapter.request_data(asked), outcome=pairing_adapter.result_data(outcome), boards=boards,
        basis=pairing_adapter.basis(asked.history, asked.basis), engine=outcome.engine[:20], check_report=report,
        created_at=clock.now(),
    )  # fmt: skip
    return Change(answer_of(run), log_name(round_), None, {"system": asked.system, "version": run.version})


def _draft_of(division: Division, number: int) -> PairingRun | None:
    """The draft of a round as it is stored now."""
    rows = PairingRun.objects.filter(round__division=division, round__number=number, status="draft")
    return rows.select_related("round__division__event").first()


def _existing(run: PairingRun) -> Change:
    return Change({**answer_of(run), "existing": True}, log_name(run.round))


def _version(run: PairingRun | None) -> tuple[object, int]:
    return (run.pk, run.version) if run else (None, 0)


@command("round.draft_later", "round given to a worker to draft", needs="pair.draft")
def draft_round_later(
    ctx: Context, division: Division, *, number: int, again: bool = False, system: str = "",
    params: Mapping[str, Any] | None = None,
) -> Change:  # fmt: skip
    """Hand a round to a worker, for fields too large to be paired while a page waits."""
    _round_to_draft(division, number)
    what = {"division": str(division.pk), "number": number, "again": again, "system": system}
    row = jobs.enqueue(ctx, "round.draft", {**what, **({} if params is None else {"params": dict(params)})})
    return Change({"job": row.pk, "round": number}, str(division), None, {"round": number})


@command("round.stop_draft", "drafting stopped", needs="pair.draft")
def stop_draft(ctx: Context, job: Job) -> Change:
    """Stop a worker that drafts a round: it is the hall's, whoever asked for it."""
    jobs.cancel(job.pk)
    return Change({"job": job.pk}, f"round {job.params['number']}")


def _round_to_draft(division: Division, number: int) -> Round:
    _refuse_published(division, number)
    round_, _made = Round.objects.select_related("division__event").get_or_create(
        division=division, number=number
    )
    return round_


def _refuse_published(division: Division, number: int) -> None:
    """Refuse a round beyond the plan, and one that is published or over."""
    pairing_adapter.round_plan(division, number)
    rows = Round.objects.filter(division=division, number=number)
    if rows.exclude(status=Round.Status.PLANNED).exists():
        sentence = _("Round %(round)s is already posted. Recall it, or record what was played.")
        raise Refusal("published", sentence % {"round": number})


def _worked_out(
    asked: Request, away: dict[str, str]
) -> tuple[Request, Result, dict[str, Any], dict[str, Any]]:
    """The request with what was counted for it, the engine's round, its draft, and what the checker says of it.

    Seconds for a large field, or where endings are simulated; what was counted once is not counted again.
    """
    outcome = pairing_adapter.solve(asked)
    asked = replace(asked, study=outcome.study)
    boards = drafts.from_result(outcome, away)
    report = verdict.report(asked, boards, {"other": verdict.other_round(asked, outcome)})
    return asked, outcome, boards, report


def absent_now(division: Division, number: int) -> dict[str, str]:
    """Who is away in a round, as entrant id -> what it counts as. Late entries' past rounds are derived, not stored."""
    found: dict[str, str] = {}
    # Of a thousand a few are ever away: only these are fetched.
    for row in Presence.objects.filter(entrant__division=division).order_by("entrant__number", "first"):
        if row.covers(number):
            found.setdefault(str(row.entrant_id), row.intent)
    return found


def unseen_of(run: PairingRun, away: Mapping[str, str]) -> tuple[Entrant, ...]:
    """Who has a place in a draft though a check-in that is in use never saw them, by number, two of one name told apart.
    Of a thousand only those who were not checked in are fetched; four queries at most.
    """
    rows = run.round.division.entrants.filter(house=False)
    if not rows.exclude(checked_in_at=None).exists():
        return ()
    wanted = set(drafts.placed(run.boards)) - away.keys()
    missing = rows.filter(checked_in_at=None).select_related("club").order_by("number")
    found = never_seen(row for row in missing if str(row.pk) in wanted)
    tell_apart_in_field(found)
    return found


def discard(run: PairingRun) -> None:
    """Put a draft aside; it stays on file."""
    PairingRun.objects.filter(pk=run.pk).update(status=PairingRun.Status.DISCARDED)


@command("round.edit", "draft changed by hand", needs="pair.draft")
def edit_draft(ctx: Context, run: PairingRun, *, seen: int, action: str, **what: Any) -> Legs:
    """Change a draft by hand (see `drafts.edit`); `seen` is the version on the screen (409 when it moved on)."""
    boards, said = drafts.edit(run.boards, action, **what)
    return (yield from _save_draft(run, seen, boards, said))


@command("round.repair", "rest of the draft paired anew", needs="pair.draft")
def repair_draft(ctx: Context, run: PairingRun, *, seen: int) -> Legs:
    """Pair everybody anew around the locked tables; with nothing held, 409 when the draft moved on meanwhile."""
    asked = pairing_adapter.request_of(run)
    locked = [tuple(table["seats"]) for table in run.boards["tables"] if table["locked"]]
    outcome = yield lambda: pairing_adapter.solve(pairing_adapter.with_locks(asked, locked))
    boards = drafts.from_result(outcome, absent_now(run.round.division, run.round.number))
    return (yield from _save_draft(run, seen, boards, "pair the rest anew"))


@command("round.undo_edit", "change of the draft taken back", needs="pair.draft")
def undo_edit(ctx: Context, run: PairingRun, *, seen: int) -> Legs:
    """Take the last hand edit of a draft back, up to the last `UNDO_MOST` of them."""
    if not run.past:
        raise Refusal("nothing-to-undo", _("Nothing was changed by hand that could be taken back."))
    boards = drafts.go_back(run.boards, run.past[-1])
    return (
        yield from _write_draft(run, seen, boards, run.edits[:-1], run.past[:-1], f"undo {run.edits[-1]}")
    )


def _save_draft(run: PairingRun, seen: int, boards: dict[str, Any], said: str) -> Legs:
    past = [*run.past, drafts.way_back(run.boards, boards)][-UNDO_MOST:]
    return (yield from _write_draft(run, seen, boards, [*run.edits, said], past, said))


def _write_draft(
    run: PairingRun, seen: int, boards: dict[str, Any], edits: list[str], past: list[Any], said: str
) -> Legs:
    report = yield lambda: verdict.report(pairing_adapter.request_of(run), boards, run.check_report)
    changed = PairingRun.objects.filter(pk=run.pk, version=seen, status="draft").update(
        boards=boards, edits=edits, past=past, check_report=report, version=F("version") + 1
    )
    if not changed:
        sentence = _("Somebody else changed or posted this draft. Look at it again.")
        raise Conflict("stale", sentence, typed={"edit": said})
    run.boards, run.edits, run.past, run.check_report, run.version = boards, edits, past, report, seen + 1
    return Change(answer_of(run), log_name(run.round), None, {"edit": said, "version": run.version})


@command("round.discard", "draft discarded", needs="pair.draft")
def discard_draft(ctx: Context, run: PairingRun) -> Change:
    """Throw a draft away."""
    if run.status != PairingRun.Status.DRAFT:
        raise Refusal("no-draft", _("This is not a draft any more."))
    discard(run)
    return Change({"round": run.round.number}, log_name(run.round), {"version": run.version})


def answer_of(run: PairingRun) -> dict[str, Any]:
    """What the commands on a draft answer with."""
    return {
        "id": run.pk, "round": run.round.number, "division": run.round.division.slug, "version": run.version,
        "status": run.status, "boards": run.boards, "check": run.check_report,
    }  # fmt: skip


def log_name(round_: Round) -> str:
    """What the log calls a round."""
    return f"{round_.division.slug} round {round_.number}"
