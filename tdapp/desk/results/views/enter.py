"""Entering results: one line for the whole hall, answered at once."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.desk.ledger import entry_line, tables
from tdapp.desk.results import confirming, echo, intake
from tdapp.desk.results.views import claims
from tdapp.events.access import web_event
from tdapp.events.models import Event, Table
from tdapp.events.screens import SeeOther
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Missing, Refusal

PARTS = {"out": "desk/results/_still_out.html", "recent": "desk/results/_recent.html"}


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, event: str) -> HttpResponse:
    """The page; and the answer to a line: a fragment for its script, JSON for programs, else a page."""
    if request.method == "POST":
        return _answer(request, event, _enter_line)
    ctx, row = web_event(request, event, "result.enter")
    return render(request, "desk/results/enter.html", _page(request, ctx, row))


@require_POST
def undo(request: HttpRequest, event: str) -> HttpResponse:
    """Take back one's own last entry."""
    return _answer(request, event, _undo)


@require_GET
def part(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """A list beside the line, polled with the version last seen: 204 while nothing changed."""
    ctx, row = web_event(request, event, "result.enter")
    if name not in PARTS:
        raise Missing("missing", _("There is no such thing here."))
    now = tables.version(row, minutely=True)
    if request.GET.get("v") == now:
        return HttpResponse(status=204)
    response = render(request, PARTS[name], _part(name, row, ctx))
    response["X-Version"] = now
    return response


def _part(name: str, event: Event, ctx: Context) -> dict[str, Any]:
    rows = tables.still_out(event) if name == "out" else tables.recent(event)
    closing = tables.to_close(event) if name == "out" and not rows else []
    several = event.divisions.count() > 1
    return {"rows": rows, "event": event, "ctx": ctx, "several": several, "closing": closing}


def _page(request: HttpRequest, ctx: Context, event: Event, **more: Any) -> dict[str, Any]:
    second = bool(request.GET.get("second"))
    more_url = "?second=1" if second else ""
    version = tables.version(
        event, minutely=True
    )  # before the rows: what comes between the two is asked for again
    out = tables.still_out(event)
    return {
        "event": event, "ctx": ctx, "out": out, "closing": [] if out else tables.to_close(event), "recent": tables.recent(event),
        "version": version, "several": event.divisions.count() > 1,
        **claims.facts(event), "offered": confirming.offered(ctx, event),
        "two_slips": event.divisions.filter(confirm_policy=intake.TWO_SLIPS).exists(), "second": second,
        "entry_url": reverse("desk:enter", args=[event.slug]) + more_url,
        "undo_url": reverse("desk:undo", args=[event.slug]), "entry_key": uuid4().hex, **more,
    }  # fmt: skip


def _answer(request: HttpRequest, slug: str, act: Any) -> HttpResponse:
    if stranger := _not_the_typist(request):
        return stranger
    ctx, event = web_event(request, slug, "result.enter")
    typed = _typed(request)
    try:
        shown, status = act(request, ctx, event, typed), 200
    except Refusal as refusal:
        shown, status = _refused(event, typed, refusal, ctx), refusal.status
    return _say(request, ctx, event, typed, shown, status)


def _not_the_typist(request: HttpRequest) -> HttpResponse | None:
    """A line belongs to who typed it: after a log-out or a change of person it waits in its page (401)."""
    typist = request.headers.get("X-Page-User", "")
    if request.user.is_authenticated and typist in {"", str(request.user.pk)}:
        return None
    return JsonResponse({"detail": _("Log in again; the line is kept.")}, status=401)


def _typed(request: HttpRequest) -> dict[str, Any]:
    if request.content_type != "application/json":
        return request.POST.dict()
    try:
        body = json.loads(request.body or b"{}")
    except ValueError as error:
        raise Refusal("bad-json", _("The body is not JSON."), status=400) from error
    return body if isinstance(body, dict) else {}


def _text(typed: dict[str, Any]) -> str:
    return str(typed.get("line", "")).strip()


def _enter_line(request: HttpRequest, ctx: Context, event: Event, typed: dict[str, Any]) -> echo.Echo:
    text = _text(typed)
    if text.casefold() == "u":
        return _undo(request, ctx, event, typed)
    second = bool(request.GET.get("second") or typed.get("second"))
    done = intake.entered(ctx, event, text, sure=_is_sure(typed, text), second=second)
    if "text" in done.answer:
        return echo.asked_aside(done.answer)
    return echo.saved(
        event, done.answer, table=done.table, several=None if done.others is None else bool(done.others)
    )


def _is_sure(typed: dict[str, Any], text: str) -> bool:
    """Agreed to what was asked; in a plain form only as long as the line is the one that was asked about."""
    agreed = typed.get("agree") or typed.get("sure") is True
    return bool(agreed) and str(typed.get("agreed_line", text)).strip() == text


def _undo(request: HttpRequest, ctx: Context, event: Event, typed: dict[str, Any]) -> echo.Echo:
    return echo.undone(intake.undo_last(ctx, event))


def _refused(event: Event, typed: dict[str, Any], refusal: Refusal, ctx: Context) -> echo.Echo:
    number = entry_line.table_number(_text(typed))
    return echo.refused(refusal, number, _table_of(event, _text(typed), number), ctx.actor_name)


def _table_of(event: Event, text: str, number: int | None) -> Table | None:
    if number is None:
        return None
    try:
        return intake.find_table(event, number, round_number=entry_line.round_number(text) or 0)
    except Missing:
        return None


def _say(
    request: HttpRequest, ctx: Context, event: Event, typed: dict[str, Any], shown: echo.Echo, status: int
) -> HttpResponse:
    if request.content_type == "application/json" or request.headers.get("Accept") == "application/json":
        return JsonResponse({"status": shown["state"], **shown}, status=status)
    if "X-Page-User" in request.headers or "HX-Request" in request.headers:
        return render(request, "td/forms/_echo.html", {"echo": shown}, status=status)
    return _plainly(request, ctx, event, typed, shown, status)


def _plainly(
    request: HttpRequest, ctx: Context, event: Event, typed: dict[str, Any], shown: echo.Echo, status: int
) -> HttpResponse:
    """Without a script: a redirect after what was saved, else the page again with the line as typed."""
    if shown["state"] == "ok":
        messages.success(request, echo.in_a_line(shown))
        second = "?second=1" if request.GET.get("second") else ""
        return SeeOther(reverse("desk:enter", args=[event.slug]) + second)
    kept = _text(typed) + (shown["join"] if shown["state"] == "more" else "")
    page = _page(request, ctx, event, echo=shown, line=kept, agree=shown.get("agree", ""))
    return render(request, "desk/results/enter.html", page, status=status)
