"""The pairing desk: one page a round, from "why can't I pair?" over the draft to the published tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tdapp.desk.ledger import lineups
from tdapp.desk.ledger.tables import OUT, SLIP, WAITING, TableRow, tables_of
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import pairing_page as pages
from tdapp.desk.pairing.commands import as_played as places
from tdapp.desk.pairing.commands import pairing
from tdapp.desk.pairing.jobs import DRAFT
from tdapp.desk.pairing.pairing_forms import AskForm, AsPlayedForm, DrawForm, PlayersForm, read_places
from tdapp.desk.pairing.teams import matches
from tdapp.events import access
from tdapp.events.entries.commands.presence import mark_missing
from tdapp.events.models import Entrant, Round
from tdapp.events.screens import act, attempt, done, refused
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, Missing, Refusal

PAGE = "desk:round"
AT_ONCE = 200
SHOWN = (Job.Status.QUEUED, Job.Status.RUNNING, Job.Status.FAILED)


def _round_place(
    request: HttpRequest, event: str, division: str, number: int, needs: str
) -> tuple[Context, Round]:
    """Context and round of a page; a planned round needs no row yet."""
    ctx, row = access.web_division(request, event, division, needs)
    try:
        round_ = pages.round_for(row, number)
    except Refusal as refusal:
        raise Missing("missing", *refusal.sentences) from refusal
    request.place = access.Place(ctx, row.event, row, round_)  # type: ignore[attr-defined]
    return ctx, round_


def _names(round_: Round) -> tuple[str, str, int]:
    return round_.division.event.slug, round_.division.slug, round_.number


@require_GET
def round_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """A round as it stands: planned, drafted, published or closed."""
    ctx, round_ = _round_place(request, event, division, number, "result.view")
    return _page(request, ctx, round_)


def _page(request: HttpRequest, ctx: Context, round_: Round, **forms: Any) -> HttpResponse:
    facts: dict[str, Any] = {
        "round": round_,
        "event": round_.division.event,
        "division": round_.division,
        "may": _may(ctx),
        "line_ups": lineups.planned(round_.division, round_.number) is not None,
    }
    show = _planned if round_.status == Round.Status.PLANNED else _published
    status = max((form.status for form in forms.values() if form is not None), default=200)
    return show(request, {**facts, **forms}, status)


def _may(ctx: Context) -> dict[str, bool]:
    return {name: can(ctx, f"{group}.{name}") for group, name in MAY}


MAY = (
    ("division", "edit"),
    ("pair", "draft"),
    ("pair", "publish"),
    ("pair", "recall"),
    ("table", "as_played"),
    ("result", "enter"),
)


def _planned(request: HttpRequest, facts: dict[str, Any], status: int) -> HttpResponse:
    round_: Round = facts["round"]
    run = _draft_for(round_, facts["may"])
    if run is None:
        ready = pages.readiness(round_.division, round_.number)
        told = {
            "job": _job_of(round_),
            "ready": ready,
            "system": pages.system_title(ready.system),
            "draw": facts.get("draw") or DrawForm(),
        }
        recalled = (
            None
            if round_._state.adding
            else round_.runs.filter(status="recalled").order_by("-created_at").first()
        )
        return render(
            request,
            "desk/pairing/pairing_planned.html",
            {**facts, **told, "recalled": recalled},
            status=status,
        )
    draft = pages.draft_of(run)
    players = _players(draft)
    told = {
        "draft": draft,
        "players": facts.get("players") or PlayersForm(players),
        "asking": AskForm(players, initial=request.GET.dict(), auto_id="ask_%s"),
        **_options(request, run, players),
    }
    return render(request, "desk/pairing/pairing_draft.html", {**facts, **told}, status=status)


def _draft_for(round_: Round, may: dict[str, bool]) -> PairingRun | None:
    """The round's draft, for those who pair: nobody else sees it before it is published."""
    if round_._state.adding or not may["draft"]:
        return None
    return round_.runs.select_related("round__division__event").filter(status="draft").first()


def _players(draft: pages.Draft) -> list[Entrant]:
    seated = [seat.entrant for table in draft.tables for seat in table.seats]
    return sorted([*seated, *(seat.entrant for seat, _why in draft.byes)], key=lambda row: row.number)


def _options(request: HttpRequest, run: PairingRun, players: list[Entrant]) -> dict[str, Any]:
    """What another opponent would cost the player named in the address, cheapest first."""
    known = {str(row.pk): row for row in players}
    one, other = (known.get(request.GET.get(name, "")) for name in ("one", "other"))
    if one and other and one != other:
        return {"wished": (one, other, pages.wish(run, str(one.pk), str(other.pk)))}
    chosen = known.get(request.GET.get("options", ""))
    if chosen is None:
        return {}
    rows = pages.options(run, str(chosen.pk))
    offered = [{"id": (row["against"] or [""])[0], "sentence": row["sentence"]} for row in rows]
    return {"chosen": chosen, "options": [row for row in offered if not row["id"] or row["id"] in known]}


def _published(request: HttpRequest, facts: dict[str, Any], status: int) -> HttpResponse:
    round_: Round = facts["round"]
    apart = round_.slots.exclude(kind="seat").select_related("entrant").order_by("kind", "entrant__number")
    rows = tables_of(round_)
    told = {"rows": rows, "apart": apart, "stale": pages.is_stale(round_), **_next_of(round_, rows)}
    run = round_.runs.filter(status="published").first()
    told["matches"] = matches.scores(round_)
    told |= {"run": run, "playing": facts.get("playing") or AsPlayedForm()}
    return render(request, "desk/pairing/pairing_published.html", {**facts, **told}, status=status)


def _next_of(round_: Round, rows: list[TableRow]) -> dict[str, Any]:
    """What the round waits for (enter, confirm, close, "" when closed), and the round that follows it (0: none)."""
    states = {row.state for row in rows}
    differing = any(row.differs for row in rows)
    waits = "enter" if states & {OUT, SLIP} else "confirm" if differing or WAITING in states else "close"
    last = round_.number >= round_.division.rounds_planned
    return {"todo": waits if round_.is_open else "", "following": 0 if last else round_.number + 1}


@require_POST
def draft(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair the round (`again`: throw the draft away first)."""
    ctx, round_ = _round_place(request, event, division, number, "pair.draft")
    form = DrawForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _draw(ctx, round_, form, "again" in request.POST)):
        said = _("Round %(n)s is drafted.") if not _job_of(round_) else _("Round %(n)s is being drafted.")
        return done(request, said % {"n": number}, PAGE, *_names(round_))
    return _page(request, ctx, round_, draw=form)


def _draw(ctx: Context, round_: Round, form: DrawForm, again: bool) -> dict[str, Any]:
    """At once for a usual field; by a worker for one that would keep the page waiting for seconds."""
    large = round_.division.entrants.count() > AT_ONCE
    pair = pairing.draft_round_later if large else pairing.draft_round
    return pair(ctx, round_.division, number=round_.number, again=again, system=form.cleaned_data["system"])


def _job_of(round_: Round) -> Job | None:
    """The newest worker on this round, while it is at work or has failed."""
    rows = Job.objects.filter(scope=round_.division.scope_key, kind=DRAFT, params__number=round_.number)
    row = rows.filter(params__division=str(round_.division_id)).order_by("-created_at").first()
    return row if row and row.status in SHOWN else None


@require_GET
def drafting(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """How far the worker is; once it is over the page is to be read anew."""
    _ctx, round_ = _round_place(request, event, division, number, "result.view")
    job = _job_of(round_)
    names = {"event": round_.division.event, "division": round_.division, "round": round_, "job": job}
    answer = render(request, "desk/pairing/_drafting.html", names)
    if job is None or job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def stop(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Stop the worker that drafts the round."""
    ctx, round_ = _round_place(request, event, division, number, "pair.draft")
    job = _job_of(round_)
    if job is None:
        raise Missing("missing", _("Nobody is drafting this round."))
    return act(request, lambda: pairing.stop_draft(ctx, job), _("Stopped."), PAGE, *_names(round_))


def _draft_of(round_: Round) -> PairingRun:
    """The draft somebody works on; a refusal (409) when it was published or thrown away meanwhile."""
    # A change by hand asks nothing of what was asked and what came out: a megabyte of each in a large field.
    rows = PairingRun.objects.select_related("round__division__event").defer("request", "outcome")
    here = {"round__division": round_.division, "round__number": round_.number}
    if rows.filter(**here).exists() and not rows.filter(**here, status="draft").exists():
        text = _("Somebody else published round %(n)s or threw its draft away. Look at the round again.")
        raise Conflict("stale", text % {"n": round_.number})
    return find(rows, **here, status="draft")


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


@require_POST
def edit(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One hand edit on the draft: swap, pair, turn, lock, unlock, number, bye."""
    ctx, round_ = _round_place(request, event, division, number, "pair.draft")
    run = _draft_of(round_)
    what = _what(request, request.POST.get("action", ""))
    return _redraw(
        request, round_, lambda: pairing.edit_draft(ctx, run, seen=_number(request, "seen"), **what)
    )


def _what(request: HttpRequest, action: str) -> dict[str, Any]:
    """The edit as the command wants it: players as ids, tables as numbers."""
    if action in {"swap", "pair"}:
        return {"action": action, "one": request.POST.get("one", ""), "other": request.POST.get("other", "")}
    if action == "bye":
        return {"action": action, "one": request.POST.get("one", "")}
    if action == "number":
        return {"action": action, "table": _number(request, "table"), "to": _number(request, "to")}
    return {"action": action, "table": _number(request, "table")}


@require_POST
def repair(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair everybody anew around the locked tables."""
    ctx, round_ = _round_place(request, event, division, number, "pair.draft")
    run = _draft_of(round_)
    return _redraw(request, round_, lambda: pairing.repair_draft(ctx, run, seen=_number(request, "seen")))


@require_POST
def undo(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Take the last hand edit back."""
    ctx, round_ = _round_place(request, event, division, number, "pair.draft")
    run = _draft_of(round_)
    return _redraw(request, round_, lambda: pairing.undo_edit(ctx, run, seen=_number(request, "seen")))


def _redraw(request: HttpRequest, round_: Round, call: Callable[[], dict[str, Any]]) -> HttpResponse:
    """Change the draft and show it again, with what the change costs."""
    try:
        told = call()
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, PAGE, *_names(round_))
    price = told["check"].get("price", {}).get("sentence", "")
    return done(request, price or _("The draft is changed."), PAGE, *_names(round_))


@require_POST
def discard(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Throw the draft away."""
    ctx, round_ = _round_place(request, event, division, number, "pair.draft")
    run = _draft_of(round_)
    said = _("The draft is gone; round %(n)s is to be paired.") % {"n": number}
    return act(request, lambda: pairing.discard_draft(ctx, run), said, PAGE, *_names(round_))


@require_POST
def publish(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Make the draft's pairings facts."""
    ctx, round_ = _round_place(request, event, division, number, "pair.publish")
    run = _draft_of(round_)
    said = _("Round %(n)s is published.") % {"n": number}
    return act(
        request,
        lambda: pairing.publish_round(ctx, run, seen=_number(request, "seen"), sure="sure" in request.POST),
        said,
        PAGE,
        *_names(round_),
    )


@require_POST
def recall(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Take a published round back while nothing is entered for it."""
    ctx, round_ = _round_place(request, event, division, number, "pair.recall")
    said = _("Round %(n)s is recalled; its prints are void.") % {"n": number}
    return act(request, lambda: _recalled(request, ctx, round_), said, PAGE, *_names(round_))


def _recalled(request: HttpRequest, ctx: Context, round_: Round) -> dict[str, Any]:
    """Recall, and say who came while the round stood and is in its draw now."""
    told = pairing.recall_round(ctx, round_, reason=request.POST.get("reason", ""))
    if names := told["in_again"]:
        said = _("Now in the draw of round %(n)s, too: %(names)s.")
        messages.info(request, said % {"n": round_.number, "names": "; ".join(names)})
    return told


@require_POST
def as_played(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Record what was really played at single tables."""
    ctx, round_ = _round_place(request, event, division, number, "table.as_played")
    form = AsPlayedForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _record(ctx, round_, form)):
        return done(request, _("Recorded as played."), PAGE, *_names(round_))
    return _page(request, ctx, round_, playing=form)


def _record(ctx: Context, round_: Round, form: AsPlayedForm) -> dict[str, Any]:
    found = read_places(form.cleaned_data["places"])
    return places.as_played(ctx, round_, reason=form.cleaned_data["reason"], **found)


@require_POST
def leave_out(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair without those who are not checked in."""
    ctx, round_ = _round_place(request, event, division, number, "checkin.edit")
    said = _("They are left out when round %(n)s is paired. Who still comes is in again when checked in.") % {
        "n": number
    }
    return act(
        request, lambda: mark_missing(ctx, round_.division, round_number=number), said, PAGE, *_names(round_)
    )
