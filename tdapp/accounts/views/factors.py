"""The app with its codes, recovery codes on paper, passkeys."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.accounts.addresses import qr
from tdapp.accounts.commands import factors
from tdapp.accounts.forms import CodeForm, NewKeyForm
from tdapp.accounts.second import app_codes, passkeys
from tdapp.accounts.views import doors
from tdapp.accounts.views.mine import PAGE
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import act, attempt, done, go, person_desk, posted, sent

SEALED = "new_app"  # in the session: the secret an app is shown, until a first code proves it has it
ISSUER = "Tournament desk"


@never_cache
@require_http_methods(["GET", "POST"])
def app(request: HttpRequest) -> HttpResponse:
    """Turn the second factor on: a QR code for the app, then the first code; then the recovery codes, once."""
    ctx, user = doors.own(request, fresh=True)
    sealed = request.session.get(SEALED) or app_codes.new_secret()
    request.session[SEALED] = sealed
    form = CodeForm(posted(request))
    if sent(request, form):
        typed = form.cleaned_data["code"]
        if attempt(form, lambda: factors.turn_on(ctx, user, sealed=sealed, code=typed)):
            request.session.pop(SEALED, None)
            request.session.cycle_key()
            return _codes(request, ctx, user)
    shown = {
        "form": form, "desk": person_desk(user), "code": qr(app_codes.address(sealed, user.username, ISSUER)),
        "spelled": app_codes.spelled(sealed),
    }  # fmt: skip
    return render(request, "accounts/app.html", shown, status=form.status)


@require_POST
def app_off(request: HttpRequest) -> HttpResponse:
    """Ask for the password alone."""
    ctx, user = doors.own(request, fresh=True)
    return act(request, lambda: factors.turn_off(ctx, user), _("The second factor is off."), PAGE)


@never_cache
@require_POST
def recovery(request: HttpRequest) -> HttpResponse:
    """New recovery codes, shown this once."""
    ctx, user = doors.own(request, fresh=True)
    return _codes(request, ctx, user)


def _codes(request: HttpRequest, ctx: Context, user: User) -> HttpResponse:
    made = factors.Codes()
    factors.renew_codes(ctx.keyless(), user, into=made)
    shown = {"codes": made.made, "desk": person_desk(user), "me": user}
    answer = render(request, "accounts/recovery.html", shown)
    answer["Cache-Control"] = "no-store, private"
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
def passkey_add(request: HttpRequest) -> HttpResponse:
    """Make a passkey: the browser asks its owner, a script puts the answer into the form."""
    ctx, user = doors.own(request, fresh=True)
    possible = passkeys.possible(request)
    if request.method == "POST" and not possible:
        return go("accounts:passkey_add")
    form = NewKeyForm(posted(request))
    if sent(request, form) and attempt(form, lambda: _add(request, ctx, user, form.cleaned_data)):
        return done(request, _("The passkey is there: you can log in with it from now on."), PAGE)
    shown = {
        "form": form, "desk": person_desk(user), "possible": possible,
        "options": passkeys.ask_to_make(request, user) if possible else "",
    }  # fmt: skip
    return render(request, "accounts/passkey.html", shown, status=form.status)


def _add(request: HttpRequest, ctx: Context, user: User, typed: dict[str, Any]) -> dict[str, Any]:
    key = passkeys.made(request, typed["answer"])
    answer: dict[str, Any] = factors.add_passkey(ctx, user, name=typed["name"], key=key)
    return answer


@require_POST
def passkey_name(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Call a passkey something else."""
    ctx, user = doors.own(request)
    name = request.POST.get("name", "")
    return act(request, lambda: factors.name_passkey(ctx, user, pk=pk, name=name), _("Saved."), PAGE)


@require_POST
def passkey_remove(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Remove a passkey."""
    ctx, user = doors.own(request, fresh=True)
    return act(request, lambda: factors.remove_passkey(ctx, user, pk=pk), _("The passkey is removed."), PAGE)
