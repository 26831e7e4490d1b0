"""The public address as a QR code, for the wall of the hall."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.kernel import clock
from tdapp.kernel.pages.shells import PrintHead
from tdapp.launch.running import lan_address
from tdapp.publishing.answers import answers
from tdapp.publishing.released import public_access

PAPERS = ("a4", "letter")
AT_HOME = frozenset({"localhost", "127.0.0.1", "[::1]"})


@require_safe
def qr(request: HttpRequest, event: str) -> HttpResponse:
    """The address of the event's page as an SVG image."""
    door = public_access.open_event(event)
    picture = io.BytesIO()
    segno.make(address(request, door.slug), error="m").save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff"
    )
    return answers.for_all(HttpResponse(picture.getvalue(), content_type="image/svg+xml"), door)


@require_safe
def poster(request: HttpRequest, event: str) -> HttpResponse:
    """A page to print and pin up: what it is, the code, the address to type."""
    door = public_access.open_event(event)
    paper = request.GET.get("paper", "a4")
    facts = {
        "event": door, "address": address(request, door.slug), "paper": paper if paper in PAPERS else "a4",
        "head": PrintHead(door.name, at=clock.now()), "back_url": f"/t/{door.slug}/",
    }  # fmt: skip
    return answers.for_all(render(request, "publishing/poster.html", facts), door)


def address(request: HttpRequest, slug: str) -> str:
    """The event's public address as a phone in the hall can reach it: never this laptop's own "localhost"."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}/t/{slug}/"
    here = urlsplit(request.build_absolute_uri(f"/t/{slug}/"))
    name, port = split_domain_port(here.netloc)
    if name not in AT_HOME or not (hall := lan_address()):
        return here.geturl()
    return here._replace(netloc=f"{hall}:{port}" if port else hall).geturl()
