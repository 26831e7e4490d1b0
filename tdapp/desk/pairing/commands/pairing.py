"""Draft a round, change the draft by hand, publish it, recall it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from core.messages import say
from tdapp.desk.ledger import pairing_adapter, seating
from tdapp.desk.ledger.seating import Arrangement, Placed
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing import drafts, grounds, verdict
from tdapp.events.entries.commands.presence import in_again
from tdapp.events.models import Division, Entrant, Presence, Round, Table
from tdapp.events.rules import rulesets
from tdapp.judging.rulings.queue import tables_with_calls, tables_with_incidents
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, Legs, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.scoresheets.sheet.discarding import discard_untouched, tables_with_sheets

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

    `system` and `params` replace the plan's for this round; `wishes`: locked, forbidden, byes, no_bye, starters
    by entrant id. Refuses with one sentence for each reason why the round cannot be paired yet; 409 when what it
    rests on moved while the engine was at work, which it is with nothing held.
    """
    _refuse_published(division, number)
    known = _draft_of(division, number)
    if known and not again:
        return _existing(known)
    asked = pairing_adapter.request(division, number, system=system, params=params, wishes=wishes)
    pairing_adapter.refuse_too_early(division, number, asked.basis)
    seen, away = grounds.of_round(division, number, asked.basis), absent_now(division, number)
    outcome, boards, report = yield lambda: _worked_out(asked, away)
    round_ = _round_to_draft(division, number)
    now = _draft_of(division, number)
    if now and not again:
        return _existing(now)
    if _version(now) != _version(known) or grounds.of_round(division, number, asked.basis) != seen:
        sentence = _("Somebody changed what this round rests on while it was being paired. Pair it again.")
        raise Conflict("changed-meanwhile", sentence)
    if now:
        discard(now)
    run = PairingRun.objects.create(
        round=round_, request=pairing_adapter.request_data(asked), outcome=pairing_adapter.result_data(outcome), boards=boards,
        basis=pairing_adapter.basis(asked.history, asked.basis), engine=outcome.engine[:20], check_report=report,
        created_at=clock.now(),
    )  # fmt: skip
    return Change(_told(run), _name(round_), None, {"system": asked.system, "version": run.version})


def _draft_of(division: Division, number: int) -> PairingRun | None:
    """The draft of a round as it is stored now."""
    rows = PairingRun.objects.filter(round__division=division, round__number=number, status="draft")
    return rows.select_related("round__division__event").first()


def _existing(run: PairingRun) -> Change:
    return Change({**_told(run), "existing": True}, _name(run.round))


def _version(run: PairingRun | None) -> tuple[object, int]:
    return (run.pk, run.version) if run else (None, 0)


@command("round.draft_later", "round given to a worker to draft", needs="pair.draft")
def draft_round_later(
    ctx: Context, division: Division, *, number: int, again: bool = False, system: str = ""
) -> Change:
    """Hand a round to a worker, for fields too large to be paired while a page waits."""
    _round_to_draft(division, number)
    params = {"division": str(division.pk), "number": number, "again": again, "system": system}
    row = jobs.enqueue(ctx, "round.draft", params)
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
        sentence = _("Round %(round)s is already published. Recall it, or record what was played.")
        raise Refusal("published", sentence % {"round": number})


def _worked_out(asked: Any, away: dict[str, str]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """The engine's round, its draft, and what the checker says of it: seconds for a large field."""
    outcome = pairing_adapter.solve(asked)
    boards = drafts.from_result(outcome, away)
    return outcome, boards, verdict.report(asked, boards)


def absent_now(division: Division, number: int) -> dict[str, str]:
    """Who is away in a round, as entrant id -> what it counts as. Late entries' past rounds are derived, not stored."""
    found = {}
    for row in division.entrants.prefetch_related("absences"):
        away = next((absence for absence in row.absences.all() if absence.covers(number)), None)
        if away:
            found[str(row.pk)] = away.intent
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
    run.refresh_from_db()
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
        sentence = _("Somebody else changed or published this draft. Look at it again.")
        raise Conflict("stale", sentence, typed={"edit": said})
    run.refresh_from_db()
    return Change(_told(run), _name(run.round), None, {"edit": said, "version": run.version})


@command("round.discard", "draft thrown away", needs="pair.draft")
def discard_draft(ctx: Context, run: PairingRun) -> Change:
    """Throw a draft away."""
    if run.status != PairingRun.Status.DRAFT:
        raise Refusal("no-draft", _("This is not a draft any more."))
    discard(run)
    return Change({"round": run.round.number}, _name(run.round), {"version": run.version})


@command("round.publish", "round published", needs="pair.publish")
def publish_round(ctx: Context, run: PairingRun, *, seen: int, sure: bool = False) -> Change:
    """Make a draft's pairings facts: tables and seats are written, the division freezes with its first round.

    Refuses when the draft moved on (409), when its basis changed, when somebody would be nowhere or twice, or when
    a table number is in use elsewhere in the hall; unless `sure`, also when it breaks a wish as the wishes are now.
    """
    round_ = run.round
    _take(run, seen)
    _refuse_unfit(run, round_)
    broken = verdict.against(pairing_adapter.request_now(run), run.boards)
    if broken and not sure:
        raise Refusal("against-wishes", *broken, _("Change the draft, or publish it all the same."))
    seating.write(round_, _arrangement(run))
    _open(round_, run)
    freeze(round_.division)
    told = {
        "round": round_.number,
        "print_version": round_.print_version,
        "tables": len(run.boards["tables"]),
    }
    result = {**told, "division": round_.division.slug}
    after = {**told, "places": seating.as_told(round_), **({"against": broken} if broken else {})}
    return Change(result, _name(round_), None, after)


def _take(run: PairingRun, seen: int) -> None:
    """Claim the draft for publishing, or refuse: it moved on."""
    rows = PairingRun.objects.filter(pk=run.pk, version=seen, status=PairingRun.Status.DRAFT)
    if not rows.update(status=PairingRun.Status.PUBLISHED, print_version=run.round.print_version + 1):
        sentence = _("Somebody else changed or published this draft. Look at it again.")
        raise Conflict("stale", sentence, typed={"version": seen})


def _refuse_unfit(run: PairingRun, round_: Round) -> None:
    """Everybody who is here has exactly one place, the facts are those of the draft, and the tables are free."""
    rows = {str(row.pk): row for row in round_.division.entrants.all()}
    placed, gone = drafts.placed(run.boards), absent_now(round_.division, round_.number)
    known = Counter(placed)
    away = gone.keys() | set(run.boards.get("out", ()))
    faults = [
        _("%(name)s is placed twice.") % {"name": rows[e].listed} for e in sorted(known) if known[e] > 1
    ]
    faults += [
        _("%(name)s has no place; draft the round again.") % {"name": row.listed}
        for e, row in rows.items()
        if e not in known and e not in away
    ]
    faults += [
        _("%(name)s is away now; draft the round again.") % {"name": rows[e].listed}
        for e in placed
        if e in gone
    ]
    faults += _table_faults(run, round_)
    if run.basis != pairing_adapter.basis_now(run):
        faults.append(_("A result this pairing rests on was changed; draft the round again."))
    if faults:
        raise Refusal("cannot-publish", *faults)


def _table_faults(run: PairingRun, round_: Round) -> list[str]:
    numbers = [table["table"] for table in run.boards["tables"]]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    faults = [_("Table %(table)s is given twice.") % {"table": number} for number in twice]
    others = Table.objects.filter(
        round__division__event_id=round_.division.event_id, round__status="published", number__in=numbers
    ).exclude(round__division=round_.division)
    sentence = _("Table %(table)s is in use by %(name)s.")
    return faults + [
        sentence % {"table": row.number, "name": row.round.division.name}
        for row in others.select_related("round__division")
    ]


def _arrangement(run: PairingRun) -> Arrangement:
    rows: dict[str, Entrant] = {str(row.pk): row for row in run.round.division.entrants.all()}
    tables = tuple(
        Placed(table["table"], tuple(rows[e] for e in table["seats"]), table["why"], table["drawn"])
        for table in run.boards["tables"]
    )
    byes = tuple(rows[bye["entrant"]] for bye in run.boards["byes"])
    reasons = {bye["entrant"]: bye["why"] for bye in run.boards["byes"]}
    out = {entrant: Presence.Intent.UNSCORED for entrant in run.boards.get("out", ()) if entrant in rows}
    absent = {
        rows[entrant]: intent
        for entrant, intent in {**out, **absent_now(run.round.division, run.round.number)}.items()
    }
    reasons |= dict.fromkeys(out, say("plays nothing this round"))
    return Arrangement(tables, byes, absent, reasons)


def _open(round_: Round, run: PairingRun) -> None:
    asked = run.request
    round_.status, round_.published_at = Round.Status.PUBLISHED, clock.now()
    round_.based_on, round_.basis = pairing_adapter.based_on(asked), run.basis
    round_.print_version += 1
    round_.version += 1
    round_.save(update_fields=["status", "published_at", "based_on", "basis", "print_version", "version"])
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)


def freeze(division: Division) -> None:
    """Fix a division's rules, by content and hash, when its first round is published."""
    if division.frozen_at:
        return
    rules = rulesets.of_division(division)
    Division.objects.filter(pk=division.pk).update(
        frozen_at=clock.now(), ruleset_hash=rules.content_hash, ruleset_frozen=rules.to_data()
    )


@command("round.recall", "round recalled", needs="pair.recall")
def recall_round(ctx: Context, round_: Round, *, reason: str) -> Change:
    """Take a published round back as long as nothing is entered or written for it; what was printed becomes void.

    The pairing stays on file as recalled; the next publishing prints a new version.
    """
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the round is recalled."))
    if not round_.is_open:
        raise Refusal("not-open", _("Round %(round)s is not open.") % {"round": round_.number})
    entered = Result.objects.filter(table__round=round_, withdrawn=False).values_list(
        "table__number", flat=True
    )
    if tables := ", ".join(str(number) for number in sorted(set(entered))):
        sentence = _(
            "Round %(round)s cannot be recalled: results are in for tables %(tables)s. Use as played."
        )
        raise Refusal("results-in", sentence % {"round": round_.number, "tables": tables})
    if tables := ", ".join(str(number) for number in tables_with_sheets(round_)):
        sentence = _("Round %(round)s cannot be recalled: tables %(tables)s have scoresheets. Use as played.")
        raise Refusal("sheets-in", sentence % {"round": round_.number, "tables": tables})
    if tables := ", ".join(str(number) for number in tables_with_calls(round_)):
        sentence = _(
            "Round %(round)s cannot be recalled: a judge was called to tables %(tables)s. Use as played."
        )
        raise Refusal("calls-in", sentence % {"round": round_.number, "tables": tables})
    if tables := ", ".join(str(number) for number in tables_with_incidents(round_)):
        sentence = _(
            "Round %(round)s cannot be recalled: an incident is written down at tables %(tables)s. Use as played."
        )
        raise Refusal("incidents-in", sentence % {"round": round_.number, "tables": tables})
    return _recall(round_, reason)


def _recall(round_: Round, reason: str) -> Change:
    before = seating.as_told(round_)
    if not Round.objects.filter(pk=round_.pk, version=round_.version, status="published").update(
        status="planned", published_at=None, public_at=None, basis="", version=F("version") + 1
    ):
        raise Conflict("stale", _("Somebody else changed this round at the same moment. Look at it again."))
    discard_untouched(round_)
    seating.clear(list(round_.slots.all()))
    round_.tables.all().delete()
    round_.runs.filter(status="published").update(status="recalled", reason=reason[:300])
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)
    told = {"round": round_.number, "void_print_version": round_.print_version}
    again = {"in_again": [row.listed for row in in_again(round_.division, round_.number)]}
    return Change({**told, **again}, _name(round_), {**told, "places": before}, again, reason)


def _told(run: PairingRun) -> dict[str, Any]:
    return {
        "id": run.pk, "round": run.round.number, "division": run.round.division.slug, "version": run.version,
        "status": run.status, "boards": run.boards, "check": run.check_report,
    }  # fmt: skip


def _name(round_: Round) -> str:
    return f"{round_.division.slug} round {round_.number}"
