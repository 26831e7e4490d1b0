"""The judge's desk: who waits, take a call, rule on it; and calling a judge from a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from tdapp.events.access import web_division, web_event
from tdapp.events.models import Event, Round, tell_apart_in_field
from tdapp.events.screens import act, attempt, done, go, posted, refused, sent
from tdapp.judging.access import at, rulings, web_call, web_table
from tdapp.judging.models import Call
from tdapp.judging.rulings import queue as queues
from tdapp.judging.rulings.commands import calls as commands
from tdapp.judging.rulings.commands.rulings import rule
from tdapp.judging.rulings.forms import CallForm, RuleForm, decided_in, initial_of, words_in
from tdapp.judging.rulings.ruling_page import lines_of, ruling_form, tells
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict

RECENT = 8


@require_safe
def desk(request: HttpRequest, event: str) -> HttpResponse:
    """Everything a judge needs between two calls."""
    ctx, row = web_event(request, event, "judge.rule")
    shown = {
        "event": row, **_queue(ctx, row), "recent": _recent(row), "divisions": list(row.divisions.all()),
        "open_rounds": _open_rounds(row),
    }  # fmt: skip
    return render(request, "judging/rulings/desk.html", shown)


def _open_rounds(event: Event) -> list[Round]:
    rows = Round.objects.filter(division__event=event, status=Round.Status.PUBLISHED)
    return list(rows.select_related("division").order_by("division__order", "number"))


@require_GET
def queue(request: HttpRequest, event: str) -> HttpResponse:
    """The queue alone, polled: 204 while nothing changed."""
    ctx, row = web_event(request, event, "judge.rule")
    shown = _queue(ctx, row)
    if request.GET.get("v") == shown["version"]:
        return HttpResponse(status=204)
    response = render(request, "judging/rulings/_queue.html", {"event": row, **shown})
    response["X-Version"] = shown["version"]
    return response


def _queue(ctx: Context, event: Event) -> dict[str, Any]:
    version = queues.version(event)  # before the rows: a call that comes between the two is asked for again
    return {"rows": queues.queue_of(ctx, event), "version": version}


def _recent(event: Event) -> Sequence[Any]:
    """The newest rulings that stand; superseded ones are in the log."""
    return list(rulings().filter(division__event=event, superseded_by=None).order_by("-at")[:RECENT])


@require_GET
def lists(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Which of the words being typed the lists decide and which the judge has to."""
    ctx, row = web_division(request, event, division, "judge.rule")
    found = lines_of(ctx, row, words_in(request.GET.get("words", "")), decided_in(request.GET))
    return render(request, "judging/rulings/_lists.html", {"lists": found, "telling": tells(ctx, row)})


@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, event: str, call: UUID) -> HttpResponse:
    """Rule on a call. What was typed stays, whoever was first."""
    ctx, row = web_call(request, event, call)
    start = {**_start(row), **initial_of(row.table, request.GET)}
    form = RuleForm(posted(request), seats=list(row.table.seats.all()), initial=start)
    if sent(request, form):
        told = attempt(form, lambda: rule(ctx, row, asked=form.asked(), seen=_seen(form)))
        if told:
            return ruled(request, event, told)
    shown: dict[str, Any] = {
        "call": row, "others": list(row.rulings.all()) if not _is_open(row) else [],
        "not_mine": row.state == Call.State.TAKEN and not commands.has_call(ctx, row),
    }  # fmt: skip
    return ruling_form(request, ctx, row.table, form, **shown)


def ruled(request: HttpRequest, event: str, told: dict[str, Any]) -> HttpResponse:
    """To the ruling; where another judge's verdict is awaited, back to the queue, and nothing is told at the table."""
    if "ruling" in told:
        return go(reverse("judging:ruling", args=[event, told["ruling"]]))
    sentence = _("Your verdict is kept. Tell the table nothing: another judge gives theirs now.")
    return done(request, sentence, "judging:desk", event)


def _seen(form: RuleForm) -> int:
    return int(form.values()["seen"] or 0)


def _is_open(row: Call) -> bool:
    return row.state in commands.OPEN


def _start(row: Call) -> dict[str, Any]:
    return {
        "words": "\n".join(row.words), "challenged": row.challenged or "", "play": row.play, "seen": row.version,
        "challengers": " ".join(map(str, row.challengers)),
    }  # fmt: skip


@require_POST
def take(request: HttpRequest, event: str, call: UUID) -> HttpResponse:
    """Take a call, or with a reason take it over, and go to its ruling."""
    ctx, row = web_call(request, event, call)
    reason = request.POST.get("reason", "")
    try:
        told = commands.take(ctx, row, seen=_version(request), reason=reason)
    except Conflict as refusal:
        return refused(request, refusal, reverse("judging:call", args=[event, row.pk]))
    facts = {"table": told["table"], "other": row.table.number}
    sentence = _("Table %(table)s is yours.") % facts
    if told["call"] != str(row.pk):
        sentence = _("Another judge has table %(other)s; table %(table)s is yours.") % facts
    return done(request, sentence, reverse("judging:call", args=[event, told["call"]]))


@require_POST
def hand_back(request: HttpRequest, event: str, call: UUID) -> HttpResponse:
    """Put a call back into the queue."""
    ctx, row = web_call(request, event, call)
    sentence = _("Table %(table)s waits again.") % {"table": row.table.number}
    return act(
        request, lambda: commands.hand_back(ctx, row, seen=_version(request)), sentence, "judging:desk", event
    )


@require_POST
def call_off(request: HttpRequest, event: str, call: UUID) -> HttpResponse:
    """End a call without a ruling."""
    ctx, row = web_call(request, event, call, "challenge.call")
    reason = request.POST.get("reason", "")[:300]
    back = at(row.table, "desk:table") if request.POST.get("back") == "table" else ""
    where = [back] if back else ["judging:desk", event]
    return act(
        request, lambda: commands.call_off(ctx, row, seen=_version(request), reason=reason),
        _("Called off."), *where,
    )  # fmt: skip


def _version(request: HttpRequest) -> int:
    """The version a button was shown with; none is never the newest."""
    typed = request.POST.get("seen", "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0


@require_http_methods(["GET", "HEAD", "POST"])
def call_from_table(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """Ask for a judge at a table, with the words if they were named."""
    ctx, row = web_table(request, event, division, number, table, "challenge.call")
    seats = list(row.seats.select_related("entrant").order_by("seat"))
    tell_apart_in_field([slot.entrant for slot in seats])
    form = CallForm(posted(request), seats=seats)
    if sent(request, form) and attempt(form, lambda: commands.call_judge(ctx, row, **form.what())):
        sentence = _("A judge is called to table %(table)s. Stop the clock.") % {"table": row.number}
        return done(request, sentence, at(row, "desk:table"))
    shown = {
        "event": row.round.division.event,
        "table": row,
        "form": form,
        "table_url": at(row, "desk:table"),
    }
    return render(request, "judging/rulings/call.html", shown, status=form.status)
