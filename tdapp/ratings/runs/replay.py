"""Rate events one after the other from where a list stood: what every run would make of everybody.

Nothing here writes. Same results, same list, same answer: a run is byte-equal when it is repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from core import canonical
from tdapp.people.models import RatingList
from tdapp.ratings.formulas import EXPERIENCED, Field, Player, Rated
from tdapp.ratings.runs.results import Counted, counted
from tdapp.ratings.runs.values import AS_MERGED, NOBODY, Point, Value, Values, Whose, given_by
from tdapp.ratings.settings.means import computed, means_of

CHUNK = 50
# Divisions whose results are read at once: for fifty the database goes through as much as for five hundred.
READ = 500


@dataclass(frozen=True)
class Planned:
    """One run to be made: a division, its place in the order, rated fully or in part."""

    division: UUID
    point: Point
    partial: bool = False
    name: str = ""


@dataclass(frozen=True)
class Moved:
    """What a run makes of one player."""

    player: UUID
    before: Value
    after: Value
    segments: Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Made:
    """One run as it would be stored."""

    planned: Planned
    formula: str
    settings: dict[str, Any]
    digest: str
    outcome: str
    games: int
    moved: Sequence[Moved]

    def __repr__(self) -> str:
        """Short: a command's arguments are written down to be recognised, and the two digests say all of it."""
        return f"Made({self.planned.name!r}, {self.digest}, {self.outcome})"


@dataclass(frozen=True)
class Given:
    """Values set from outside at a place in the order: they stand as they are, whatever is rated before."""

    run: UUID
    point: Point


Step = Planned | Given


def replay(
    rating_list: RatingList, plan: Sequence[Step], values: Values, whose: Whose = AS_MERGED
) -> Iterator[Made]:
    """Each planned run in order; `values` is carried on from one to the next. `whose`: who is to count as whom."""
    for at in range(0, len(plan), READ):
        part = plan[at : at + READ]
        games = counted((step.division for step in part if isinstance(step, Planned)), whose=whose)
        for step in part:
            if isinstance(step, Given):
                values.update(given_by(step.run, whose))
            else:
                yield _made(rating_list, step, games[step.division], values)


def _made(rating_list: RatingList, planned: Planned, played: Counted, values: Values) -> Made:
    chosen, settings = means_of(rating_list, partial=planned.partial)
    field = Field(players_of(played, values, planned.point), played.games, played.rounds)
    rated = computed(rating_list, chosen, field, settings)
    moved = list(_moved(played, rated, values, planned.point))
    for one in moved:
        values[one.player] = one.after
    numbers = {who.player: who.number for who in played.field}
    outcome = canonical.digest_plain([[numbers[one.player], one.after[:4]] for one in moved])
    return Made(planned, chosen.id, settings, played.digest, outcome, len(played.games), moved)


def players_of(played: Counted, values: Values, point: Point) -> list[Player]:
    """The field as the formula takes it: values of the list, the frozen rating for an entrant without a number."""
    return [
        values.get(who.player, NOBODY).as_player(str(who.number), point.on)
        if who.player
        else Player(str(who.number), who.frozen, EXPERIENCED if who.frozen else 0)
        for who in played.field
    ]


def _moved(played: Counted, rated: Iterable[Rated], values: Values, point: Point) -> Iterator[Moved]:
    """Those who played a rated game; whoever did not is left as he was."""
    for who, now in zip(played.field, rated, strict=True):
        if who.player and now.segments:
            after = Value(now.rating, now.games, now.deviation, now.volatility, point.on)
            segments = [vars(segment) for segment in now.segments]
            yield Moved(who.player, values.get(who.player, NOBODY), after, segments)
