"""A table's result from its scoresheet, and the director's decision where the two differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.checks.findings import QUESTION
from tdapp.desk.ledger import result_entry as checks
from tdapp.desk.ledger import sheet_check, unfinished_game
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import (
    answer_of,
    current_result,
    plays_here,
    put_in_force,
    seats_of,
    str_table,
    user_id,
)
from tdapp.desk.models import Result, SheetDecision
from tdapp.desk.results.commands.questions import touch
from tdapp.desk.results.commands.results import (
    SINGLE,
    TWO_SLIPS,
    confirm_result,
    correct_result,
    enter_result,
    swap,
)
from tdapp.desk.results.sheet_entry import entry_of, like
from tdapp.events.models import Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command, subject_of
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import report_of

Question = dict[str, str]
SLIP, SHEET = SheetDecision.Decision.values
# The policies by which what stands counts at once: an entry, and a correction.
AT_ONCE = {SLIP: frozenset({SINGLE}), SHEET: frozenset({SINGLE, TWO_SLIPS})}
# Open questions of the check that final scores hang on.
UNPLAYED = frozenset({"no_adjustment_written", "deduction_missing", "end_convention_twice"})


@command("sheet.enter", "result taken from a scoresheet", needs="result.enter")
def enter_sheet(ctx: Context, sheet: Sheet, *, seen: int, sure: bool = False) -> Change:
    """Enter a finished sheet's final scores as its table's result, or confirm the equal result that waits there.

    `seen`: the sheet's version on the screen. What it then counts for is the division's policy, as for any entry.
    Refuses 409 stale, sheet-differs; 422 sheet-open, no-total, ask (amber questions, unless `sure`).
    """
    sheet = _fresh(sheet)
    table = sheet.table
    _refuse_stale(sheet, seen)
    entry, current = entry_of(sheet), current_result(table)
    if not sure:
        _ask(sheet, entry if current is None else None)
    if current is None:
        answer = enter_result(_inner(ctx), table, entry=entry, sure=sure)
    else:
        answer = _agreed(ctx, table, sheet, current)
    after = {"sheet": sheet.number, "sheet_version": sheet.version, "result": answer["version"]}
    return Change({**answer, "sheet": sheet.number}, str_table(table), None, after, subject=subject_of(table))


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
        raise Conflict("stale", sentence, sheet=_sheet_data(sheet), seen=seen)


def _sheet_data(sheet: Sheet) -> dict[str, Any]:
    return {"number": sheet.number, "version": sheet.version, "totals": list(sheet.totals)}


def _ask(sheet: Sheet, entry: Entry | None) -> None:
    """Everything there is to ask at once: who agrees agrees to all of it. `entry`: what would be entered."""
    asked = [*_about_errors(sheet), *_about_tiles(sheet), *(_about_entry(sheet, entry) if entry else ())]
    if asked:
        raise Refusal("ask", *(one["sentence"] for one in asked), questions=asked)


def _about_errors(sheet: Sheet) -> list[Question]:
    if not sheet.errors:
        return []
    facts = {"number": sheet.number, "errors": sheet.errors}
    sentence = ngettext(
        "The check found %(errors)s error on scoresheet %(number)s. Enter its scores all the same?",
        "The check found %(errors)s errors on scoresheet %(number)s. Enter its scores all the same?",
        sheet.errors,
    )
    return [{"code": "sheet-broken", "sentence": sentence % facts}]


def _about_tiles(sheet: Sheet) -> list[Question]:
    """What the check leaves open about unplayed tiles: it changes the final scores."""
    words = _("Scoresheet %(number)s: %(question)s")
    return [
        {"code": one.code, "sentence": words % {"number": sheet.number, "question": translated(one.message)}}
        for one in report_of(sheet).findings
        if one.code in UNPLAYED and one.severity == QUESTION
    ]


def _about_entry(sheet: Sheet, entry: Entry) -> list[Question]:
    division, seats = sheet.table.round.division, seats_of(sheet.table)
    entry = unfinished_game.by_rule(entry, division)
    checks.refuse_impossible(entry, len(seats), division)
    return checks.questions(entry, [slot.entrant for slot in seats], division)


def _agreed(ctx: Context, table: Table, sheet: Sheet, current: Result) -> dict[str, Any]:
    """Confirm the result that says the same as the sheet; one that counts already stays as it is."""
    sheet_check.refuse_open(table, current)
    if sheet_check.differs(sheet, current):
        sentence = _("The director has decided that the result of table %(table)s stands.")
        raise Refusal("slip-stands", sentence % {"table": table.number})
    if current.in_force:
        return answer_of(current)
    return confirm_result(_inner(ctx), table, seen=current.version)


@command("sheet.decide", "decided between slip and scoresheet", needs="sheet.decide")
def decide(ctx: Context, sheet: Sheet, *, decision: str, seen: int, result: int, reason: str) -> Change:
    """Say which stands where a finished sheet and the result of its table differ: `slip` or `sheet`, with a reason.

    `seen` and `result`: the versions of sheet and result that were looked at. `sheet` corrects the result to the
    sheet's scores; `slip` lets the result be confirmed (by policy `single` it counts at once). Either settles the
    other finished sheets that contradict the result there is then: it stands against them, for the same reason.
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
        raise Refusal("bad-decision", _("Say which stands: the result or the sheet."))
    _note(ctx, sheet, current, decision, reason)
    if decision == SHEET:
        _correct(ctx, sheet, current, reason)
    standing, settled = _settle_others(ctx, table, reason)
    _let_count(ctx, table, standing, AT_ONCE[decision])
    after = {"decision": decision, **sheet_check.Discrepancy(sheet, current).as_data(), "settled": settled}
    return Change(
        {**answer_of(standing), "decision": decision, "settled": settled}, str_table(table), None, after, reason,
        subject_of(table),
    )  # fmt: skip


def _open_discrepancy(sheet: Sheet, table: Table, seen: int, result: int) -> Result:
    _refuse_stale(sheet, seen)
    current = current_result(table)
    if current is None or current.version != result:
        sentence = _("The result of table %(table)s changed meanwhile. Look at both again, then decide.")
        stored = answer_of(current) if current else None
        raise Conflict(
            "stale", sentence % {"table": table.number}, stored=stored, sheet=_sheet_data(sheet), seen=result
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


def _correct(ctx: Context, sheet: Sheet, current: Result, reason: str) -> None:
    """The correction that follows from the decision; both are in the log."""
    entry = like(sheet, current)
    correct_result(_inner(ctx), sheet.table, entry=entry, seen=current.version, reason=reason, sure=True)


def _settle_others(ctx: Context, table: Table, reason: str) -> tuple[Result, list[int]]:
    """The result that stands now, and the numbers of the other sheets it was decided against in the same breath."""
    standing = current_result(table)
    if standing is None:
        raise RuntimeError("a decision leaves a result")
    others = sheet_check.open_at(table, standing)
    for one in others:
        _note(ctx, one.sheet, standing, SLIP, reason)
    return standing, [one.sheet.number for one in others]


def _let_count(ctx: Context, table: Table, standing: Result, policies: frozenset[str]) -> None:
    """Put in force what only waited for the decision, where the policy asks for nobody else."""
    if table.round.division.confirm_policy in policies and not standing.in_force:
        swap(table, table.version)
        put_in_force(ctx, standing)
