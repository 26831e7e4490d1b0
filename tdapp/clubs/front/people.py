"""Players of public events by name: whoever is guarded at any event is found by nobody here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tdapp.events.models import Entrant, Slot
from tdapp.people.models import Player
from tdapp.people.names import fold, spoken_name
from tdapp.ratings.ranking import pages
from tdapp.ratings.ranking.public_names import guarded_players

SHORTEST, MOST, EVENTS_EACH = 2, 30, 3
# Of so many of a name it is asked whether they may be found.
NEAR = 500
# Who stands in something public: in pairings that were shown, or a round whose standings are out. Whether there is one such
# round, not all of them: ten for each of thousands of entries.
_SEEN = Exists(
    Slot.objects.filter(
        Q(round__public_at__isnull=False) | Q(round__number__lte=OuterRef("division__released_round")),
        entrant=OuterRef("pk"),
    )
)
_PUBLIC = Q(division__event__public=True, division__event__deleted_at=None, division__event__demo=False)


@dataclass(frozen=True, slots=True)
class Found:
    """A player, the code of their page over all events ("" none), and their newest public events with their page there."""

    name: str
    club: str
    code: str
    pages: tuple[tuple[str, str], ...]


def to_be_found() -> list[tuple[object, str]]:
    """Id and folded name of everybody who stands in something public and is guarded nowhere, in the order of names."""
    out = Entrant.objects.filter(_PUBLIC, _SEEN, player__isnull=False, house=False)
    players = Player.objects.filter(merged_into=None, pk__in=out.values("player"))
    hidden, rows = guarded_players(players), players.order_by("key", "number").values_list("pk", "key")
    return [(pk, key) for pk, key in rows if pk not in hidden]


def found(typed: str, named: Iterable[str] | None = None) -> list[Found]:
    """At most MOST players whose name has each word typed at the beginning of a word, in the order of names.

    `named`: who they are by an index; each is looked at again, so that nobody guarded since is told. None: every player.
    """
    words = fold(typed).split()
    if sum(map(len, words)) < SHORTEST:
        return []
    players = Player.objects.filter(merged_into=None)
    if named is not None:
        players = players.filter(pk__in=list(named))
    for word in words:
        players = players.filter(Q(key__startswith=word) | Q(key__contains=f" {word}"))
    rows = _shown(list(players.select_related("club").order_by("key", "number")[:NEAR]))
    at_events, own = _pages(rows), pages.of_ids(row.pk for row in rows)
    return [
        Found(
            spoken_name(row.given, row.surname), row.club.name if row.club else "",
            own[row.pk].code if row.pk in own else "", at_events[row.pk],
        )
        for row in rows
    ]  # fmt: skip


def _shown(near: list[Player]) -> list[Player]:
    """Those of them who stand in something public and are guarded nowhere; asked of these few alone."""
    if not near:
        return []
    known = [row.pk for row in near]
    # Of each the first that is found: of two hundred of one name the database looked at four thousand entries.
    out = Entrant.objects.filter(_PUBLIC, _SEEN, player=OuterRef("pk"), house=False)
    seen = set(Player.objects.filter(Exists(out), pk__in=known).values_list("pk", flat=True).order_by())
    hidden = guarded_players(known)
    return [row for row in near if row.pk in seen and row.pk not in hidden][:MOST]


def _pages(players: list[Player]) -> dict[object, tuple[tuple[str, str], ...]]:
    rows = Entrant.objects.filter(_PUBLIC, _SEEN, player__in=players, house=False)
    told: dict[object, list[tuple[str, str]]] = {row.pk: [] for row in players}
    # Columns, not rows: with each came the rules of its division, nine kilobytes, to be told from the others.
    event = "division__event"
    facts = rows.values_list(
        "player_id", "number", "division__slug", f"{event}__name", f"{event}__slug", f"{event}__starts_on"
    )
    for player, number, division, name, slug, _day in facts.order_by(
        f"-{event}__starts_on", f"{event}__slug"
    ).distinct():
        told[player].append((name, f"/t/{slug}/{division}/players/{number}/"))
    return {pk: tuple(pages[:EVENTS_EACH]) for pk, pages in told.items()}
