"""The pages: all rooms with their doors, and one room whole. Made once a language in each process that is asked."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tdapp.api.reference import serving
from tdapp.api.reference.reading import Room, rooms
from tdapp.events.screens import person_desk
from tdapp.kernel.models import User
from tdapp.kernel.pages.language import asked_for

_MAKING = threading.Lock()
MADE: dict[tuple[str, str], Mapping[str, tuple[str, SafeString]]] = {}
INDEX = ""


def made(query: str = "") -> Mapping[str, tuple[str, SafeString]]:
    """The title and the inside of each page in the language now read, by the end of its address; "" is that of all rooms.

    query: what its links to other rooms carry on, so that a language named in an address stays.
    """
    key = (get_language() or "en", query)
    with _MAKING:
        if key not in MADE:
            MADE[key] = _make(rooms(serving.english()), query)
        return MADE[key]


def _make(found: tuple[Room, ...], query: str) -> Mapping[str, tuple[str, SafeString]]:
    inside = render_to_string("api/reference/_rooms.html", {"rooms": found, "query": query})
    pages = {INDEX: (_("What the API offers"), inside)}
    return pages | {
        room.slug: (room.title, render_to_string("api/reference/_room.html", {"room": room}))
        for room in found
    }


@never_cache
@require_safe
@login_required
def room(request: HttpRequest, room: str = INDEX) -> HttpResponse:
    """A room of the API, or all of them; for whoever is signed in. `?lang=`, or as pages choose."""
    asked = asked_for(request)
    with override(asked or get_language()):
        return _page(request, room, f"?lang={asked}" if asked else "")


def _page(request: HttpRequest, room: str, query: str) -> HttpResponse:
    assert isinstance(request.user, User)
    if (page := made(query).get(room)) is None:
        raise Http404
    facts: dict[str, Any] = {
        "desk": person_desk(request.user),
        "title": page[0],
        "inside": page[1],
        "room": room,
        "query": query,
    }
    answer = render(request, "api/reference/page.html", facts)
    answer["Content-Language"] = get_language() or "en"
    return answer
