"""A rating list's log: who rated, who took something off it and why, who changed its numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.events.log import reading
from tdapp.kernel.models import AuditEntry
from tdapp.ratings.access import kept_list
from tdapp.ratings.screens import page


@require_safe
def log(request: HttpRequest, rating_list: str) -> HttpResponse:
    """The newest first, fifty a page; for whoever keeps the ratings."""
    ctx, row = kept_list(request, rating_list)
    told = reading.read(request, AuditEntry.objects.filter(scope=row.scope_key))
    return page(request, "keeping/log", row.name, _("Log"), ctx=ctx, rating_list=row, **told)
