"""The bundle for the federation: signed at the desk and taken as a file; there sent in, looked at, brought in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.models import Event, Round
from tdapp.events.screens import attempt, done, go, person_desk, posted, refused, sent
from tdapp.interchange.commands import federation
from tdapp.interchange.commands.events import discard_import
from tdapp.interchange.federation import making
from tdapp.interchange.federation.making import Made
from tdapp.interchange.forms.federation import BundleForm, SignForm
from tdapp.interchange.forms.files import SeenForm
from tdapp.interchange.models import BroughtIn, EventPreview
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import AuditEntry, User
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.runs.planning import RATED, open_tables

BRING, PREVIEW = "interchange:bundles", "interchange:bundle_preview"
SHOWN, SIGNED = 20, "event.sign"


@require_http_methods(["GET", "POST"])
def bundle(request: HttpRequest, event: str) -> HttpResponse:
    """What goes to the federation, and the signature under it; POST answers with the file."""
    ctx, row = access.web_event(request, event, "event.edit")
    divisions = _divisions(row)
    form = SignForm(
        posted(request),
        initial={"name": ctx.actor_name, "role": _("Director")},
        slugs=[one["row"].slug for one in divisions],
    )
    made: list[Made] = []
    if sent(request, form) and attempt(form, lambda: _make(ctx, row, form, made)):
        return HttpResponse(
            made[0].data,
            "application/zip",
            headers={"Content-Disposition": f'attachment; filename="{federation.file_name(row)}"'},
        )
    signed = AuditEntry.objects.filter(scope=row.scope_key, intent=SIGNED, refused="")
    page = {"event": row, "form": form, "divisions": divisions, "differing": making.differing(row)}
    page["signed"] = signed.order_by("-number").first()
    return render(request, "interchange/federation/bundle.html", page, status=form.status)


def _make(ctx: Context, row: Event, form: SignForm, made: list[Made]) -> dict[str, Any]:
    made.append(federation.bundle_of(ctx, row, form.signature()))
    return {"fingerprint": made[0].fingerprint}


def _divisions(event: Event) -> list[dict[str, Any]]:
    """Each division as it would go: players, newcomers without a number, open tables, whether it is rated."""
    rows = making.divisions_of(event)
    people = making.entrants_of(rows)
    waiting = open_tables([row.pk for row in rows])
    played = set(
        Round.objects.filter(division__in=rows)
        .exclude(status=Round.Status.PLANNED)
        .values_list("division", flat=True)
    )
    return [
        {
            "row": row, "rated": row.rating_kind in RATED, "open": waiting.get(row.pk, 0),
            "chosen": row.pk in played and row.pk not in waiting,
            "players": sum(one.division_id == row.pk for one in people),
            "new": sum(one.division_id == row.pk and not making.number_of(one) for one in people),
        }
        for row in rows
    ]  # fmt: skip


def _keeper(request: HttpRequest) -> tuple[Context, User]:
    told = _("You may not create events here; ask who installed this.")
    return access.web_installation(request, federation.NEEDS, told)


@require_http_methods(["GET", "POST"])
def bundles(request: HttpRequest) -> HttpResponse:
    """Send a bundle in; the dry run follows. Below, what came before."""
    ctx, user = _keeper(request)
    form = BundleForm(posted(request), request.FILES or None)
    call = lambda: federation.preview_bundle(ctx, Installation(), **form.sent())  # noqa: E731
    if sent(request, form) and (answer := attempt(form, call)):
        return go(PREVIEW, answer["id"])
    came = BroughtIn.objects.select_related("event").filter(event__deleted_at=None)[:SHOWN]
    page = {"desk": person_desk(user), "form": form, "came": came}
    return render(request, "interchange/federation/bundles.html", page, status=form.status)


def _preview(request: HttpRequest, pk: Any) -> tuple[Context, EventPreview, User]:
    ctx, user = _keeper(request)
    rows = EventPreview.objects.filter(division=None, report__bundle=True, made_by=ctx.actor)
    return ctx, find(rows, pk=pk), user


@require_safe
def bundle_preview(request: HttpRequest, pk: Any) -> HttpResponse:
    """Who is who, what it would make or correct, and what the director signed."""
    _ctx, row, user = _preview(request, pk)
    page = {"desk": person_desk(user), "preview": row, "form": SeenForm(initial={"seen": row.digest})}
    return render(request, "interchange/federation/bundle_preview.html", page)


@require_POST
def bundle_apply(request: HttpRequest, pk: Any) -> HttpResponse:
    """Bring it in."""
    ctx, row, _user = _preview(request, pk)
    try:
        answer = federation.apply_bundle(ctx, row, seen=request.POST.get("seen", ""))
    except Refusal as refusal:
        return refused(request, refusal, PREVIEW, row.pk)
    return done(request, _sentence(answer), BRING)


def _sentence(answer: dict[str, Any]) -> str:
    if answer["made"]:
        return _("%(name)s is here; it waits under Rating updates of your rating lists.") % answer
    if answer["corrected"]:
        return _("%(name)s is corrected; rating updates that no longer fit say so.") % answer
    return _("%(name)s was here already; nothing changed.") % answer


@require_POST
def bundle_discard(request: HttpRequest, pk: Any) -> HttpResponse:
    """Throw the dry run away."""
    ctx, row, _user = _preview(request, pk)
    try:
        discard_import(ctx, row)
    except Refusal as refusal:
        return refused(request, refusal, BRING)
    return done(request, _("Discarded; nothing was brought in."), BRING)
