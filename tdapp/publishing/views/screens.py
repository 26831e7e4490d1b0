"""Hall screens: the page a projector opens once, and the answers it asks for every few seconds."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.http import require_safe

from tdapp.kernel import clock
from tdapp.publishing import gate
from tdapp.publishing.gate import EventDoor
from tdapp.publishing.screens import feed as feeds
from tdapp.publishing.screens.every import KINDS
from tdapp.publishing.screens.scene import Scene, Settings
from tdapp.publishing.views import answers
from tdapp.publishing.views.poster import address


@require_safe
def screen(request: HttpRequest, event: str) -> HttpResponse:
    """A screen set in its address: `?show=standings&divisions=open,kids&zoom=125&theme=dark&seconds=15`."""
    door = gate.open_event(event)
    where = reverse("publishing:screen_feed", args=(door.slug,))
    asked = urlencode({name: request.GET[name] for name in ASKED if name in request.GET})
    return _page(
        request, door, Settings.of_address(request.GET, KINDS), f"{where}?{asked}" if asked else where
    )


ASKED = ("show", "divisions", "zoom", "theme", "seconds")


@require_safe
def feed(request: HttpRequest, event: str) -> HttpResponse:
    """What such a screen shows now; 304 while it is what the screen has."""
    door = gate.open_event(event)
    return _answer(request, door, _scene(request, door, Settings.of_address(request.GET, KINDS)))


@require_safe
def named(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """A screen with a name: it shows what the desk switches it to."""
    door = gate.open_event(event)
    where = reverse("publishing:named_feed", args=(door.slug, screen))
    return _page(request, door, screen, where)


@require_safe
def named_feed(request: HttpRequest, event: str, screen: str) -> HttpResponse:
    """What a named screen shows now; 304 while it is what the screen has."""
    door = gate.open_event(event)
    return _answer(request, door, _scene(request, door, screen))


def _scene(request: HttpRequest, door: EventDoor, asked: Settings | str) -> Scene:
    rows = list(feeds.screens(door))
    settings = feeds.named(rows, asked) if isinstance(asked, str) else asked
    return feeds.scene(door, settings, rows, address(request, door.slug))


def _page(request: HttpRequest, door: EventDoor, asked: Settings | str, where: str) -> HttpResponse:
    here = _scene(request, door, asked)
    one = here.doors[0].slug if len(here.doors) == 1 else ""
    facts = {"event": door, "body": feeds.feed(here), "feed": where, "now": _now(), "division": one}
    return answers.for_all(render(request, "publishing/screen/base.html", facts), door)


def _answer(request: HttpRequest, door: EventDoor, here: Scene) -> HttpResponse:
    body = feeds.feed(here)
    etag = quote_etag(body.token)
    known = etag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponseNotModified() if known else HttpResponse(body.html)
    response["ETag"] = etag
    # The screen counts on from here, so that a projector's own clock may be wrong.
    response["X-Now"] = _now()
    return answers.for_all(response, door)


def _now() -> str:
    return timezone.localtime(clock.now()).strftime("%H:%M:%S")
