"""Ratings as they would be if the event ended now: never stored, never binding."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tdapp.desk.standings.columns import Cell, Column
from tdapp.events.models import Division, Entrant, RatingKind
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings.formulas import Field
from tdapp.ratings.runs.planning import RATED, point_of
from tdapp.ratings.runs.replay import players_of
from tdapp.ratings.runs.results import counted
from tdapp.ratings.runs.values import values_at
from tdapp.ratings.settings.means import computed, means_of

KEPT_SECONDS = 600
HEADING = 24


class Projected(NamedTuple):
    """One entrant's projected rating. `before` 0: none yet."""

    entrant: UUID
    number: int
    before: int
    now: int


def projected(division: Division, rating_list: RatingList, after: int) -> list[Projected]:
    """Every rated entrant of a division after so many rounds, by number; the plan's length decides the segments.

    Refuses a list that cannot be computed.
    """
    point = point_of(division)
    played = counted([division.pk], after)[division.pk]
    ids = [who.player for who in played.field if who.player]
    values = values_at(rating_list, point, ids)
    chosen, settings = means_of(rating_list, partial=division.rating_kind == RatingKind.PARTIAL)
    players = players_of(played, values, point)
    field = Field(players, played.games, division.rounds_planned)
    rated = computed(rating_list, chosen, field, settings)
    entrants = dict(Entrant.objects.filter(division=division).values_list("number", "pk"))
    return [
        Projected(entrants[who.number], who.number, player.rating, now.rating)
        for who, player, now in zip(played.field, players, rated, strict=True)
        if who.player
    ]


@WrittenOnce
def _public_lists(division: UUID) -> QuerySet[RatingList]:
    """With how many of the division stand on each."""
    on_it = RatingValue.objects.filter(rating_list=OuterRef("pk"), player__in=_players(division))
    count = on_it.order_by().values("rating_list").annotate(n=Count("pk")).values("n")
    return RatingList.objects.filter(public=True).annotate(known=Coalesce(Subquery(count), 0))


def shown_list(division: Division, slug: str = "") -> RatingList | None:
    """The public list a projection is for: the one named, else that on which most of the division stand.

    Among equals the national one first, then by name.
    """
    rows = [row for row in _public_lists(division.pk) if row.demo == division.event.demo]
    if named := [row for row in rows if row.slug == slug]:
        return named[0]
    return min(
        rows, key=lambda row: (-row.known, row.kind != RatingList.Kind.NATIONAL, row.name), default=None
    )


def _players(division: UUID) -> QuerySet[Entrant, Any]:
    """Who plays in a division; somebody whose two numbers became one stands on a list under the one that stayed."""
    rows = Entrant.objects.filter(division=division, player__isnull=False)
    return rows.values(who=Coalesce("player__merged_into", "player"))


def column(division: Division, number: int) -> Column | None:
    """Projected ratings beside the standings of a rated division; None where there is no list or no rating.

    Kept until something is confirmed or the list changes: both have a version, and it is part of the key.
    """
    if division.rating_kind not in RATED or (row := shown_list(division)) is None:
        return None
    key = f"projected:{division.pk}:{division.version}:{row.pk}:{row.version}:{number}"
    cells = cache.get(key)
    if cells is None:
        try:
            cells = _cells(projected(division, row, number))
        except Refusal as refusal:
            return Column(_heading(row), _("none"), refusal.sentences[0], {})
        cache.set(key, cells, KEPT_SECONDS)
    note = _("%(list)s, as if the event ended now. It binds nobody; seeds stay as they were frozen.")
    return Column(_heading(row), _("not binding"), note % {"list": row.name}, cells) if cells else None


def _heading(row: RatingList) -> str:
    return _("Rating (%(list)s)") % {"list": Truncator(row.name).chars(HEADING)}


def _cells(found: list[Projected]) -> dict[int, Cell]:
    return {
        one.number: Cell(one.now, one.now - one.before if one.before else None) for one in found if one.now
    }
