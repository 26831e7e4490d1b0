"""Clubs as who keeps the installation sees them: opened here, then handed to their first officer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.clubs.addresses import around
from tdapp.clubs.commands import homes, offices
from tdapp.clubs.forms import FirstInviteForm, OpenForm
from tdapp.clubs.screens import page
from tdapp.clubs.views.officers import invitation_page, sent_or_ready
from tdapp.events import access, titles
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Invitation
from tdapp.kernel.signing_in import invitations
from tdapp.people.models import Club, ClubHome, Officer

NEEDS = "installation.clubs"


def _keeper(request: HttpRequest) -> Context:
    told = _("You may not open clubs here; ask who keeps this installation.")
    return access.web_installation(request, NEEDS, told)[0]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every club with a home here."""
    ctx = _keeper(request)
    homes = ClubHome.objects.order_by("club__name").values_list(
        "pk", "slug", "club", "club__name", "club__kind"
    )
    rows = list(homes)
    names = {str(pk): name for pk, _slug, _club, name, _kind in rows}
    waiting = [
        (one, f"{titles.CLUB_ROLES[one.payload['role']]}, {names[one.payload['home']]}") for one in _mine(ctx)
    ]
    listed = [
        invitations.opened(one, role, "clubs:keeper_invitation", "clubs:keeper_revoke")
        for one, role in waiting
    ]
    return page(request, "keeping", _("Clubs"), ctx=ctx, rows=_lines(rows), invitations=listed)


def _lines(rows: Sequence[tuple[UUID, str, UUID, str, str]]) -> list[dict[str, Any]]:
    """Each club's line: kind, officers, events, where its first officer is invited; two queries."""
    many = {
        model: dict(model.objects.order_by().values_list(club).annotate(Count("pk")))
        for model, club in ((Officer, "club"), (Event, "host"))
    }
    school, other = _("School"), _("Club")
    before, after = around("clubs:keeper_invite")
    return [
        {
            "name": name, "kind": school if kind == Club.Kind.SCHOOL else other, "officers": many[Officer].get(club, 0),
            "events": many[Event].get(club, 0), "invite": f"{before}{slug}{after}",
        }
        for _pk, slug, club, name, kind in rows
    ]  # fmt: skip


def _mine(ctx: Context) -> QuerySet[Invitation]:
    """The officers' invitations somebody made; those of others are their club's alone."""
    return invitations.usable().filter(purpose=offices.PURPOSE, made_by=ctx.actor).order_by("-expires_at")


@require_http_methods(["GET", "POST"])
def open_club(request: HttpRequest) -> HttpResponse:
    """Open a club; its first officer is invited next."""
    ctx = _keeper(request)
    form = OpenForm(posted(request))
    if sent(request, form) and attempt(form, lambda: homes.open_club(ctx, Installation(), **form.values())):
        return done(request, _("The club is there. Next: invite its first officer."), "clubs:index")
    return page(request, "open", _("Open a club"), ctx=ctx, form=form)


@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, home: str) -> HttpResponse:
    """Invite an officer to a club and show the code."""
    ctx = _keeper(request)
    row = find(ClubHome.objects.select_related("club"), slug=home)
    form = FirstInviteForm(posted(request))
    call = lambda: offices.invite_first(ctx, Installation(), home=row, **form.values())  # noqa: E731
    if sent(request, form) and (answer := attempt(form, call)):
        return done(request, sent_or_ready(request, answer["id"]), "clubs:keeper_invitation", answer["id"])
    heading = _("Invite an officer: %(club)s") % {"club": row.club.name}
    return page(request, "invite_first", heading, ctx=ctx, form=form)


@never_cache
@require_safe
def invitation(request: HttpRequest, pk: UUID) -> HttpResponse:
    """An officer's invitation that was made here, as code and address."""
    ctx = _keeper(request)
    return invitation_page(request, ctx, None, find(_mine(ctx), pk=pk))


@require_POST
def revoke(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Make an officer's invitation that was made here useless."""
    ctx = _keeper(request)
    row = find(_mine(ctx), pk=pk)
    call = lambda: offices.revoke_first(ctx, Installation(), invitation=row)  # noqa: E731
    return act(request, call, _("The invitation is revoked."), "clubs:index")
