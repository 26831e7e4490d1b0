"""The event's API keys as a page of the desk: made, shown once, revoked."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.api.commands import create_token, revoke_token, token_of
from tdapp.api.forms import KeyForm
from tdapp.api.models import ApiToken
from tdapp.api.scopes import TITLES
from tdapp.events import access, titles
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, posted, sent
from tdapp.kernel.managers import find

MOST = 100


@never_cache
@require_http_methods(["GET", "POST"])
def keys(request: HttpRequest, event: str) -> HttpResponse:
    """The keys there are, and a form for a new one; its token stands on the answer and nowhere else."""
    ctx, row = access.web_event(request, event, "member.manage")
    form, token = KeyForm(posted(request)), ""
    if sent(request, form) and (answer := attempt(form, lambda: create_token(ctx, row, **form.values()))):
        token, form = token_of(find(ApiToken.objects.filter(event=row), pk=answer["id"])), KeyForm()
    page = {"event": row, "form": form, "token": token, "keys": _shown(row)}
    return render(request, "api/keys.html", page, status=form.status)


def _shown(event: Event) -> list[dict[str, Any]]:
    rows = ApiToken.objects.filter(event=event).select_related("user")[:MOST]
    return [
        {
            "row": row, "roles": titles.roles_text(frozenset(row.roles)), "state": state_of(row),
            "scopes": [TITLES[one] for one in row.scopes if one in TITLES],
            "revoke": reverse("keys:revoke", args=[event.slug, row.pk]),
        }
        for row in rows
    ]  # fmt: skip


def state_of(row: ApiToken) -> tuple[str, str]:
    """Whether a key works, as a chip's kind and word."""
    if row.revoked_at is not None:
        return "plain", _("revoked")
    return ("ok", _("works")) if row.works else ("plain", _("ran out"))


@require_POST
def revoke(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Make a key useless."""
    ctx, row = access.web_event(request, event, "member.manage")
    found = find(ApiToken.objects.filter(event=row), pk=pk)
    said = _("The key %(prefix)s… is revoked.") % {"prefix": found.prefix}
    return act(request, lambda: revoke_token(ctx, found), said, "keys:keys", row.slug)
