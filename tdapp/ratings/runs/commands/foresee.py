"""Ask the worker who would move: for stretches too long to be worked out while somebody waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.jobs import enqueue
from tdapp.people.models import RatingList
from tdapp.ratings.runs import planning
from tdapp.ratings.runs.commands.batches import FORESEE_JOB, NEEDS
from tdapp.ratings.runs.commands.runs import divisions_of, runs_on


@command("ratings.foresee", "rating update previewed", needs=NEEDS)
def foresee_later(
    ctx: Context, rating_list: RatingList, *, divisions: Sequence[Any] = (), without: Sequence[Any] = ()
) -> Change:
    """Hand to the worker who would move if these divisions were rated, or these runs taken off. Changes nothing."""
    rows = divisions_of(divisions) if divisions or not without else []
    planning.refuse_unready(rating_list, rows)
    gone = runs_on(rating_list, without)
    params = {
        "list": str(rating_list.pk), "divisions": [str(row.pk) for row in rows], "without": [str(run.pk) for run in gone]
    }  # fmt: skip
    job = enqueue(ctx, FORESEE_JOB, params)
    return Change({"job": str(job.pk)}, str(rating_list))
