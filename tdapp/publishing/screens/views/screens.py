"""Hall screens: the page a projector opens once, and the answers it asks for every few seconds."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import override
from django.views.decorators.http import require_safe

from tdapp.kernel import clock
from tdapp.publishing.answers import answers
from tdapp.publishing.answers.poster import address
from tdapp.publishing.released import public_access
from tdapp.publishing.released.public_access import EventDoor
from tdapp.publishing.screens import feed as feeds
from tdapp.publishing.screens.all_kinds import KINDS
from tdapp.publishing.screens.feed import Feed
from tdapp.publishing.screens.scene import Settings

ASKED = ("show", "divisions", "zoom", "theme", "seconds", "lang")
LANGUAGES = (("en", "EN"), ("fil", "FIL"), ("both", "EN/FIL"))


@require_safe
def screen(request: HttpRequest, event: str) -> HttpResponse:
    """A screen set in its address: `?show=standings&divisions=open,kids&zoom=125&theme=dark&seconds=15&lang=fil`."""
    door = public_access.open_event(event)
    where = reverse("publishing:screen_feed", args=(door.slug,))
    return _page(request, door, Settings.of_address(request.GET, KINDS), where)


@require_safe
def feed(request: HttpRequest, event: str) -> HttpResponse:
    """What such a screen shows now; 304 while it is what the screen has."""
    door = public_access.open_event(event)
    return _answer(request, door, Settings.of_address(request.GET, KINDS))


@require_safe
def named(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """A screen with a name: it shows what the desk switches it to. `?lang=fil` outranks the desk's language."""
    door = public_access.open_event(event)
    where = reverse("publishing:named_feed", args=(door.slug, screen))
    return _page(request, door, screen, where)


@require_safe
def named_feed(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """What a named screen shows now; 304 while it is what the screen has."""
    return _answer(request, public_access.open_event(event), screen)


def _feed(request: HttpRequest, door: EventDoor, asked: Settings | str) -> Feed:
    rows = list(feeds.screens(door))
    settings = feeds.named(rows, asked).in_language_of(request.GET) if isinstance(asked, str) else asked
    return feeds.feed(door, settings, rows, address(request, door.slug))


def _page(request: HttpRequest, door: EventDoor, asked: Settings | str, where: str) -> HttpResponse:
    """The page, in the first of its languages. It asks for its answers with what its own address says."""
    body = _feed(request, door, asked)
    said = urlencode({name: request.GET[name] for name in ASKED if name in request.GET})
    doors, tongues = body.scene.doors, body.scene.settings.tongues
    facts = {
        "event": door, "body": body, "feed": f"{where}?{said}" if said else where, "now": _now(), "tongues": tongues,
        "division": doors[0].slug if len(doors) == 1 else "", "languages": LANGUAGES,
    }  # fmt: skip
    with override(tongues[0]):
        response = render(request, "publishing/screen/base.html", facts)
    response["Content-Language"] = ", ".join(tongues)
    return answers.for_all(response, door)


def _answer(request: HttpRequest, door: EventDoor, asked: Settings | str) -> HttpResponse:
    body = _feed(request, door, asked)
    etag = quote_etag(body.token)
    known = etag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponseNotModified() if known else HttpResponse(body.html)
    response["ETag"] = etag
    response["Content-Language"] = ", ".join(body.scene.settings.tongues)
    # The screen counts on from here, so that a projector's own clock may be wrong.
    response["X-Now"] = _now()
    return answers.for_all(response, door)


def _now() -> str:
    return timezone.localtime(clock.now()).strftime("%H:%M:%S")
