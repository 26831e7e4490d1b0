"""A kiosk for tests: opened at a browser, as a director does it, some time ago."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from tdapp.judging.models import Kiosk
from tdapp.kernel import clock
from tests import factories as f


def page_of(hall: f.Hall) -> str:
    """The director's page about kiosks."""
    return reverse("judging:kiosks", args=[hall.event.slug, hall.division.slug])


def opened(hall: f.Hall, label: str = "Door") -> Client:
    """The browser of a kiosk that was opened by the director and has been quiet for a while."""
    client = Client()
    client.force_login(hall.director)
    answer = client.post(page_of(hall), {"label": label})
    assert (answer.status_code, answer["Location"]) == (302, "/kiosk/") or answer.status_code == 303
    rested()
    return client


def rested() -> None:
    """Enough time has gone by for the next ruling."""
    Kiosk.objects.update(seen_at=clock.now() - timedelta(minutes=1))


def rule(client: Client, *words: str, **where: Any) -> Any:
    """Ask for a ruling as the screen does."""
    return client.post("/kiosk/rule", {"word": list(words), **where}, headers={"Accept": "application/json"})
