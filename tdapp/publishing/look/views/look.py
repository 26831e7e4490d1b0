"""An event's look: chosen at the desk; in public one small style sheet and one picture, kept under their version."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.kernel.context import Context
from tdapp.people.models import ClubHome
from tdapp.publishing.look import answers, tones
from tdapp.publishing.look.commands import look as commands
from tdapp.publishing.look.forms import LookForm, for_the_logo
from tdapp.publishing.models import EventLook
from tdapp.publishing.released.public_access import open_event

NEEDS, PAGE = "event.edit", "look:look"


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, event: str) -> HttpResponse:
    """Name, logo and colour as the public sees them; POST chooses the colour and keeps a logo."""
    ctx, row = _place(request, event)
    form = LookForm(posted(request), request.FILES or None, initial={"colour": _look(row).colour})
    colour, picture = (
        partial(commands.set_colour, ctx, row),
        partial(commands.set_logo, for_the_logo(ctx), row),
    )
    if sent(request, form) and attempt(form, lambda: form.keep(colour, picture)):
        return done(request, _("Saved."), PAGE, event)
    return _page(request, row, form)


@require_POST
def remove_logo(request: HttpRequest, event: str) -> HttpResponse:
    """Take the logo away."""
    ctx, row = _place(request, event)
    return act(request, lambda: commands.remove_logo(ctx, row), _("Removed."), PAGE, event)


@require_safe
def logo(request: HttpRequest, event: str) -> HttpResponse:
    """The logo, for the desk."""
    _ctx, row = web_event(request, event, NEEDS)
    return answers.picture(_look(row), answers.DESK)


@require_safe
def style(request: HttpRequest, event: str) -> HttpResponse:
    """The style sheet, for the desk."""
    _ctx, row = web_event(request, event, NEEDS)
    return answers.sheet(_look(row), answers.DESK)


@require_safe
def public_logo(request: HttpRequest, event: str) -> HttpResponse:
    """The logo, for everybody."""
    return answers.picture(answers.of_event(UUID(open_event(event).id))[1], answers.PUBLIC)


@require_safe
def public_style(request: HttpRequest, event: str) -> HttpResponse:
    """The colour as a style sheet, for everybody."""
    return answers.sheet(answers.of_event(UUID(open_event(event).id))[0], answers.PUBLIC)


def _look(row: Event) -> EventLook:
    return EventLook.objects.filter(event=row).first() or EventLook(event=row)


def _place(request: HttpRequest, event: str) -> tuple[Context, Event]:
    ctx, row = web_event(request, event, NEEDS)
    # In the rail it belongs to what is public.
    request.place = Place(ctx, row, stage=f"/e/{row.slug}/publish/")  # type: ignore[attr-defined]
    return ctx, row


def _page(request: HttpRequest, row: Event, form: LookForm) -> HttpResponse:
    found = _look(row)
    facts: dict[str, Any] = {
        "event": row, "look": found, "club": _club(row), "form": form,
        "told": _told(found.colour) if found.colour else [],
    }  # fmt: skip
    return render(request, "publishing/look.html", facts, status=form.status)


def _club(row: Event) -> str:
    """The club whose look the event takes where it has none of its own."""
    home = (
        ClubHome.objects.filter(club=row.host_id, public=True).select_related("club").first()
        if row.host_id
        else None
    )
    return home.club.name if home else ""


def _told(colour: str) -> list[str]:
    """What is made of the colour so that it can be read, with the contrast it has and gets."""
    made = tones.tones(colour)
    told = []
    for grounds, tone, kept, moved in (
        ((*tones.DAY, made.day_bg), made.day, _("Text on light pages: %(tone)s as chosen, contrast %(now)s."),
         _("Text on light pages: %(colour)s has a contrast of %(had)s there, 4.5 is needed; %(tone)s is used, with %(now)s.")),
        ((*tones.NIGHT, made.night_bg), made.night, _("Text on dark pages: %(tone)s as chosen, contrast %(now)s."),
         _("Text on dark pages: %(colour)s has a contrast of %(had)s there, 4.5 is needed; %(tone)s is used, with %(now)s.")),
    ):  # fmt: skip
        had, now = tones.lowest(colour, grounds), tones.lowest(tone, grounds)
        facts = {"colour": colour, "tone": tone, "had": f"{had:.1f}", "now": f"{now:.1f}"}
        told.append((kept if tone == colour else moved) % facts)
    return told
