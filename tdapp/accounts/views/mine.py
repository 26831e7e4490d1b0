"""My account: name, password, second factor, passkeys, sessions."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tdapp.accounts import federation
from tdapp.accounts.commands import own
from tdapp.accounts.forms import PasswordForm, PersonForm
from tdapp.accounts.second import asking, passkeys
from tdapp.accounts.views import doors
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import act, attempt, done, person_desk
from tdapp.kernel.pages.forms import DeskForm

PAGE = "accounts:mine"


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Everything of one's own account on one page."""
    _ctx, user = doors.own(request)
    return _page(request, user)


def _page(request: HttpRequest, user: User, sent: DeskForm | None = None) -> HttpResponse:
    forms: dict[str, DeskForm] = {
        "person": PersonForm(initial={"name": user.shown_as, "email": user.email}),
        "password": PasswordForm(auto_id="id_new_%s"),
    }
    if sent is not None:
        forms["password" if isinstance(sent, PasswordForm) else "person"] = sent
    here = request.session.session_key or ""
    shown: dict[str, Any] = {
        "desk": person_desk(user), "me": user, "forms": forms, "on": asking.needed(user),
        "codes_left": user.recovery_codes.count(), "passkeys": user.passkeys.all(),
        "identities": user.identities.all(), "possible": passkeys.possible(request),
        "sessions": own.shown(own.sessions_of(user), here), "may_invite": may_invite(user),
        "federation": federation.name() if federation.configured() else "",
        "has_password": user.has_usable_password(),
    }  # fmt: skip
    return render(request, "accounts/mine.html", shown, status=sent.status if sent else 200)


def may_invite(user: User) -> bool:
    """Whether the account's people page is for this person."""
    return user.is_active and (user.owner or user.operator)


@sensitive_post_parameters("password")
@require_POST
def password(request: HttpRequest) -> HttpResponse:
    """Another password; all other sessions end, this one goes on under a new key."""
    ctx, user = doors.own(request, fresh=True)
    form = PasswordForm(request.POST, auto_id="id_new_%s")
    keep = request.session.session_key or ""
    if form.is_valid() and attempt(form, lambda: own.change_password(ctx, user, keep=keep, **form.values())):
        update_session_auth_hash(request, user)
        return done(request, _("Your password is changed; all other sessions have ended."), PAGE)
    return _page(request, user, form)


@require_POST
def person(request: HttpRequest) -> HttpResponse:
    """Name and e-mail address."""
    ctx, user = doors.own(request, fresh=True)
    form = PersonForm(request.POST)
    if form.is_valid() and attempt(form, lambda: own.set_person(ctx, user, **form.values())):
        return done(request, _("Saved."), PAGE)
    return _page(request, user, form)


@require_POST
def end_session(request: HttpRequest, handle: str) -> HttpResponse:
    """End one session; the own one is the log-out's matter."""
    ctx, user = doors.own(request)
    return act(request, lambda: own.end_session(ctx, user, handle=handle), _("The session has ended."), PAGE)


@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End every session but this one."""
    ctx, user = doors.own(request)
    keep = request.session.session_key or ""

    def said(answer: dict[str, Any]) -> str:
        n = answer["ended"]
        return ngettext("%(n)s other session has ended.", "%(n)s other sessions have ended.", n) % {"n": n}

    return act(request, lambda: own.end_others(ctx, user, keep=keep), said, PAGE)
