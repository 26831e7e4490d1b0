"""Make a list, change its formula and its numbers, set values from outside."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils.translation import gettext as _

from core import canonical
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import Club, Player, RatingList
from tdapp.ratings.days import refuse_day
from tdapp.ratings.formulas import FOR_LISTS, FORMULAS, formula
from tdapp.ratings.keeping.seeding import starts_of
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs import storing
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.batches import NEEDS
from tdapp.ratings.runs.commands.runs import anew, divisions_of
from tdapp.ratings.runs.planning import given, steps_from
from tdapp.ratings.runs.replay import Planned
from tdapp.ratings.runs.values import NOBODY, Point, Value, values_at
from tdapp.ratings.settings import checks

EDITABLE = ("name", "kind", "club", "formula", "settings", "partial_formula", "starts_on", "provisional_games",
            "inactive_days", "public")  # fmt: skip
# Values stand after everything rated on their day.
AFTER_ALL = 10**12


class Standing(NamedTuple):
    """A value from outside for one player. `games`, `deviation`: None leaves what the list has on that day."""

    player: Player
    rating: int
    games: int | None = None
    deviation: float | None = None


@command("ratings.create_list", "rating list made", needs=NEEDS)
def create_list(
    ctx: Context, target: Installation, *, slug: str, facts: Mapping[str, Any], demo: bool = False
) -> Change:
    """A new list; `demo`: for invented events alone. Refuses an unknown formula, a setting it does not have, a name already
    taken.
    """
    if RatingList.objects.filter(slug=slug).exists():
        raise Refusal("taken", _("There is already a list “%(slug)s”.") % {"slug": slug})
    row = RatingList(slug=slug, demo=demo)
    _set(row, facts)
    row.save()
    return Change({"list": row.slug}, str(row), None, _logged(row))


@command("ratings.edit_list", "rating list changed", needs=NEEDS)
def edit_list(
    ctx: Context, rating_list: RatingList, *, facts: Mapping[str, Any], seen: int, reason: str = ""
) -> Change:
    """Change a list. Runs keep the formula they were made with until they are rated again."""
    before = _logged(rating_list)
    storing.next_version(rating_list, seen)
    _set(rating_list, facts)
    rating_list.save()
    return Change({"list": rating_list.slug}, str(rating_list), before, _logged(rating_list), reason)


def _set(row: RatingList, facts: Mapping[str, Any]) -> None:
    for name in EDITABLE:
        if name in facts:
            setattr(row, name, facts[name])
    row.name = " ".join(row.name.split())
    if not row.name:
        raise Refusal("no-name", _("Give the list a name."))
    _check_formula(row.formula, row.settings)
    _check_formula(row.partial_formula, {})


def _check_formula(name: str, settings: Mapping[str, object]) -> None:
    if name not in FORMULAS:
        facts = {"name": name, "known": ", ".join(FORMULAS)}
        raise Refusal("no-formula", _("There is no formula “%(name)s”; there are %(known)s.") % facts)
    if name not in FOR_LISTS:
        facts = {"name": name, "known": ", ".join(FOR_LISTS)}
        raise Refusal(
            "no-formula", _("“%(name)s” is for prizes, not for a list; there are %(known)s.") % facts
        )
    if wrong := checks.mistakes(formula(name), settings):
        raise Refusal("bad-setting", *wrong.values())


def _logged(row: RatingList) -> dict[str, Any]:
    facts = {name: getattr(row, name) for name in EDITABLE if name != "club"}
    club: Club | None = row.club
    return {**facts, "starts_on": row.starts_on and str(row.starts_on), "club": club.name if club else ""}


@command("ratings.set_values", "ratings set from outside", needs=NEEDS)
def set_values(
    ctx: Context, rating_list: RatingList, *, values: Sequence[Standing], on: date, note: str, seen: int
) -> Change:
    """Set values from outside as of a day: they stand, whatever was rated up to that day, and what
    was rated later is rated anew. No player twice."""
    told = put(ctx, rating_list, values, on, note, seen)
    return Change(told, str(rating_list), None, told, note)


@command("ratings.seed", "ratings of entries taken as the start", needs=NEEDS)
def seed_list(ctx: Context, rating_list: RatingList, *, divisions: Sequence[Any], seen: int) -> Change:
    """Give players who are new to the list the ratings their entries in these divisions have, as of the day before.

    Refuses where nobody is new or no entry of a new player has a rating, and a list that changed since `seen`.
    """
    rows = divisions_of(divisions)
    starts = starts_of(rating_list, rows)
    if not starts.ratings or starts.on is None:
        raise Refusal("no-values", _("No player who is new to the list has a rating in the entries."))
    note = _("Ratings of the entries: %(name)s") % {"name": rows[0].event.name}
    values = [Standing(player, rating) for player, rating in starts.ratings.items()]
    told = put(ctx, rating_list, values, starts.on, note, seen)
    return Change(told, str(rating_list), None, told, note)


def put(
    ctx: Context, rating_list: RatingList, values: Sequence[Standing], on: date, note: str, seen: int
) -> dict[str, Any]:
    """Set values inside a command's transaction; when many runs stand after them, a job puts both in force."""
    if not values:
        raise Refusal("no-values", _("There is no value to set."))
    refuse_day(on)
    if len({one.player.pk for one in values}) != len(values):
        raise Refusal("twice", _("A player is named twice; each may have one value."))
    point = Point(on, _next_place(rating_list, on))
    later = steps_from(rating_list, point)
    heavy = len(later) > batches.AT_ONCE
    values = completed(rating_list, values, point)
    run = _values_run(ctx, rating_list, values, point, note, pending=heavy)
    told: dict[str, Any] = {"run": str(run.pk), "players": len(values), "on": str(on)}
    if heavy:
        _refuse_stale(rating_list, seen)
        return {**told, "job": str(batches.later(ctx, rating_list, {"values": str(run.pk), "seen": seen}).pk)}
    storing.next_version(rating_list, seen)
    storing.write_values(rating_list, {one.player.pk for one in values})
    if any(isinstance(step, Planned) for step in later):
        anew(ctx, rating_list, [given(run), *later], point)
    return told


def completed(rating_list: RatingList, values: Sequence[Standing], point: Point) -> list[Standing]:
    """What a list from outside does not say of a player stays as it stands at that point; a newcomer has no games."""
    stood = values_at(rating_list, point)
    return [_completed(one, stood.get(one.player.pk, NOBODY)) for one in values]


def _completed(one: Standing, stood: Value) -> Standing:
    games = stood.games if one.games is None else one.games
    deviation = stood.deviation if one.deviation is None else one.deviation
    return one._replace(games=games, deviation=deviation)


def _refuse_stale(rating_list: RatingList, seen: int) -> None:
    """Early: the job's own comparison comes when the work is done."""
    if rating_list.version != seen:
        raise Conflict("stale", _("The list changed meanwhile. Look again, then repeat."))


def _values_run(
    ctx: Context,
    rating_list: RatingList,
    values: Sequence[Standing],
    point: Point,
    note: str,
    *,
    pending: bool,
) -> RatingRun:
    state = RatingRun.State.PENDING if pending else RatingRun.State.CURRENT
    digest = canonical.digest([[one.player.number, one.rating, one.games, one.deviation] for one in values])
    run = RatingRun.objects.create(
        rating_list=rating_list, kind=RatingRun.Kind.VALUES, on=point.on, order=point.order,
        state=state, batch=uuid.uuid4(), formula="", digest=digest, outcome=digest,
        players=len(values), note=note[:200], at=clock.now(), by_name=ctx.actor_name,
    )  # fmt: skip
    changes = [
        RatingChange(
            run=run, player=one.player, after=one.rating, games_after=one.games or 0, deviation=one.deviation
        )
        for one in values
    ]
    RatingChange.objects.bulk_create(changes, batch_size=storing.ROWS)
    return run


def _next_place(rating_list: RatingList, on: date) -> int:
    rows = RatingRun.objects.filter(rating_list=rating_list, on=on, kind=RatingRun.Kind.VALUES)
    last = rows.aggregate(last=Max("order"))["last"]
    return AFTER_ALL if last is None else last + 1
