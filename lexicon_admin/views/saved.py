"""Searches a person keeps: saved from the page that shows them, and removed there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from lexicon_admin.commands.searches import forget_search, save_search
from lexicon_admin.committee.access import own_account, web_lexicon
from lexicon_admin.models import Lexicon, SavedSearch
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import act, done, refused, safe_next
from tdapp.kernel.refusals import Refusal


@require_POST
def save(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Keep a search."""
    _ctx, row = web_lexicon(request, lexicon)
    ctx, user = own_account(request)
    name, line = request.POST.get("name", ""), request.POST.get("line", "")
    try:
        answer = save_search(ctx, user, lexicon=row, name=name, line=line)
    except Refusal as refusal:
        if refusal.status == 403:
            raise
        return refused(request, refusal, _with_name(_where(request, row), name))
    said = _("The search is saved as “%(name)s”; it stands above each edition of this list.")
    return done(request, said % {"name": answer["name"]}, _where(request, row))


@require_POST
def forget(request: HttpRequest, lexicon: str, pk: UUID) -> HttpResponse:
    """Remove one's own search."""
    _ctx, row = web_lexicon(request, lexicon)
    ctx, user = own_account(request)
    said = _("The search is removed.")
    return act(request, lambda: forget_search(ctx, user, lexicon=row, pk=pk), said, _where(request, row))


def _where(request: HttpRequest, lexicon: Lexicon) -> str:
    """The page one was on, with its search; of a program that names none, the page of the list."""
    back = safe_next(request)
    return back if back != "/" else reverse("lexicon_admin:lexicon", args=[lexicon.slug])


def _with_name(url: str, name: str) -> str:
    """The page again, with the name that was refused still in its field."""
    return f"{url}{'&' if '?' in url else '?'}{urlencode({'name': name[:60]})}"


def kept_by(request: HttpRequest, lexicon: Lexicon) -> list[dict[str, Any]]:
    """The searches the reader keeps for a list, each with its query; none for the signed-out."""
    if not isinstance(request.user, User):
        return []
    rows = SavedSearch.objects.filter(user=request.user, lexicon=lexicon)
    return [{"row": row, "query": urlencode({"q": row.line})} for row in rows]
