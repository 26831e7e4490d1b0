"""Who has an account here: invited, let in again. For owners and operators of the installation."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.accounts import mail
from tdapp.accounts.addresses import hall_address, qr
from tdapp.accounts.commands import rule
from tdapp.accounts.forms import InviteForm, ResetForm, RuleForm
from tdapp.accounts.second import required
from tdapp.accounts.views import doors
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.pages.answers import act, attempt, done, go, person_desk, posted, sent
from tdapp.kernel.permissions import can
from tdapp.kernel.signing_in import accounts, invitations, inviting

OWN = (inviting.ACCOUNT.name, inviting.RESET.name)  # other purposes are shown where their rooms make them
MOST = 500


@never_cache
@require_http_methods(["GET", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """Accounts and open invitations; POST invites."""
    ctx = doors.inviting(request, fresh=request.method == "POST")
    owner = can(ctx, "installation.people")
    form = InviteForm(posted(request), owner=owner)
    if sent(request, form) and (answer := attempt(form, lambda: _invite(ctx, form.values()))):
        row = Invitation.objects.get(pk=answer["id"])
        if row.email and mail.can_send():
            mail.send_invitation(request, row)
            return done(request, _("Sent by e-mail. Here is the code too."), "accounts:slip", row.pk)
        return go("accounts:slip", row.pk)
    return _page(request, form, owner)


def _page(request: HttpRequest, form: InviteForm, owner: bool, asked: RuleForm | None = None) -> HttpResponse:
    assert isinstance(request.user, User)
    lacking = required.lacking() if owner else []
    shown = {
        "form": form, "desk": person_desk(request.user), "rows": _accounts(), "reset": ResetForm(auto_id=False),
        "open": _open(), "owner": owner,
        "by_mail": mail.can_send(), "rule": asked or _rule_form(), "lacking": lacking,
    }  # fmt: skip
    return render(
        request, "accounts/people.html", shown, status=max(form.status, asked.status if asked else 200)
    )


def _open() -> list[invitations.Open]:
    rows = invitations.usable().filter(purpose__in=OWN).order_by("-expires_at")
    return [invitations.opened(row, _role(row), "accounts:slip", "accounts:revoke") for row in rows]


def _role(row: Invitation) -> str:
    """What somebody is once the code was used."""
    if row.purpose == inviting.RESET.name:
        return _("new password")
    if row.payload.get("owner"):
        return _("owner")
    return _("operator") if row.payload.get("operator") else _("account")


def _rule_form(data: Any = None) -> RuleForm:
    row = required.rule()
    kinds = [(kind.name, kind.title) for kind in required.KINDS]
    return RuleForm(
        data, kinds=kinds, initial={"kinds": row.kinds, "seen": row.version}, auto_id="id_rule_%s"
    )


@require_POST
def ask_of(request: HttpRequest) -> HttpResponse:
    """Ask everybody who is one of these for a second factor from their next log-in on."""
    ctx = doors.inviting(request, fresh=True, needs="installation.people")
    form = _rule_form(request.POST)
    if form.is_valid() and attempt(form, lambda: rule.ask_of(ctx, Installation(), **form.values())):
        return done(request, _("Saved."), "accounts:people")
    form.look_again(str(required.rule().version))
    return _page(request, InviteForm(owner=True), True, form)


def _invite(ctx: Context, typed: dict[str, Any]) -> dict[str, Any]:
    role = typed.pop("role")
    flags = {"operator": role == "operator", "owner": role == "owner"}
    answer: dict[str, Any] = inviting.invite(ctx, Installation(), **typed, **flags)
    return answer


def _accounts() -> list[dict[str, Any]]:
    """Who logs in with a password or a passkey; volunteers who came by a link are people of their event."""
    users = [
        user
        for user in User.objects.order_by("display_name", "username")[:MOST]
        if user.has_usable_password()
    ]
    sure = required.having(users)
    slowed = accounts.slowed(users)
    return [{"user": user, "sure": user.pk in sure, "slowed": user.username in slowed} for user in users]


@never_cache
@require_safe
def slip(request: HttpRequest, pk: UUID) -> HttpResponse:
    """An invitation as link, QR code and short code: to show, or to print and hand over."""
    ctx = doors.inviting(request)
    row = find(invitations.usable().filter(purpose__in=OWN), pk=pk)
    inviting.refuse_beyond(ctx, owner=bool(row.payload.get("owner")), user=row.user)
    url = hall_address(request, invitations.address_of(row))
    assert isinstance(request.user, User)
    shown = {
        "row": row, "desk": person_desk(request.user), "url": url, "picture": qr(url), "says": invitations.says(row),
        "code": invitations.code_of(row), "typed_at": hall_address(request, reverse("accounts:code")),
    }  # fmt: skip
    return render(request, "accounts/slip.html", shown)


@require_POST
def revoke(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Make an invitation useless."""
    ctx = doors.inviting(request)
    row = find(Invitation.objects.filter(purpose__in=OWN), pk=pk)
    return act(request, lambda: inviting.revoke(ctx, row), _("The invitation is revoked."), "accounts:people")


@require_POST
def reset(request: HttpRequest, user: UUID) -> HttpResponse:
    """A code for a new password, to print and hand over."""
    ctx = doors.inviting(request, fresh=True)
    who = find(User.objects.filter(is_active=True), pk=user)
    form = ResetForm(request.POST)
    second = form.is_valid() and form.cleaned_data["second"]
    answer = inviting.offer_reset(ctx, Installation(), user=who, second=second)
    return go("accounts:slip", answer["id"])
