"""The club's log: who did what, who looked at a member's private data, who took a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.clubs.screens import page
from tdapp.events.access import web_club
from tdapp.events.log import reading
from tdapp.kernel.models import AuditEntry


@require_safe
def log(request: HttpRequest, club: str) -> HttpResponse:
    """The newest first, fifty a page."""
    ctx, home = web_club(request, club, "club.officers")
    rows = AuditEntry.objects.filter(scope=home.scope_key)
    told = reading.read(request, rows)
    return page(request, "log", _("Log"), ctx=ctx, home=home, **told)
