"""A list as it is read: who stands where, now or on a day; who moved."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple, overload
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Value, Window
from django.db.models.functions import Coalesce, Replace, RowNumber

from tdapp.kernel import clock
from tdapp.people.models import Player, RatingList, RatingValue
from tdapp.people.names import fold
from tdapp.people.registry import numbers_of
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.ranking.public_names import Shown, shown, words_of

MOST_DIVISIONS, A_PAGE_OR_TWO = 50, 200
# So many players are asked for by their ids; more of them by what told them from the others.
FEW = 1500
BEGINNING = re.compile(r"\w+")
# Member numbers are kept as written: of those with accents the database cannot tell what they fold to.
ODD_NUMBER = Q(number__regex=r"[^ -~]")


class Stand(NamedTuple):
    """A player's value on a list on some day, and the place it has; `shared` with others of the same rating."""

    player: UUID
    rating: int
    games: int
    on: date | None
    place: int = 0
    shared: bool = False


class Line(NamedTuple):
    """One row of a list's page."""

    stand: Stand
    who: Shown
    provisional: bool
    inactive: bool
    last: str = ""
    change: int | None = None

    @property
    def on(self) -> str:
        """The day of the last change."""
        return self.stand.on.isoformat() if self.stand.on else ""


def stands(rating_list: RatingList, on: date | None = None) -> list[Stand]:
    """Everybody with a rating, the best first; `on`: at the end of that day. One query."""
    if on is None:
        return _placed([Stand(*row) for row in _facts(RatingValue.objects.filter(rating_list=rating_list))])
    newest = _newest(rating_list, run__on__lte=on).order_by("-after", "-games_after", "player__number")
    return _placed([Stand(*row) for row in newest.values_list("who", "after", "games_after", "run__on")])


def _facts(values: QuerySet[RatingValue]) -> QuerySet[RatingValue, Any]:
    ordered = values.order_by("-rating", "-games", "player__number")
    return ordered.values_list("player_id", "rating", "games", "changed_on")


def _newest(rating_list: RatingList, **more: Any) -> QuerySet[Any]:
    """The last change of each player (`who`: the number that stayed) on a list."""
    rows = RatingChange.objects.filter(
        run__rating_list=rating_list, run__state=RatingRun.State.CURRENT, **more
    ).annotate(who=Coalesce("player__merged_into_id", "player_id"))
    order = [F("run__on").desc(), F("run__order").desc()]
    return rows.annotate(back=Window(RowNumber(), partition_by=[F("who")], order_by=order)).filter(back=1)


def _placed(rows: Sequence[Stand]) -> list[Stand]:
    first = {row.rating: at for at, row in reversed(list(enumerate(rows, start=1)))}
    many: dict[int, int] = defaultdict(int)
    for row in rows:
        many[row.rating] += 1
    return [row._replace(place=first[row.rating], shared=many[row.rating] > 1) for row in rows]


def is_inactive(rating_list: RatingList, last: date | None, on: date | None = None) -> bool:
    """Whether somebody has not played for longer than the list allows."""
    return last is None or last < _last_day(rating_list, on)


def _last_day(rating_list: RatingList, on: date | None = None) -> date:
    """Who played last before it is inactive."""
    return (on or clock.today()) - timedelta(days=rating_list.inactive_days)


def active(rating_list: RatingList) -> QuerySet[RatingValue]:
    """The values of those who are not inactive today."""
    since = clock.today() - timedelta(days=rating_list.inactive_days)
    return RatingValue.objects.filter(rating_list=rating_list, changed_on__gte=since)


@dataclass(frozen=True)
class Wish:
    """What somebody wants to see of a list. `since`: who moved from that day on."""

    typed: str = ""
    club: str = ""
    region: str = ""
    division: str = ""
    active: bool = False
    on: date | None = None
    since: date | None = None

    @property
    def narrows(self) -> bool:
        """Whether anybody is left out by who he is."""
        return bool(self.typed or self.club or self.region or self.division)


class Standing(Sequence[tuple[Stand, int | None]]):
    """A list as it stands today, read as far as somebody looks: of ten thousand a page shows fifty."""

    def __init__(self, rating_list: RatingList, values: QuerySet[RatingValue]) -> None:
        self._rows, self._places = _facts(values), _places(rating_list)
        self._many = values.count()

    def __len__(self) -> int:
        return self._many

    @overload
    def __getitem__(self, at: int) -> tuple[Stand, int | None]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Stand, int | None]]: ...
    def __getitem__(self, at: Any) -> Any:
        found = [self._stand(row) for row in (self._rows[at] if isinstance(at, slice) else [self._rows[at]])]
        return found if isinstance(at, slice) else found[0]

    def __iter__(self) -> Iterator[tuple[Stand, int | None]]:
        return map(self._stand, self._rows)

    def _stand(self, row: tuple[UUID, int, int, date | None]) -> tuple[Stand, int | None]:
        player, rating, games, on = row
        place, shared = self._places.get(rating) or self._between(rating)
        return Stand(player, rating, games, on, place, shared), None

    def _between(self, rating: int) -> tuple[int, bool]:
        """The place of a rating that came after the places were counted: that of the next lower one."""
        return min(place for lower, (place, _shared) in self._places.items() if lower < rating), False


def _places(rating_list: RatingList) -> dict[int, tuple[int, bool]]:
    """The place of each rating there is, and whether it is shared, and the place behind all; one query that the database adds
    up.
    """
    rows = RatingValue.objects.filter(rating_list=rating_list).order_by("-rating").values_list("rating")
    found, place = {}, 1
    for rating, many in rows.annotate(many=Count("pk")):
        found[rating] = (place, many > 1)
        place += many
    return {**found, -1: (place, False)}


def chosen(rating_list: RatingList, wish: Wish) -> Sequence[tuple[Stand, int | None]]:
    """Who a wish is about, in order, with how far each moved; at most seven queries."""
    if wish.on is None and wish.since is None:
        return _today(rating_list, wish)
    rows = stands(rating_list, wish.on)
    if wish.active:
        rows = [row for row in rows if not is_inactive(rating_list, row.on, wish.on)]
    if wish.narrows:
        people = _about(rating_list, wish)
        rows = [row for row in rows if row.player in people]
    if wish.since is None:
        return [(row, None) for row in rows]
    was = {row.player: row.rating for row in stands(rating_list, wish.since)}
    moved = [(row, row.rating - was.get(row.player, row.rating)) for row in rows]
    found = sorted((pair for pair in moved if pair[1]), key=lambda pair: -abs(pair[1]))
    return [(row, change) for row, change in found]


def _today(rating_list: RatingList, wish: Wish) -> Sequence[tuple[Stand, int | None]]:
    values = active(rating_list) if wish.active else RatingValue.objects.filter(rating_list=rating_list)
    if not wish.narrows:
        return Standing(rating_list, values)
    people = _about(rating_list, wish)
    # As they were told from the others: to send the ids of many takes longer, to read the whole list too.
    known = values.filter(player__in=_likely(rating_list, wish).values("pk"))
    return [pair for pair in Standing(rating_list, known) if pair[0].player in people]


def _about(rating_list: RatingList, wish: Wish) -> set[UUID]:
    """The players a wish is about; five queries."""
    likely = _likely(rating_list, wish)
    ids = list(likely.values_list("pk", flat=True)[: A_PAGE_OR_TWO + 1])
    people = shown(ids if len(ids) <= A_PAGE_OR_TWO else likely, rating_list)
    found = {pk for pk, who in people.items() if _fits(who, wish)}
    return found & _in_division(rating_list, wish) if wish.division else found


def _on(rating_list: RatingList) -> QuerySet[Player]:
    return Player.objects.filter(ratings__rating_list=rating_list)


def _likely(rating_list: RatingList, wish: Wish) -> QuerySet[Player]:
    """Everybody whom a wish may be about, and more: names of ten thousand are not written out to find three."""
    rows = _on(rating_list).order_by()
    if wish.club:
        club = id_of(wish.club)
        rows = rows.filter(club=club) if club else rows.none()
    if wish.region:
        rows = rows.filter(club__region=wish.region)
    bare = {
        name: Replace(source, Value("~"), Value(""))
        for name, source in (("own", "key"), ("theirs", "club__key"))
    }
    rows = rows.annotate(**bare)
    # What is shown is a part of the folded name, of the club's or of the number; of a mark within a word nothing is asked.
    for piece in filter(None, (BEGINNING.match(word) for word in words_of(wish.typed))):
        known = Q(own__contains=piece[0]) | Q(theirs__contains=piece[0]) | Q(number__icontains=piece[0])
        rows = rows.filter(known | ODD_NUMBER)
    return rows


def id_of(text: str) -> UUID | None:
    """The id somebody sent; None for what is none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def _fits(who: Shown, wish: Wish) -> bool:
    if wish.club and str(who.club_id) != wish.club:
        return False
    return who.region == (wish.region or who.region) and who.fits(wish.typed)


def lines(
    rating_list: RatingList, rows: Iterable[tuple[Stand, int | None]], on: date | None = None
) -> list[Line]:
    """The rows of one page with names and last events; four queries."""
    page = list(rows)
    ids = [stand.player for stand, _change in page]
    people = shown(ids, rating_list)
    last = _last_events(rating_list, ids, on)
    inactive = _last_day(rating_list, on)
    return [
        Line(
            stand, people[stand.player], stand.games < rating_list.provisional_games,
            stand.on is None or stand.on < inactive, last.get(stand.player, ""), change,
        )
        for stand, change in page
    ]  # fmt: skip


def told(rating_list: RatingList, rows: Sequence[tuple[Stand, int | None]]) -> Iterator[tuple[Stand, Shown]]:
    """The rows of a file, with names; three queries."""
    # Of many the whole list is asked: to send ten thousand ids twice took longer than all the answers.
    few = len(rows) <= FEW
    people = shown([stand.player for stand, _change in rows] if few else _on(rating_list), rating_list)
    # Who came to the list since its rows were read stands in the next file.
    return ((stand, who) for stand, _change in rows if (who := people.get(stand.player)))


def _last_events(rating_list: RatingList, ids: Sequence[UUID], on: date | None) -> Mapping[UUID, str]:
    """The newest public event of each; others are told by their day alone."""
    limit = {"run__on__lte": on} if on else {}
    # Of a page's alone, before the newest is looked for: else every change of the list is put in order for it.
    few = {"player__in": numbers_of(*ids)} if len(ids) <= FEW else {}
    rows = _newest(rating_list, run__kind=RatingRun.Kind.EVENT, **few, **limit).filter(who__in=ids)
    event = "run__division__event"
    facts = rows.values_list("who", f"{event}__name", f"{event}__public", f"{event}__deleted_at")
    return {who: name for who, name, public, gone in facts if public and gone is None}


def _in_division(rating_list: RatingList, wish: Wish) -> set[UUID]:
    """Players whose newest rated event, up to the day asked for, was played in a division of this name."""
    limit = {"run__on__lte": wish.on} if wish.on else {}
    rows = _newest(rating_list, run__kind=RatingRun.Kind.EVENT, **limit)
    return {
        who for who, name in rows.values_list("who", "run__division__name") if fold(name) == wish.division
    }


def divisions_of(rating_list: RatingList) -> list[tuple[str, str]]:
    """The divisions the list was rated from, by folded name: what one can filter by. One query."""
    runs = RatingRun.objects.filter(
        rating_list=rating_list, state=RatingRun.State.CURRENT, kind=RatingRun.Kind.EVENT
    )
    names = runs.order_by("division__name").values_list("division__name", flat=True).distinct()
    found = {fold(str(name)): str(name) for name in names}
    return sorted(found.items())[:MOST_DIVISIONS]
