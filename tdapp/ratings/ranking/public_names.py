"""Names as a rating list shows them. A child guarded at any event is guarded on every list; no age is ever told."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from tdapp.events.models import UNKNOWN_AGE_GUARDED, Entrant
from tdapp.kernel.running.written_once import LONGEST, WrittenOnce
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


# Asked of an entry: whether it guards who it is of; whether it knows them as an adult, or somebody agreed to the name.
GUARDS = (Q(age=MINOR) | (~Q(age=ADULT) & UNKNOWN_AGE_GUARDED)) & Q(display_consent=False)
SHOWS = Q(age=ADULT) | Q(display_consent=True)
MOST_PARTS = 4
# Who is asked about: a question of the database, or some by their ids. Of a page's fifty the questions are written once.
Whom = QuerySet[Player] | Sequence[UUID]
Ids = QuerySet[Player, Any] | Sequence[UUID]


def entries_of(ids: Ids) -> QuerySet[Entrant]:
    """Entries under each player's own number and under those merged into it."""
    # Who they are first: asked for either of an entry, all entries there are would be looked through.
    if isinstance(ids, QuerySet):
        # And each by itself: of "one or the other" PostgreSQL expects three quarters of all players, and does just that.
        merged = Player.objects.filter(merged_into__in=ids).order_by().values("pk")
        return Entrant.objects.filter(player__in=ids.union(merged)).order_by()
    own = Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids)).order_by()
    return Entrant.objects.filter(player__in=own.values("pk")).order_by()


def pupils(ids: Ids) -> QuerySet[Player]:
    """Those of them who play for a school."""
    return Player.objects.filter(pk__in=ids, club__kind=Club.Kind.SCHOOL).order_by()


def _whose(rows: QuerySet[Entrant]) -> QuerySet[Entrant, Any]:
    # Each once: of a federation's two hundred thousand entries ten thousand people are left.
    return rows.values_list("player_id", "player__merged_into_id").distinct()


CHILDREN = WrittenOnce(lambda ids: _whose(entries_of(ids).filter(GUARDS)))
ADULTS = WrittenOnce(lambda ids: _whose(entries_of(ids).filter(SHOWS)))
ADULT_PUPILS = WrittenOnce(lambda ids: _whose(entries_of(pupils(ids).values("pk")).filter(SHOWS)))
PUPILS = WrittenOnce(lambda ids: pupils(ids).values_list("pk", flat=True))
NAMED = WrittenOnce(lambda ids: Player.objects.filter(pk__in=ids).order_by().values_list(*FACTS))


def answers(question: WrittenOnce, whom: Whom) -> Iterator[Any]:
    """What a question of players' ids comes to; of some ids as it is written once, in few parts."""
    if isinstance(whom, QuerySet):
        yield from question.made(whom.order_by().values("pk"))
        return
    if len(whom) > MOST_PARTS * LONGEST:
        yield from question.made(whom)
        return
    for at in range(0, len(whom), LONGEST):
        yield from question(whom[at : at + LONGEST])


def _of(question: WrittenOnce, whom: Whom) -> set[UUID]:
    return {stayed or player for player, stayed in answers(question, whom) if player}


def shown(whom: Whom, rating_list: RatingList, only: Container[UUID] | None = None) -> dict[UUID, Shown]:
    """Each of these by id, or of them those in `only`; three queries, of ids in parts.

    Guarded: at any of his events; on a school's list, or out of a school, whoever no event knew as an adult.
    """
    at_school = rating_list.kind == RatingList.Kind.SCHOOL
    children = _of(CHILDREN, whom)
    # Asked only of whom it says something: of a federation nearly everybody is a known adult.
    adults = _of(ADULTS if at_school else ADULT_PUPILS, whom)
    rows = whom.order_by().values_list(*FACTS) if isinstance(whom, QuerySet) else answers(NAMED, whom)
    found = {}
    for pk, number, given, surname, club_id, club, region, kind in rows:
        if only is not None and pk not in only:
            continue
        guarded = pk in children or ((at_school or kind == Club.Kind.SCHOOL) and pk not in adults)
        club = club or ""
        name = display_name(given, surname, club=club, age=MINOR) if guarded else spoken_name(given, surname)
        found[pk] = Shown(number, name, club_id, club, region or "", guarded, given, surname)
    return found


def guarded_players(whom: Whom) -> set[UUID]:
    """Who of these stands on no page over several events: guarded at any event, or out of a school and no known adult."""
    return _of(CHILDREN, whom) | (set(answers(PUPILS, whom)) - _of(ADULT_PUPILS, whom))
