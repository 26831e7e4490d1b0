"""What a screen is set to, and what it may look at: everything a kind is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language

from tdapp.publishing.models import SECONDS_LEAST, SECONDS_MOST, ZOOM_LEAST, ZOOM_MOST, HallScreen
from tdapp.publishing.released import board as boards
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor
from tdapp.publishing.screens.live import Live

THEMES = tuple(HallScreen.Theme.values)
LANGUAGES = tuple(HallScreen.Language.values)
BOTH = ("en", "fil")


@dataclass(frozen=True, slots=True)
class Settings:
    """How one screen is set. `divisions` are short names, none means all of them."""

    show: str = "auto"
    divisions: tuple[str, ...] = ()
    zoom: int = ZOOM_LEAST
    theme: str = "auto"
    seconds: int = 12
    name: str = ""
    language: str = "auto"

    @classmethod
    def of_address(cls, asked: Any, kinds: Iterable[str]) -> Settings:
        """What an address says; a screen nobody stands at has no use for a refusal, so what is not known is left out."""
        show, theme = asked.get("show", ""), asked.get("theme", "")
        slugs = tuple(slug for slug in asked.get("divisions", "").split(",") if slug)
        return cls(
            show if show in set(kinds) else "auto", slugs, _bounded(asked.get("zoom"), ZOOM_LEAST, ZOOM_MOST, 100),
            theme if theme in THEMES else "auto", _bounded(asked.get("seconds"), SECONDS_LEAST, SECONDS_MOST, 12),
        ).in_language_of(asked)  # fmt: skip

    @classmethod
    def of_row(cls, row: HallScreen) -> Settings:
        """What the desk set a named screen to."""
        return cls(row.show, tuple(row.divisions), row.zoom, row.theme, row.seconds, row.name, row.language)

    def in_language_of(self, asked: Any) -> Settings:
        """In the language an address names (`lang`), when it names one."""
        language = asked.get("lang", "")
        return replace(self, language=language) if language in LANGUAGES else self

    @property
    def tongues(self) -> tuple[str, ...]:
        """The languages to be shown in one after the other; that of the reader when nobody set one."""
        told = {"auto": (get_language() or "en",), "both": BOTH}
        return told.get(self.language, (self.language,))


def _bounded(text: str | None, least: int, most: int, usual: int) -> int:
    if not text or not (text.isascii() and text.isdecimal() and len(text) < 5):
        return usual
    return max(least, min(most, int(text)))


@dataclass(frozen=True)
class Scene:
    """An event as one screen may see it. `doors`: the divisions it is about, in order.

    `roll`: the divisions whose roll call the director put on a screen; of others nobody is named before pairings are
    shown. `address`: the event's public address as a phone in the hall reaches it.
    """

    event: EventDoor
    doors: tuple[DivisionDoor, ...]
    settings: Settings
    live: Live
    roll: frozenset[str] = frozenset()
    address: str = ""

    @property
    def several(self) -> bool:
        """Whether a division has to be named."""
        return len(self.event.divisions) > 1

    def board(self, door: DivisionDoor) -> Board:
        """What is public of a division."""
        return boards.current(door)

    def only(self, door: DivisionDoor) -> Scene:
        """The same for one division."""
        return replace(self, doors=(door,))

    def of(self, door: DivisionDoor, *parts: str) -> str:
        """What stands beside a slide's title: the division where there are several, then `parts`."""
        return " · ".join(part for part in (door.name if self.several else "", *parts) if part)
