"""The websites that may show the club's events in a frame, and what is copied there."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tdapp.clubs.commands import homes
from tdapp.clubs.screens import page
from tdapp.clubs.views.home import EDIT
from tdapp.events.access import web_club
from tdapp.events.models import Event
from tdapp.events.screens import attempt, done, posted, sent
from tdapp.people.models import ClubHome
from tdapp.publishing.embed import snippets
from tdapp.publishing.embed.forms import FramesForm, ShownForm

NEWEST = 5


@require_http_methods(["GET", "POST"])
def websites(request: HttpRequest, club: str) -> HttpResponse:
    """The club's list, and a snippet for each division of its newest public events; POST names the websites."""
    ctx, row = web_club(request, club, EDIT)
    form = FramesForm(posted(request), initial={"websites": "\n".join(row.frames), "seen": row.version})
    if sent(request, form) and attempt(form, lambda: homes.set_frames(ctx, row, **form.values())):
        return done(request, _("Saved."), "clubs:websites", row.slug)
    row.refresh_from_db()
    form.look_again(str(row.version))
    shown = ShownForm.asked(request.GET)
    facts: dict[str, Any] = {
        "snippets": snippets.of_events(_newest(row), snippets.root_of(request), shown),
        "public": settings.PUBLIC_URL, "shown": shown,
    }  # fmt: skip
    return page(request, "websites", _("In other websites"), ctx=ctx, home=row, form=form, **facts)


def _newest(home: ClubHome) -> QuerySet[Event]:
    rows = Event.objects.filter(host=home.club_id, public=True, deleted_at=None)
    return rows.order_by("-starts_on", "-sequence").prefetch_related("divisions")[:NEWEST]
