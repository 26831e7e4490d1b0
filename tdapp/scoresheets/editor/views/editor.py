"""The pages on which a sheet is written: the editor and the tally. Both read and write through the same addresses."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import Ruleset
from tdapp.events.rules.board_svg import board_svg, legend
from tdapp.events.rules.rulesets import usual_scores
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.labels import labels
from tdapp.scoresheets.sheet.reading import ruleset_of
from tdapp.scoresheets.sheet.state import address, state_of
from tdapp.scoresheets.slip_port import slip_of

ACTIONS = ("state", "write", "undo", "finish", "reopen", "expected", "offers")


@require_safe
def editor(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """A sheet to write in; whoever may only look sees it as it stands."""
    ctx, row = web_sheet(request, event, division, number, table, sheet)
    ruleset = ruleset_of(row)
    shown = _shown(ctx, row)
    board = {"board": _board(ruleset), "legend": legend(ruleset.layout), "reasons": reasons()}
    return render(request, "scoresheets/editor/editor.html", {**shown, **board})


@require_safe
def tally(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """Only the turn scores of a slip in dispute, column by column, against what the desk has as the result."""
    ctx, row = web_sheet(request, event, division, number, table, sheet)
    return render(request, "scoresheets/editor/tally.html", _shown(ctx, row))


def _shown(ctx: Context, row: Sheet) -> dict[str, Any]:
    """What both pages stand on; `page` is read by their scripts."""
    round_ = row.table.round
    state = state_of(ctx, row)
    urls = {name: address(row, name) for name in ACTIONS}
    may_write = can(ctx, "sheet.write")
    page = {
        "sheet": str(row.pk), "state": state, "urls": urls, "canWrite": may_write, "labels": labels(),
        "reasons": reasons(), "usual": usual_scores(round_.division, len(state["seats"])),
        "slip": slip_of(row.table),
    }  # fmt: skip
    return {
        "event": round_.division.event, "division": round_.division, "round": round_, "table": row.table,
        "sheet": row, "state": state, "urls": urls, "may_write": may_write,
        "page": json.dumps(page, ensure_ascii=False), "photos": row.photos.filter(removed_at=None).order_by("at"),
        "may_decide": can(ctx, "sheet.decide"),
    }  # fmt: skip


def reasons() -> dict[str, str]:
    """The ends nobody can read off a sheet, as they stand in the word column."""
    return {
        "nobody_can_move": _("nobody can move"),
        "time_called": _("time called"),
        "agreed": _("agreed"),
    }


def _board(ruleset: Ruleset) -> str:
    return board_svg(ruleset.layout, title=_("The board after the row in hand"))
