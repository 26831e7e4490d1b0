"""A roster: looked at first, kept as a preview, then entered as a whole (see `entering`) or thrown away."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.models import Event
from tdapp.interchange.entering import trial
from tdapp.interchange.lists import memory
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Reading
from tdapp.kernel import clock, commands, jobs, tabular
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in.owning import refuse_others

NEEDS, ANYBODYS = "roster.import", "event.edit"
KEEP = timedelta(hours=24)
# Beyond this a roster is read and entered by the worker, with a progress bar. So many bytes hold a workbook of so many rows.
LARGE_ROWS = 500
LARGE_WORKBOOK = 40_000
READ = "roster.preview"
LOOKED = ("status", "division", "sheet", "totals", "reading")


def preview_roster(
    ctx: Context, event: Event, *, data: bytes, name: str, pasted: bool = False, division: str = "", sheet: str = "",
    totals: bool = False, reading: Reading | None = None, at_once: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Look at a file, or at pasted text (UTF-8), and keep what was found: nobody is entered. A large one is read by the
    worker, unless `at_once`. The looking writes nothing and nobody waits for it. `reading`: what its columns are.

    Refuses what cannot be read at all; everything else is a finding in the preview's report.
    """
    preview = unsaved(
        ctx, event, data=data, name=name, pasted=pasted, division=division, sheet=sheet, totals=totals,
        reading=(reading or Reading()).as_data(),
    )  # fmt: skip
    if not at_once and is_large(preview):
        tabular.refuse_packed(len(data), tabular.LIMITS)
    else:
        found(preview, trial.read(preview))
    return keep_roster(ctx, event, preview=preview, sent=sent(preview))


def sent(preview: RosterPreview) -> str:
    """What was sent, to recognise it when it is sent again."""
    data = hashlib.sha256(bytes(preview.data or b"")).hexdigest()
    return canonical.digest(
        [data, preview.name, preview.pasted, preview.division, preview.sheet, preview.totals, preview.reading]
    )


def unsaved(ctx: Context, event: Event, *, division: str = "", **values: Any) -> RosterPreview:
    """A list as it came, kept nowhere. Refuses whoever may not enter people, and a division that is not there."""
    commands.check(ctx, event, NEEDS)
    if division:
        _refuse_unknown(event, division)
    values |= {"name": values["name"][:120], "sheet": values.get("sheet", "")[:31]}
    who = {"made_by": ctx.actor, "made_name": ctx.actor_name[:150]}
    return RosterPreview(event=event, division=division, **values, **who)


def is_large(preview: RosterPreview) -> bool:
    """Whether a list is the worker's to read: told from its bytes, without reading it."""
    data = bytes(preview.data or b"")
    if data.startswith(b"PK"):
        return len(data) > LARGE_WORKBOOK
    return data.count(b"\n") + data.count(b"\r") > LARGE_ROWS


def found(preview: RosterPreview, one: trial.Trial) -> None:
    """Put what a trial found on a preview."""
    preview.report, preview.counts, preview.digest = one.report, one.plan.counts, one.digest
    preview.status = RosterPreview.Status.READY


@command("roster.preview", "list read for a preview", needs=NEEDS, private=("preview", "sent"))
def keep_roster(ctx: Context, event: Event, *, preview: RosterPreview, sent: str) -> Change:
    """Keep a list that was looked at; one that was not yet is handed to the worker. `sent` tells lists apart."""
    preview.save(force_insert=True)
    if preview.status == RosterPreview.Status.WAITING:
        _hand_over(ctx, preview)
    return Change(_answer_of(preview), str(preview), None, {"rows": preview.counts})


def _hand_over(ctx: Context, preview: RosterPreview) -> None:
    preview.job = str(jobs.enqueue(ctx, READ, {"preview": str(preview.pk)}).pk)
    preview.status = RosterPreview.Status.WAITING
    preview.save(update_fields=["job", *LOOKED])


def _refuse_unknown(event: Event, slug: str) -> None:
    if not event.divisions.filter(slug=slug).exists():
        raise Refusal("unknown-division", _("There is no division %(slug)s.") % {"slug": slug})


def examine_roster(
    ctx: Context, preview: RosterPreview, *, division: str | None = None, sheet: str | None = None,
    totals: bool | None = None, reading: Reading | None = None, remember: bool = False,
    tell: trial.Tell = lambda _done, _total: None, at_once: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """Look at a preview's file (again), against who is entered now; perhaps another sheet, for another division, or with
    columns, cells and rows as somebody said (`reading`; `remember` them for other lists of these headings).
    """
    commands.check(ctx, preview, NEEDS)
    refuse_over(preview)
    if division:
        _refuse_unknown(preview.event, division)
    preview.division = preview.division if division is None else division
    preview.sheet = preview.sheet if sheet is None else sheet[:31]
    preview.totals = preview.totals if totals is None else totals
    preview.reading = preview.reading if reading is None else reading.as_data()
    if at_once or not is_large(preview):
        found(preview, trial.read(preview, tell))
    else:
        preview.status = RosterPreview.Status.WAITING
    return keep_examined(ctx, preview, remember=remember)


@command("roster.examine", "preview looked at again", needs=NEEDS)
def keep_examined(ctx: Context, preview: RosterPreview, *, remember: bool = False) -> Change:
    """Keep what another look found, or hand it to the worker; `remember` what its columns were said to be."""
    if not RosterPreview.objects.filter(pk=preview.pk, status__in=OPEN).exists():
        raise over()
    if preview.status == RosterPreview.Status.WAITING:
        _hand_over(ctx, preview)
    else:
        preview.save(update_fields=["report", "counts", "digest", *LOOKED])
    if remember:
        memory.keep(preview.report.get("layout", {}).get("sheets", ()), Reading.from_data(preview.reading))
    return Change(_answer_of(preview), str(preview), None, {"rows": preview.counts})


@command("roster.discard", "preview discarded", needs=NEEDS)
def discard_roster(ctx: Context, preview: RosterPreview) -> Change:
    """Throw a dry run away, with its file: one's own, or a director anybody's."""
    refuse_others(ctx, preview.made_by, ANYBODYS)
    refuse_over(preview)
    close(preview, RosterPreview.Status.DISCARDED)
    return Change(_answer_of(preview), str(preview))


@command("roster.cancel", "entering of a list stopped", needs=NEEDS)
def cancel_roster(ctx: Context, preview: RosterPreview) -> Change:
    """Ask the worker to stop reading or entering a list: nobody is entered, the list stays for another try.

    One's own, or a director anybody's.
    """
    refuse_others(ctx, preview.made_by, ANYBODYS)
    job = job_of(preview)
    if job is None or job.over:
        raise Refusal("job-over", _("Nothing is at work on this list any more."))
    jobs.cancel(job.pk)
    return Change({"job": job.pk}, str(preview))


def job_of(preview: RosterPreview) -> Job | None:
    """The job that is, or was last, at work on a list."""
    return Job.objects.filter(pk=preview.job, scope=preview.scope_key).first() if preview.job else None


OPEN = (RosterPreview.Status.WAITING, RosterPreview.Status.READY)


def refuse_over(preview: RosterPreview) -> None:
    """Refuse a list that was entered or thrown away."""
    if preview.status not in OPEN or preview.data is None:
        raise over()


def over() -> Refusal:
    """What is said of a list that was entered or thrown away."""
    return Refusal("preview-over", _("This dry run is over. Send the file again."))


def close(preview: RosterPreview, status: str) -> None:
    """End a list: its file and its report are forgotten."""
    preview.status, preview.data, preview.report, preview.applied_at = status, None, {}, clock.now()
    preview.turn, preview.staged_at, preview.reading = "", None, {}
    preview.save(update_fields=["status", "data", "report", "reading", "applied_at", "turn", "staged_at"])


def overdue() -> QuerySet[RosterPreview]:
    """Dry runs nobody came back to within a day, and of which nothing is staged: their files hold birth dates."""
    rows = RosterPreview.objects.filter(made_at__lt=clock.now() - KEEP, status__in=OPEN)
    return rows.filter(staged_at=None)


@command("roster.forget", "dry run forgotten", needs="installation.people")
def forget_lists(ctx: Context, target: Installation) -> Change:
    """Throw away the files and reports of dry runs that are a day old."""
    count = overdue().update(status=RosterPreview.Status.DISCARDED, data=None, report={}, reading={})
    return Change({"forgotten": count}, "lists", None, {"forgotten": count})


def _answer_of(preview: RosterPreview) -> dict[str, Any]:
    return {
        "id": preview.pk, "status": preview.status, "counts": preview.counts, "digest": preview.digest,
        "job": preview.job or None,
    }  # fmt: skip


@jobs.job(READ)
def read_large(run: jobs.JobRun) -> dict[str, Any]:
    """Read a large roster's file."""
    preview = RosterPreview.objects.select_related("event").get(pk=run.params["preview"])
    run.step(0, 1, _("Reading the file"))
    answer = examine_roster(
        run.context(), preview, tell=lambda done, total: run.step(done, total, _("Reading the rows"))
    )
    return {"preview": str(preview.pk), "counts": answer["counts"]}
