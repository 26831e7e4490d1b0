"""A second factor set up or shown between the password and the session, where the installation asks for one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdapp.accounts.addresses import qr
from tdapp.accounts.commands import factors
from tdapp.accounts.forms import CodeForm
from tdapp.accounts.second import app_codes, asking, required
from tdapp.accounts.views.factors import ISSUER, SEALED
from tdapp.accounts.views.log_in import inside
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import attempt, person_desk, posted, sent
from tdapp.kernel.signing_in import accounts, devices, opening

LATER = "later"


@never_cache
@require_http_methods(["GET", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """A QR code for the app, then its first code; then the recovery codes, once, in the session it opened.

    Who has a passkey is asked for that instead, wherever browsers use passkeys.
    """
    waiting = asking.waiting(request)
    if waiting is None or asking.needed(waiting[0]):
        return render(request, "accounts/set_up.html", {"over": True})
    user, left = waiting
    later = required.may_put_off(user)
    if later and request.method == "POST" and LATER in request.POST:
        return inside(request, user, left["how"], left["next"], **left["facts"])
    if required.by_passkey(request, user):
        shown = {"passkey": True, "later": later, "next": left["next"]}
        return render(request, "accounts/set_up.html", shown, status=403 if request.method == "POST" else 200)
    sealed = request.session.get(SEALED) or app_codes.new_secret()
    request.session[SEALED] = sealed
    form, ctx = CodeForm(posted(request)), accounts.own_context(user, request_id=request_id(request))
    if sent(request, form):
        typed = form.cleaned_data["code"]
        if attempt(form, lambda: factors.turn_on(ctx, user, sealed=sealed, code=typed)):
            return _inside(request, ctx, user, left)
    shown = {
        "form": form, "later": later, "accepted": left["how"] == "invitation", "spelled": app_codes.spelled(sealed),
        "code": qr(app_codes.address(sealed, user.username, ISSUER)),
    }  # fmt: skip
    return render(request, "accounts/set_up.html", shown, status=form.status)


def request_id(request: HttpRequest) -> str:
    """What the log calls this request."""
    return str(getattr(request, "request_id", ""))


def _inside(request: HttpRequest, ctx: Context, user: User, left: dict[str, Any]) -> HttpResponse:
    """The session, on a device the account knows from now on; its first page shows the recovery codes."""
    made = factors.Codes()
    factors.renew_codes(ctx, user, into=made)
    opening.open_session(request, user, f"{left['how']} + code", **left["facts"])
    shown = {"codes": made.made, "desk": person_desk(user), "me": user, "next": left["next"]}
    answer = render(request, "accounts/recovery.html", shown)
    answer["Cache-Control"] = "no-store, private"
    devices.remember(request, answer, user.username)
    return answer
