"""Which of somebody's games anybody may replay: asked at each look, for a game that is hidden again is gone at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.urls import reverse

from tdapp.events.models import Entrant
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.registry import numbers_of
from tdapp.publishing.released.games import Game
from tdapp.publishing.released.personal import Entry, Sat
from tdapp.scoresheets.models import Sheet

Ways = dict[tuple[UUID, int, int], tuple[int, ...]]


FACTS = ("table__round__division", "table__round__number", "table__number", "number")
RELEASED = WrittenOnce(
    lambda player: (
        Sheet.objects.filter(
            table__seats__entrant__in=Entrant.objects.filter(player__in=numbers_of(player))
            .order_by()
            .values("pk"),
            released_at__isnull=False,
        )
        .order_by(*FACTS)
        .values_list(*FACTS)
        .distinct()
    )
)


def released(player: UUID) -> Ways:
    """Division, round and table of every game of theirs whose sheets a director released, with the sheets' numbers; one query."""
    found: Ways = {}
    for division, round_, table, sheet in RELEASED(player):
        found[division, round_, table] = (*found.get((division, round_, table), ()), sheet)
    return found


def links(entry: Entry, game: Game, ways: Ways) -> list[str]:
    """The addresses at which a game of a released round is replayed, one for each sheet."""
    return [
        reverse("publishing:replay", args=(entry.slug, entry.division_slug, game.round, game.table, sheet))
        for sheet in ways.get((entry.division_id, game.round, game.table), ())
    ]


def games(entries: Sequence[Entry], ways: Ways) -> Iterator[tuple[Entry, Sat, list[str]]]:
    """Every game that may be replayed, the newest first, of the rounds these entries show."""
    for entry in entries:
        for sat in reversed(entry.games):
            if found := links(entry, sat.game, ways):
                yield entry, sat, found
