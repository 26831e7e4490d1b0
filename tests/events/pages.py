"""What the tests of the screens share: people who are signed in, and an event they belong to or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.test import Client

from tdapp.events.models import Entrant
from tdapp.kernel.models import User
from tests import factories
from tests.factories import Hall
from tests.kept import stocked

PIN = "258036"


def signed_in(who: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(who)
    return client


@dataclass(frozen=True)
class Story:
    """Alice directs it, Bob is a clerk, Charlie has nothing to do with it."""

    hall: Hall
    alice: Client
    bob: Client
    charlie: Client

    @property
    def base(self) -> str:
        return f"/e/{self.hall.event.slug}/"

    def entrant(self, number: int = 1) -> Entrant:
        rows = Entrant.objects.select_related("division__event", "club", "player")
        return rows.get(division=self.hall.division, number=number)

    def entry_url(self, number: int = 1, rest: str = "") -> str:
        return f"{self.base}entries/{self.entrant(number).pk}/{rest}"


@stocked
def story(players: int = 6, rounds: int = 0, **values: Any) -> Story:
    """An event with Alice as director, Bob as clerk, and Charlie, who directs another one."""
    here, there = (
        factories.hall(players=players, rounds=rounds, **values),
        factories.hall(players=2, rounds=0),
    )
    return Story(here, signed_in(here.director), signed_in(here.clerk), signed_in(there.director))


def text(response: Any) -> str:
    """A page's text."""
    return str(response.content.decode())


def fields(page: Any) -> dict[str, str]:
    """What a browser would send of a page's fields as they stand."""
    html = re.sub(r'<form[^>]* action="/language".*?</form>', "", text(page), flags=re.S)
    found = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', html))
    for name, body in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', html, re.S):
        picked = re.search(r'value="([^"]*)"[^>]* selected', body)
        found[name] = picked[1] if picked else ""
    for radio in re.findall(r'<input type="radio"[^>]*>', html):
        found.pop(re.findall(r'name="([^"]+)"', radio)[0], None)
    found |= {
        re.findall(r'name="([^"]+)"', radio)[0]: re.findall(r'value="([^"]*)"', radio)[0]
        for radio in re.findall(r'<input type="radio"[^>]* checked[^>]*>', html)
    }
    boxes = re.findall(r'<input type="checkbox"[^>]*>', html)
    for box in boxes:
        if "checked" in box and (name := re.search(r'name="([^"]+)"', box)):
            found[name[1]] = "on"
    return found
