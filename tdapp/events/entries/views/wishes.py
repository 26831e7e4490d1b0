"""The wishes page of a division."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tdapp.events.access import web_division
from tdapp.events.entries import wishes as kept
from tdapp.events.entries.commands.wishing import set_wishes
from tdapp.events.entries.wishes_form import WishesForm
from tdapp.events.screens import attempt, done, page, posted, sent


@require_http_methods(["GET", "POST"])
def wishes(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Who shall not meet, who sits out, what is at stake; what was refused stays as it was typed."""
    ctx, row = web_division(request, event, division, "division.edit")
    form = WishesForm(posted(request), initial={**kept.written(row), "seen": kept.fingerprint(row)})
    if sent(request, form) and attempt(form, lambda: set_wishes(ctx, row, **form.values())):
        return done(request, _("The wishes are saved."), "events:wishes", row.event.slug, row.slug)
    row.refresh_from_db()
    entrants = row.entrants.order_by("number")
    return page(request, "entries/wishes", form, event=row.event, division=row, entrants=entrants)
