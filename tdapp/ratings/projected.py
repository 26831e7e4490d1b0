"""Ratings as they would be if the event ended now: never stored, never binding."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.utils.translation import gettext as _

from tdapp.desk.columns import Cell, Column, adds
from tdapp.events.models import Division, Entrant, RatingKind
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.computing import computed, means_of
from tdapp.ratings.formulas import Field
from tdapp.ratings.planning import RATED, point_of
from tdapp.ratings.replay import players_of
from tdapp.ratings.results import counted
from tdapp.ratings.values import values_at

KEPT_SECONDS = 600


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


def shown_list(slug: str = "") -> RatingList | None:
    """The public list a projection is for: the one named, else the first national one, else the first."""
    rows = list(RatingList.objects.filter(public=True).order_by("name"))
    named = [row for row in rows if row.slug == slug]
    national = [row for row in rows if row.kind == RatingList.Kind.NATIONAL]
    return next(iter([*named, *national, *rows]), None)


@adds
def column(division: Division, number: int) -> Column | None:
    """Projected ratings beside the standings of a rated division; None where there is no list or no rating.

    Kept until something is confirmed or the list changes: both have a version, and it is part of the key.
    """
    if division.rating_kind not in RATED or (row := shown_list()) is None:
        return None
    key = f"projected:{division.pk}:{division.version}:{row.pk}:{row.version}:{number}"
    cells = cache.get(key)
    if cells is None:
        try:
            cells = _cells(projected(division, row, number))
        except Refusal as refusal:
            return Column(_("Rating"), _("none"), refusal.sentences[0], {})
        cache.set(key, cells, KEPT_SECONDS)
    note = _("%(list)s, as if the event ended now. It binds nobody; seeds stay as they were frozen.")
    return Column(_("Rating"), _("not binding"), note % {"list": row.name}, cells) if cells else None


def _cells(found: list[Projected]) -> dict[int, Cell]:
    return {
        one.number: Cell(one.now, one.now - one.before if one.before else None) for one in found if one.now
    }
