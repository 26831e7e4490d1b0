"""What moves between two releases: clocks, announcements, entries, who came. Three or four small queries an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, Max
from django.utils.translation import get_language

from tdapp.events.day import announcing, clocks
from tdapp.events.day.clocks import Clock
from tdapp.events.models import Division, Entrant, Event


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement in the reader's language first, then the other; `division` "" is the whole hall."""

    texts: tuple[str, ...]
    division: str = ""


@dataclass(frozen=True)
class Live:
    """`clocks`: by division, of the newest round whose pairings are public and that is being played. `entries` and
    `came` are stamps by division id: they change with every result entered and everybody who comes or goes.
    """

    clocks: dict[str, Clock] = field(default_factory=dict)
    said: tuple[Announced, ...] = ()
    entries: dict[str, int] = field(default_factory=dict)
    came: dict[str, tuple[object, ...]] = field(default_factory=dict)

    @property
    def stamp(self) -> str:
        """Changes with all of it but the passing of time."""
        told = [(slug, row.round_id, row.state, row.version) for slug, row in sorted(self.clocks.items())]
        return repr((told, self.said, sorted(self.entries.items()), sorted(self.came.items())))


def read(event_id: str, divisions: Iterable[str], *, roll: bool) -> Live:
    """What an event's screens about these divisions (short names) depend on now; `roll`: who came, too."""
    event, wanted = Event(pk=event_id), frozenset(divisions)
    return Live(
        _clocks(event, wanted), _announced(event, wanted), _entries(event), _came(event) if roll else {}
    )


def _clocks(event: Event, wanted: frozenset[str]) -> dict[str, Clock]:
    rows = clocks.open_rounds(event).filter(public_at__isnull=False, division__slug__in=wanted)
    found = ((row.division.slug, clocks.state_of(row)) for row in rows)
    return {slug: clock for slug, clock in found if clock}


def _announced(event: Event, wanted: frozenset[str]) -> tuple[Announced, ...]:
    rows = announcing.in_force(event, announcing.SCREENS)
    return tuple(
        Announced(
            tuple(announcing.texts(row, get_language() or "en")), row.division.name if row.division else ""
        )
        for row in rows
        if row.division is None or row.division.slug in wanted
    )


def _entries(event: Event) -> dict[str, int]:
    rows = Division.objects.filter(event=event).order_by("order").values_list("id", "entries")
    return {str(pk): entries for pk, entries in rows}


def _came(event: Event) -> dict[str, tuple[object, ...]]:
    rows = Entrant.objects.filter(event=event, house=False).order_by().values("division")
    facts = rows.annotate(all=Count("pk"), here=Count("checked_in_at"), last=Max("checked_in_at"))
    return {str(row["division"]): (row["all"], row["here"], row["last"]) for row in facts}
