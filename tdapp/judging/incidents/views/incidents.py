"""The register of incidents: the list with its line to write one down, one incident with what followed, on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.judging.incidents import incident_list
from tdapp.judging.incidents.commands import incident_photos as pictures
from tdapp.judging.incidents.commands import incidents as commands
from tdapp.judging.incidents.forms import DecideForm, PictureForm, ReportForm, StepForm
from tdapp.judging.models.incidents import Incident, IncidentPhoto
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages import photos
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can

ONE, LIST = "judging:incident", "judging:incidents"
PLACE = ("division", "round", "table", "turn")


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, event: str) -> HttpResponse:
    """Everything that was written down, what waits first to see, and the line for the next."""
    ctx, row = web_event(request, event, "incident.report")
    start = {name: request.GET[name] for name in PLACE if request.GET.get(name)}
    form = ReportForm(posted(request), event=row, initial=start)
    if sent(request, form) and (told := attempt(form, lambda: commands.report(ctx, row, **form.what()))):
        return done(request, _("Written down."), ONE, event, told["incident"])
    which = "open" if request.GET.get("which") == "open" else ""
    shown = {
        "event": row,
        "form": form,
        "rows": incident_list.of_event(row, which),
        "which": which,
        "now": clock.now(),
    }
    return render(request, "judging/incidents/incidents.html", shown, status=form.status)


@require_safe
def printed(request: HttpRequest, event: str) -> HttpResponse:
    """The register on paper, with every step."""
    _ctx, row = web_event(request, event, "incident.report")
    paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    shown = {
        "event": row, "rows": list(reversed(incident_list.of_event(row))), "paper": paper,
        "head": PrintHead(row.name, title=_("Incidents"), at=clock.now()), "back_url": reverse(LIST, args=[event]),
    }  # fmt: skip
    return render(request, "judging/incidents/print_incidents.html", shown)


def _one(request: HttpRequest, event: str, number: int, needs: str) -> tuple[Context, Incident]:
    """Context and incident of a page; its top line tells the division, its rail stands at the judges."""
    ctx, row = web_event(request, event, needs)
    found = find(incident_list.rows(), event=row, number=number)
    stage = reverse("judging:desk", args=[event])
    round_ = found.table.round if found.table else None
    request.place = Place(ctx, row, found.division, round_, stage)  # type: ignore[attr-defined]
    return ctx, found


@require_safe
def incident(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """One incident: what happened, what followed, what may be done now."""
    ctx, row = _one(request, event, number, "incident.report")
    return _page(request, ctx, row)


def _page(request: HttpRequest, ctx: Context, row: Incident, **forms: Any) -> HttpResponse:
    start = {"seen": row.version}
    told = {
        "decide": DecideForm(incident=row, initial=start, auto_id="decide_%s"),
        "step": StepForm(initial=start),
        "picture": PictureForm(auto_id="picture_%s"),
        **forms,
    }
    may = {name: can(ctx, f"incident.{name}") for name in ("decide", "appeal")}
    may["withdraw"] = commands.may_withdraw(ctx, row)
    shown = {
        "event": row.event, "one": incident_list.IncidentRow(row), "may": may, **told,
        "photos": list(row.photos.filter(removed_at=None)), "sent": next(iter(forms), ""),
    }  # fmt: skip
    status = max((form.status for form in forms.values()), default=200)
    return render(request, "judging/incidents/incident.html", shown, status=status)


@require_POST
def decide(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Decide it; on an appeal, decide that."""
    appealed = _state(event, number) == Incident.State.APPEALED
    ctx, row = _one(request, event, number, "incident.appeal" if appealed else "incident.decide")
    form = DecideForm(request.POST, incident=row, auto_id="decide_%s")
    carry_out = commands.decide_appeal if appealed else commands.decide
    if form.is_valid() and attempt(form, lambda: carry_out(ctx, row, ruling=form.ruling(), **_seen(form))):
        return done(request, _("Decided."), ONE, event, number)
    return _page(request, ctx, row, decide=form)


def _state(event: str, number: int) -> str:
    rows = Incident.objects.filter(event__slug=event, number=number).values_list("state", flat=True)
    return rows.first() or ""


def _seen(form: DecideForm) -> dict[str, Any]:
    return {"seen": form.cleaned_data["seen"], "neutral": form.cleaned_data["neutral"]}


def _add(request: HttpRequest, event: str, number: int, call: Callable[..., Any], said: str) -> HttpResponse:
    ctx, row = _one(request, event, number, "incident.report")
    form = StepForm(request.POST)
    if form.is_valid() and attempt(form, lambda: call(ctx, row, form)):
        return done(request, said, ONE, event, number)
    return _page(request, ctx, row, step=form)


@require_POST
def note(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Add a sentence."""
    return _add(
        request, event, number, lambda ctx, row, form: commands.note(ctx, row, text=_text(form)), _("Added.")
    )


@require_POST
def appeal(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Take an appeal down."""
    call = lambda ctx, row, form: commands.appeal(ctx, row, text=_text(form), seen=_version(form))  # noqa: E731
    return _add(request, event, number, call, _("The appeal is taken down."))


@require_POST
def withdraw(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Take an open incident back; whose it is not is refused before the form is read."""
    commands.refuse_withdraw(*_one(request, event, number, "incident.report"))
    call = lambda ctx, row, form: commands.withdraw(ctx, row, text=_text(form), seen=_version(form))  # noqa: E731
    return _add(request, event, number, call, _("Taken back; it stays in the register."))


def _text(form: StepForm) -> str:
    return str(form.cleaned_data["text"])


def _version(form: StepForm) -> int:
    return int(form.cleaned_data["seen"] or 0)


@require_POST
def add_photo(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Attach a picture."""
    ctx, row = _one(request, event, number, "incident.report")
    form = PictureForm(request.POST, request.FILES, auto_id="picture_%s")
    if form.is_valid():
        data = form.cleaned_data["photo"].read(photos.MOST_BYTES + 1)
        if attempt(form, lambda: pictures.attach(ctx, row, data=data)):
            return done(request, _("The photo is kept."), ONE, event, number)
    return _page(request, ctx, row, picture=form)


def _photo(row: Event, number: int, pk: UUID) -> IncidentPhoto:
    rows = IncidentPhoto.objects.select_related("incident__event")
    return find(rows, pk=pk, incident__event=row, incident__number=number, removed_at=None)


@require_safe
def photo(request: HttpRequest, event: str, number: int, pk: UUID) -> HttpResponse:
    """The picture itself."""
    _ctx, row = web_event(request, event, "incident.report")
    return photos.served(_photo(row, number, pk).sha256)


@require_POST
def remove_photo(request: HttpRequest, event: str, number: int, pk: UUID) -> HttpResponse:
    """Take a picture away."""
    ctx, row = web_event(request, event, "incident.decide")
    found = _photo(row, number, pk)
    return act(
        request, lambda: pictures.remove(ctx, found), _("The photo is taken away."), ONE, event, number
    )
