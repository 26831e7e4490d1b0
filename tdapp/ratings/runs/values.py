"""Where players stand on a list at a point of its order: the last change of the current runs before it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from tdapp.people.models import RatingList
from tdapp.ratings.formulas import Player
from tdapp.ratings.models import RatingChange, RatingRun


class Point(NamedTuple):
    """A place in a list's order: day, then order within it."""

    on: date
    order: int


class Value(NamedTuple):
    """A player's standing on a list. `on`: the day it was last changed, None for never."""

    rating: int = 0
    games: int = 0
    deviation: float | None = None
    volatility: float | None = None
    on: date | None = None

    def as_player(self, name: str, on: date) -> Player:
        """As a formula takes it, on the day of an event."""
        idle = max(0, (on - self.on).days) if self.on else 0
        return Player(name, self.rating, self.games, self.deviation, self.volatility, idle)


NOBODY = Value()
Values = dict[UUID, Value]
NO_MERGE: Mapping[UUID, UUID] = MappingProxyType({})


class Whose(NamedTuple):
    """Who counts as whom, beside the merges there are: `same`: one that is looked at; `apart`: one taken back."""

    same: Mapping[UUID, UUID] = NO_MERGE
    apart: frozenset[UUID] = frozenset()

    def of(self, player: UUID, stayed: UUID | None) -> UUID:
        """The player a change or an entry belongs to; `stayed`: whom he was merged into."""
        found = player if player in self.apart else stayed or player
        return self.same.get(found, found)


AS_MERGED = Whose()
FACTS = ("player_id", "player__merged_into_id", "after", "games_after", "deviation", "volatility", "run__on")


def before(point: Point) -> Q:
    """Runs that come before a point."""
    return Q(on__lt=point.on) | Q(on=point.on, order__lt=point.order)


def since(point: Point) -> Q:
    """Runs at or after a point."""
    return ~before(point)


def current_runs(rating_list: RatingList) -> QuerySet[RatingRun]:
    """The runs that make the list, in order."""
    return RatingRun.objects.filter(rating_list=rating_list, state=RatingRun.State.CURRENT).order_by(
        "on", "order"
    )


def values_at(
    rating_list: RatingList,
    point: Point | None,
    only: Collection[UUID] | None = None,
    whose: Whose = AS_MERGED,
) -> Values:
    """Every player's value just before `point` (None: after everything); `only`: of these players."""
    runs = current_runs(rating_list)
    if point is not None:
        runs = runs.filter(before(point))
    rows = RatingChange.objects.filter(run__in=runs.values("pk"))
    if only is not None:
        rows = rows.filter(player__in=only)
    # The last of each player alone leaves the database; of who was merged into another, the later of theirs comes last.
    latest = [F("run__on").desc(), F("run__order").desc()]
    last = rows.annotate(place=Window(RowNumber(), partition_by="player_id", order_by=latest)).filter(place=1)
    return _by_player(last.order_by("run__on", "run__order").values_list(*FACTS), whose)


def given_by(run: UUID, whose: Whose = AS_MERGED) -> Values:
    """The values one run left."""
    return _by_player(RatingChange.objects.filter(run=run).values_list(*FACTS), whose)


def _by_player(facts: QuerySet[RatingChange, Any], whose: Whose) -> Values:
    return {
        whose.of(player, stayed): Value(after, games, deviation, volatility, on)
        for player, stayed, after, games, deviation, volatility, on in facts.iterator(chunk_size=5000)
    }
