"""The desk's buttons on a draft: pair the round, change the draft by hand, throw it away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands import drafting as commands
from tdapp.desk.pairing.pairing_forms import DrawForm
from tdapp.desk.pairing.views.round_page import PAGE, job_of, names_of, round_place, show_page
from tdapp.events.models import Round
from tdapp.events.screens import act, attempt, done, refused
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Conflict, Missing, Refusal

AT_ONCE = 200
# These simulate endings, which takes a worker a second or two.
SIMULATED = frozenset({"cop", "auto"})


@require_POST
def draft(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair the round (`again`: throw the draft away first; `other`: take the round beside it)."""
    ctx, round_ = round_place(request, event, division, number, "pair.draft")
    if "other" in request.POST:
        return _take_other(request, ctx, round_)
    form = DrawForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _draw(ctx, round_, form, "again" in request.POST)):
        return _drafted(request, round_)
    return show_page(request, ctx, round_, draw=form)


def _draw(ctx: Context, round_: Round, form: DrawForm, again: bool) -> dict[str, Any]:
    return draw(ctx, round_, again=again, system=form.cleaned_data["system"], params=form.params())


def _drafted(request: HttpRequest, round_: Round) -> HttpResponse:
    said = _("Round %(n)s is drafted.") if not job_of(round_) else _("Round %(n)s is being drafted.")
    return done(request, said % {"n": round_.number}, PAGE, *names_of(round_))


def _take_other(request: HttpRequest, ctx: Context, round_: Round) -> HttpResponse:
    """Pair the round as the one beside the draft: rematches for nearer scores, or the other way."""
    found = draft_of(round_).check_report.get("other")
    try:
        if not found:
            raise Refusal("no-other", _("There is no other round beside this draft; look at it again."))
        planned = pairing_adapter.round_plan(round_.division, round_.number).system
        system = "" if planned == found["system"] else found["system"]
        draw(ctx, round_, again=True, system=system, params=found["params"])
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, PAGE, *names_of(round_))
    return _drafted(request, round_)


def draw(
    ctx: Context, round_: Round, *, again: bool, system: str = "", params: dict[str, Any] | None = None
) -> dict[str, Any]:
    """At once for a usual field; by a worker where the page would wait for seconds."""
    by = system or pairing_adapter.round_plan(round_.division, round_.number).system
    slow = by in SIMULATED or round_.division.entrants.count() > AT_ONCE
    pair = commands.draft_round_later if slow else commands.draft_round
    return pair(ctx, round_.division, number=round_.number, again=again, system=system, params=params)


@require_GET
def drafting(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """How far the worker is; once it is over the page is to be read anew."""
    _ctx, round_ = round_place(request, event, division, number, "result.view")
    job = job_of(round_)
    names = {"event": round_.division.event, "division": round_.division, "round": round_, "job": job}
    answer = render(request, "desk/pairing/_drafting.html", names)
    if job is None or job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def stop(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Stop the worker that drafts the round."""
    ctx, round_ = round_place(request, event, division, number, "pair.draft")
    job = job_of(round_)
    if job is None:
        raise Missing("missing", _("Nobody is drafting this round."))
    return act(request, lambda: commands.stop_draft(ctx, job), _("Stopped."), PAGE, *names_of(round_))


def draft_of(round_: Round) -> PairingRun:
    """The draft somebody works on; a refusal (409) when it was published or thrown away meanwhile."""
    # A change by hand asks nothing of what was asked and what came out: a megabyte of each in a large field.
    rows = PairingRun.objects.select_related("round__division__event").defer("request", "outcome")
    here = {"round__division": round_.division, "round__number": round_.number}
    if rows.filter(**here).exists() and not rows.filter(**here, status="draft").exists():
        text = _("Somebody else posted round %(n)s or discarded its draft. Look at the round again.")
        raise Conflict("stale", text % {"n": round_.number})
    return find(rows, **here, status="draft")


def number_of(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


@require_POST
def edit(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One hand edit on the draft: swap, pair, turn, lock, unlock, number, bye."""
    ctx, round_ = round_place(request, event, division, number, "pair.draft")
    run = draft_of(round_)
    what = _what(request, round_, request.POST.get("action", ""))
    return _redraw(
        request, round_, lambda: commands.edit_draft(ctx, run, seen=number_of(request, "seen"), **what)
    )


def _what(request: HttpRequest, round_: Round, action: str) -> dict[str, Any]:
    """The edit as the command wants it: players as ids, tables as numbers."""
    if action in {"swap", "pair"}:
        return {
            "action": action,
            "one": _who(request, round_, "one"),
            "other": _who(request, round_, "other"),
        }
    if action == "bye":
        return {"action": action, "one": _who(request, round_, "one")}
    if action == "number":
        return {"action": action, "table": number_of(request, "table"), "to": number_of(request, "to")}
    return {"action": action, "table": number_of(request, "table")}


def _who(request: HttpRequest, round_: Round, name: str) -> str:
    """A player's id; in a large field it is the number that was typed."""
    text = request.POST.get(name, "").strip()
    if not text.isdecimal() or len(text) >= 9:
        return text
    found = round_.division.entrants.filter(number=int(text)).values_list("pk", flat=True).first()
    return str(found or text)


@require_POST
def repair(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair everybody anew around the locked tables."""
    ctx, round_ = round_place(request, event, division, number, "pair.draft")
    run = draft_of(round_)
    return _redraw(request, round_, lambda: commands.repair_draft(ctx, run, seen=number_of(request, "seen")))


@require_POST
def undo(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Take the last hand edit back."""
    ctx, round_ = round_place(request, event, division, number, "pair.draft")
    run = draft_of(round_)
    return _redraw(request, round_, lambda: commands.undo_edit(ctx, run, seen=number_of(request, "seen")))


def _redraw(request: HttpRequest, round_: Round, call: Callable[[], dict[str, Any]]) -> HttpResponse:
    """Change the draft and show it again, with what the change costs."""
    try:
        told = call()
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, PAGE, *names_of(round_), query=request.GET.dict())
    price = told["check"].get("price", {}).get("sentence", "")
    # With the rows that were looked at: whoever turned table 437 sees table 437.
    return done(
        request, price or _("The draft is changed."), PAGE, *names_of(round_), query=request.GET.dict()
    )


@require_POST
def discard(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Throw the draft away."""
    ctx, round_ = round_place(request, event, division, number, "pair.draft")
    run = draft_of(round_)
    said = _("The draft is gone; round %(n)s is to be paired.") % {"n": number}
    return act(request, lambda: commands.discard_draft(ctx, run), said, PAGE, *names_of(round_))
