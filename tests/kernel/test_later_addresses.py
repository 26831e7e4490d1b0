"""Addresses of a room that is loaded later cost nothing until somebody asks for one of them."""

from __future__ import annotations

import sys

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, path
from django.urls.resolvers import RegexPattern, URLResolver

from tdapp.kernel.pages.later_addresses import LaterAddresses

ROOM = "tests.kernel.later_room"


def look(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_the_names_of_others_are_looked_over_without_loading_the_room() -> None:
    room = type(sys)("room")
    vars(room)["urlpatterns"] = [path("one/<int:n>/", look, name="one")]
    root = URLResolver(
        RegexPattern(r"^/"), [path("here/", look, name="here"), LaterAddresses("later/", ROOM, "later")]
    )
    assert root.reverse("here") == "here/"
    assert root.resolve("/here/").url_name == "here"
    with pytest.raises(NoReverseMatch):
        root.reverse("nowhere")
    prefix, below = root.namespace_dict["later"]
    for asks in (lambda: below.reverse("one", 3), lambda: root.resolve("/later/one/3/")):
        with pytest.raises(ModuleNotFoundError):
            asks()
    sys.modules[ROOM] = room
    try:
        assert prefix + below.reverse("one", 3) == "later/one/3/"
        assert root.resolve("/later/one/3/").view_name == "later:one"
    finally:
        del sys.modules[ROOM]
