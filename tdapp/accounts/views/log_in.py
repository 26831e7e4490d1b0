"""The second step of a log-in, a log-in by passkey, and what to do without the password."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdapp.accounts import mail
from tdapp.accounts.forms import CodeForm, ForgottenForm, KeyForm
from tdapp.accounts.second import asking, passkeys, required
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import SeeOther, attempt, posted, safe_next, sent
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.signing_in import devices, limits, opening
from tdapp.kernel.signing_in.users import owners

MOST_ASKED = 60  # a minute and address


@never_cache
@require_http_methods(["GET", "POST"])
def second(request: HttpRequest) -> HttpResponse:
    """The code of the app, or a recovery code, after a right password."""
    waiting = asking.waiting(request)
    if waiting is None:
        return render(request, "accounts/second.html", {"over": True})
    user, left = waiting
    form = CodeForm(posted(request))
    if sent(request, form) and (
        facts := attempt(form, lambda: _right(request, user, form.cleaned_data["code"]))
    ):
        return inside(
            request, user, f"{left['how']} + code", left["next"], **{**left["facts"], **facts["note"]}
        )
    shown = {"form": form, "passkey": required.by_passkey(request, user), "next": left["next"]}
    return render(request, "accounts/second.html", shown, status=form.status)


def _right(request: HttpRequest, user: User, typed: str) -> dict[str, Any]:
    facts = asking.checked(request, user, typed)
    if facts is None:
        sentence = _("That is not the code. Type the one the app shows now, or a recovery code.")
        raise Refusal("wrong-code", sentence, status=422)
    return {"note": facts}


def inside(request: HttpRequest, user: User, how: str, wanted: str, **facts: Any) -> HttpResponse:
    """A new session, on a device the account knows from now on."""
    opening.open_session(request, user, how, **facts)
    answer = SeeOther(wanted)
    devices.remember(request, answer, user.username)
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
def by_passkey(request: HttpRequest) -> HttpResponse:
    """Log in by a passkey, without name or password: it says whose it is, and asked its owner for finger, face or PIN."""
    form, possible = KeyForm(posted(request)), passkeys.possible(request)
    if (
        possible
        and sent(request, form)
        and (answer := attempt(form, lambda: _answered(request, form.cleaned_data["answer"])))
    ):
        row, count = answer["row"], answer["count"]
        facts = {asking.PASSKEY: str(row.pk), "count": count}
        return inside(request, row.user, "passkey", safe_next(request), **facts)
    _refuse_flood("passkey", request)
    options = passkeys.ask_for_one(request) if possible else ""
    shown = {"form": form, "possible": possible, "options": options, "next": safe_next(request)}
    return render(request, "accounts/by_passkey.html", shown, status=form.status)


def _answered(request: HttpRequest, sent_back: str) -> dict[str, Any]:
    _refuse_flood("passkey tried", request)
    row, count = passkeys.answered(request, sent_back)
    return {"row": row, "count": count}


@never_cache
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """A link by e-mail where there is e-mail; else whom to ask. Says the same of names nobody has."""
    form = ForgottenForm(posted(request))
    done = False
    if mail.can_send() and sent(request, form):
        _refuse_flood("forgotten", request)
        mail.send_reset(request, form.cleaned_data["username"])
        done = True
    shown = {
        "form": form,
        "by_mail": mail.can_send(),
        "done": done,
        "owners": [one.shown_as for one in owners()[:5]],
    }
    return render(request, "accounts/forgotten.html", shown, status=form.status)


def _refuse_flood(name: str, request: HttpRequest) -> None:
    """Each address has a budget of its own: nobody waits for a stranger elsewhere."""
    if seconds := limits.wait(name, limits.household(devices.address(request)), MOST_ASKED):
        sentence = _("Too much came from your network. Wait a minute, then try again.")
        raise NotAllowed("too-many-tries", sentence, status=429, retry_after=round(seconds) + 1)
