"""Who is new to a list, and the ratings their entries brought: what a first event can start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tdapp.events.models import Division, Entrant
from tdapp.people.models import Player, RatingList
from tdapp.ratings.runs.planning import point_of
from tdapp.ratings.runs.values import values_at


@dataclass(frozen=True, slots=True)
class Starts:
    """Of a division's or several divisions' players: how many there are (`of`), how many are `new` to the list, and the
    ratings from the entries that those can start with. `on`: the day before the first of the events ended.
    """

    of: int
    new: int
    ratings: dict[Player, int]
    on: date | None

    @property
    def most_are_new(self) -> bool:
        """Whether newcomers are more than half: then their ratings come from each other's alone."""
        return self.new * 2 > self.of


def starts_of(rating_list: RatingList, divisions: Sequence[Division]) -> Starts:
    """Who of the divisions stands nowhere on the list before the first of them; three queries."""
    if not divisions:
        return Starts(0, 0, {}, None)
    first = min(divisions, key=point_of)
    on = first.event.ends_on - timedelta(days=1)
    known = {who for who, value in values_at(rating_list, point_of(first)).items() if value.rating}
    rows = Entrant.objects.filter(division__in=list(divisions), house=False, player__isnull=False)
    found: dict[Player, int] = {}
    for row in rows.select_related("player__merged_into").order_by("division__event__ends_on", "number"):
        if (player := row.player) is not None:
            stayed = player.merged_into or player
            found[stayed] = found.get(stayed) or row.rating
    fresh = {player: rating for player, rating in found.items() if player.pk not in known}
    return Starts(len(found), len(fresh), {who: rating for who, rating in fresh.items() if rating}, on)
