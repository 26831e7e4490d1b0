"""Who may enter a championship, and why not: by club, region, kind of club, rating, games and events of a year.

Only what the list of players says is looked at, and only players whom the director has met at his events; nothing
private. Conditions are kept as plain data: {"clubs": ["Cebu Word Club"], "regions": ["Cebu"], "kind": "school",
"rating_list": "national", "rating": 1200, "games": 20, "events": 3, "year": 2026}; what nobody asked for is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.events.models import Division, Eligibility, Entrant, Slot
from tdapp.people.models import Club, Player, RatingValue
from tdapp.people.names import fold, listed_name

MOST = 2000
NUMBERS = ("rating", "games", "events", "year")
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is asked of a player; empty or 0: nothing. Any of the clubs, and any of the regions."""

    clubs: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    kind: str = ""
    rating_list: str = ""
    rating: int = 0
    games: int = 0
    events: int = 0
    year: int = 0

    @property
    def data(self) -> Data:
        """As plain data, without what nobody asked for."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name in self.__slots__
            if (value := getattr(self, name))
        }

    @property
    def asks(self) -> bool:
        """Whether anything is asked at all."""
        return bool(self.clubs or self.regions or self.kind or self.rating or self.games or self.events)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One player with what counts of him: facts for the list, and what is missing, a sentence each."""

    number: str
    name: str
    club: str
    region: str
    rating: int
    games: int
    events: int
    why_not: tuple[str, ...]
    why: str

    @property
    def eligible(self) -> bool:
        return not self.why_not


def of_data(data: Mapping[str, Any]) -> Conditions:
    """Conditions from plain data, whatever stands in it: what cannot be is left out."""
    found: Data = {name: _names(data.get(name)) for name in ("clubs", "regions")}
    found |= {name: value for name in NUMBERS if type(value := data.get(name)) is int and 0 < value < 100_000}
    kind, slug = data.get("kind"), data.get("rating_list")
    found["kind"] = kind if kind in Club.Kind.values else ""
    found["rating_list"] = slug[:50] if isinstance(slug, str) else ""
    return Conditions(**found)


def _names(value: object) -> tuple[str, ...]:
    rows = value if isinstance(value, list | tuple) else ()
    return tuple(one[:120] for one in rows if isinstance(one, str))


def of_division(division: Division) -> Conditions:
    """The conditions of a division; none where nobody set any."""
    row = Eligibility.objects.filter(division=division).first()
    return of_data(row.conditions) if row else Conditions()


def candidates(conditions: Conditions, players: Iterable[Player]) -> list[Candidate]:
    """Players by region, club and name with what is missing; four queries."""
    rows = list(players)
    ids = [row.pk for row in rows]
    values = _values(conditions, ids)
    played = _events(conditions, ids)
    found = [_candidate(conditions, row, values.get(row.pk), played.get(row.pk, 0)) for row in rows]
    return sorted(
        found, key=lambda one: (fold(one.region) or "~", fold(one.club) or "~", fold(one.name), one.number)
    )


def _values(conditions: Conditions, ids: list[Any]) -> dict[Any, tuple[int, int]]:
    rows = RatingValue.objects.filter(player__in=ids, rating_list__slug=conditions.rating_list)
    return {row["player"]: (row["rating"], row["games"]) for row in rows.values("player", "rating", "games")}


def _events(conditions: Conditions, ids: list[Any]) -> dict[Any, int]:
    """At how many events of the year each sat at a table."""
    rows = Slot.objects.filter(
        kind=Slot.Kind.SEAT, entrant__player__in=ids, entrant__event__deleted_at=None,
        entrant__event__starts_on__year=conditions.year,
    )  # fmt: skip
    counts = rows.order_by().values("entrant__player").annotate(n=Count("entrant__event", distinct=True))
    return {row["entrant__player"]: row["n"] for row in counts} if conditions.year else {}


def _candidate(asked: Conditions, row: Player, value: tuple[int, int] | None, events: int) -> Candidate:
    rating, games = value or (0, 0)
    club = row.club
    facts = (club.name if club else "", club.region if club else "", rating, games, events)
    name = listed_name(row.given, row.surname)
    missing = (*_membership(asked, club), *_numbers(asked, rating, games, events))
    return Candidate(row.number, name, *facts, missing, _why(asked, club, rating, games, events))


def _membership(asked: Conditions, club: Club | None) -> Iterator[str]:
    """What is wrong with the club."""
    if asked.clubs and (club is None or club.key not in {fold(one) for one in asked.clubs}):
        if club is None:
            yield _("of no club; only %(clubs)s may enter") % {"clubs": ", ".join(asked.clubs)}
        else:
            facts = {"club": club.name, "clubs": ", ".join(asked.clubs)}
            yield _("of %(club)s; only %(clubs)s may enter") % facts
    region = club.region if club else ""
    if asked.regions and fold(region) not in {fold(one) for one in asked.regions}:
        facts = {"region": region or _("no region"), "regions": ", ".join(asked.regions)}
        yield _("of %(region)s; only %(regions)s may enter") % facts
    if asked.kind and (club is None or club.kind != asked.kind):
        yield _("of no school") if asked.kind == Club.Kind.SCHOOL else _("of no club that is not a school")


def _numbers(asked: Conditions, rating: int, games: int, events: int) -> Iterator[str]:
    """What is too little."""
    if asked.rating and rating < asked.rating:
        yield _("rating %(has)s, at least %(least)s is asked for") % {
            "has": rating or "–",
            "least": asked.rating,
        }
    if asked.games and games < asked.games:
        yield _("%(has)s rated games, at least %(least)s are asked for") % {
            "has": games,
            "least": asked.games,
        }
    if asked.events and events < asked.events:
        facts = {"has": events, "least": asked.events, "year": asked.year}
        yield _("%(has)s events in %(year)s, at least %(least)s are asked for") % facts


def _why(asked: Conditions, club: Club | None, rating: int, games: int, events: int) -> str:
    """What speaks for a player, of what is asked."""
    told = []
    if club and (asked.clubs or asked.kind):
        told.append(_("of %(club)s") % {"club": club.name})
    if club and club.region and asked.regions:
        told.append(_("of %(region)s") % {"region": club.region})
    if asked.rating:
        told.append(_("rating %(rating)s") % {"rating": rating})
    if asked.games:
        told.append(ngettext("%(n)s rated game", "%(n)s rated games", games) % {"n": games})
    if asked.events:
        words = ngettext("%(n)s event in %(year)s", "%(n)s events in %(year)s", events)
        told.append(words % {"n": events, "year": asked.year})
    return "; ".join(told)


def of_entrants(division: Division, rows: Iterable[Entrant]) -> list[tuple[Entrant, tuple[str, ...]]]:
    """The entrants of a division who do not meet its conditions, with what is missing; house players may play.

    The club is the one they were entered with.
    """
    asked = of_division(division)
    if not asked.asks:
        return []
    people = [row for row in rows if row.player_id and not row.house]
    ids = [row.player_id for row in people]
    values, played = _values(asked, ids), _events(asked, ids)
    found = []
    for row in people:
        numbers = _numbers(asked, *values.get(row.player_id, (0, 0)), played.get(row.player_id, 0))
        missing = (*_membership(asked, row.club), *numbers)
        if missing:
            found.append((row, missing))
    return found
