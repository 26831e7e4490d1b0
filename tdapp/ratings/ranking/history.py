"""One player on one list: every change with its sentence, and the curve they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Entrant
from tdapp.kernel.pages.svg import Series, line_charts
from tdapp.people.models import Player, RatingList
from tdapp.people.registry import numbers_of
from tdapp.ratings.formulas import Segment
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.ranking.public_names import shown
from tdapp.ratings.runs.explain import GameLine, explain, sentence

DRAWN = 40


@dataclass(frozen=True, slots=True)
class Step:
    """One change: the day, the event (only its day when it is not public), the sentence that says why."""

    run: UUID
    on: date
    event: str
    rated: bool
    before: int
    after: int
    games: int
    why: str

    @property
    def change(self) -> int | None:
        """Points gained; None for a first rating."""
        return self.after - self.before if self.before else None


def changes(rating_list: RatingList, player: Player) -> QuerySet[RatingChange]:
    """The changes of a player and of the numbers merged into him, the oldest first."""
    who = numbers_of(player.pk)
    rows = RatingChange.objects.filter(
        player__in=who, run__rating_list=rating_list, run__state=RatingRun.State.CURRENT
    )
    return rows.select_related("run__division__event").order_by("run__on", "run__order")


def steps(rows: Sequence[RatingChange], inside: bool) -> list[Step]:
    """Each change in words; `inside`: for whoever keeps the ratings, with the names of all events."""
    return [
        Step(
            row.run_id, row.run.on, event_name(row.run.division, inside), row.run.kind == RatingRun.Kind.EVENT,
            row.before, row.after, row.games_after, _why(row),
        )
        for row in rows
    ]  # fmt: skip


def event_name(division: Division | None, inside: bool) -> str:
    """Event and division; an event without a public page is nobody's business outside."""
    if division is None:
        return _("set from outside")
    if not (inside or is_public(division)):
        return _("a rated event")
    return f"{division.event.name}, {division.name}"


def is_public(division: Division) -> bool:
    """Whether the division's event has a public page."""
    return division.event.public and division.event.deleted_at is None


def _why(row: RatingChange) -> str:
    if row.run.kind == RatingRun.Kind.VALUES:
        return _("Set to %(after)s from outside.") % {"after": row.after}
    return sentence(row.before, row.after, [Segment(**one) for one in row.segments])


def chart(rows: Sequence[Step], name: str) -> SafeString:
    """The newest forty ratings as a line, a mark for each event; the table beside it holds the numbers."""
    last = rows[-DRAWN:]
    title = _("Rating of %(name)s") % {"name": name}
    told = "; ".join(f"{row.on}: {row.after}" for row in last)
    marks = [f"{row.event} ({row.on}): {row.after}" for row in last]
    line = Series("", [row.after for row in last], marks)
    return line_charts(title, told, [f"{row.on:%y-%m}" for row in last], [line])


@dataclass(frozen=True, slots=True)
class Met:
    """One game of an explanation with the opponent's name."""

    game: GameLine
    name: str

    @property
    def gained(self) -> float:
        """What it was worth beyond what was expected, by its weight."""
        return (self.game.worth - self.game.expected) * self.game.weight


@dataclass(frozen=True, slots=True)
class FullChange:
    """A change in full; `hidden`: games of rounds whose results are not public."""

    sentence: str
    segments: Sequence[Segment]
    games: Sequence[Met]
    hidden: int


def full_change(change: RatingChange, inside: bool) -> FullChange:
    """A change with its games as far as their rounds are released; all of them for whoever keeps the ratings."""
    found = explain(change)
    division = change.run.division
    games = list(found.games)
    if division is not None and not inside:
        released = division.released_round if is_public(division) else 0
        games = [game for game in games if game.round <= released]
    names = _names(change.run, {game.opponent for game in games})
    met = [Met(game, names.get(game.opponent, "")) for game in games]
    return FullChange(found.sentence, found.segments, met, len(found.games) - len(met))


def _names(run: RatingRun, numbers: set[int]) -> dict[int, str]:
    """Public names by number in the field."""
    rows = Entrant.objects.filter(division=run.division_id, number__in=numbers)
    entrants: list[Any] = list(rows.select_related("division__event", "club", "player"))
    stayed = {row.pk: row.player.merged_into_id or row.player_id for row in entrants if row.player}
    people = shown([*set(stayed.values())], run.rating_list)
    return {
        row.number: people[stayed[row.pk]].name if stayed.get(row.pk) in people else row.public_name
        for row in entrants
    }
