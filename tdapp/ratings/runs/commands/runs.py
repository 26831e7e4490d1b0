"""Rate divisions on a list, take one off again: everything that stands after it is rated anew with it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tdapp.events.models import Division
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs import planning, storing
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.batches import NEEDS
from tdapp.ratings.runs.foreseeing import foreseen
from tdapp.ratings.runs.replay import Made, Step, replay
from tdapp.ratings.runs.values import values_at


def preview(
    rating_list: RatingList, divisions: Sequence[Division], without: Sequence[Any] = ()
) -> dict[str, Any]:
    """Who would move, and how far; nothing is written. The order of the list decides what is rated anew."""
    planning.refuse_unready(rating_list, divisions)
    steps = planning.plan_of(rating_list, divisions, without=without)
    if not steps and not without:
        raise Refusal("nothing-to-rate", _("Choose at least one division."))
    return foreseen(rating_list, steps, planning.start_of(steps, without))


@command("ratings.rate", "rated", needs=NEEDS)
def rate(
    ctx: Context, rating_list: RatingList, *, divisions: Sequence[Any], seen: int, sure: bool = False
) -> Change:
    """Rate divisions on the list, in the order of day and sequence, with everything after the first of them.

    All or nothing; rated again from the same results it changes nothing. More than sixty runs become a job.
    Refuses: unrated kinds, unconfirmed tables, a list that changed since `seen`; unless `sure`, what is not over.
    """
    rows = divisions_of(divisions)
    planning.refuse_unready(rating_list, rows)
    if not sure:
        planning.refuse_unfinished(rows)
    steps = planning.plan_of(rating_list, rows)
    if len(steps) > batches.AT_ONCE:
        job = batches.later(ctx, rating_list, {"divisions": [str(row.pk) for row in rows], "seen": seen})
        return Change({"job": str(job.pk), "runs": len(steps)}, str(rating_list))
    made = rated(ctx, rating_list, steps, seen)
    return Change(_answer_of(made), str(rating_list), None, _answer_of(made))


@command("ratings.take_off", "taken off the rating list", needs=NEEDS)
def take_off(ctx: Context, rating_list: RatingList, *, run: Any, seen: int, reason: str) -> Change:
    """Take a run off the list, with a reason; everything after it is rated anew without it, a long stretch by a job."""
    row = RatingRun.objects.filter(rating_list=rating_list, pk=run, state=RatingRun.State.CURRENT).first()
    if row is None:
        raise Conflict("gone", _("This rating update is not on the list any more. Look again."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why it is taken off the list."))
    gone = {"run": str(row.pk), "on": str(row.on), "of": _what_of(row)}
    steps = planning.plan_of(rating_list, [], without=[row.pk])
    if len(steps) > batches.AT_ONCE:
        params = {"without": [str(row.pk)], "seen": seen, "reason": reason}
        job = batches.later(ctx, rating_list, params)
        return Change({"job": str(job.pk), "runs": len(steps)}, str(rating_list), gone, reason=reason)
    made = rated(ctx, rating_list, steps, seen, gone=[row])
    return Change(_answer_of(made), str(rating_list), gone, _answer_of(made), reason)


def _what_of(run: RatingRun) -> str:
    """What a run is of, as the log tells it."""
    return planning.planned(run.division).name if run.division else run.note


def rated(
    ctx: Context, rating_list: RatingList, steps: Sequence[Step], seen: int, gone: Sequence[RatingRun] = ()
) -> list[Made]:
    """Replay, store, adopt: inside the command's transaction."""
    storing.next_version(rating_list, seen)
    return anew(ctx, rating_list, steps, planning.start_of(steps, [run.pk for run in gone]), gone)


def anew(
    ctx: Context, rating_list: RatingList, steps: Sequence[Step], point: planning.Point,
    gone: Sequence[RatingRun] = (),
) -> list[Made]:  # fmt: skip
    """Do all the steps from a point on, and make them the list."""
    batch = uuid.uuid4()
    made = list(replay(rating_list, steps, values_at(rating_list, point)))
    storing.store(rating_list, made, batch, ctx.actor_name)
    storing.adopt(rating_list, batch, point, [run.pk for run in gone])
    return made


def _answer_of(made: Sequence[Made]) -> dict[str, Any]:
    return {
        "runs": [
            {"division": one.planned.name, "games": one.games, "players": len(one.moved),
             "digest": one.digest, "outcome": one.outcome}
            for one in made
        ]
    }  # fmt: skip


def runs_on(rating_list: RatingList, ids: Sequence[Any]) -> list[RatingRun]:
    """The runs of these ids on the list as it is. Missing for one that is not on it."""
    rows = RatingRun.objects.filter(rating_list=rating_list, state=RatingRun.State.CURRENT)
    return [find(rows, pk=pk) for pk in ids]


def divisions_of(ids: Sequence[Any]) -> list[Division]:
    """The divisions of these ids, none of them in the bin. Refuses none or an unknown one; Missing: no id."""
    try:
        found = Division.objects.filter(pk__in=ids, event__deleted_at=None).select_related("event")
        rows = list(found.defer("ruleset_frozen", "ruleset_file"))
    except (ValidationError, ValueError, TypeError) as error:
        raise Missing("missing", _("There is no such division.")) from error
    if not rows or len(rows) != len(set(map(str, ids))):
        raise Refusal("nothing-to-rate", _("Choose divisions that exist; at least one."))
    return rows
