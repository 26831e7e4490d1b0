"""The rules a division plays by: one page for the screen and for the wall, every value with its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.marks import ASSUMED, DEPARTURE, SOURCE, UNCONFIRMED
from scoring.rules.rulesheet import RuleRow, rule_sheet
from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.events.rules.board_svg import board_svg, legend
from tdapp.kernel.messages.sentences import of_rules, translated
from tdapp.kernel.permissions import can

SIGNS = {SOURCE: "ok", DEPARTURE: "info", ASSUMED: "ask", UNCONFIRMED: "ask"}


@dataclass(frozen=True, slots=True)
class Line:
    """One rule in words, with the sign and the words of its mark; `code` is that of its sentence."""

    code: str
    topic: str
    rule: str
    sign: str
    mark: str
    note: str


@require_safe
def rules(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The rule sheet of a division."""
    ctx, row = web_division(request, event, division, "event.view")
    return render(
        request, "events/rules/rules.html", {**sheet_facts(row), "may_change": can(ctx, "division.edit")}
    )


def sheet_facts(row: Division) -> dict[str, Any]:
    """What a rule sheet shows of a division, on screen and on paper."""
    ruleset = rulesets.of_division(row)
    picture = board_svg(ruleset.layout, title=_("Board"), ids=False)
    lines = [_line(one) for one in rule_sheet(ruleset)]
    return {
        "event": row.event, "division": row, "ruleset": ruleset, "board": picture, "legend": legend(ruleset.layout),
        "lines": lines, "tiles": ruleset.tile_set.tiles,
        "missing": ruleset.tiles.total - ruleset.tile_set.size,
    }  # fmt: skip


def _line(row: RuleRow) -> Line:
    sign, mark = SIGNS.get(row.mark.kind, "info"), _mark(row)
    return Line(
        row.rule.code, translated(row.topic), translated(row.rule), sign, mark, of_rules(row.mark.note)
    )


def _mark(row: RuleRow) -> str:
    words = {
        SOURCE: "%(text)s",
        ASSUMED: _("assumed: %(text)s"),
        UNCONFIRMED: _("unconfirmed: %(text)s"),
        DEPARTURE: _("differs from the book: %(text)s"),
    }
    return words.get(row.mark.kind, "%(text)s") % {"text": of_rules(row.mark.text)}
