"""A second factor set up or shown between the password and the session, where the installation asks for one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdapp.accounts.addresses import qr
from tdapp.accounts.commands import factors
from tdapp.accounts.forms import CodeForm, KeyForm
from tdapp.accounts.second import app_codes, asking, passkeys, required
from tdapp.accounts.views.factors import ISSUER, SEALED
from tdapp.accounts.views.log_in import inside
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import attempt, person_desk, posted, sent
from tdapp.kernel.signing_in import accounts, devices, opening

LATER, KEY = "later", "answer"


@never_cache
@require_http_methods(["GET", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """A passkey, where browsers use them, or a QR code for the app, its first code, and in the session that opens, once, the
    recovery codes.

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
    ctx = accounts.own_context(user, request_id=request_id(request))
    if KEY in request.POST and passkeys.possible(request):
        key = KeyForm(request.POST)
        if key.is_valid() and attempt(key, lambda: _key_added(request, ctx, user, key.cleaned_data[KEY])):
            return inside(request, user, asking.PASSKEY, left["next"], **left["facts"])
        return _page(request, user, left, CodeForm(), key)
    form = CodeForm(posted(request))
    if sent(request, form):
        typed, sealed = form.cleaned_data["code"], _sealed(request)
        if attempt(form, lambda: factors.turn_on(ctx, user, sealed=sealed, code=typed)):
            return _inside(request, ctx, user, left)
    return _page(request, user, left, form, KeyForm())


def _page(
    request: HttpRequest, user: User, left: dict[str, Any], form: CodeForm, key: KeyForm
) -> HttpResponse:
    sealed, possible = _sealed(request), passkeys.possible(request)
    shown = {
        "form": form, "later": required.may_put_off(user), "accepted": left["how"] == "invitation",
        "spelled": app_codes.spelled(sealed), "code": qr(app_codes.address(sealed, user.username, ISSUER)),
        "key": key, "possible": possible, "options": passkeys.ask_to_make(request, user) if possible else "",
    }  # fmt: skip
    return render(request, "accounts/set_up.html", shown, status=max(form.status, key.status))


def _sealed(request: HttpRequest) -> str:
    """The secret the app is shown, the same until a first code proves that it has it."""
    sealed: str = request.session.get(SEALED) or app_codes.new_secret()
    request.session[SEALED] = sealed
    return sealed


def _key_added(request: HttpRequest, ctx: Context, user: User, answer: str) -> dict[str, Any]:
    added: dict[str, Any] = factors.add_passkey(ctx, user, name="", key=passkeys.made(request, answer))
    return added


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
