"""The log, of an event and of everything else here: who did what, by which door, when. It cannot be changed here."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.events.access import web_event, web_installation
from tdapp.events.log import logs, reading
from tdapp.events.screens import page, person_desk
from tdapp.kernel.models import AuditEntry


@require_safe
def log(request: HttpRequest, event: str) -> HttpResponse:
    """An event's, the newest first, fifty a page."""
    _ctx, row = web_event(request, event, "audit.view")
    rows = AuditEntry.objects.filter(scope=row.scope_key)
    return page(request, "log/log", event=row, **reading.read(request, rows))


@require_safe
def whole_log(request: HttpRequest) -> HttpResponse:
    """For owners: what is of no event, together. The installation, accounts, clubs, word lists, rating lists."""
    _ctx, user = web_installation(
        request, "installation.people", _("Only an owner of this installation sees its log.")
    )
    told = reading.read(request, logs.beside_events(), logs.KINDS)
    logs.name(told["entries"])
    return page(request, "log/whole_log", desk=person_desk(user), **told)
