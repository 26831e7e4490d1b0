"""Keys beyond one event, as pages: a club's for its officers, the installation's for who serves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.api import commands
from tdapp.api.forms import ReachForm
from tdapp.api.models import ApiToken
from tdapp.api.scopes import TITLES
from tdapp.api.views.keys import MOST, state_of
from tdapp.events import access
from tdapp.events.screens import act, attempt, person_desk, posted, sent
from tdapp.kernel.commands import Installation
from tdapp.kernel.managers import find
from tdapp.kernel.models import User

Revoke = Callable[[ApiToken], str]


@never_cache
@require_http_methods(["GET", "POST"])
def of_club(request: HttpRequest, club: str) -> HttpResponse:
    """The keys of a club and a form for a new one."""
    ctx, home = access.web_club(request, club, "club.officers")
    rows = ApiToken.objects.filter(club=home.club)

    def make(**values: Any) -> dict[str, Any]:
        return commands.create_club_token(ctx, home, **values)

    lead = _("For programs that run events of this club. What a key does counts as done by whoever made it.")
    return _page(
        request,
        rows,
        make,
        lead,
        home.club.name,
        lambda row: reverse("keys:revoke_club", args=[club, row.pk]),
        reverse("keys:webhooks_club", args=[club]),
    )


@require_POST
def revoke_of_club(request: HttpRequest, club: str, pk: Any) -> HttpResponse:
    """Make a club's key useless."""
    ctx, home = access.web_club(request, club, "club.officers")
    found = find(ApiToken.objects.filter(club=home.club), pk=pk)
    return act(request, lambda: commands.revoke_club_token(ctx, found), _said(found), "keys:club", club)


@never_cache
@require_http_methods(["GET", "POST"])
def of_installation(request: HttpRequest) -> HttpResponse:
    """The keys of the installation and a form for a new one."""
    ctx, _user = access.web_installation(request, "installation.create_event", _refused())
    rows = ApiToken.objects.filter(event=None, club=None)

    def make(**values: Any) -> dict[str, Any]:
        return commands.create_wide_token(ctx, Installation(), **values)

    lead = _("For programs that work wherever you do. What a key does counts as done by whoever made it.")
    return _page(
        request, rows, make, lead, "", lambda row: reverse("keys:revoke_wide", args=[row.pk]),
        reverse("keys:webhooks_wide"),
    )  # fmt: skip


@require_POST
def revoke_of_installation(request: HttpRequest, pk: Any) -> HttpResponse:
    """Make a key of the installation useless, whoever made it."""
    ctx, _user = access.web_installation(request, "installation.create_event", _refused())
    found = find(ApiToken.objects.filter(event=None, club=None).select_related("user"), pk=pk)
    return act(request, lambda: commands.revoke_wide_token(ctx, found), _said(found), "keys:installation")


def _refused() -> str:
    return _("You may not make keys here; ask who keeps this installation.")


def _said(row: ApiToken) -> str:
    return _("The key %(prefix)s… is revoked.") % {"prefix": row.prefix}


def _page(
    request: HttpRequest, rows: QuerySet[ApiToken], make: Callable[..., dict[str, Any]], lead: str, place: str, revoke: Revoke,
    webhooks: str,
) -> HttpResponse:  # fmt: skip
    assert isinstance(request.user, User)
    form, token = ReachForm(posted(request)), ""
    if sent(request, form) and (answer := attempt(form, lambda: make(**form.values()))):
        token, form = commands.token_of(find(rows, pk=answer["id"])), ReachForm()
    keys = [
        {"row": row, "state": state_of(row), "scopes": [TITLES[one] for one in row.scopes if one in TITLES],
         "revoke": revoke(row)}
        for row in rows.select_related("user")[:MOST]
    ]  # fmt: skip
    page = {
        "desk": person_desk(request.user),
        "form": form,
        "token": token,
        "keys": keys,
        "lead": lead,
        "place": place,
        "webhooks": webhooks,
    }
    return render(request, "api/wide_keys.html", page, status=form.status)
