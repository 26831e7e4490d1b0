"""A hall with a public side, and a reader who walks through all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.test import Client

from tdapp.desk.pairing.commands.release import release_standings, show_pairings
from tdapp.events.models import Division, Round
from tests import factories as f
from tests.kept import stocked


@dataclass
class Hall:
    """One division; rounds are posted, played, shown and released one by one."""

    division: Division

    @property
    def base(self) -> str:
        return f"/t/{self.division.event.slug}/{self.division.slug}/"

    def fresh(self) -> Division:
        return Division.objects.select_related("event").get(pk=self.division.pk)

    def round(self, number: int) -> Round:
        return Round.objects.select_related("division__event").get(division=self.division, number=number)

    def publish(self) -> Round:
        return f.published(self.division, f.turned(self.division, self.division.rounds.count() + 1))

    def play(self, number: int) -> None:
        f.play(self.round(number))

    def show(self, number: int, shown: bool = True) -> None:
        show_pairings(f.program(self.division.event), self.round(number), shown=shown)

    def release(self, after: int) -> None:
        release_standings(f.program(self.division.event), self.fresh(), after=after)


@stocked
def hall(players: int = 8, *, school: bool = False, **entrants: Any) -> Hall:
    """Players entered, nothing published."""
    event = f.event(school=school, name="Public Open")
    division = f.division(event, school=school)
    f.entrants(division, players, **entrants)
    return Hall(division)


@stocked
def played_hall(players: int = 8, *, school: bool = False, **entrants: Any) -> Hall:
    """Round 1 released, round 2 played but not released, round 3 shown."""
    here = hall(players, school=school, **entrants)
    here.publish()
    here.play(1)
    here.release(1)
    here.publish()
    here.play(2)
    here.publish()
    here.show(3)
    return here


def reader() -> Client:
    """Somebody with a phone: no cookie, no session."""
    return Client()


PICTURE = "picture "


def crawl(*starts: str) -> dict[str, str]:
    """Every page and data file reachable from these addresses, by following links inside /t/; a picture as its digest, for
    its bytes read as letters and digits say anything by chance.
    """
    found: dict[str, str] = {}
    waiting = list(starts)
    client = reader()
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        answer = client.get(address)
        if answer.status_code != 200:
            found[address] = f"status {answer.status_code}"
        elif answer["Content-Type"] == "image/png":
            found[address] = f"{PICTURE}{sha256(answer.content).hexdigest()}"
        else:
            found[address] = answer.content.decode(errors="replace")
        links = re.findall(r'(?:href|action|src|data-poll)="(/t/[^"#]*)"', found[address])
        waiting += [link.replace("&amp;", "&") for link in links if link not in found]
    return found


def everything_public(here: Hall) -> dict[str, str]:
    """All addresses of a hall's public side: what links reach and what only programs know."""
    event, division = here.division.event.slug, here.base
    seeds = [
        f"/t/{event}/",
        f"{division}standings.json",
        f"{division}pairings.json",
        f"{division}players.json",
        f"{division}round/1/pairings.json",
        f"{division}standings/1/standings.json",
        f"{division}results/1/results.json",
        f"/t/{event}/poster",
        f"/t/{event}/qr.svg",
        f"/t/{event}/feed.xml",
        f"/t/{event}/event.ics",
        f"{division}card.png",
    ]
    seeds += [
        f"{division}wallchart/",
        f"{division}statistics/",
        f"{division}?by=name",
        f"{division}?by=club",
        f"{division}?v=0",
        f"/t/{event}/find?q=a",
    ]
    return crawl(*seeds)
