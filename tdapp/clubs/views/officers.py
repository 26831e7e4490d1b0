"""Officers of a club: who holds which office, invitations."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.accounts import mail
from tdapp.accounts.addresses import hall_address, qr
from tdapp.clubs.commands import offices
from tdapp.clubs.forms import InviteForm
from tdapp.clubs.screens import page
from tdapp.events import titles
from tdapp.events.access import web_club
from tdapp.events.screens import act, attempt, done
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Invitation
from tdapp.kernel.permissions import can
from tdapp.kernel.signing_in import invitations
from tdapp.people.models import ClubHome, Officer

PAGE, NEEDS = "clubs:officers", "club.officers"


@require_safe
def officers(request: HttpRequest, club: str) -> HttpResponse:
    """Who holds which office; for officers invitations."""
    ctx, home = web_club(request, club)
    return _page(request, ctx, home, InviteForm())


def _page(request: HttpRequest, ctx: Context, home: ClubHome, form: InviteForm) -> HttpResponse:
    rows = Officer.objects.filter(club=home.club_id).select_related("user")
    listed = [
        {"row": row, "title": titles.CLUB_ROLES[row.role], "does": titles.WHAT_CLUB_ROLES_DO[row.role]}
        for row in rows.order_by("user__display_name", "user__username", "role")
    ]
    waiting = offices.open_invitations(home) if can(ctx, NEEDS) else []
    invited = [
        invitations.opened(
            row, titles.CLUB_ROLES[row.payload["role"]], "clubs:invitation", "clubs:revoke", home.slug
        )
        for row in waiting
    ]
    roles = [(title, titles.WHAT_CLUB_ROLES_DO[role]) for role, title in titles.CLUB_ROLES.items()]
    facts: dict[str, Any] = {
        "rows": listed,
        "invitations": invited,
        "roles": roles,
        "me": ctx.actor.removeprefix("user:"),
    }
    return page(request, "officers", _("Officers"), ctx=ctx, home=home, form=form, **facts)


@require_POST
def invite(request: HttpRequest, club: str) -> HttpResponse:
    """Make an invitation and show its code."""
    ctx, home = web_club(request, club, NEEDS)
    form = InviteForm(request.POST)
    if form.is_valid() and (answer := attempt(form, lambda: offices.invite(ctx, home, **form.values()))):
        return done(
            request, sent_or_ready(request, answer["id"]), "clubs:invitation", home.slug, answer["id"]
        )
    return _page(request, ctx, home, form)


def sent_or_ready(request: HttpRequest, pk: UUID) -> str:
    """Have a new invitation sent where it names an address; what happened, as a sentence."""
    row = Invitation.objects.get(pk=pk)
    if not row.email or not mail.can_send():
        return _("The invitation is ready.")
    mail.send_invitation(request, row)
    return _("Sent by e-mail. Here is the code too.")


@never_cache
@require_safe
def invitation(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """An invitation as code and address, to send or to print."""
    ctx, home = web_club(request, club, NEEDS)
    return invitation_page(request, ctx, home, find(offices.open_invitations(home), pk=pk))


def invitation_page(
    request: HttpRequest, ctx: Context, home: ClubHome | None, row: Invitation
) -> HttpResponse:
    """The page of an invitation, at the club or at the installation."""
    url = hall_address(request, invitations.address_of(row))
    facts: dict[str, Any] = {
        "row": row, "url": url, "drawn": qr(url), "code": invitations.code_of(row), "says": invitations.says(row),
        "typed_at": hall_address(request, reverse("accounts:code")),
        "back": reverse(PAGE, args=[home.slug]) if home else reverse("clubs:index"),
    }  # fmt: skip
    return page(request, "invitation", _("Invitation"), ctx=ctx, home=home, **facts)


@require_POST
def revoke(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Make an invitation useless."""
    ctx, home = web_club(request, club, NEEDS)
    row = find(offices.open_invitations(home), pk=pk)
    call = lambda: offices.revoke(ctx, home, invitation=row)  # noqa: E731
    return act(request, call, _("The invitation is revoked."), PAGE, home.slug)


@require_POST
def end(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """End an office."""
    ctx, home = web_club(request, club, NEEDS)
    row = find(Officer.objects.filter(club=home.club_id).select_related("user"), pk=pk)
    facts = {"name": row.user.shown_as, "role": titles.CLUB_ROLES[row.role]}
    sentence = _("%(name)s is no longer %(role)s.") % facts
    where = "/" if str(row.user_id) == ctx.actor.removeprefix("user:") else PAGE
    args = () if where == "/" else (home.slug,)
    return act(request, lambda: offices.end_office(ctx, home, officer=row), sentence, where, *args)
