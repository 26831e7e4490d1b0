"""What is copied into another website so that it shows a division of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tdapp.events.models import Event
from tdapp.publishing.embed.forms import ShownForm


@dataclass(frozen=True, slots=True)
class Snippet:
    """The frame of one division: an id for its field, what it shows, where that is."""

    key: str
    division: str
    title: str
    address: str


def root_of(request: HttpRequest) -> str:
    """The address in front of all others: the installation's where it has one, else the one this was asked at."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


def of_events(events: Iterable[Event], root: str, wanted: ShownForm) -> list[Snippet]:
    """One a division, event by event, of what is `wanted`; the divisions may have been fetched before."""
    return [
        Snippet(
            f"{event.slug}-{division.slug}", division.name, f"{event.name}: {division.name}",
            f"{root}{reverse('embed:page', args=(event.slug, division.slug, wanted.shown))}{wanted.query}",
        )
        for event in events
        for division in sorted(event.divisions.all(), key=lambda row: (row.order, row.name))
    ]  # fmt: skip
