"""The prizes of an event for everybody: what the ceremony showed, once it is over. Public names only."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tdapp.desk.models import PrizeGiving
from tdapp.desk.prizes import ceremony
from tdapp.desk.prizes.ceremony import AWARD, LINE, Card
from tdapp.publishing.released.public_access import EventDoor


@dataclass(frozen=True, slots=True)
class Line:
    """A line of prizes: what it is for, in which division ("" all), and its cards, the first place first."""

    title: str
    division: str
    cards: tuple[Card, ...]


def stamp(door: EventDoor) -> str:
    """Changes when prizes come out and when they are corrected; "" none are out. One query, a few once they are."""
    giving = _over(door)
    return "" if giving is None or ceremony.is_outdated(giving) else f"{giving.version}"


def lines(door: EventDoor) -> tuple[Line, ...]:
    """The lines of prizes in the language that is active, that of the champion first. None before the ceremony's end, and
    none while a newer final says something else than was shown.
    """
    giving = _over(door)
    if giving is None or ceremony.is_outdated(giving):
        return ()
    found: list[tuple[Card, list[Card]]] = []
    for card in ceremony.cards(giving):
        if card.kind == LINE:
            found.append((card, []))
        elif card.kind == AWARD and found:
            found[-1][1].append(card)
    return tuple(Line(head.title, head.sub, tuple(reversed(cards))) for head, cards in reversed(found))


def _over(door: EventDoor) -> PrizeGiving | None:
    rows = PrizeGiving.objects.filter(event=UUID(door.id), started_at__isnull=False, ended_at__isnull=False)
    return rows.select_related("event").first()
