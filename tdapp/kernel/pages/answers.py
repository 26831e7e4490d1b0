"""What views share: run a command from a form, say what was done, show the page again with what was typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.pages.shells import Desk
from tdapp.kernel.refusals import Missing, NeedsPassword, Refusal

Answer = dict[str, Any]


class SeeOther(HttpResponseRedirect):
    """303: what follows a form that was taken."""

    status_code = 303


def attempt(form: DeskForm, call: Callable[[], Answer]) -> Answer | None:
    """The command's answer, or None with its refusal put into the form. What does not exist stays missing, and what
    wants the password asks for it.
    """
    try:
        return call()
    except (Missing, NeedsPassword):
        raise
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: None when the page is only looked at."""
    return request.POST if request.method == "POST" else None


def sent(request: HttpRequest, form: forms.Form) -> bool:
    """Whether the form was sent and can be read."""
    return request.method == "POST" and form.is_valid()


def go(to: str, *args: Any, query: Any = None) -> HttpResponse:
    """See the named page."""
    return SeeOther(resolve_url(to, *args) + (f"?{urlencode(query)}" if query else ""))


def done(request: HttpRequest, sentence: str, to: str, *args: Any, query: Any = None) -> HttpResponse:
    """Say what was done, on the named page."""
    messages.success(request, sentence)
    return go(to, *args, query=query)


def refused(request: HttpRequest, refusal: Refusal, to: str, *args: Any, query: Any = None) -> HttpResponse:
    """Say why a single button did not do it, on the page it stands on."""
    messages.error(request, str(refusal))
    return go(to, *args, query=query)


def act(
    request: HttpRequest, call: Callable[[], Answer], sentence: str | Callable[[Answer], str], to: str, *args: Any
) -> HttpResponse:  # fmt: skip
    """Carry out what a single button asks for and go back to its page, with what was done or why it was not."""
    try:
        answer = call()
    except Missing:
        raise
    except Refusal as refusal:
        if refusal.status == 403:
            raise
        return refused(request, refusal, to, *args)
    return done(request, sentence if isinstance(sentence, str) else sentence(answer), to, *args)


def person_desk(user: User) -> Desk:
    """The shell of a page that stands at no event."""
    return Desk(user_id=str(user.pk), user_name=user.shown_as, logout_url="/logout")


def safe_next(request: HttpRequest) -> str:
    """Where a person wanted to go before signing in; "/" for anything outside."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    fine = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if fine else "/"
