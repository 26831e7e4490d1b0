"""Paper: the pack as a job with its page, the sheets of a round as PDF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.accounts.addresses import hall_address
from tdapp.desk.day import prints
from tdapp.desk.models import PairingRun
from tdapp.desk.standings.views.standings import refuse_future
from tdapp.events import access
from tdapp.events.models import Event, Round
from tdapp.events.screens import act, attempt, go, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing, NotAllowed
from tdapp.kernel.signing_in.owning import may_end
from tdapp.publishing.answers.poster import address
from tdapp.publishing.paper import making, rounds
from tdapp.publishing.paper.drawing.document import SIZES
from tdapp.publishing.paper.forms import PackForm

RECENT = 6


@dataclass(frozen=True, slots=True)
class Void:
    """A print version that was recalled."""

    round: Round
    version: int
    reason: str


@require_http_methods(["GET", "POST"])
def paper(request: HttpRequest, event: str) -> HttpResponse:
    """Choose the parts of the pack; the sheets of every round beside."""
    ctx, row = access.web_event(request, event, "roster.view")
    form = PackForm(posted(request), public=row.public, **_may(ctx))
    if sent(request, form):
        wish = form.wish(*_addresses(request, row))
        if answer := attempt(form, lambda: making.make_pack(ctx, row, wish=wish)):
            return go("paper:job", row.slug, answer["job"])
    page = {"event": row, "form": form, "recent": _recent(row), **_rounds(row)}
    return render(request, "publishing/paper/pack.html", page, status=form.status)


def _may(ctx: Context) -> dict[str, bool]:
    return {"may_private": can(ctx, making.PRIVATE), "may_codes": can(ctx, making.CODES)}


def _addresses(request: HttpRequest, event: Event) -> tuple[str, str, str]:
    """The event's public page and where a player finds himself, nothing while it has none; the desk's check-in."""
    checkin = hall_address(request, f"/e/{event.slug}/checkin/")
    if not event.public:
        return "", "", checkin
    page = address(request, event.slug)
    return page, f"{page}me/", checkin


def _recent(event: Event) -> list[dict[str, Any]]:
    rows = Job.objects.filter(scope=event.scope_key, kind=making.KIND)[:RECENT]
    return [{"row": row, "kept": making.place_of(row).exists()} for row in rows]


def _rounds(event: Event) -> dict[str, Any]:
    """Rounds that are open or were, newest first, and print versions that are void."""
    shown = Round.objects.filter(division__event=event).exclude(status=Round.Status.PLANNED)
    rows = list(shown.select_related("division__event").order_by("division__order", "-number"))
    versions = prints.versions(rows)
    void = PairingRun.objects.filter(round__division__event=event, status=PairingRun.Status.RECALLED)
    runs = void.select_related("round__division").order_by(
        "round__division__order", "round__number", "print_version"
    )
    return {
        "rounds": [(row, versions[row.pk]) for row in rows], "what": rounds.WHAT,
        "voids": [Void(run.round, run.print_version, run.reason) for run in runs],
    }  # fmt: skip


def _job(request: HttpRequest, event: str, pk: Any) -> tuple[Context, Event, Job]:
    """Context, event and job of a pack; a job of another event or kind does not exist."""
    ctx, row = access.web_event(request, event, "roster.view")
    return ctx, row, find(Job.objects.filter(scope=row.scope_key, kind=making.KIND), pk=pk)


@require_safe
def job(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A pack being drawn; htmx asks for the progress bar alone."""
    ctx, row, found = _job(request, event, pk)
    part = request.headers.get("HX-Request") == "true"
    name = "publishing/paper/_progress.html" if part else "publishing/paper/job.html"
    kept, cards = making.place_of(found).exists(), _holds_cards(found)
    shown = {
        "event": row,
        "job": found,
        "kept": kept,
        "cards": cards,
        **_may(ctx),
        "may": making.may_see(ctx, found),
    }
    return render(request, name, {**shown, "may_end": may_end(ctx, found.actor, "event.edit")})


def _holds_cards(job: Job) -> bool:
    return bool(job.params.get("codes"))


@require_safe
def file(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A finished pack, for who may see what is in it; one with players' cards is taken by a button, which is noted."""
    ctx, _row, found = _job(request, event, pk)
    making.refuse_unseen(ctx, found)
    if _holds_cards(found):
        raise NotAllowed("take-it", _("Open the pack's page: who takes players' cards is noted."))
    return _file(found)


@require_POST
def take(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A finished pack with players' cards, for who may hold them all."""
    ctx, _row, found = _job(request, event, pk)
    making.take(ctx, found)
    return _file(found)


def _file(found: Job) -> HttpResponse:
    try:
        data = making.place_of(found).read_bytes()
    except OSError:
        raise Missing("file-gone", _("This file is no longer kept. Make the pack again.")) from None
    return _pdf(data, found.params["file"], "attachment")


def _pdf(data: bytes, name: str, how: str) -> HttpResponse:
    return HttpResponse(data, "application/pdf", headers={"Content-Disposition": f'{how}; filename="{name}"'})


@require_POST
def cancel(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Stop drawing a pack."""
    ctx, row, found = _job(request, event, pk)
    said = _("The pack stops at its next sheet.")
    return act(request, lambda: making.cancel_pack(ctx, found), said, "paper:job", row.slug, found.pk)


@require_POST
def take_down(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Destroy a pack's file."""
    ctx, row, found = _job(request, event, pk)
    said = _("The file is destroyed.")
    return act(request, lambda: making.take_down(ctx, found), said, "paper:paper", row.slug)


@require_safe
def sheet(request: HttpRequest, event: str, division: str, number: int, what: str) -> HttpResponse:
    """A sheet of a round as PDF: `?paper=a4|letter&version=`; a recalled version says VOID."""
    ctx, row = access.web_division(request, event, division, "result.view")
    round_ = find(Round.objects.select_related("division__event"), division=row, number=number)
    if what not in rounds.WHAT:
        raise Missing("missing", _("There is no such print."))
    if what == "standings":
        refuse_future(row, number)
    paper, version = request.GET.get("paper", ""), request.GET.get("version", "")
    _page, find_me, _desk = _addresses(request, row.event)
    data = rounds.render(
        round_, what, paper if paper in SIZES else "a4", address=find_me, codes=can(ctx, making.CALL),
        version=version if version.isdecimal() and version.isascii() and len(version) < 5 else "",
    )  # fmt: skip
    return _pdf(data, f"{row.event.slug}-{row.slug}-{number}-{what}.pdf", "inline")
