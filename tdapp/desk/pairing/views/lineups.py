"""Line-ups of a round of team matches: a card a team with its boards, and lines to type."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from pairings.plan.plan import RoundPlan
from tdapp.desk.ledger import lineups
from tdapp.desk.pairing import pairing_page
from tdapp.desk.pairing.commands.line_ups import set_line_ups
from tdapp.desk.pairing.teams import matches
from tdapp.events import access
from tdapp.events.models import Division, Round
from tdapp.events.screens import attempt, done, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing, Refusal


class LineUpForm(DeskForm):
    """Lines, and what the page showed."""

    lines = forms.CharField(
        label=gettext_lazy("Line-ups, a line for each team"), max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6, **NO_SUGGESTIONS}),
        help_text=gettext_lazy("A team, a colon, its players by number, board 1 first. Nothing behind the colon: by seed again."),
    )  # fmt: skip
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


@require_http_methods(["GET", "POST"])
def line_ups(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Look at the line-ups of a round and set them, until it is published."""
    needs = "result.view" if request.method == "GET" else "pair.draft"
    ctx, row = access.web_division(request, event, division, needs)
    planned = _planned(row, number)
    form = LineUpForm(posted(request))
    if not sent(request, form):
        return _page(request, ctx, row, planned, form)
    answer = attempt(form, lambda: set_line_ups(ctx, row, number=number, **form.values()))
    if answer is None:
        return _page(request, ctx, row, planned, form)
    said = _("Line-ups set.")
    if answer["discarded"]:
        said = _("Line-ups set. The draft of this round was discarded; pair it again.")
    return done(request, said, "desk:line_ups", row.event.slug, row.slug, number)


def _planned(row: Division, number: int) -> RoundPlan:
    try:
        pairing_page.round_for(row, number)
    except Refusal as refusal:
        raise Missing("missing", *refusal.sentences) from refusal
    planned = lineups.planned(row, number)
    if planned is None:
        raise Missing("missing", _("Round %(round)s is no round of team matches.") % {"round": number})
    return planned


def _page(
    request: HttpRequest, ctx: Context, row: Division, planned: RoundPlan, form: LineUpForm
) -> HttpResponse:
    number, boards = planned.round, int(planned.params.get("boards", 0))
    ranked = planned.params.get("order") == lineups.pure.SEED
    found = lineups.teams(row, number, boards, ranked)
    round_ = Round.objects.select_related("division__event").filter(division=row, number=number).first()
    if not form.is_bound:
        form.initial["seen"] = lineups.fingerprint(row, number)
    fact = lineups.is_fact(row, number)
    facts = {
        "event": row.event, "division": row, "number": number, "form": form, "boards": boards, "ranked": ranked, "teams": found,
        "fact": fact, "may": can(ctx, "pair.draft") and not fact, "lines": "\n".join(one.line for one in found),
        "round": round_, "seen": lineups.fingerprint(row, number),
        "played": matches.lined_up(round_) if round_ and fact else [],
    }  # fmt: skip
    return render(request, "desk/pairing/line_ups.html", facts, status=form.status)
