"""Players of public events by name: whoever is guarded at any event is found by nobody here."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q

from tdapp.events.models import Entrant
from tdapp.people.models import Player
from tdapp.people.names import fold, spoken_name
from tdapp.ratings.ranking import pages
from tdapp.ratings.ranking.public_names import guarded_players

SHORTEST, MOST, EVENTS_EACH = 2, 30, 3
# Who stands in something public: in pairings that were shown, or a round whose standings are out.
_SEEN = Q(slots__round__public_at__isnull=False) | Q(slots__round__number__lte=F("division__released_round"))
_PUBLIC = Q(division__event__public=True, division__event__deleted_at=None, division__event__demo=False)


@dataclass(frozen=True, slots=True)
class Found:
    """A player, the code of their page over all events ("" none), and their newest public events with their page there."""

    name: str
    club: str
    code: str
    pages: tuple[tuple[str, str], ...]


def found(typed: str) -> list[Found]:
    """At most MOST players whose name has each word typed at the beginning of a word, in the order of names."""
    words = fold(typed).split()
    if sum(map(len, words)) < SHORTEST:
        return []
    players = Player.objects.filter(merged_into=None)
    for word in words:
        players = players.filter(Q(key__startswith=word) | Q(key__contains=f" {word}"))
    out = Entrant.objects.filter(_PUBLIC & _SEEN, player__isnull=False, house=False)
    players = players.filter(pk__in=out.values("player"))
    hidden = guarded_players(players)
    rows = [one for one in players.select_related("club").order_by("key", "number") if one.pk not in hidden][
        :MOST
    ]
    at_events, own = _pages(rows), pages.of_ids(row.pk for row in rows)
    return [
        Found(
            spoken_name(row.given, row.surname), row.club.name if row.club else "",
            own[row.pk].code if row.pk in own else "", at_events[row.pk],
        )
        for row in rows
    ]  # fmt: skip


def _pages(players: list[Player]) -> dict[object, tuple[tuple[str, str], ...]]:
    rows = Entrant.objects.filter(_PUBLIC & _SEEN, player__in=players, house=False).distinct()
    told: dict[object, list[tuple[str, str]]] = {row.pk: [] for row in players}
    for row in rows.select_related("division__event").order_by("-division__event__starts_on"):
        event, division = row.division.event, row.division
        told[row.player_id].append((event.name, f"/t/{event.slug}/{division.slug}/players/{row.number}/"))
    return {pk: tuple(pages[:EVENTS_EACH]) for pk, pages in told.items()}
