"""The page of an invitation: by link, by QR, or typed from paper; and of a code for a new password."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tdapp.accounts.forms import NewcomerForm, PasswordForm, TypedCodeForm
from tdapp.accounts.second import asking, required
from tdapp.accounts.second.asking import PASSKEY
from tdapp.accounts.views import doors
from tdapp.accounts.views.log_in import inside
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.pages.answers import attempt, done, go, posted, sent
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import NotAllowed
from tdapp.kernel.signing_in import devices, invitations, inviting, limits, sessions

MOST_TYPED = 20  # codes a minute from one address; 31^12 of them are there


@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Type the code of a printed invitation."""
    form = TypedCodeForm(posted(request))
    if sent(request, form) and (answer := attempt(form, lambda: _found(request, form.cleaned_data["code"]))):
        return go("accounts:invited", invitations.code_of(answer["row"]))
    return render(request, "accounts/code.html", {"form": form}, status=form.status)


def _found(request: HttpRequest, typed: str) -> dict[str, Any]:
    if seconds := limits.wait("invited", limits.household(devices.address(request)), MOST_TYPED):
        sentence = _("Too much came from your network. Wait a minute, then try again.")
        raise NotAllowed("too-many-tries", sentence, status=429, retry_after=round(seconds) + 1)
    row = invitations.found(typed)
    if row is None:
        raise invitations.gone()
    return {"row": row}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def invited(request: HttpRequest, code: str) -> HttpResponse:
    """What a code opens: an account to be made, one more thing for the account one has, or a new password."""
    row: Invitation = _found(request, code)["row"]
    if row.purpose == inviting.RESET.name and row.user:
        return _reset(request, row, row.user)
    if isinstance(request.user, User) and not sessions.bound_to(request):
        return _accept(request, row)
    form = NewcomerForm(posted(request), initial={"name": row.name, "username": row.username})
    if sent(request, form) and (answer := attempt(form, lambda: _join(row, form, request))):
        return _on(request, User.objects.get(pk=answer["user"]), "invitation", answer["go"] or "/")
    return _page(request, row, form)


def _join(row: Invitation, form: DeskForm, request: HttpRequest) -> dict[str, Any]:
    typed = form.values()
    user = inviting.newcomer(row, typed["username"], typed["name"])
    ctx = inviting.invited_context(row, user, getattr(request, "request_id", ""))
    answer: dict[str, Any] = inviting.join(ctx, user, invitation=row, password=typed["password"])
    return answer


def _accept(request: HttpRequest, row: Invitation) -> HttpResponse:
    ctx, user = doors.own(request)
    form = DeskForm(posted(request))
    if sent(request, form) and (answer := attempt(form, lambda: inviting.accept(ctx, user, invitation=row))):
        if required.of(user) and sessions.how(request) != PASSKEY:  # of what they are now it is asked
            return _on(request, user, "invitation", answer["go"] or "/")
        request.session.cycle_key()  # the account may do more from now on
        return done(request, _("Accepted."), answer["go"] or "/")
    return _page(request, row, form, me=user)


def _reset(request: HttpRequest, row: Invitation, user: User) -> HttpResponse:
    form = PasswordForm(posted(request))
    if sent(request, form) and attempt(
        form, lambda: _renew(request, row, user, form.cleaned_data["password"])
    ):
        user.refresh_from_db()
        return _on(request, user, "reset", "/")
    return _page(request, row, form, whose=user)


def _on(request: HttpRequest, user: User, how: str, wanted: str) -> HttpResponse:
    """The way on after a code: to the second step, where the account or the installation asks for one."""
    if page := asking.step(request, user, how, wanted, {}):
        return go(page)
    return inside(request, user, how, wanted)


def _renew(request: HttpRequest, row: Invitation, user: User, password: str) -> dict[str, Any]:
    ctx = inviting.invited_context(row, user, getattr(request, "request_id", ""))
    answer: dict[str, Any] = inviting.reset(ctx, user, invitation=row, password=password)
    return answer


def _page(request: HttpRequest, row: Invitation, form: DeskForm, **more: Any) -> HttpResponse:
    shown = {"form": form, "row": row, "says": invitations.says(row), **more}
    return render(request, "accounts/invited.html", shown, status=form.status)
