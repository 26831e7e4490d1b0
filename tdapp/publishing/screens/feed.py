"""What a screen gets: one body with everything it shows now, its slides made once for each state, and its digest.

The screen splits it into pages itself, because only it knows how large it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from tdapp.publishing.models import HallScreen
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import single_flight
from tdapp.publishing.released.fragments import Fragment
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor, nothing_here
from tdapp.publishing.screens import live
from tdapp.publishing.screens.all_kinds import KINDS
from tdapp.publishing.screens.kinds import AUTO, Kind
from tdapp.publishing.screens.scene import Scene, Settings

ROLL = frozenset({AUTO, "checkin"})


def screens(event: EventDoor) -> QuerySet[HallScreen]:
    """The named screens of an event."""
    return HallScreen.objects.filter(event=UUID(event.id))


def named(rows: Sequence[HallScreen], slug: str) -> Settings:
    """How the desk set the screen of this short name, or Missing."""
    for row in rows:
        if row.slug == slug:
            return Settings.of_row(row)
    raise nothing_here()


def scene(event: EventDoor, settings: Settings, rows: Sequence[HallScreen], address: str) -> Scene:
    """What a screen set like this may look at. A division it names that is no longer there is left out."""
    wanted = tuple(door for door in event.divisions if door.slug in settings.divisions)
    doors = wanted or event.divisions
    roll = _roll(event, rows) if _asks_roll(settings, doors) else frozenset()
    now = live.read(event.id, (door.slug for door in doors), roll=bool(roll))
    return Scene(event, doors, settings, now, roll, address)


def _asks_roll(settings: Settings, doors: Sequence[DivisionDoor]) -> bool:
    """Whether who came can be on this screen: the automatic one looks only before the first pairings."""
    return settings.show == "checkin" or (settings.show == AUTO and any(not door.shown for door in doors))


def _roll(event: EventDoor, rows: Sequence[HallScreen]) -> frozenset[str]:
    everywhere = tuple(door.slug for door in event.divisions)
    return frozenset(slug for row in rows if row.show in ROLL for slug in row.divisions or everywhere)


@dataclass(frozen=True)
class Feed:
    """What a screen shows now, in each of its languages. Slides are made once for all screens that show the same; `token`
    knows the settings, too.
    """

    scene: Scene
    told: tuple[tuple[str, Fragment], ...]

    @property
    def token(self) -> str:
        """The same while the screen has nothing new to show."""
        tokens = [(tongue, fragment.token) for tongue, fragment in self.told]
        return hashlib.sha256(repr((self.scene.settings, tokens)).encode()).hexdigest()[:16]

    @property
    def html(self) -> str:
        """The body with how the screen is set."""
        facts = {"settings": self.scene.settings, "told": self.told}
        return render_to_string("publishing/screen/_feed.html", facts)


def feed(event: EventDoor, settings: Settings, rows: Sequence[HallScreen], address: str) -> Feed:
    """What a screen set like this shows."""
    told = []
    for tongue in settings.tongues:
        with override(tongue):
            here = scene(event, settings, rows, address)
            told.append((tongue, slides(here)))
    return Feed(here, tuple(told))


def slides(here: Scene) -> Fragment:
    """The slides in the language that is active, made anew when a fact behind them changed, by one worker at a time."""
    language, kind = get_language(), KINDS.get(here.settings.show, KINDS[AUTO])
    digests = [boards.digest_of(door) for door in here.doors]
    told = (here.event.name, digests, here.live.stamp, kind.stamp(here))
    stamp = hashlib.sha256(repr(told).encode()).hexdigest()
    seen = (kind.name, [door.slug for door in here.doors], sorted(here.roll), here.address, language)
    what = hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
    return single_flight.fly(f"public:screen:{here.event.id}:{what}", stamp, lambda: _slides(here, kind))


def _slides(here: Scene, kind: Kind) -> Fragment:
    html = render_to_string(
        "publishing/screen/_slides.html", {"scene": here, "slides": kind.make(here), "kind": kind}
    )
    return Fragment(html, hashlib.sha256(html.encode()).hexdigest()[:16])
