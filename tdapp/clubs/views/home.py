"""A club's own desk: its events; what it says of itself; its look."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.clubs import hosted
from tdapp.clubs.commands import homes
from tdapp.clubs.forms import HandOverForm, NameForm, PageForm
from tdapp.clubs.screens import page
from tdapp.events.access import request_context, web_club
from tdapp.events.models import Event, as_data
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.events.setup import my_list
from tdapp.events.setup.commands import for_a_club
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.people.models import ClubHome, ClubMember
from tdapp.publishing.look import answers
from tdapp.publishing.look.forms import LookForm, for_the_logo

EDIT = "club.edit"


@require_safe
def home(request: HttpRequest, club: str) -> HttpResponse:
    """The club's events, those to come first; how many members, and how many lapsed."""
    ctx, row = web_club(request, club)
    return _home(request, ctx, row, HandOverForm(events=_loose(request)))


def _loose(request: HttpRequest) -> QuerySet[Event]:
    """The events somebody directs that no club runs."""
    rows = Event.objects.filter(
        memberships__user=request.user.pk,
        memberships__role="director",
        host=None,
        deleted_at=None,
        demo=False,
    )
    return rows.distinct()


@require_POST
def hand_over(request: HttpRequest, club: str) -> HttpResponse:
    """Hand one's own event to the club."""
    ctx, row = web_club(request, club, "club.create_event")
    form = HandOverForm(request.POST, events=_loose(request))
    if form.is_valid():
        event = form.cleaned_data["event"]
        there = request_context(request, event)
        if attempt(form, lambda: for_a_club.hand_over(there, event, home=row)):
            told = _("%(name)s is the club's event now.") % {"name": event.name}
            return done(request, told, "clubs:home", row.slug)
    return _home(request, ctx, row, form)


def _home(request: HttpRequest, ctx: Context, row: ClubHome, form: HandOverForm) -> HttpResponse:
    found = my_list.listed(hosted.events_of(ctx, row).prefetch_related("divisions"), request.GET)
    today = clock.today()
    members = ClubMember.objects.filter(club=row.club_id)
    facts: dict[str, Any] = {
        "coming": [*found.now, *found.coming], "past": found.past, "found": found,
        "reached": hosted.reached(ctx), "count": members.count(), "loose": form.fields["event"].queryset.exists(),  # type: ignore[attr-defined]
        "lapsed": members.filter(paid_until__lt=today).count(),
    }  # fmt: skip
    return page(request, "home", row.club.name, ctx=ctx, home=row, form=form, **facts)


@require_http_methods(["GET", "POST"])
def edit_page(request: HttpRequest, club: str) -> HttpResponse:
    """When and where they play, how to join, a contact; whether everybody sees it."""
    ctx, row = web_club(request, club, EDIT)
    form = PageForm(posted(request), initial=_said(row))
    if sent(request, form) and attempt(form, lambda: homes.edit_page(ctx, row, **form.values())):
        told = (
            _("Saved.")
            if form.values()["public"]
            else _("Saved. Nobody sees the page yet: tick that it is public.")
        )
        return done(request, told, "clubs:page", row.slug)
    row.refresh_from_db()
    form.look_again(str(row.version))
    return _edit_page(request, ctx, row, form, NameForm(initial=_called(row)))


def _called(row: ClubHome) -> dict[str, Any]:
    return {"name": row.club.name, "seen": row.club.name}


def _said(row: ClubHome) -> dict[str, Any]:
    return {**as_data(row, *homes.PAGE), "seen": row.version}


def _edit_page(
    request: HttpRequest, ctx: Context, row: ClubHome, form: PageForm, name: NameForm
) -> HttpResponse:
    status = max(form.status, name.status)
    facts = {"name": name, "address": request.build_absolute_uri(reverse("clubs:club", args=[row.slug]))}
    return page(request, "page", _("Public page"), ctx=ctx, home=row, form=form, status=status, **facts)


@require_POST
def rename(request: HttpRequest, club: str) -> HttpResponse:
    """Call the club something else."""
    ctx, row = web_club(request, club, "club.officers")
    form = NameForm(request.POST)
    if form.is_valid() and attempt(form, lambda: homes.rename(ctx, row, **form.values())):
        return done(request, _("Saved."), "clubs:page", row.slug)
    row.refresh_from_db()
    form.look_again(row.club.name)
    return _edit_page(request, ctx, row, PageForm(initial=_said(row)), form)


@require_http_methods(["GET", "POST"])
def look(request: HttpRequest, club: str) -> HttpResponse:
    """Logo and colour; POST chooses the colour and keeps a logo."""
    ctx, row = web_club(request, club, EDIT)
    form = LookForm(posted(request), request.FILES or None, initial={"colour": row.colour})
    colour, picture = partial(homes.set_colour, ctx, row), partial(homes.set_logo, for_the_logo(ctx), row)
    if sent(request, form) and attempt(form, lambda: form.keep(colour, picture)):
        return done(request, _("Saved."), "clubs:look", row.slug)
    row.refresh_from_db()
    return page(request, "look", _("Logo and colour"), ctx=ctx, home=row, form=form, status=form.status)


@require_POST
def remove_logo(request: HttpRequest, club: str) -> HttpResponse:
    """Take the logo away."""
    ctx, row = web_club(request, club, EDIT)
    return act(request, lambda: homes.remove_logo(ctx, row), _("Removed."), "clubs:look", row.slug)


@require_safe
def logo(request: HttpRequest, club: str) -> HttpResponse:
    """The logo, for the club's own pages."""
    _ctx, row = web_club(request, club)
    return answers.picture(row, answers.DESK)


@require_safe
def style(request: HttpRequest, club: str) -> HttpResponse:
    """The colour as a style sheet, for the club's own pages."""
    _ctx, row = web_club(request, club)
    return answers.sheet(row, answers.DESK)
