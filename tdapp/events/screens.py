"""What the screens of an event share; how a form is answered stands in `kernel.pages.answers`."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tdapp.events.models import Entrant, tell_apart_in_field
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import (
    Answer,
    SeeOther,
    act,
    attempt,
    done,
    go,
    person_desk,
    posted,
    refused,
    safe_next,
    sent,
)
from tdapp.kernel.pages.forms import DeskForm

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


def entrant_of(event: Any, pk: Any) -> Entrant:
    """An entrant of this event with what its pages show, told from any other of the name."""
    row = find(Entrant.objects.select_related("division__event", "club", "player"), event=event, pk=pk)
    tell_apart_in_field([row])
    return row
