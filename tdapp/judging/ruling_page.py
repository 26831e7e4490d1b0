"""The page on which a judge rules, for a call, at a table, or anew."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tdapp.events.models import Division, Table
from tdapp.judging.forms import RuleForm, decided_in, words_in
from tdapp.judging.layers import mode_of, pinned
from tdapp.judging.lookup import LookedUp, looked_up
from tdapp.judging.models import WordRules
from tdapp.kernel.context import Context


def ruling_form(
    request: HttpRequest, ctx: Context, table: Table | None, form: RuleForm, *,
    division: Division | None = None, **more: Any,
) -> HttpResponse:  # fmt: skip
    """The form with what the lists say to its words."""
    of = division or table.round.division  # type: ignore[union-attr]
    shown = {
        "event": of.event, "division": of, "table": table, "form": form, "lists": lists_of(of, form),
        "pins": list(pinned(of)), "judging": mode_of(of) == WordRules.Mode.JUDGE, **more,
    }  # fmt: skip
    return render(request, "judging/rule.html", shown, status=form.status)


def lists_of(division: Division, form: RuleForm) -> LookedUp:
    """The lists' answers to the words as they stand in the form."""
    text = str(form["words"].value() or "")
    return looked_up(division, words_in(text), decided_in(form.data))
