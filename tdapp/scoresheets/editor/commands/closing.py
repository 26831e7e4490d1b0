"""Finish a sheet, open it again."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Round
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.scoresheets.editor.commands.writing import facts_of, str_sheet
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet import storing


@command("sheet.finish", "scoresheet finished", needs="sheet.write")
def finish(ctx: Context, sheet: Sheet, *, seen: int) -> Change:
    """The sheet is complete as the paper has it, right or wrong; `seen`: the version on the screen.

    Refuses: 422 nothing-written; 409 when somebody wrote since, or finished it already.
    """
    at = storing.held(sheet)
    storing.refuse_finished(at)
    _refuse_stale(at, seen)
    if not at.rows and not at.head:
        raise Refusal("nothing-written", _("Nothing is written in this sheet yet."))
    before = facts_of(at)
    at.status, at.finished_at = Sheet.Status.FINISHED, clock.now()
    at.finished_name = ctx.actor_name[:150]
    _save(at)
    return Change(answer_of(at), str_sheet(at), before, facts_of(at))


@command("sheet.reopen", "scoresheet opened again", needs="sheet.write")
def reopen(ctx: Context, sheet: Sheet, *, seen: int, reason: str) -> Change:
    """Write on in a finished sheet, with a reason; the public sees it no longer. In a closed round: who may decide.

    Refuses: 422 no-reason, already-open; 403 in a closed round; 409 when it changed since it was seen.
    """
    at = storing.held(sheet)
    if at.is_open:
        raise Refusal("already-open", _("This sheet is open."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the sheet is opened again."))
    if at.table.round.status == Round.Status.CLOSED and not can(ctx, "sheet.decide"):
        raise NotAllowed("round-closed", _("This round is closed; the director opens its sheets again."))
    _refuse_stale(at, seen)
    before = facts_of(at)
    at.status, at.finished_at, at.finished_name, at.released_at = Sheet.Status.OPEN, None, "", None
    _save(at)
    return Change(answer_of(at), str_sheet(at), before, facts_of(at), reason)


def _refuse_stale(sheet: Sheet, seen: int) -> None:
    if sheet.version != seen:
        sentence = _("Somebody wrote in this sheet since this page was shown. Look again, then repeat.")
        raise Conflict("stale", sentence, stored={"version": sheet.version}, typed={"seen": seen})


def _save(sheet: Sheet) -> None:
    """One version on, with its figures made anew (a finished sheet may be checked against words)."""
    storing.figure(sheet)
    seen, sheet.version = sheet.version, sheet.version + 1
    names = (
        "status",
        "finished_at",
        "finished_name",
        "released_at",
        "version",
        "totals",
        "verdict",
        "errors",
    )
    facts: dict[str, Any] = {name: getattr(sheet, name) for name in names}
    if not Sheet.objects.filter(pk=sheet.pk, version=seen).update(**facts):
        raise Conflict("stale", _("Somebody else changed this sheet at the same moment. Look again."))


def answer_of(sheet: Sheet) -> dict[str, Any]:
    return {
        "sheet": sheet.number, "version": sheet.version, "status": sheet.status, "totals": sheet.totals,
        "verdict": sheet.verdict, "errors": sheet.errors,
    }  # fmt: skip
