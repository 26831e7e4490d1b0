"""What the screens of an event share; how a form is answered stands in `kernel.pages.answers`."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from tdapp.events.models import Entrant, tell_apart_in_field
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import Answer, SeeOther, act, attempt, done, go, posted, refused, sent
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.pages.shells import Desk

__all__ = [
    "Answer",
    "SeeOther",
    "act",
    "attempt",
    "done",
    "entrant_of",
    "go",
    "page",
    "person_desk",
    "posted",
    "refused",
    "safe_next",
    "sent",
]


def page(request: HttpRequest, template: str, form: DeskForm | None = None, **context: Any) -> HttpResponse:
    """A page, with the status of its form."""
    status = form.status if form else 200
    return render(request, f"events/{template}.html", {"form": form, **context}, status=status)


def person_desk(user: User) -> Desk:
    """The shell of a page that stands at no event."""
    return Desk(user_id=str(user.pk), user_name=user.shown_as, logout_url="/logout")


def entrant_of(event: Any, pk: Any) -> Entrant:
    """An entrant of this event with what its pages show, told from any other of the name."""
    row = find(Entrant.objects.select_related("division__event", "club", "player"), event=event, pk=pk)
    tell_apart_in_field([row])
    return row


def safe_next(request: HttpRequest) -> str:
    """Where a person wanted to go before signing in; "/" for anything outside."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    fine = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if fine else "/"
