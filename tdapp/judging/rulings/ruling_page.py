"""The page on which a judge rules, for a call, at a table, or anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tdapp.events.models import Division, Table
from tdapp.judging.models import Ruling, WordRules
from tdapp.judging.rulings.commands.calls import refuse_own
from tdapp.judging.rulings.forms import RuleForm, decided_in, words_in
from tdapp.judging.rulings.log import who_ruled
from tdapp.judging.rulings.same_play import on_paper, ruled_before
from tdapp.judging.words.layers import mode_of, pinned
from tdapp.judging.words.lookup import LookedUp, looked_up, unasked
from tdapp.judging.words.playing import plays_now
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can


def ruling_form(
    request: HttpRequest, ctx: Context, table: Table | None, form: RuleForm, *,
    division: Division | None = None, decided: Mapping[str, bool] | None = None, **more: Any,
) -> HttpResponse:  # fmt: skip
    """The form with what the lists say to its words; `decided`: what a judge had decided before."""
    if table:
        refuse_own(ctx, table)
    of = division or table.round.division  # type: ignore[union-attr]
    before = _before(form, table)
    shown = {
        "event": of.event, "division": of, "table": table, "form": form, "lists": lists_of(ctx, of, form, decided or {}),
        "pins": list(pinned(of)), "judging": mode_of(of) == WordRules.Mode.JUDGE, "telling": tells(ctx, of),
        "before": before, "before_by": who_ruled(before) if before else "", **more,
    }  # fmt: skip
    return render(request, "judging/rulings/rule.html", shown, status=form.status)


def tells(ctx: Context, division: Division) -> bool:
    """Whether single words may be told of: to who directs the division, and does not play in its round that is being
    played. Judges hear of plays, as the tables do.
    """
    if plays_now(ctx, division):
        return False
    return can(ctx, "division.edit")


def _before(form: RuleForm, table: Table | None) -> Ruling | None:
    """The ruling that made a second one a conflict, to be shown beside what was typed."""
    if form.refusal is None or form.refusal.code != "ruled-before":
        return None
    return ruled_before(on_paper(form.asked(), table), table)


def lists_of(ctx: Context, division: Division, form: RuleForm, decided: Mapping[str, bool]) -> LookedUp:
    """The lists' answers to the words as they stand in the form."""
    text = str(form["words"].value() or "")
    return lines_of(ctx, division, words_in(text), decided_in(form.data) if form.is_bound else decided)


def lines_of(ctx: Context, division: Division, words: Sequence[str], decided: Mapping[str, bool]) -> LookedUp:
    """Who decides each word; for who plays in the round no list is asked."""
    ask = unasked if plays_now(ctx, division) else looked_up
    return ask(division, words, decided)
