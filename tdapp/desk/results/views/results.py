"""One table: what is in, every version of it, correct it, ask about it, answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tdapp.desk.ledger import tables
from tdapp.desk.ledger.result_entry import as_line, in_words
from tdapp.desk.ledger.rows import as_entry
from tdapp.desk.models import Result, TableQuestion
from tdapp.desk.pairing import outdated_release
from tdapp.desk.results import claims, confirming, echo, intake, table_sheets
from tdapp.desk.results.commands.questions import answer_question, raise_question
from tdapp.desk.results.commands.results import correct_result
from tdapp.desk.results.result_forms import AnswerForm, AskForm, CorrectForm
from tdapp.events.access import web_event, web_round
from tdapp.events.models import Round, Table
from tdapp.events.screens import attempt, done
from tdapp.judging.incidents import incident_list
from tdapp.judging.rulings.at_table import at_table
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can


@require_GET
def table(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """A table of a round."""
    ctx, round_ = web_round(request, event, division, number, "result.view")
    return show(request, ctx, _table_of(round_, table))


@require_POST
def correct(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """Replace a result, with a reason; a question or a conflict shows the form again as typed."""
    ctx, round_ = web_round(request, event, division, number, "result.correct")
    at, form = _table_of(round_, table), CorrectForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _correct(ctx, at, form.values())):
        return done(request, _corrected(ctx, round_), echo.table_url(at))
    return show(request, ctx, at, correcting=form)


def _corrected(ctx: Context, round_: Round) -> str:
    """What happened, and what is left to do where the public still sees what was before."""
    if round_.division_id not in outdated_release.since_release(round_.division.event):
        return _("Corrected.")
    if can(ctx, "standings.release"):
        return _(
            "Corrected. The public still sees the standings from before: Public pages, Make public again."
        )
    return _("Corrected. The public still sees the standings from before, until they are made public again.")


def _correct(ctx: Context, at: Table, typed: dict[str, Any]) -> dict[str, Any]:
    entry = intake.read_for(at, f"{at.number} {typed['line']}")
    return correct_result(
        ctx, at, entry=entry, seen=typed["seen"], reason=typed["reason"], sure=typed["sure"]
    )


@require_POST
def ask(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """Raise a question on a table."""
    ctx, round_ = web_round(request, event, division, number, "result.enter")
    at, form = _table_of(round_, table), AskForm(request.POST)
    if form.is_valid() and attempt(form, lambda: raise_question(ctx, at, text=form.values()["text"])):
        return done(request, _("Noted for whoever confirms."), echo.table_url(at))
    return show(request, ctx, at, asking=form)


@require_POST
def answer(request: HttpRequest, event: str, question: UUID) -> HttpResponse:
    """Settle a question."""
    ctx, row = web_event(request, event, "result.confirm")
    rows = TableQuestion.objects.filter(table__round__division__event=row)
    note = find(rows.select_related("table__round__division__event"), pk=question)
    form = AnswerForm(request.POST)
    if form.is_valid() and attempt(form, lambda: answer_question(ctx, note, **form.values())):
        return done(request, _("Settled."), echo.table_url(note.table))
    return show(request, ctx, note.table, answering=form)


def _table_of(round_: Round, number: int) -> Table:
    return find(Table.objects.select_related("round__division__event"), round=round_, number=number)


def show(
    request: HttpRequest, ctx: Context, at: Table, *, correcting: CorrectForm | None = None,
    asking: AskForm | None = None, answering: AnswerForm | None = None, sheet: table_sheets.Bound = None,
) -> HttpResponse:  # fmt: skip
    """The table's page; a form that was refused is shown as it was sent."""
    row = tables.rows_of(Table.objects.filter(pk=at.pk))[0]
    bound = correcting or asking or answering or (sheet[1] if sheet else None)
    shown = {
        "ctx": ctx, "event": at.round.division.event, "round": at.round, "row": row,
        "waiting": confirming.of_row(ctx, row), "versions": versions(at), "phones": claims.reports_of(at),
        "correcting": correcting or _correct_form(row), "asking": asking or AskForm(),
        "answering": answering or AnswerForm(), "both": _both(bound, ctx),
        "sheets": table_sheets.lines(ctx, row, sheet), "may_write": can(ctx, "sheet.write"),
        "disagreeing": table_sheets.disagreeing(row),
        "settled": at.questions.exclude(resolved_at=None), "table_url": echo.table_url(at), "judging": at_table(ctx, at),
        "incidents": incident_list.at_table(ctx, at),
        "may": {name: can(ctx, f"result.{name}") for name in ("enter", "confirm", "correct")},
    }  # fmt: skip
    return render(request, "desk/results/table.html", shown, status=bound.status if bound else 200)


def _correct_form(row: tables.TableRow) -> CorrectForm | None:
    if row.current is None:
        return None
    return CorrectForm(initial={"line": as_line(as_entry(row.current)), "seen": row.current.version})


def _both(form: Any, ctx: Context) -> list[dict[str, str]]:
    facts = form.refusal.facts if form and form.refusal else {}
    return echo.both_of(facts, ctx.actor_name) if facts.get("stored") else []


def versions(at: Table) -> list[tuple[Result, str]]:
    """Every version of a table's result with its values in words, newest first."""
    rows = at.results.prefetch_related("lines").order_by("-version")
    return [(row, in_words(as_entry(row).as_data())) for row in rows]
