"""A rating list for the worlds: one division rated, another waiting for it, two numbers that may be one person."""

from __future__ import annotations

from typing import Any

from tdapp.events.models import Division
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Job
from tdapp.people.models import Player, RatingList
from tdapp.ratings.identity.commands.identity import are_two, merge, two_people_row
from tdapp.ratings.keeping.commands.lists import create_list
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs.commands.batches import MERGE_JOB, RATE_JOB
from tdapp.ratings.runs.commands.runs import rate
from tests import factories as f

SYSTEM = context.system()


def rated(name: str, division: Division, waiting: Division) -> dict[str, Any]:
    """The facts of a world's list."""
    create_list(SYSTEM, Installation(), slug=f"list-{name}", facts={"name": f"List {name}"})
    row = RatingList.objects.get(slug=f"list-{name}")
    rate(f.program(row), row, divisions=[division.pk], seen=row.version, sure=True)
    row.refresh_from_db()
    change = RatingChange.objects.select_related("player").filter(run__rating_list=row)[0]
    keep, gone, separated = (
        Player.objects.create(number=f"{name}-{n}", surname="Salonga", key="salonga") for n in "abc"
    )
    job = Job.objects.create(
        kind=RATE_JOB, scope="installation", actor="system", actor_name="The program", params={"list": str(row.pk)},
        status="done",
    )  # fmt: skip
    merging = Job.objects.create(
        kind=MERGE_JOB,
        scope="installation",
        actor="system",
        actor_name="The program",
        params={},
        status="done",
    )
    merge(SYSTEM, keep, gone=separated.pk, reason="one person")
    one, other = (Player.objects.create(number=f"{name}-{n}", surname="Salonga", key="salonga") for n in "de")
    are_two(SYSTEM, one, other=other.pk)
    return {
        "rating_list": row, "rated": change.player.number, "run": RatingRun.objects.get(rating_list=row).pk,
        "to_rate": waiting, "keep": keep, "gone": gone, "separated": separated, "rating_job": job, "merge_job": merging,
        "two": two_people_row(one, other),
    }  # fmt: skip
