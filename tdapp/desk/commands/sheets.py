"""A table's result from its scoresheet, and the director's decision where the two differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk import sheet_check
from tdapp.desk.commands.questions import touch
from tdapp.desk.commands.results import SINGLE, confirm_result, correct_result, enter_result, swap
from tdapp.desk.models import Result, SheetDecision
from tdapp.desk.rows import current_result, plays_here, put_in_force, seats_of, str_table, told, user_id
from tdapp.desk.sheet_entry import entry_of, like
from tdapp.events.models import Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.scoresheets.models import Sheet

SLIP, SHEET = SheetDecision.Decision.values


@command("sheet.enter", needs="result.enter")
def enter_sheet(ctx: Context, sheet: Sheet, *, seen: int, sure: bool = False) -> Change:
    """Enter a finished sheet's final scores as its table's result, or confirm the equal result that waits there.

    `seen`: the sheet's version on the screen. What it then counts for is the division's policy, as for any entry.
    Refuses 409 stale, sheet-differs; 422 sheet-open, no-total, ask (amber questions, unless `sure`).
    """
    sheet = _fresh(sheet)
    table = sheet.table
    _refuse_stale(sheet, seen)
    entry, current = entry_of(sheet), current_result(table)
    _ask_about_errors(sheet, sure)
    if current is None:
        answer = enter_result(_inner(ctx), table, entry=entry, sure=sure)
    else:
        answer = _agreed(ctx, table, sheet, current)
    after = {"sheet": sheet.number, "sheet_version": sheet.version, "result": answer["version"]}
    return Change({**answer, "sheet": sheet.number}, str_table(table), None, after)


def _fresh(sheet: Sheet) -> Sheet:
    """The sheet as it is now, whoever wrote in it since the page was made."""
    return find(Sheet.objects.select_related("table__round__division__event"), pk=sheet.pk)


def _inner(ctx: Context) -> Context:
    """The same context for a command inside this one: the key belongs to the outer."""
    return replace(ctx, key="")


def _refuse_stale(sheet: Sheet, seen: int) -> None:
    if sheet.version != seen:
        facts = {"number": sheet.number}
        sentence = _("Scoresheet %(number)s was changed meanwhile. Look at it again, then repeat.") % facts
        raise Conflict("stale", sentence, sheet=_told(sheet), seen=seen)


def _told(sheet: Sheet) -> dict[str, Any]:
    return {"number": sheet.number, "version": sheet.version, "totals": list(sheet.totals)}


def _ask_about_errors(sheet: Sheet, sure: bool) -> None:
    if sure or not sheet.errors:
        return
    facts = {"number": sheet.number, "errors": sheet.errors}
    sentence = ngettext(
        "The check found %(errors)s error on scoresheet %(number)s. Enter its scores all the same?",
        "The check found %(errors)s errors on scoresheet %(number)s. Enter its scores all the same?",
        sheet.errors,
    )
    asked = {"code": "sheet-broken", "sentence": sentence % facts}
    raise Refusal("ask", asked["sentence"], questions=[asked])


def _agreed(ctx: Context, table: Table, sheet: Sheet, current: Result) -> dict[str, Any]:
    """Confirm the result that says the same as the sheet; one that counts already stays as it is."""
    sheet_check.refuse_open(table, current)
    if sheet_check.differs(sheet, current):
        sentence = _("The director has decided that the slip of table %(table)s stands.")
        raise Refusal("slip-stands", sentence % {"table": table.number})
    if current.in_force:
        return told(current)
    return confirm_result(_inner(ctx), table, seen=current.version)


@command("sheet.decide", needs="sheet.decide")
def decide(ctx: Context, sheet: Sheet, *, decision: str, seen: int, result: int, reason: str) -> Change:
    """Say which stands where a finished sheet and the result of its table differ: `slip` or `sheet`, with a reason.

    `seen` and `result`: the versions of sheet and result that were looked at. `sheet` corrects the result to the
    sheet's scores; `slip` lets the result be confirmed (by policy `single` it counts at once).
    Refuses 403 own-game; 409 stale; 422 no-reason, bad-decision, no-discrepancy.
    """
    sheet = _fresh(sheet)
    table = sheet.table
    if plays_here(ctx, seats_of(table)):
        raise NotAllowed("own-game", _("You play at this table; somebody else has to decide."))
    current = _open_discrepancy(sheet, table, seen, result)
    if not reason.strip():
        raise Refusal("no-reason", _("Say why."))
    if decision not in SheetDecision.Decision.values:
        raise Refusal("bad-decision", _("Say which stands: the slip or the sheet."))
    _note(ctx, sheet, current, decision, reason)
    answer = _slip_stands(ctx, table, current) if decision == SLIP else _sheet_stands(
        ctx, table, sheet, current, reason
    )  # fmt: skip
    after = {"decision": decision, **sheet_check.Discrepancy(sheet, current).as_data()}
    return Change({**answer, "decision": decision}, str_table(table), None, after, reason)


def _open_discrepancy(sheet: Sheet, table: Table, seen: int, result: int) -> Result:
    _refuse_stale(sheet, seen)
    current = current_result(table)
    if current is None or current.version != result:
        sentence = _("The result of table %(table)s changed meanwhile. Look at both again, then decide.")
        stored = told(current) if current else None
        raise Conflict(
            "stale", sentence % {"table": table.number}, stored=stored, sheet=_told(sheet), seen=result
        )
    if not sheet_check.found([sheet], current):
        sentence = _(
            "Scoresheet %(number)s and the result of table %(table)s do not differ, or it is decided."
        )
        raise Refusal("no-discrepancy", sentence % {"number": sheet.number, "table": table.number})
    return current


def _note(ctx: Context, sheet: Sheet, current: Result, decision: str, reason: str) -> None:
    SheetDecision.objects.create(
        sheet=sheet, sheet_version=sheet.version, result=current, decision=decision, reason=reason.strip()[:300],
        at=clock.now(), by_id=user_id(ctx), by_name=ctx.actor_name[:150],
    )  # fmt: skip
    touch(sheet.table)


def _slip_stands(ctx: Context, table: Table, current: Result) -> dict[str, Any]:
    single = table.round.division.confirm_policy == SINGLE
    if single and not current.in_force and not sheet_check.open_at(table, current):
        swap(table, table.version)
        put_in_force(ctx, current)
    return told(current)


def _sheet_stands(ctx: Context, table: Table, sheet: Sheet, current: Result, reason: str) -> dict[str, Any]:
    """The correction that follows from the decision; both are in the log."""
    entry = like(sheet, current)
    return correct_result(_inner(ctx), table, entry=entry, seen=current.version, reason=reason, sure=True)
