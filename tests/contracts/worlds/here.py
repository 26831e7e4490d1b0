"""A world: one event with everything a test may ask for by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tdapp.events.models import Division, Event
from tdapp.kernel.models import User


@dataclass
class World:
    """An event, who works there, and how an address is filled in."""

    event: Event
    people: dict[str, User]
    divisions: dict[str, Division]
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def organiser(self) -> User:
        """A director who may also create events."""
        return self.people.get("organiser", self.people["director"])

    def who(self, role: str) -> User:
        """The person with one role here."""
        return self.people[role]
