"""Who looks at a rating list: everybody at public ones, who keeps the ratings at all of them."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.events import access
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing
from tdapp.people.models import RatingList

KEEPS = "installation.ratings"
PEOPLE = "installation.people"


def reader(request: HttpRequest) -> Context:
    """The context of a page anybody may see. A session opened by PIN sees what everybody does."""
    if not isinstance(request.user, User):
        return Context("", "", INSTALLATION, frozenset(), "web")
    return replace(access.outside(request), **access.request_facts(request))


def keeper(request: HttpRequest, needs: str = KEEPS) -> Context:
    """The context of who may change ratings; the signed-out are sent to the log-in."""
    ctx = reader(request)
    if not isinstance(request.user, User):
        raise access.not_signed_in()
    access.refuse_outside(ctx, needs, _("Only the keeper of this installation's ratings may do this."))
    return ctx


def web_list(request: HttpRequest, slug: str) -> tuple[Context, RatingList]:
    """Context and list for looking; one that is not public does not exist for others."""
    ctx = reader(request)
    row = RatingList.objects.select_related("club").filter(slug=slug).first()
    if row is None or not (row.public or can(ctx, KEEPS)):
        raise Missing("missing", _("There is no such rating list."))
    return ctx, row


def at(ctx: Context, rating_list: RatingList) -> Context:
    """The same at a list: its commands have a turn and a log of their own, whoever works outside of events."""
    return replace(ctx, scope=rating_list.scope_key)


def kept_list(request: HttpRequest, slug: str) -> tuple[Context, RatingList]:
    """Context and list for whoever keeps the ratings."""
    ctx = keeper(request)
    row = find(RatingList.objects.select_related("club"), slug=slug)
    return at(ctx, row), row
