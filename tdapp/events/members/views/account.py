"""Log in, log out, the password again."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts import federation
from tdapp.accounts.second import asking
from tdapp.events.access import not_signed_in
from tdapp.events.members import password_again as password
from tdapp.events.members.forms import LoginForm
from tdapp.events.screens import SeeOther, go, posted, safe_next, sent
from tdapp.kernel.models import User
from tdapp.kernel.pages.middleware import wants_json
from tdapp.kernel.refusals import NeedsPassword
from tdapp.kernel.signing_in import accounts, devices, opening, sessions


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """User name and password."""
    form = LoginForm(request, posted(request))
    if sent(request, form):
        return _inside(request, form.get_user())
    wanted = safe_next(request)
    by = federation.name() if federation.configured() else ""
    shown = {"form": form, "next": "" if wanted == "/" else wanted, "federation": by}
    answer = render(request, "td/login.html", shown, status=form.status)
    if form.wait:
        answer["Retry-After"] = str(form.wait)
    return answer


def _inside(request: HttpRequest, user: Any) -> HttpResponse:
    """A new session, on a device the account knows from now on."""
    answer = signed(request, user, "password", safe_next(request), **password.tell(request, user))
    devices.remember(request, answer, user.username)
    return answer


def signed(request: HttpRequest, user: User, how: str, wanted: str, **facts: Any) -> HttpResponse:
    """The way on after a right password: to the second step, where the account asks for one."""
    if page := asking.step(request, user, how, wanted, facts):
        return go(page)
    begin(request, user, how, **facts)
    return SeeOther(wanted)


def begin(request: HttpRequest, user: User, how: str, **facts: Any) -> None:
    """Open a fresh session for a person whose password, PIN or link was right; noted for the log."""
    opening.open_session(request, user, how, **facts)


@never_cache
@require_http_methods(["GET", "POST"])
def again(request: HttpRequest) -> HttpResponse:
    """Type the password again in a session a PIN opened, and go on; `PasswordAgain` has looked at what was typed."""
    if not isinstance(request.user, User):
        raise not_signed_in()
    if sessions.by_pin(request) or sessions.stale(request):
        if request.method == "POST" or wants_json(request):
            raise NeedsPassword("password-needed", _("Type your password."))
        # Asked for by its own link, the form is what was wanted, no refusal.
        asked = {
            "refusal": _("Type your password."),
            "to": resolve_url("events:again"),
            "next": safe_next(request),
        }
        return render(request, "td/again.html", asked)
    return SeeOther(safe_next(request))


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Close the session; noted in the log."""
    user = request.user
    logout(request)
    if isinstance(user, User):
        opening.note(request, user, accounts.OUT)
    return SeeOther("/")
