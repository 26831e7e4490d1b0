"""Searches a person keeps: saved from the page that shows them, and removed there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from lexicon_admin.commands.searches import forget_search, save_search
from lexicon_admin.committee.access import own_account, web_lexicon
from lexicon_admin.models import Lexicon, SavedSearch
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import act


@require_POST
def save(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Keep a search."""
    _ctx, row = web_lexicon(request, lexicon)
    ctx, user = own_account(request)
    name, line = request.POST.get("name", ""), request.POST.get("line", "")
    said = _("The search is kept; it stands above each edition of this list.")
    return act(
        request,
        lambda: save_search(ctx, user, lexicon=row, name=name, line=line),
        said,
        "lexicon_admin:lexicon",
        row.slug,
    )


@require_POST
def forget(request: HttpRequest, lexicon: str, pk: UUID) -> HttpResponse:
    """Remove one's own search."""
    _ctx, row = web_lexicon(request, lexicon)
    ctx, user = own_account(request)
    said = _("The search is removed.")
    return act(
        request, lambda: forget_search(ctx, user, lexicon=row, pk=pk), said, "lexicon_admin:lexicon", row.slug
    )


def kept_by(request: HttpRequest, lexicon: Lexicon) -> list[dict[str, Any]]:
    """The searches the reader keeps for a list, each with its query; none for the signed-out."""
    if not isinstance(request.user, User):
        return []
    rows = SavedSearch.objects.filter(user=request.user, lexicon=lexicon)
    return [{"row": row, "query": urlencode({"q": row.line})} for row in rows]
