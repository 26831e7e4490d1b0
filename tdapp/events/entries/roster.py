"""Entries as the desk lists them: filtered, sorted, each with its state in words. Queries only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, Q, QuerySet, When
from django.utils.translation import gettext as _

from tdapp.events import access, titles
from tdapp.events.entries.commands.presence import NOT_CHECKED_IN
from tdapp.events.models import (
    UNKNOWN_AGE_GUARDED,
    Division,
    Entrant,
    Event,
    Person,
    Presence,
    arrivals_of,
    give_clubs,
    tell_apart,
)
from tdapp.kernel.context import Context
from tdapp.people.models import Club, ClubMember, Player, RatingList, RatingValue
from tdapp.people.names import ADULT, MINOR, fits, fold, words_of

# Names are ordered by `people.names`, as everywhere; so all of them are sorted here, in the order of names to begin with.
SORTS: dict[str, Callable[[Person], Any]] = {
    "number": lambda row: (row.division.order, row.division.name, row.number),
    "name": lambda row: 0,
    "club": lambda row: (row.club is None, fold(row.club.name) if row.club else ""),
    "rating": lambda row: -row.rating,
    "here": lambda row: -row.checked_in_at.timestamp() if row.checked_in_at else float("-inf"),
}
STATES = ("missing", "here", "away", "guarded")
MOST_KNOWN = 6


def listed(
    event: Event, division: Division | None, typed: str, state: str, sort: str, *, public: bool = False
) -> list[Person]:  # fmt: skip
    """Who is entered at an event (or in one division) and fits, in the order asked for, told apart at the desk (where asked
    for, in public too): for a page that then reads the rows of a hundred. Two queries, and one more for what was typed.
    """
    rows = event.entrants.filter(_in_state(state), **({"division": division} if division else {}))
    people = arrivals_of(event, rows)
    tell_apart(people, public=public)
    if words := words_of(typed[:80]):
        member = dict(rows.exclude(player=None).values_list("pk", "player__number"))
        people = [row for row in people if _matches(row, words, member.get(row.pk, ""))]
    order = SORTS.get(sort, SORTS["number"])
    # No two have one number: there names decide nothing.
    if order is not SORTS["number"]:
        people.sort(key=lambda row: (row.order, row.number))
    return sorted(people, key=order)


def rows_of(event: Event, people: Sequence[Person]) -> list[Entrant]:
    """The rows of these, called as they are, but for their absences; two queries."""
    found = event.entrants.in_bulk([one.pk for one in people])
    give_clubs(found.values())
    rows = []
    for one in people:
        if row := found.get(one.pk):
            row.division, row.event = one.division, event
            row.letters, row.beside, row.posted_beside = one.letters, one.beside, one.posted_beside
            rows.append(row)
    return rows


def entries(event: Event, division: Division | None, typed: str, state: str, sort: str) -> list[Entrant]:
    """The same as rows, all of them; told apart in public, too."""
    return rows_of(event, listed(event, division, typed, state, sort, public=True))


def _matches(row: Person, words: list[str], member: str) -> bool:
    numbers: tuple[str, ...] = (str(row.number), member)
    # A number is looked for whole: 2 is nobody's who is 2231 on a national list.
    if any(word.isdecimal() and word not in words_of(" ".join(numbers)) for word in words):
        numbers = ()
    return fits(words, row.surname, row.given, row.club.name if row.club else "", row.team, *numbers)


def _in_state(state: str) -> Q:
    return {
        "missing": Q(checked_in_at=None, house=False),
        "here": Q(checked_in_at__isnull=False),
        "away": Q(pk__in=Presence.objects.values("entrant")),
        "guarded": Q(display_consent=False) & (Q(age=MINOR) | (~Q(age=ADULT) & UNKNOWN_AGE_GUARDED)),
    }.get(state, Q())


def away_words(absences: Iterable[Presence]) -> list[str]:
    """Each absence as people say it: "out from round 5: forfeits"."""
    return [_away(row) for row in absences]


def _away(row: Presence) -> str:
    facts = {"first": row.first, "last": row.last, "as": titles.INTENTS.get(row.intent, row.intent)}
    if row.kind == Presence.Kind.LATE:
        return _("came late, rounds 1 to %(last)s: %(as)s") % facts
    if row.last is None and row.reason == NOT_CHECKED_IN:
        return _("absent from round %(first)s until checked in: %(as)s") % facts
    if row.last is None:
        return _("out from round %(first)s: %(as)s") % facts
    if row.last == row.first:
        return _("away in round %(first)s: %(as)s") % facts
    return _("away in rounds %(first)s to %(last)s: %(as)s") % facts


def lapsed_members(event: Event, rows: Iterable[Entrant]) -> frozenset[Any]:
    """Whose membership of the club that runs the event is over on its first day, by player id; one query."""
    if event.host_id is None:
        return frozenset()
    people = [row.player_id for row in rows if row.player_id]
    lapsed = ClubMember.objects.filter(club=event.host_id, paid_until__lt=event.starts_on, player__in=people)
    return frozenset(lapsed.values_list("player", flat=True))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Somebody it may be, with their newest rating on a public list of the federation (0: none) and that list's name."""

    player: Player
    rating: int = 0
    listed: str = ""


def players_like(ctx: Context, event: Event, typed: str) -> list[Suggestion]:
    """People not entered here of whose names words begin as typed, in whatever order; at most six, three queries."""
    words = fold(typed[:80]).split()
    if sum(map(len, words)) < 2:
        return []
    wanted = Q()
    for word in words:
        wanted &= Q(key__startswith=word) | Q(key__contains=f" {word}")
    rows = registrable(ctx).filter(wanted).exclude(entries__event=event)
    found = list(rows.select_related("club").distinct()[:MOST_KNOWN])
    ratings = ratings_of(found)
    return [Suggestion(player, *ratings.get(player.pk, (0, ""))) for player in found]


def registrable(ctx: Context) -> QuerySet[Player]:
    """Whom a registrar may be told of by name: those met at the actor's own events, and grown-ups on a public list.

    A child on a list is shown there without a surname, so nobody is told it here either.
    """
    return Player.objects.filter(
        Q(pk__in=met_by(ctx).values("pk")) | Q(pk__in=_listed_in_public().values("pk"))
    )


def _listed_in_public() -> QuerySet[Player]:
    """Players on public lists of federation and clubs whom no event and no school calls a child."""
    entries = Entrant.objects.filter(player__isnull=False).order_by()
    guarded = Q(age=MINOR) | (~Q(age=ADULT) & UNKNOWN_AGE_GUARDED)
    children = entries.filter(guarded, display_consent=False).values("player")
    adults = entries.filter(Q(age=ADULT) | Q(display_consent=True)).values("player")
    lists = RatingList.objects.filter(public=True, demo=False).exclude(kind=RatingList.Kind.SCHOOL)
    rows = Player.objects.filter(merged_into=None, ratings__rating_list__in=lists)
    return (
        rows.exclude(pk__in=children).exclude(Q(club__kind=Club.Kind.SCHOOL) & ~Q(pk__in=adults)).distinct()
    )


def ratings_of(players: Iterable[Player]) -> dict[Any, tuple[int, str]]:
    """Each player's rating on a public list, the federation's before a club's; one query."""
    values = RatingValue.objects.filter(
        player__in=list(players), rating_list__public=True, rating_list__demo=False, rating__gt=0
    )
    national = Q(rating_list__kind=RatingList.Kind.NATIONAL)
    facts = values.order_by(Case(When(national, then=0), default=1), F("changed_on").desc(nulls_last=True))
    found: dict[Any, tuple[int, str]] = {}
    for player, rating, name in facts.values_list("player", "rating", "rating_list__name"):
        found.setdefault(player, (rating, name))
    return found


def met_by(ctx: Context) -> QuerySet[Player]:
    """Players of the events the actor works at: who plays elsewhere is nobody's business here. By PIN, of this event only.
    Nobody of the demo is known at a real event.
    """
    mine = Event.objects.filter(_reached_by(ctx), demo=False)
    if ctx.by_pin:
        mine = mine.filter(pk=ctx.scope.removeprefix("event:"))
    return Player.objects.filter(merged_into=None, entries__event__in=mine)


def _reached_by(ctx: Context) -> Q:
    """The events of who asks; none for who is no person."""
    person = ctx.actor.startswith("user:")
    return access.within_reach(ctx.actor.removeprefix("user:")) if person else Q(pk__in=())


def club_names() -> list[str]:
    """Names of clubs and schools for suggestions, without those of the demo."""
    return list(Club.objects.exclude(entries__event__demo=True).values_list("name", flat=True)[:500])
