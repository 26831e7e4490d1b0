"""Names as a rating list shows them. A child guarded at any event is guarded on every list; no age is ever told."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from tdapp.events.models import UNKNOWN_AGE_GUARDED, Entrant
from tdapp.people.models import Club, Player, RatingList
from tdapp.people.names import ADULT, MINOR, display_name, fold, listed_name, spoken_name

FACTS = ("pk", "number", "given", "surname", "club_id", "club__name", "club__region", "club__kind")


class Shown(NamedTuple):
    """A player as the public sees him; the whole name for exports of who keeps the list only."""

    number: str
    name: str
    club_id: UUID | None
    club: str
    region: str
    guarded: bool
    given: str
    surname: str

    @property
    def listed(self) -> str:
        """The whole name."""
        return listed_name(self.given, self.surname)

    def fits(self, typed: str) -> bool:
        """Whether each word typed begins a word of what is shown: a guarded surname is not, so it finds nothing."""
        known = words_of(f"{self.name} {self.club} {self.number}")
        return all(any(word.startswith(piece) for word in known) for piece in words_of(typed))


def words_of(text: str) -> list[str]:
    """The words of what is shown, or typed, as they are compared."""
    return fold(text).replace("~", "").replace("(", " ").replace(")", " ").replace(",", " ").split()


def shown(
    players: QuerySet[Player], rating_list: RatingList, only: Container[UUID] | None = None
) -> dict[UUID, Shown]:
    """Everybody of a query by id, or of them those in `only`; three queries, however many they are.

    Guarded: at any of his events; on a school's list, or out of a school, whoever no event knew as an adult.
    """
    at_school = rating_list.kind == RatingList.Kind.SCHOOL
    children = _children(players.order_by().values("pk"))
    # Asked only of whom it says something: of a federation nearly everybody is a known adult.
    adults = _adults((players if at_school else _pupils(players)).order_by().values("pk"))
    found = {}
    for pk, number, given, surname, club_id, club, region, kind in players.order_by().values_list(*FACTS):
        if only is not None and pk not in only:
            continue
        guarded = pk in children or ((at_school or kind == Club.Kind.SCHOOL) and pk not in adults)
        club = club or ""
        name = display_name(given, surname, club=club, age=MINOR) if guarded else spoken_name(given, surname)
        found[pk] = Shown(number, name, club_id, club, region or "", guarded, given, surname)
    return found


def guarded_players(players: QuerySet[Player]) -> set[UUID]:
    """Who of these stands on no page over several events: guarded at any event, or out of a school and no known adult."""
    pupils = _pupils(players).order_by()
    known = _adults(pupils.values("pk"))
    return _children(players.order_by().values("pk")) | (set(pupils.values_list("pk", flat=True)) - known)


def _pupils(players: QuerySet[Player]) -> QuerySet[Player]:
    return players.filter(club__kind=Club.Kind.SCHOOL)


def entries_of(ids: QuerySet[Player, Any]) -> QuerySet[Entrant]:
    """Entries under each player's own number and under those merged into it."""
    # Who they are first: asked for either of an entry, all entries there are would be looked through.
    own = Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids)).order_by()
    return Entrant.objects.filter(player__in=own.values("pk")).order_by()


def _whose(rows: QuerySet[Entrant]) -> set[UUID]:
    # Each once: of a federation's two hundred thousand entries ten thousand people are left.
    pairs = rows.values_list("player_id", "player__merged_into_id").distinct()
    return {stayed or player for player, stayed in pairs if player}


# Asked of an entry: whether it guards who it is of; whether it knows them as an adult, or somebody agreed to the name.
GUARDS = (Q(age=MINOR) | (~Q(age=ADULT) & UNKNOWN_AGE_GUARDED)) & Q(display_consent=False)
SHOWS = Q(age=ADULT) | Q(display_consent=True)


def _children(ids: QuerySet[Player, Any]) -> set[UUID]:
    return _whose(entries_of(ids).filter(GUARDS))


def _adults(ids: QuerySet[Player, Any]) -> set[UUID]:
    return _whose(entries_of(ids).filter(SHOWS))
