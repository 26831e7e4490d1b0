"""The worker makes the index of every edition that has none: of a new one, after an update, after a restore."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.lists import editions, indexes
from lexicon_admin.models import Edition
from tdapp.kernel import context, jobs
from tdapp.kernel.models import Job

KIND = "lexicon.index"


def tick() -> Job | None:
    """Hand the editions without an index to the worker, once; a query and a look at the folder when there is none."""
    waiting = Job.objects.filter(kind=KIND, status__in=[Job.Status.QUEUED, Job.Status.RUNNING])
    failed = set(
        Job.objects.filter(kind=KIND, status=Job.Status.FAILED).values_list("params__edition", flat=True)
    )
    for row in indexes.missing():
        if str(row.pk) not in failed and not waiting.exists():
            return jobs.enqueue(context.system(), KIND, {"edition": str(row.pk)})
    return None


@jobs.job(KIND)
def index_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """One index, and what the edition shares with those it is asked about most: its base, and the lists in force."""
    row = Edition.objects.select_related("lexicon", "base__lexicon").get(pk=run.params["edition"])
    indexes.make_index(row, lambda done: run.step(done, row.words, _("Making the index")))
    indexes.tidy()
    others = [other for other in editions.all_in_force().values() if other.pk != row.pk]
    for other in [*others, *([row.base] if row.base and row.base not in others else [])]:
        run.step(row.words, row.words)
        if indexes.path_of(other).is_file():
            indexes.shared(row, other)
            indexes.shared(other, row)
    return {"edition": str(row.pk)}
