"""The director's page of the screens: what each shows, switched by one click."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.events.access import Place, web_event
from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import act, attempt, done, posted, sent
from tdapp.publishing.answers.poster import address
from tdapp.publishing.models import HallScreen
from tdapp.publishing.screens.all_kinds import KINDS, in_order
from tdapp.publishing.screens.commands.screens import add_screen, remove_screen, set_screen
from tdapp.publishing.screens.forms import AddForm, SetForm

NEEDS = "standings.release"
PAGE = "screens:index"


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, event: str) -> HttpResponse:
    """Every screen of the event with buttons for what it shows; POST makes one more."""
    ctx, row = _place(request, event)
    form = AddForm(posted(request))
    if sent(request, form) and (made := attempt(form, lambda: add_screen(ctx, row, **form.values()))):
        return done(request, _("The screen %(name)s is ready.") % {"name": made["name"]}, PAGE, event)
    return _page(request, row, form)


@require_POST
def switch(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """One click: another kind on this screen."""
    ctx, row = _screen(request, event, screen)
    show = request.POST.get("show", "")
    title = KINDS[show].title if show in KINDS else show
    said = _("%(screen)s shows: %(what)s.") % {"screen": row.name, "what": title}
    return act(request, lambda: set_screen(ctx, row, show=show), said, PAGE, event)


@require_POST
def settings(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """Divisions, zoom, light or dark, language, seconds a page."""
    ctx, row = _screen(request, event, screen)
    form = SetForm(posted(request), event=row.event, auto_id=f"{row.slug}-%s")
    if form.is_valid() and attempt(form, lambda: set_screen(ctx, row, **_wanted(form))):
        return done(request, _("%(screen)s is set.") % {"screen": row.name}, PAGE, event)
    return _page(request, row.event, AddForm(), {row.slug: form})


def _wanted(form: SetForm) -> dict[str, Any]:
    return {**form.values(), "divisions": form.cleaned_data.get("divisions", [])}


@require_POST
def remove(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """Take a screen away."""
    ctx, row = _screen(request, event, screen)
    said = _("The screen %(name)s is gone.") % {"name": row.name}
    return act(request, lambda: remove_screen(ctx, row), said, PAGE, event)


def _place(request: HttpRequest, event: str) -> tuple[Context, Event]:
    ctx, row = web_event(request, event, NEEDS)
    # In the rail the screens belong to what is released.
    request.place = Place(ctx, row, stage=f"/e/{row.slug}/publish/")  # type: ignore[attr-defined]
    return ctx, row


def _screen(request: HttpRequest, event: str, screen: str) -> tuple[Context, HallScreen]:
    ctx, row = _place(request, event)
    return ctx, find(row.hall_screens.select_related("event"), slug=screen)


def _page(
    request: HttpRequest, event: Event, form: AddForm, forms: dict[str, SetForm] | None = None
) -> HttpResponse:
    """The page, with the forms that were sent back in their places."""
    again = forms or {}
    rows = [
        {"row": row, "form": again.get(row.slug) or SetForm.of(row, event), "open": row.slug in again}
        for row in event.hall_screens.order_by("name")
    ]
    facts = {
        "event": event, "screens": rows, "form": form, "kinds": [KINDS[name] for name in in_order()],
        "base": f"{address(request, event.slug)}screen/",
    }  # fmt: skip
    status = max([form.status, *(one.status for one in again.values())])
    return render(request, "publishing/screens.html", facts, status=status)
