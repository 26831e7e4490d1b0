"""Rating a long stretch of a list in the background: written aside run by run, adopted at the end in one step."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace as altered
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Division
from tdapp.kernel.jobs import Cancelled, JobRun, job
from tdapp.kernel.managers import find
from tdapp.people.models import RatingList
from tdapp.ratings import planning
from tdapp.ratings.commands.runs import RATE_JOB, adopt, stage, tidy
from tdapp.ratings.replay import CHUNK, Made, Step, replay
from tdapp.ratings.values import values_at


@job(RATE_JOB)
def rate_in_background(run: JobRun) -> dict[str, Any]:
    """Rate divisions and everything after them. Killed or cancelled at any point, the list is as it was."""
    rating_list = find(RatingList.objects.all(), pk=run.params["list"])
    ctx = altered(run.context(), key="")
    tidy(ctx, rating_list)
    rows = Division.objects.filter(pk__in=run.params["divisions"]).select_related("event")
    steps = planning.plan_of(rating_list, rows)
    try:
        return _carry_out(run, rating_list, steps)
    except Cancelled:
        tidy(ctx, rating_list)
        raise


def _carry_out(run: JobRun, rating_list: RatingList, steps: Sequence[Step]) -> dict[str, Any]:
    ctx, batch = altered(run.context(), key=""), uuid.uuid4()
    values = values_at(rating_list, steps[0].point)
    waiting: list[Made] = []
    done = games = 0
    for made in replay(rating_list, steps, values):
        waiting.append(made)
        games += made.games
        if len(waiting) == CHUNK:
            stage(ctx, rating_list, made=waiting, batch=batch)
            done, waiting = done + len(waiting), []
            run.step(done, len(steps), _("%(games)s games rated") % {"games": games})
    stage(ctx, rating_list, made=waiting, batch=batch)
    run.step(len(steps), len(steps), _("Putting the list in force"))
    adopt(ctx, rating_list, batch=batch, point=steps[0].point, seen=run.params["seen"])
    return {"runs": done + len(waiting), "games": games}
