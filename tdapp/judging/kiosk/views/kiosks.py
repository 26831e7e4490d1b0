"""The director's page about kiosks: open one at this very screen, see the open ones, close them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.events import access
from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.judging.kiosk import session as kiosks
from tdapp.judging.kiosk.commands.kiosks import close_kiosk, open_kiosk
from tdapp.judging.kiosk.forms import OpenKioskForm
from tdapp.judging.models import Kiosk
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import act, attempt, go, posted, sent


@require_http_methods(["GET", "POST"])
def kiosks_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Open kiosks of a division; POST makes this browser one."""
    ctx, row = access.web_division(request, event, division, "division.edit")
    form = OpenKioskForm(posted(request))
    if sent(request, form):
        told = attempt(form, lambda: open_kiosk(ctx, row, label=form.cleaned_data["label"]))
        if told:
            return _become(request, str(told["kiosk"]))
    return render(request, "judging/kiosk/kiosks.html", _shown(row, form), status=form.status)


def _become(request: HttpRequest, kiosk: str) -> HttpResponse:
    """From here on nobody is signed in at this browser, and it holds nothing but the kiosk's id."""
    request.session.flush()
    request.session[kiosks.KIOSK] = kiosk
    rotate_token(request)
    return go("judging:kiosk")


def _shown(division: Division, form: OpenKioskForm) -> dict[str, Any]:
    rows = division.kiosks.filter(closed_at=None)
    return {
        "form": form, "division": division, "event": division.event, "pins": kiosks.lists_of(division),
        "rules": rulesets.of_division(division).name,
        "kiosks": [{"row": row, "seen": kiosks.last_seen(row), "away": kiosks.is_away(row)} for row in rows],
    }  # fmt: skip


@require_POST
def close(request: HttpRequest, event: str, division: str, pk: UUID) -> HttpResponse:
    """Close a kiosk from the desk: its screen says so at its next look."""
    ctx, row = access.web_division(request, event, division, "division.edit")
    kiosk = find(Kiosk.objects.select_related("division__event"), division=row, pk=pk)
    sentence = _("The kiosk is closed.")
    return act(request, lambda: close_kiosk(ctx, kiosk), sentence, "judging:kiosks", event, division)
