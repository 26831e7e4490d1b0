"""The worker makes the index of every edition that has none (a new one, after an update, after a restore), and compares
the editions somebody asked about together. What failed is tried again, less and less often.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.lists import editions, indexes
from lexicon_admin.lists.index_jobs import COMPARE, INDEX, is_due, running
from lexicon_admin.models import Edition
from tdapp.kernel import context, jobs
from tdapp.kernel.models import Job


def tick() -> Job | None:
    """Hand one edition without an index, or two to compare, to the worker; a look at the folder when there is none."""
    wanted: list[tuple[str, Edition, Edition | None]] = [(INDEX, row, None) for row in indexes.missing()]
    wanted += [(COMPARE, one, other) for one, other in indexes.asked()]
    if not wanted or running():
        return None
    for kind, row, other in wanted:
        if is_due(kind, row, other):
            params = {"edition": str(row.pk), **({"other": str(other.pk)} if other else {})}
            return jobs.enqueue(context.system(), kind, params)
    return None


@jobs.job(INDEX)
def index_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """One index, and what the edition shares with those it is asked about most: its base, and the lists in force."""
    row = _edition(run.params["edition"])
    indexes.make_index(row, lambda done: run.step(done, row.words, _("Making the index")))
    indexes.tidy()
    others = [other for other in editions.all_in_force().values() if other.pk != row.pk]
    others += [row.base] if row.base and row.base not in others else []
    for done, other in enumerate(others):
        run.step(done, len(others), _("Comparing with other lists"))
        if indexes.path_of(other).is_file():
            indexes.compare(row, other)
            indexes.compare(other, row)
    return {"edition": str(row.pk)}


@jobs.job(COMPARE)
def compare_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """What two editions share, either way."""
    one, other = _edition(run.params["edition"]), _edition(run.params["other"])
    for done, (row, beside) in enumerate(((one, other), (other, one))):
        run.step(done, 2, _("Comparing with other lists"))
        indexes.compare(row, beside)
    return {"edition": str(one.pk), "other": str(other.pk)}


def _edition(pk: str) -> Edition:
    return Edition.objects.select_related("lexicon", "base__lexicon").get(pk=pk)
