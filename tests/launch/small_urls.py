"""Pages for the tests of what lies around pages."""

from __future__ import annotations

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path

handler500 = "tdapp.launch.requests.errors.handler500"


def who(request: HttpRequest) -> HttpResponse:
    """Made for whoever is signed in."""
    return HttpResponse(str(request.user))


def away(request: HttpRequest) -> HttpResponse:
    """Needs a database that is away, also to show an error page."""
    raise OperationalError("connection to db.internal failed")


def broken(request: HttpRequest) -> HttpResponse:
    """A fault in the program."""
    raise ValueError("secret detail")


urlpatterns = [path("who", who), path("away", away), path("api/away", away), path("broken", broken)]
