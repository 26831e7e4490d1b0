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
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tdapp.api.reference import serving
from tdapp.api.reference.reading import Room, rooms
from tdapp.events.screens import person_desk
from tdapp.kernel.models import User

_MAKING = threading.Lock()
MADE: dict[str, Mapping[str, tuple[str, SafeString]]] = {}
INDEX = ""


def made() -> Mapping[str, tuple[str, SafeString]]:
    """The title and the inside of each page in the language now read, by the end of its address; "" is that of all rooms."""
    language = get_language() or "en"
    with _MAKING:
        if language not in MADE:
            MADE[language] = _make(rooms(serving.english()))
        return MADE[language]


def _make(found: tuple[Room, ...]) -> Mapping[str, tuple[str, SafeString]]:
    pages = {
        INDEX: (_("What the API offers"), render_to_string("api/reference/_rooms.html", {"rooms": found}))
    }
    return pages | {
        room.slug: (room.title, render_to_string("api/reference/_room.html", {"room": room}))
        for room in found
    }


@never_cache
@require_safe
@login_required
def room(request: HttpRequest, room: str = INDEX) -> HttpResponse:
    """A room of the API, or all of them; for whoever is signed in."""
    assert isinstance(request.user, User)
    if (page := made().get(room)) is None:
        raise Http404
    facts: dict[str, Any] = {
        "desk": person_desk(request.user),
        "title": page[0],
        "inside": page[1],
        "room": room,
    }
    return render(request, "api/reference/page.html", facts)
