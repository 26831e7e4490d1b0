"""Certificates at the desk: choose, draw, take away; sponsors' logos. In public: what a code stands for."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.desk.models import Certificate, Sponsor
from tdapp.desk.pairing import freezing
from tdapp.desk.prizes import finals
from tdapp.desk.prizes.rules import words
from tdapp.events import access
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, done, go, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing
from tdapp.publishing.answers import answers
from tdapp.publishing.answers.poster import address
from tdapp.publishing.certificates import facts, logos, making, outdated
from tdapp.publishing.certificates.forms import CertificatesForm, SponsorForm
from tdapp.publishing.look import pictures
from tdapp.publishing.paper.making import place_of
from tdapp.publishing.released import board, public_access
from tdapp.publishing.released.public_access import nothing_here

RECENT, CODE_LENGTH, CODE_LETTERS = 5, 24, frozenset("0123456789abcdef")
OLD = "superseded-"
PAGE, EDIT = "certificates:certificates", "prize.edit"


@require_http_methods(["GET", "POST"])
def certificates(request: HttpRequest, event: str) -> HttpResponse:
    """Choose whose certificates are drawn."""
    ctx, row = access.web_event(request, event, making.NEEDS)
    form = CertificatesForm(posted(request), event=row)
    if sent(request, form):
        page = address(request, row.slug) if row.public else ""
        if answer := attempt(form, lambda: making.make(ctx, row, wish=form.wish(page))):
            return go("certificates:job", row.slug, answer["job"])
    return _page(request, ctx, row, form=form)


def _page(
    request: HttpRequest, ctx: Context, row: Event, *, form: CertificatesForm | None = None,
    sponsor: SponsorForm | None = None,
) -> HttpResponse:  # fmt: skip
    bound = sponsor or form
    shown = {
        "event": row, "form": form or CertificatesForm(event=row), "sponsor": sponsor or SponsorForm(),
        "sponsors": Sponsor.objects.filter(event=row).defer("picture"), "recent": _recent(row),
        "finals": finals.of_event(row), "may": can(ctx, EDIT),
    }  # fmt: skip
    return render(request, "publishing/certificates/page.html", shown, status=bound.status if bound else 200)


def _recent(row: Event) -> list[dict[str, Any]]:
    jobs = list(Job.objects.filter(scope=row.scope_key, kind=making.KIND)[:RECENT])
    kept = {job.pk for job in jobs if place_of(job).exists()}
    old = outdated.of_jobs(row, [job for job in jobs if job.pk in kept])
    return [{"row": job, "kept": job.pk in kept, "old": old.get(job.pk, 0)} for job in jobs]


def _job(request: HttpRequest, event: str, pk: UUID) -> tuple[Context, Event, Job]:
    """Context, event and job; a job of another event or kind does not exist."""
    ctx, row = access.web_event(request, event, making.NEEDS)
    return ctx, row, find(Job.objects.filter(scope=row.scope_key, kind=making.KIND), pk=pk)


@require_safe
def job(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Certificates being drawn; htmx asks for the progress bar alone."""
    _ctx, row, found = _job(request, event, pk)
    part = request.headers.get("HX-Request") == "true"
    name = "publishing/certificates/_progress.html" if part else "publishing/certificates/job.html"
    old = {} if part else outdated.of_jobs(row, [found])
    shown = {"event": row, "job": found, "kept": place_of(found).exists(), "old": old.get(found.pk, 0)}
    return render(request, name, shown)


@require_safe
def file(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """The finished PDF; under another name once it says what is no longer final."""
    _ctx, row, found = _job(request, event, pk)
    try:
        data = place_of(found).read_bytes()
    except OSError:
        raise Missing("file-gone", _("This file is no longer kept. Make the certificates again.")) from None
    name = f"{OLD if outdated.of_jobs(row, [found]) else ''}{found.params['file']}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, "application/pdf", headers=headers)


@require_POST
def cancel(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Stop drawing."""
    ctx, row, found = _job(request, event, pk)
    said = _("It stops at the next page.")
    return act(request, lambda: making.cancel(ctx, found), said, "certificates:job", row.slug, found.pk)


@require_POST
def add_sponsor(request: HttpRequest, event: str) -> HttpResponse:
    """Keep a logo."""
    ctx, row = access.web_event(request, event, EDIT)
    form = SponsorForm(request.POST, request.FILES)
    if form.is_valid():
        name, logo = form.cleaned_data["name"], form.cleaned_data["logo"]
        data = logo.read(pictures.MOST_BYTES + 1)
        if attempt(form, lambda: logos.add_sponsor(ctx, row, name=name, data=data)):
            return done(request, _("Added."), PAGE, event)
    return _page(request, ctx, row, sponsor=form)


@require_POST
def remove_sponsor(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Take a logo away."""
    ctx, row = access.web_event(request, event, EDIT)
    sponsor = find(Sponsor.objects.select_related("event"), event=row, pk=pk)
    return act(request, lambda: logos.remove_sponsor(ctx, sponsor), _("Removed."), PAGE, event)


@require_safe
def logo(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """A logo as it was kept."""
    _ctx, row = access.web_event(request, event, making.NEEDS)
    sponsor = find(Sponsor.objects.all(), event=row, pk=pk)
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store"}
    return HttpResponse(bytes(sponsor.picture), "image/png", headers=headers)


@require_safe
def check(request: HttpRequest, event: str, code: str) -> HttpResponse:
    """What a code stands for: the public name, the event, what it is for, and nothing else.

    Everything that is not to be seen looks the same as a code there is not: a held back division, a wrong code.
    """
    door = public_access.open_event(event)
    code = code.replace(" ", "").lower()
    if len(code) != CODE_LENGTH or not set(code) <= CODE_LETTERS:
        raise nothing_here()
    rows = Certificate.objects.select_related("entrant__club", "entrant__division__event", "event")
    row = rows.filter(event__slug=door.slug, code=code).first()
    if row is None or _held(row):
        raise nothing_here()
    divisions = [(one.name, f"/t/{door.slug}/{one.slug}/") for one in door.divisions]
    told = {
        "public": answers.shell(door, divisions, "", []), "event": door, "row": row,
        "name": row.entrant.public_name if row.entrant else row.school,
        "division": row.entrant.division.name if row.entrant else "", "members": _members(row),
        "titles": facts.titles_of(row.says), "place": facts.place_of(row.says), **_since(door, row),
    }  # fmt: skip
    answer = answers.for_all(render(request, "publishing/certificates/check.html", told), door)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _members(row: Certificate) -> str:
    """The players of a team under their public names."""
    members = row.says.get("members", ())
    return words.names_of(row.event, words.public).all(members) if members else ""


def _since(door: public_access.EventDoor, row: Certificate) -> dict[str, Any]:
    """Whether it still says what is final; what changed only once the public standings say it too."""
    known = outdated.now(row.event)
    if outdated.says_so(row, known):
        return {"old": False, "changes": []}
    boards = [board.current(one) for one in door.divisions if row.division_id in (None, UUID(one.id))]
    newest = {slug: final.version for slug, final in finals.of_event(row.event).items()}
    shown = {one.slug: one.final.version for one in boards if one.final}
    open_ = all(newest.get(one.slug) == shown.get(one.slug) for one in boards)
    new = known.get(facts.key_of(row.entrant_id, row.school, row.says))
    return {"old": True, "changes": outdated.changes(row, new) if open_ else []}


def _held(row: Certificate) -> bool:
    held = {one.division.pk for one in freezing.of_event(row.event)}
    return bool(held) and (row.division_id is None or row.division_id in held)
