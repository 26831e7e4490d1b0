"""Inviting members of a committee, from the page of the list's settings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lexicon_admin.commands import invitations as commands
from lexicon_admin.committee import doors
from lexicon_admin.committee.access import keyed, web_lexicon
from lexicon_admin.forms import InviteForm
from lexicon_admin.models import Seat
from lexicon_admin.views.common import page
from tdapp.kernel.managers import find
from tdapp.kernel.models import Invitation
from tdapp.kernel.pages.answers import act, attempt, done, posted, sent
from tdapp.kernel.signing_in import invitations

SHOWN, SETTINGS = "lexicon_admin:invitation", "lexicon_admin:settings"
REVOKE = "lexicon_admin:revoke_invitation"


@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Make an invitation and show its code."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    form = InviteForm(posted(request), mail=doors.sends())
    if sent(request, form) and (
        made := attempt(form, lambda: commands.invite(keyed(request, ctx), row, **form.values()))
    ):
        by_mail = doors.letter(request, Invitation.objects.get(pk=made["id"]))
        sentence = _("Sent by e-mail. Here is the code too.") if by_mail else _("The invitation is ready.")
        return done(request, sentence, SHOWN, row.slug, made["id"])
    waiting = [
        invitations.opened(one, Seat.Role(one.payload["role"]).label, SHOWN, REVOKE, row.slug)
        for one in commands.open_invitations(row)
    ]
    return page(
        request, "lists/invite", _("Invite a member"), row.name, ctx=ctx, lexicon=row, form=form, invitations=waiting
    )  # fmt: skip


@never_cache
@require_safe
def invitation(request: HttpRequest, lexicon: str, pk: UUID) -> HttpResponse:
    """An invitation as code and address, to send or to print."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    found = find(commands.open_invitations(row), pk=pk)
    url = doors.address(request, invitations.address_of(found))
    facts: dict[str, Any] = {
        "row": found,
        "url": url,
        "drawn": doors.picture(url),
        "code": invitations.code_of(found),
    }
    typed_at = doors.address(request, "/invited/")
    said = invitations.says(found)
    return page(
        request, "lists/invitation", _("Invitation"), said, ctx=ctx, lexicon=row, typed_at=typed_at, **facts
    )


@require_POST
def revoke(request: HttpRequest, lexicon: str, pk: UUID) -> HttpResponse:
    """Make an invitation useless."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    found = find(commands.open_invitations(row), pk=pk)
    call = lambda: commands.revoke(keyed(request, ctx), row, invitation=found)  # noqa: E731
    return act(request, call, _("The invitation is revoked."), SETTINGS, row.slug)
