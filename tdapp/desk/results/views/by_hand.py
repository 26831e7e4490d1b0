"""Catch-up: a round that was run by hand, typed in from paper, looked at, applied."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from core.problems import Problem
from tdapp.desk.pairing import pairing_page
from tdapp.desk.pairing.commands.drafting import absent_now
from tdapp.desk.results import by_hand
from tdapp.desk.results.by_hand import Read
from tdapp.desk.results.commands.by_hand import LOOK, type_in
from tdapp.events import access
from tdapp.events.models import Round
from tdapp.events.screens import done, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Missing, Refusal


class ByHandForm(DeskForm):
    """The lines, why, and what was looked at."""

    lines = forms.CharField(
        label=gettext_lazy("The round, a line for each table"), max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off", "autofocus": True}),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Why it was run by hand"), max_length=300, required=False,
        help_text=gettext_lazy("The log keeps it, and every table shows it."),
    )  # fmt: skip
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def show(self, digest: str) -> None:
        """What is looked at now is what the next sending applies."""
        data = QueryDict(mutable=True)
        data.update({**{name: self.data.get(name, "") for name in self.data}, "seen": digest})
        self.data = data


@require_http_methods(["GET", "POST"])
def by_hand_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Look at the lines, then apply exactly those: what was changed since is looked at first."""
    ctx, row = access.web_division(request, event, division, "pair.publish")
    try:
        round_ = pairing_page.round_for(row, number)
    except Refusal as refusal:
        raise Missing("missing", *refusal.sentences) from refusal
    form = ByHandForm(posted(request))
    if not sent(request, form):
        return _page(request, round_, form)
    return _answer(request, ctx, round_, form)


def _answer(request: HttpRequest, ctx: Context, round_: Round, form: ByHandForm) -> HttpResponse:
    """Apply, or show what the lines say and what is wrong with them."""
    try:
        told = type_in(ctx, round_.division, number=round_.number, **form.values())
    except Missing:
        raise
    except Refusal as refusal:
        if refusal.code not in {LOOK, "by-hand"}:
            form.refuse(refusal)
        return _page(request, round_, form, status=200 if refusal.code == LOOK else refusal.status)
    return done(
        request, _message(told), "desk:round", round_.division.event.slug, round_.division.slug, round_.number
    )


def _message(told: dict[str, Any]) -> str:
    sentence = _("Round %(round)s is posted as played; results of %(n)s tables are in.")
    if told["to_confirm"]:
        sentence = ngettext(
            "Round %(round)s is posted as played; results of %(n)s tables are in, %(wait)s waits for somebody else.",
            "Round %(round)s is posted as played; results of %(n)s tables are in, %(wait)s wait for somebody else.",
            told["to_confirm"],
        )
    return sentence % {"round": told["round"], "n": told["entered"], "wait": told["to_confirm"]}


def _page(request: HttpRequest, round_: Round, form: ByHandForm, status: int = 200) -> HttpResponse:
    division = round_.division
    typed = str(form.data.get("lines", "")) if form.is_bound else ""
    found = by_hand.read(division, typed, absent_now(division, round_.number)) if typed.strip() else Read()
    if form.is_bound:
        form.show(found.digest if found.rows and not found.problems else "")
    facts = {
        "event": division.event, "division": division, "round": round_, "form": form, "found": found,
        "problems": [_shown(one) for one in found.problems],
        "people": division.entrants.order_by("number"), "ready": bool(found.rows) and not found.problems,
    }  # fmt: skip
    return render(request, "desk/results/by_hand.html", facts, status=max(status, form.status))


def _shown(one: Problem) -> dict[str, str]:
    where = _("line %(n)s") % {"n": one.line} if one.line else _("the round")
    return {"where": where, "what": one.what, "remedy": one.where}
