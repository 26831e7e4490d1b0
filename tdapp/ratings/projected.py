"""Ratings as they would be if the event ended now: never stored, never binding."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from tdapp.events.models import Division, Entrant, RatingKind
from tdapp.people.models import RatingList
from tdapp.ratings.formulas import Field, formula
from tdapp.ratings.planning import point_of
from tdapp.ratings.replay import players_of
from tdapp.ratings.results import counted
from tdapp.ratings.values import values_at


class Projected(NamedTuple):
    """One entrant's projected rating. `before` 0: none yet."""

    entrant: UUID
    number: int
    before: int
    now: int


def projected(division: Division, rating_list: RatingList, after: int) -> list[Projected]:
    """Every rated entrant of a division after so many rounds, by number; the plan's length decides the segments."""
    point = point_of(division)
    played = counted([division.pk], after)[division.pk]
    ids = [who.player for who in played.field if who.player]
    values = values_at(rating_list, point, ids)
    partial = division.rating_kind == RatingKind.PARTIAL
    chosen = formula(rating_list.partial_formula if partial else rating_list.formula)
    settings = chosen.with_settings({} if partial else rating_list.settings)
    players = players_of(played, values, point)
    rated = chosen.rate(Field(players, played.games, division.rounds_planned), settings)
    entrants = dict(Entrant.objects.filter(division=division).values_list("number", "pk"))
    return [
        Projected(entrants[who.number], who.number, player.rating, now.rating)
        for who, player, now in zip(played.field, players, rated, strict=True)
        if who.player
    ]
