"""The cookie of a player's phone: one for one event's own phone pages."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tdapp.desk.phones import cookies
from tdapp.events.access import request_facts
from tdapp.publishing.released.public_access import EventDoor

COOKIE = "td-me"


def of_request(request: HttpRequest) -> UUID | None:
    """The device a request came from."""
    return cookies.read(request, COOKIE)


def of_request_or_new(request: HttpRequest) -> UUID:
    """The device a request came from, a new one where it had no cookie."""
    return of_request(request) or cookies.fresh(request_facts(request)["key"])


def keep(response: HttpResponse, event: EventDoor, cookie: UUID | None) -> HttpResponse:
    """Leave its cookie."""
    return cookies.keep(response, COOKIE, cookie, reverse("publishing:me", args=[event.slug]))
