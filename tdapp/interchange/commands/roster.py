"""A roster: dry run, kept as a preview; then applied as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.events.commands.entrants import seed_division
from tdapp.events.models import Division, Entrant, Event
from tdapp.interchange import known
from tdapp.interchange.commands import entries, newcomers
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.reconcile import Plan, reconcile
from tdapp.interchange.report import digest, report
from tdapp.interchange.roster import Roster, Rules, parse_roster
from tdapp.kernel import clock, jobs, tabular
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

KEEP = timedelta(hours=24)
# Beyond this a roster is read and applied by the worker, with a progress bar.
LARGE_BYTES = 200_000
LARGE_ROWS = 300


@command("roster.preview", needs="roster.import", private=("data",))
def preview_roster(
    ctx: Context, event: Event, *, data: bytes, name: str, pasted: bool = False, division: str = "", sheet: str = "",
    at_once: bool = False,
) -> Change:  # fmt: skip
    """Dry run of a file, or of pasted text (UTF-8): nothing is entered. A large one is read by the worker, unless
    `at_once`.

    Refuses what cannot be read at all; everything else is a finding in the preview's report.
    """
    if division:
        _refuse_unknown(event, division)
    row = RosterPreview.objects.create(
        event=event, name=name[:120], data=data, pasted=pasted, division=division, sheet=sheet[:31],
        made_by=ctx.actor, made_name=ctx.actor_name[:150],
    )  # fmt: skip
    if len(data) > LARGE_BYTES and not at_once:
        tabular.refuse_packed(len(data), tabular.LIMITS)
        row.job = str(jobs.enqueue(ctx, "roster.preview", {"preview": str(row.pk)}).pk)
        row.save(update_fields=["job"])
    else:
        examine(row)
    return Change(_told(row), str(row), None, {"rows": row.counts})


def _refuse_unknown(event: Event, slug: str) -> None:
    if not event.divisions.filter(slug=slug).exists():
        raise Refusal("unknown-division", _("There is no division %(slug)s.") % {"slug": slug})


@command("roster.examine", needs="roster.import")
def examine_roster(
    ctx: Context, preview: RosterPreview, *, division: str | None = None, sheet: str | None = None
) -> Change:
    """Read a preview's file (again), against who is entered now; perhaps another sheet, or for another division."""
    _refuse_over(preview)
    if division:
        _refuse_unknown(preview.event, division)
    preview.division = preview.division if division is None else division
    preview.sheet = preview.sheet if sheet is None else sheet[:31]
    examine(preview)
    return Change(_told(preview), str(preview), None, {"rows": preview.counts})


@command("roster.discard", needs="roster.import")
def discard_roster(ctx: Context, preview: RosterPreview) -> Change:
    """Throw a dry run away, with its file."""
    _refuse_over(preview)
    _close(preview, RosterPreview.Status.DISCARDED)
    return Change(_told(preview), str(preview))


@command("roster.apply", needs="roster.import")
def apply_roster(ctx: Context, preview: RosterPreview, *, seen: str, skip_refused: bool = False) -> Change:
    """Carry a preview out, all of it or nothing. `seen` is the digest of the plan on the screen.

    Refuses 409 when the entries moved on since (the preview then shows the new plan), 422 while rows are refused,
    unless they are to be left out.
    """
    _refuse_over(preview)
    _roster, plan = _plan(preview)
    if digest(plan) != seen:
        raise Conflict(
            "changed-meanwhile",
            _("The entries changed since this dry run. Nothing was entered; look at it again."),
        )
    if plan.refused and not skip_refused:
        raise Refusal("rows-refused", _refused_sentence(plan), rows=[row.row for row in plan.refused])
    fresh = {row.slug for row in _divisions(preview.event).values() if not row.entrants.exists()}
    told = _carry_out(replace(ctx, key=""), preview.event, plan)
    _number(replace(ctx, key=""), preview.event, plan, fresh)
    _close(preview, RosterPreview.Status.APPLIED)
    return Change({**told, "id": preview.pk, "counts": plan.counts}, str(preview), None, told)


@command("roster.apply_later", needs="roster.import")
def apply_roster_later(
    ctx: Context, preview: RosterPreview, *, seen: str, skip_refused: bool = False
) -> Change:
    """Let the worker carry a large preview out, with a progress bar."""
    _refuse_over(preview)
    params = {"preview": str(preview.pk), "seen": seen, "skip_refused": skip_refused}
    preview.job = str(jobs.enqueue(ctx, "roster.apply", params).pk)
    preview.save(update_fields=["job"])
    return Change(_told(preview), str(preview), None, {"rows": preview.counts})


def _refused_sentence(plan: Plan) -> str:
    count = len(plan.refused)
    sentence = ngettext(
        "%(count)s row is refused. Correct it in the file, or leave it out.",
        "%(count)s rows are refused. Correct them in the file, or leave them out.",
        count,
    )
    return sentence % {"count": count}


def _refuse_over(preview: RosterPreview) -> None:
    if (
        preview.status not in {RosterPreview.Status.WAITING, RosterPreview.Status.READY}
        or preview.data is None
    ):
        raise Refusal("preview-over", _("This dry run is over. Send the file again."))


def examine(preview: RosterPreview) -> None:
    """Fill a preview's report, counts and digest. Call inside a command."""
    roster, plan = _plan(preview)
    preview.report, preview.counts, preview.digest = report(roster, plan), plan.counts, digest(plan)
    preview.status = RosterPreview.Status.READY
    preview.save(update_fields=["report", "counts", "digest", "status", "division", "sheet"])


def _plan(preview: RosterPreview) -> tuple[Roster, Plan]:
    roster = parse_roster(_table(preview), _rules(preview))
    return roster, reconcile(roster, known.entrants(preview.event), known.players(preview.event, roster.rows))


def _table(preview: RosterPreview) -> tabular.Table:
    data = bytes(preview.data or b"")
    if preview.pasted:
        return tabular.read_text(data.decode("utf-8", "surrogatepass"))
    return tabular.read(data, sheet=preview.sheet)


def _rules(preview: RosterPreview) -> Rules:
    rows = preview.event.divisions.order_by("order", "name").values_list("slug", "name")
    return Rules(preview.event.starts_on, tuple(rows), preview.division)


def _divisions(event: Event) -> dict[str, Division]:
    return {row.slug: row for row in event.divisions.select_related("event")}


def _carry_out(ctx: Context, event: Event, plan: Plan) -> dict[str, Any]:
    """Newcomers all at once; known players and changes each as the command it is, with its own line in the log."""
    divisions = _divisions(event)
    rows: Mapping[str, Entrant] = {
        str(row.pk): row
        for row in Entrant.objects.filter(event=event).select_related("division__event", "club", "player")
    }
    numbers = known.numbers_of(plan)
    registered = known.registered(one.row for one in plan.add)
    fresh = [one.row for one in plan.add if not one.player and one.row.member not in registered]
    added = newcomers.enter(ctx, divisions, fresh) if fresh else []
    added += [
        entries.add(ctx, divisions[one.row.division], one, numbers)
        for one in plan.add
        if one.player or one.row.member in registered
    ]
    changed = [entries.change(ctx, rows[one.known.id], one, divisions) for one in plan.change]
    return {"added": added, "changed": changed, "left_out": [row.row for row in plan.refused]}


def _number(ctx: Context, event: Event, plan: Plan, fresh: set[str]) -> None:
    """A division that was empty is numbered by rating; seeds the file gives go before it."""
    for slug, division in _divisions(event).items():
        if slug in fresh and not division.frozen_at and division.entrants.exists():
            seed_division(ctx, division)
            entries.reseed(division, [one for one in plan.add if one.row.division == slug])


def _close(preview: RosterPreview, status: str) -> None:
    preview.status, preview.data, preview.report, preview.applied_at = status, None, {}, clock.now()
    preview.save(update_fields=["status", "data", "report", "applied_at"])


def overdue() -> QuerySet[RosterPreview]:
    """Dry runs nobody came back to within a day: their files hold birth dates."""
    return RosterPreview.objects.filter(made_at__lt=clock.now() - KEEP, status__in=["waiting", "ready"])


@command("roster.forget", needs="installation.people")
def forget_lists(ctx: Context, target: Installation) -> Change:
    """Throw away the files and reports of dry runs that are a day old."""
    count = overdue().update(status=RosterPreview.Status.DISCARDED, data=None, report={})
    return Change({"forgotten": count}, "lists", None, {"forgotten": count})


def _told(preview: RosterPreview) -> dict[str, Any]:
    return {
        "id": preview.pk, "status": preview.status, "counts": preview.counts, "digest": preview.digest,
        "job": preview.job,
    }  # fmt: skip


@jobs.job("roster.preview")
def read_large(run: jobs.JobRun) -> dict[str, Any]:
    """Read a large roster's file."""
    preview = RosterPreview.objects.select_related("event").get(pk=run.params["preview"])
    run.step(0, 1, _("Reading the file"))
    answer = examine_roster(run.context(), preview)
    run.step(1, 1)
    return {"preview": str(preview.pk), "counts": answer["counts"]}


@jobs.job("roster.apply")
def apply_large(run: jobs.JobRun) -> dict[str, Any]:
    """Apply a large roster."""
    preview = RosterPreview.objects.select_related("event").get(pk=run.params["preview"])
    run.step(0, 1, _("Entering players"))
    answer = apply_roster(
        run.context(), preview, seen=run.params["seen"], skip_refused=run.params["skip_refused"]
    )
    return {"preview": str(preview.pk), "counts": answer["counts"]}
