"""Rulings: the log, one of them, rule anew, rule at a table that never called."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Division, Event, tell_apart_in_field
from tdapp.events.screens import attempt, go, posted, sent
from tdapp.judging.access import web_ruling, web_table
from tdapp.judging.models import Ruling
from tdapp.judging.rulings import log as logs
from tdapp.judging.rulings import reporting
from tdapp.judging.rulings.commands.rulings import rule_at, supersede
from tdapp.judging.rulings.forms import AnewForm, RuleForm, initial_of
from tdapp.judging.rulings.ports import on_sheets
from tdapp.judging.rulings.ruling_page import ruling_form, tells
from tdapp.judging.rulings.views.calls import ruled
from tdapp.judging.words.lookup import says
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.refusals import NotAllowed

PAGE = 100
PAPERS = ("a4", "letter")


@require_safe
def log(request: HttpRequest, event: str) -> HttpResponse:
    """Every ruling of the event, by division, round, verdict and judge."""
    _ctx, row = web_event(request, event, "judge.rule")
    found, asked = _asked(request, row)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    shown: dict[str, Any] = {
        "event": row, "page": page, "rows": logs.rows_of(page), "asked": asked, "filtered": any(asked.values()),
        "divisions": list(row.divisions.all()), "rounds": logs.rounds(row), "judges": logs.judges(row),
        "verdicts": [(name, words) for name, (words, _q) in logs.VERDICTS.items()],
    }  # fmt: skip
    return render(request, "judging/rulings/rulings.html", shown)


@require_safe
def printed(request: HttpRequest, event: str) -> HttpResponse:
    """The same rulings on paper."""
    _ctx, row = web_event(request, event, "judge.rule")
    found, _asked_for = _asked(request, row)
    head = PrintHead(row.name, title=_("Rulings"), at=clock.now())
    paper = request.GET.get("paper", "")
    shown = {
        "event": row, "rows": logs.rows_of(found), "head": head, "paper": paper if paper in PAPERS else PAPERS[0],
        "layout": "wide", "back_url": reverse("judging:rulings", args=[event]),
    }  # fmt: skip
    return render(request, "judging/rulings/print_rulings.html", shown)


def _asked(request: HttpRequest, event: Event) -> tuple[Any, dict[str, str]]:
    asked = {name: request.GET.get(name, "") for name in ("division", "round", "verdict", "judge")}
    division = _division(event, asked["division"])
    typed = asked["round"]
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else -1 if typed else None
    return logs.of_event(event, division, number, asked["verdict"], asked["judge"]), asked


def _division(event: Event, slug: str) -> Division | None:
    return find(event.divisions.select_related("event"), slug=slug) if slug else None


@require_safe
def ruling(request: HttpRequest, event: str, ruling: UUID) -> HttpResponse:
    """What to read out at the table, big; below it everything that is kept but the answers to single words."""
    ctx, row = web_ruling(request, event, ruling)
    request.place = Place(ctx, row.division.event, row.division)  # type: ignore[attr-defined]
    shown = {
        "event": row.division.event, "ruling": row, "one": logs.RulingRow(row), "layers": _layers(row),
        "may_send": reporting.may_send(row), "sheets": on_sheets(row), "telling": tells(ctx, row.division),
    }  # fmt: skip
    return render(request, "judging/rulings/ruling.html", shown)


@require_safe
def ruling_words(request: HttpRequest, event: str, ruling: UUID) -> HttpResponse:
    """What each word of a ruling was answered, on a page of its own: never beside what is read out."""
    ctx, row = web_ruling(request, event, ruling, "division.edit")
    if not tells(ctx, row.division):
        sentence = _("You play in this division's round: single words are told after it.")
        raise NotAllowed("plays", sentence)
    request.place = Place(ctx, row.division.event, row.division)  # type: ignore[attr-defined]
    shown = {"event": row.division.event, "ruling": row, "answers": _answers(row), "verdicts": _verdicts(row)}
    return render(request, "judging/rulings/ruling_words.html", shown)


def _answers(row: Ruling) -> list[dict[str, Any]]:
    return [{**one, "says": says(one["layer"], one["name"], one.get("reason", ""))} for one in row.answers]


def _verdicts(row: Ruling) -> list[dict[str, Any]]:
    """What each judge decided where more than one did, told with the ruling and not before."""
    given = row.call.verdicts if row.call and not row.supersedes_id else []
    words = {True: _("stands"), False: _("does not stand")}
    return [
        {**one, "words": [f"{key}: {words[stands]}" for key, stands in one["decided"].items()]}
        for one in given
    ]


def _layers(row: Ruling) -> list[tuple[str, str, str]]:
    """Layer, list and digest of everything that was asked, in order."""
    names = {"block": _("block list"), "dialect": _("dialect list"), "main": _("dictionary"),
             "printed": _("rulebook"), "theme": _("theme list")}  # fmt: skip
    kept = ("printed", "block", "dialect", "main", "theme")
    own = {"printed": _("the two-tile list it prints")}
    asked = [(kind, *one) for kind in kept for one in row.layers.get(kind, [])]
    return [(names[kind], own.get(kind, name), digest) for kind, name, digest in asked]


@require_http_methods(["GET", "HEAD", "POST"])
def anew(request: HttpRequest, event: str, ruling: UUID) -> HttpResponse:
    """Rule anew: the right word is typed now, or the ruling was wrong."""
    ctx, row = web_ruling(request, event, ruling)
    request.place = Place(ctx, row.division.event, row.division)  # type: ignore[attr-defined]
    seats = list(row.table.seats.all()) if row.table else []
    form = AnewForm(posted(request), seats=seats, initial={**_as_typed(row), **_mended(request)})
    if sent(request, form):
        told = attempt(form, lambda: supersede(ctx, row, asked=form.asked(), reason=form.values()["reason"]))
        if told:
            return go(reverse("judging:ruling", args=[event, told["ruling"]]))
    shown = {"superseding": row, "others": _newer(row)}
    return ruling_form(request, ctx, row.table, form, division=row.division, decided=_decided(row), **shown)


def _mended(request: HttpRequest) -> dict[str, Any]:
    """From a sheet that asks about the ruling: the turn that is meant; the row it named is forgotten."""
    if request.GET.get("mend") != "turn":
        return {}
    turn = request.GET.get("turn", "")
    known = turn if turn.isascii() and turn.isdigit() and len(turn) < 4 else ""
    return {"turn": known, "play": "", "reason": _("the turn was wrong")}


def _decided(row: Ruling) -> dict[str, bool]:
    """What the judge had decided stands in the form again, to be kept or changed."""
    return {answer["key"]: answer["acceptable"] for answer in row.answers if answer["layer"] == "judge"}


def _newer(row: Ruling) -> list[Ruling]:
    newer = getattr(row, "superseded_by", None)
    return [newer] if newer else []


def _as_typed(row: Ruling) -> dict[str, Any]:
    return {
        "words": "\n".join(row.words), "challenged": row.challenged or "", "turn": row.turn, "play": row.play,
        "challengers": " ".join(map(str, row.challengers)), "source": row.source, "page": row.page,
        "note": row.note,
    }  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """Rule where nobody called: the judge stood beside it."""
    ctx, row = web_table(request, event, division, number, table, "judge.rule")
    seats = list(row.seats.select_related("entrant").order_by("seat"))
    tell_apart_in_field([slot.entrant for slot in seats])
    form = RuleForm(posted(request), seats=seats, initial=initial_of(row, request.GET))
    if sent(request, form):
        told = attempt(form, lambda: rule_at(ctx, row, asked=form.asked()))
        if told:
            return ruled(request, event, told)
    return ruling_form(request, ctx, row, form)
