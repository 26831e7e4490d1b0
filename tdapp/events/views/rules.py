"""The rules a division plays by: one page for the screen and for the wall, every value with its source."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.marks import ASSUMED, DEPARTURE, SOURCE, UNCONFIRMED
from scoring.messages import Message
from scoring.rulesheet import RuleRow, rule_sheet
from tdapp.events import rulesets
from tdapp.events.access import web_division
from tdapp.events.boards import board_picture

SIGNS = {SOURCE: "ok", DEPARTURE: "info", ASSUMED: "ask", UNCONFIRMED: "ask"}


@dataclass(frozen=True, slots=True)
class Line:
    """One rule in words, with the sign and the words of its mark."""

    topic: str
    rule: str
    sign: str
    mark: str
    note: str


@require_safe
def rules(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The rule sheet of a division."""
    _ctx, row = web_division(request, event, division, "event.view")
    ruleset = rulesets.of_division(row)
    facts = {"event": row.event, "division": row, "ruleset": ruleset, "board": board_picture(ruleset)}
    facts |= {"lines": [_line(one) for one in rule_sheet(ruleset)], "tiles": ruleset.tile_set.tiles}
    return render(request, "events/rules.html", facts)


def _line(row: RuleRow) -> Line:
    return Line(
        _said(row.topic), _said(row.rule), SIGNS.get(row.mark.kind, "info"), _mark(row), row.mark.note
    )


def _said(message: Message) -> str:
    """A sentence of the scoring room in the page's language."""
    return gettext(message.template) % dict(message.facts)


def _mark(row: RuleRow) -> str:
    words = {
        SOURCE: "%(text)s",
        ASSUMED: _("assumed: %(text)s"),
        UNCONFIRMED: _("unconfirmed: %(text)s"),
        DEPARTURE: _("differs from the book: %(text)s"),
    }
    return words.get(row.mark.kind, "%(text)s") % {"text": row.mark.text}
