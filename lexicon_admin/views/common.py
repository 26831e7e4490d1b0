"""What the screens share: the shell for those who signed in and for everybody else, and the tabs of a lexicon."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from lexicon_admin.committee.access import require, web_lexicon
from lexicon_admin.lists import embargo
from lexicon_admin.models import Edition, Lexicon, Proposal
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.pages.shells import Desk, Public, Tab
from tdapp.kernel.permissions import can


def page(
    request: HttpRequest, template: str, heading: str, lead: str = "", *, ctx: Context, lexicon: Lexicon | None = None,
    form: DeskForm | None = None, status: int = 0, **facts: Any,
) -> HttpResponse:  # fmt: skip
    """A page of this room in the reader's shell, with the status of its form."""
    tabs = _tabs(request, ctx, lexicon) if lexicon else []
    told = {
        **_shell(request),
        "heading": heading,
        "lead": lead,
        "lexicon": lexicon,
        "tabs": tabs,
        "form": form,
        **facts,
    }
    told["may"] = {name: can(ctx, f"lexicon.{name}") for name in ("view", "edit", "propose", "vote")}
    code = status or (form.status if form else 200)
    return render(request, f"lexicon_admin/{template}.html", told, status=code)


def _shell(request: HttpRequest) -> dict[str, Any]:
    user = request.user
    if isinstance(user, User):
        desk = Desk(user_id=str(user.pk), user_name=user.shown_as, logout_url="/logout")
        return {"shell": "td/desk.html", "desk": desk}
    return {"shell": "td/public.html", "public": Public(_("Word lists"), reverse("lexicon_admin:index"))}


def _tabs(request: HttpRequest, ctx: Context, lexicon: Lexicon) -> list[Tab]:
    shown = [("lexicon", _("Editions"), "")]
    shown += [("committee", _("Committee"), "view"), ("draft", _("Next edition"), "view")]
    shown += [("import", _("Import"), "edit"), ("settings", _("Settings"), "edit")]
    found = [
        (label, reverse(f"lexicon_admin:{name}", args=[lexicon.slug]))
        for name, label, needs in shown
        if not needs or can(ctx, f"lexicon.{needs}")
    ]
    here = max((url for _label, url in found if request.path.startswith(url)), key=len, default="")
    return [Tab(label, url, url == here) for label, url in found] if len(found) > 1 else []


def words_hidden(ctx: Context, lexicon: Lexicon) -> bool:
    """Whether drafts and notes keep their words to themselves: the list is in play, and closed to the reader meanwhile."""
    return embargo.is_list_closed(lexicon, ctx)


def counted(changes: QuerySet[Proposal]) -> list[tuple[str, int]]:
    """Changes as counts, for who may not see their words now."""
    each = Counter(row.action for row in changes)
    return [(str(label), each[action]) for action, label in Proposal.Action.choices if each[action]]


def web_edition(request: HttpRequest, slug: str, name: str) -> tuple[Context, Edition]:
    """Context and edition for looking: public ones for everybody, others for the committee; none while in play."""
    ctx, lexicon = web_lexicon(request, slug)
    rows = lexicon.editions.select_related("lexicon", "base__lexicon").exclude(status=Edition.Status.DRAFT)
    edition = find(rows, name=name)
    if not edition.public:
        require(request, ctx, "lexicon.view")
    embargo.refuse_closed(edition, ctx)
    return ctx, edition


def file_answer(data: bytes, kind: str, name: str) -> HttpResponse:
    """A file to be kept, under a name of letters, digits and hyphens."""
    return HttpResponse(data, kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
