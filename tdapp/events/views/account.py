"""Log in, log out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.events.forms.people import LoginForm
from tdapp.events.views.common import SeeOther, posted, safe_next, sent
from tdapp.kernel import accounts
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """User name and password."""
    form = LoginForm(request, posted(request))
    if sent(request, form):
        user: Any = form.get_user()
        begin(request, user, "password")
        return SeeOther(safe_next(request))
    wanted = safe_next(request)
    shown = {"form": form, "next": "" if wanted == "/" else wanted}
    return render(request, "td/login.html", shown, status=form.status)


def begin(request: HttpRequest, user: User, how: str) -> None:
    """Open a fresh session for a person whose password, PIN or link was right; noted in the log."""
    ctx = accounts.person_context(user, request_id=getattr(request, "request_id", ""))
    accounts.sign_in(ctx, Installation(), how=how)
    request.session.flush()
    login(request, user, backend=BACKEND)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Close the session; noted in the log."""
    if isinstance(request.user, User):
        ctx = accounts.person_context(request.user, request_id=getattr(request, "request_id", ""))
        accounts.sign_out(ctx, Installation())
    logout(request)
    return SeeOther("/")
