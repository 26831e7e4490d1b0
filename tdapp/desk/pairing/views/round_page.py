"""The pairing desk: one page a round, from "why can't I pair?" over the draft to the published tables."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_GET

from tdapp.desk.day import prints
from tdapp.desk.ledger import lineups
from tdapp.desk.ledger.tables import States, TableRow, rows_of, states_of
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import draft_page, pairing_page
from tdapp.desk.pairing.jobs import DRAFT
from tdapp.desk.pairing.pairing_forms import AskForm, DrawForm, PlayersForm, player_list
from tdapp.desk.pairing.teams import matches
from tdapp.desk.pairing.views import contenders
from tdapp.events import access
from tdapp.events.models import Person, Round, Table
from tdapp.events.portions import Portion, loaded, portion
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing, Refusal

PAGE = "desk:round"
# A table of a draft is two kilobytes of names, reasons and buttons.
TABLES, AT_FIRST = 50, 25
SHOWN = (Job.Status.QUEUED, Job.Status.RUNNING, Job.Status.FAILED)


def round_place(
    request: HttpRequest, event: str, division: str, number: int, needs: str
) -> tuple[Context, Round]:
    """Context and round of a page; a planned round needs no row yet."""
    ctx, row = access.web_division(request, event, division, needs)
    try:
        round_ = pairing_page.round_for(row, number)
    except Refusal as refusal:
        raise Missing("missing", *refusal.sentences) from refusal
    request.place = access.Place(ctx, row.event, row, round_)  # type: ignore[attr-defined]
    return ctx, round_


def names_of(round_: Round) -> tuple[str, str, int]:
    return round_.division.event.slug, round_.division.slug, round_.number


@require_GET
def round_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """A round as it stands: planned, drafted, published or closed."""
    ctx, round_ = round_place(request, event, division, number, "result.view")
    return show_page(request, ctx, round_)


def show_page(request: HttpRequest, ctx: Context, round_: Round, **forms: Any) -> HttpResponse:
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
    job = job_of(round_)  # before the draft: a worker that ends between the two is seen by its draft
    run = _draft_for(round_, facts["may"])
    if run is None:
        ready = pairing_page.readiness(round_.division, round_.number)
        told = {
            "job": job,
            "ready": ready,
            "system": pairing_page.system_title(ready.system),
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
    draft = draft_page.draft_of(run)
    players = _players(draft)
    told = {
        "draft": draft,
        "tables": portion(request, draft.tables, _words, size=TABLES, first=AT_FIRST),
        "players": facts.get("players") or PlayersForm(players),
        "asking": AskForm(players, initial=request.GET.dict(), auto_id="ask_%s"),
        "suggested": player_list(players),
        "contest": contenders.contest_of(draft.study, {str(row.pk): row for row in players}),
        **_options(request, run, players),
    }
    return render(request, "desk/pairing/pairing_draft.html", {**facts, **told}, status=status)


def _words(table: draft_page.DraftTable) -> str:
    return f"{table.number} {' '.join(seat.entrant.listed for seat in table.seats)}"


def _draft_for(round_: Round, may: dict[str, bool]) -> PairingRun | None:
    """The round's draft, for those who pair: nobody else sees it before it is published."""
    if round_._state.adding or not may["draft"]:
        return None
    # What was asked and what came out are a megabyte each in a large field, and the page shows two lines of it.
    rows = round_.runs.select_related("round__division__event").defer("request", "outcome")
    return rows.filter(status="draft").first()


def _players(draft: draft_page.Draft) -> list[Person]:
    seated = [seat.entrant for table in draft.tables for seat in table.seats]
    return sorted([*seated, *(seat.entrant for seat, _why in draft.byes)], key=lambda row: row.number)


def _options(request: HttpRequest, run: PairingRun, players: list[Person]) -> dict[str, Any]:
    """What another opponent would cost the player named in the address, cheapest first."""
    known = {str(row.pk): row for row in players}
    by_number = {str(row.number): row for row in players}
    one, other = (
        known.get(asked) or by_number.get(asked)
        for asked in (request.GET.get(n, "") for n in ("one", "other"))
    )
    if one and other and one != other:
        return {"wished": (one, other, pairing_page.wish(run, str(one.pk), str(other.pk)))}
    chosen = known.get(request.GET.get("options", ""))
    if chosen is None:
        return {}
    rows = pairing_page.options(run, str(chosen.pk))
    offered = [{"id": (row["against"] or [""])[0], "sentence": row["sentence"]} for row in rows]
    return {"chosen": chosen, "options": [row for row in offered if not row["id"] or row["id"] in known]}


def _published(request: HttpRequest, facts: dict[str, Any], status: int) -> HttpResponse:
    round_: Round = facts["round"]
    apart = round_.slots.exclude(kind="seat").select_related("entrant").order_by("kind", "entrant__number")
    rows, states = _tables(request, round_), states_of(round_)
    told = {"rows": rows, "apart": apart, "stale": pairing_page.is_stale(round_), **_next_of(round_, states)}
    # A round with results is not recalled; the command says so to whoever had the page open.
    told |= {"matches": matches.scores(round_), "entered": states.entered}
    told["version"] = prints.version_of(round_)
    return render(request, "desk/pairing/pairing_published.html", {**facts, **told}, status=status)


def _tables(request: HttpRequest, round_: Round) -> Portion[TableRow]:
    """The tables asked for; only these are read."""
    keys = list(round_.tables.order_by("number").values_list("pk", "number"))
    seated = SimpleLazyObject(lambda: _seated(round_))
    found = portion(
        request, keys, lambda key: f"{key[1]} {seated.get(key[0], '')}", size=TABLES, first=AT_FIRST
    )
    rows = Table.objects.filter(pk__in=[pk for pk, _number in found]).order_by("number")
    return loaded(found, rows_of(rows))


def _seated(round_: Round) -> dict[Any, str]:
    """Numbers and names at each table, for whoever looks for one."""
    told: dict[Any, str] = defaultdict(str)
    rows = round_.slots.exclude(table=None).values_list(
        "table_id", "entrant__surname", "entrant__given", "entrant__number"
    )
    for table, surname, given, _number in rows:
        told[table] += f" {surname} {given}"
    return told


def _next_of(round_: Round, states: States) -> dict[str, Any]:
    """What the round waits for (enter, confirm, close, "" when closed), and the round that follows it (0: none)."""
    waits = "enter" if states.out else "confirm" if states.waiting else "close"
    last = round_.number >= round_.division.rounds_planned
    return {"todo": waits if round_.is_open else "", "following": 0 if last else round_.number + 1}


def job_of(round_: Round) -> Job | None:
    """The newest worker on this round, while it is at work or has failed."""
    rows = Job.objects.filter(scope=round_.division.scope_key, kind=DRAFT, params__number=round_.number)
    row = rows.filter(params__division=str(round_.division_id)).order_by("-created_at").first()
    return row if row and row.status in SHOWN else None
