"""What a list from outside would do to a list that is rated already: which runs are done again, and who moves by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import ngettext

from tdapp.people.models import RatingList
from tdapp.ratings.exchange.matching import Match
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.moves import moves_between
from tdapp.ratings.runs.planning import steps_from
from tdapp.ratings.runs.replay import Made, Planned, Step, replay
from tdapp.ratings.runs.values import NOBODY, Point, Value, Values, current_runs, values_at

NAMED, WORKED_OUT = 20, 60
# Values stand after everything on their day, and after values of the same day that came before them.
LAST = 10**18


@dataclass(frozen=True)
class Effect:
    """`then`: where everybody stands in the end; `runs`: what is rated anew; `others`: who moves and is not in the list.

    `many`: so many runs that the worker does it; then nothing is worked out here.
    """

    count: int
    then: Values = field(default_factory=dict)
    runs: Sequence[dict[str, Any]] = ()
    others: Sequence[dict[str, Any]] = ()
    many: bool = False


def runs_after(rating_list: RatingList, on: date) -> int:
    """How many rated runs stand after a day and follow from what is set on it."""
    return current_runs(rating_list).filter(on__gt=on, kind=RatingRun.Kind.EVENT).count()


def rates_anew(runs: int, on: date) -> str:
    """That so many runs are rated anew, and what to do to have it so."""
    sentence = ngettext(
        "%(n)s rating update after %(day)s would be made anew; tick “Rate everything after this day anew” if that is meant,"
        " or give a later day.",
        "%(n)s rating updates after %(day)s would be made anew; tick “Rate everything after this day anew” if that is meant,"
        " or give a later day.",
        runs,
    )
    return sentence % {"n": runs, "day": on}


def effect(rating_list: RatingList, known: Sequence[Match], on: date) -> Effect:
    """What setting these values as of a day would do to everybody; nothing is written."""
    point = Point(on, LAST)
    steps = steps_from(rating_list, point)
    count = sum(isinstance(step, Planned) for step in steps)
    if len(steps) > WORKED_OUT:
        return Effect(count, many=True)
    before, after = values_at(rating_list, None), values_at(rating_list, point)
    listed = {match.player.pk for match in known if match.player}
    after.update(_set(known, after, on))
    runs = _runs(rating_list, steps, after)
    others = {who: value for who, value in after.items() if who not in listed}
    stood = {who: value for who, value in before.items() if who not in listed}
    return Effect(count, after, runs, moves_between(stood, others))


def _set(known: Sequence[Match], stood: Values, on: date) -> Values:
    """The values of the list, what it does not say as it stood."""
    return {
        match.player.pk: _value(match, stood.get(match.player.pk, NOBODY), on)
        for match in known
        if match.player
    }


def _value(match: Match, stood: Value, on: date) -> Value:
    line = match.line
    games = stood.games if line.games is None else line.games
    deviation = stood.deviation if line.deviation is None else line.deviation
    return Value(line.rating, games, deviation, None, on)


def _runs(rating_list: RatingList, steps: Sequence[Step], values: Values) -> list[dict[str, Any]]:
    """Every run done again, the first twenty by name; `changed`: its results are others than those it was rated by."""
    was: dict[Any, str] = dict(current_runs(rating_list).values_list("division", "digest"))
    return [_run(made, was) for made in replay(rating_list, steps, values)][:NAMED]


def _run(made: Made, was: Mapping[Any, str]) -> dict[str, Any]:
    changed = was.get(made.planned.division) != made.digest
    return {"name": made.planned.name, "games": made.games, "changed": changed}
