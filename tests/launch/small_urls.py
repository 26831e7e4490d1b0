"""One page made for whoever is signed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path


def who(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.user))


urlpatterns = [path("who", who)]
