"""A page of the event in a frame of another website; the desk's page that names these and gives the snippet to copy."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Event
from tdapp.events.screens import attempt, done, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.language import SPOKEN, asked_for
from tdapp.kernel.permissions import can
from tdapp.people.models import ClubHome
from tdapp.people.officers import club_context
from tdapp.publishing.answers import answers
from tdapp.publishing.embed import commands, snippets
from tdapp.publishing.embed.forms import AddressForm, FramesForm, ShownForm
from tdapp.publishing.models import EventWebsite
from tdapp.publishing.pages import page_bodies
from tdapp.publishing.released import parts, public_access

# What each is asked for: an order, the newest round.
PAGES: dict[str, str | int] = {"standings": "", "pairings": "table", "results": 0, "players": "", "teams": ""}
THEMES = ("light", "dark")


@require_safe
def page(request: HttpRequest, event: str, division: str, page: str) -> HttpResponse:
    """One of PAGES and nothing around it: `?lang=fil`, `?theme=dark`. Only named websites may show it."""
    with override(asked_for(request) or get_language()):
        answer = _framed(request, event, division, page)
        answer["Content-Language"] = get_language() or ""
        return answer


def _framed(request: HttpRequest, event: str, division: str, page: str) -> HttpResponse:
    door = public_access.open_event(event)
    row = door.division(division)
    if page not in PAGES:
        raise public_access.nothing_here()
    part = parts.of_division(door, row)
    fragment = page_bodies.of_division(door, row, page, PAGES[page])
    if (seen := request.GET.get("v")) is not None:
        return answers.for_all(answers.poll(fragment, seen, part), door)
    theme = request.GET.get("theme", "")
    facts = {
        "event": door, "division": row, "fragment": fragment, "part": part, "theme": theme if theme in THEMES else "",
        "whole": reverse(f"publishing:{page}", args=(door.slug, row.slug)),
        "languages": SPOKEN,
        "look_url": f"/t/{door.slug}/look.css?v={door.look}" if door.coloured else "",
    }  # fmt: skip
    answer = answers.conditional(request, render(request, "publishing/embed/page.html", facts))
    # The desk shows it as others do; who is not named shows an empty frame.
    answer._csp_replace = {"frame-ancestors": ["'self'", *door.frames]}  # type: ignore[attr-defined]
    answer.xframe_options_exempt = True
    return answers.for_all(answer, door)


def _place(request: HttpRequest, event: str) -> tuple[Context, Event, EventWebsite]:
    ctx, row = web_event(request, event, commands.NEEDS)
    # In the rail it belongs to what is public.
    request.place = Place(ctx, row, stage=f"/e/{row.slug}/publish/")  # type: ignore[attr-defined]
    return ctx, row, EventWebsite.objects.filter(event=row).first() or EventWebsite(event=row)


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, event: str) -> HttpResponse:
    """The websites that may, and a snippet for each page; POST names them."""
    ctx, row, site = _place(request, event)
    form = FramesForm(posted(request), initial=_frames(site))
    if sent(request, form) and attempt(form, lambda: commands.set_frames(ctx, row, **form.values())):
        return done(request, _("Saved."), "embed:desk", event)
    if form.refusal is not None and form.refusal.code == "stale":
        form.look_again(str(EventWebsite.objects.get(event=row).version))
    return _page(request, row, site, frames=form)


@require_POST
def address(request: HttpRequest, event: str) -> HttpResponse:
    """Say where the pages are found."""
    ctx, row, site = _place(request, event)
    form = AddressForm(request.POST)
    if form.is_valid() and attempt(form, lambda: commands.set_address(ctx, row, **form.values())):
        return done(request, _("Saved."), "embed:desk", event)
    return _page(request, row, site, where=form)


def _frames(site: EventWebsite) -> dict[str, Any]:
    return {"websites": "\n".join(site.frames), "seen": site.version}


def _club(request: HttpRequest, row: Event) -> dict[str, Any]:
    """The club that runs the event, whose websites may as well, and whether whoever looks keeps its list."""
    home = ClubHome.objects.filter(club=row.host_id).select_related("club").first() if row.host_id else None
    assert isinstance(request.user, User)
    return {
        "home": home,
        "keeps": home is not None and can(club_context(request.user, home, "web"), "club.edit"),
    }


def _page(
    request: HttpRequest, row: Event, site: EventWebsite, *, where: AddressForm | None = None, frames: FramesForm | None = None
) -> HttpResponse:  # fmt: skip
    shown = ShownForm.asked(request.GET)
    facts: dict[str, Any] = {
        "event": row, "site": site, "snippets": snippets.of_events([row], snippets.root_of(request), shown),
        **_club(request, row), "public": settings.PUBLIC_URL, "shown": shown,
        "where": where or AddressForm(initial={"address": site.address}),
        "form": frames or FramesForm(initial=_frames(site)),
    }  # fmt: skip
    status = max((form.status for form in (where, frames) if form), default=200)
    return render(request, "publishing/embed/desk.html", facts, status=status)
