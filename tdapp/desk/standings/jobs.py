"""Long work of the standings: counting who can still win."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.standings import chances
from tdapp.events.models import Division
from tdapp.kernel.jobs import JobRun, job
from tdapp.kernel.managers import find

# So often the row hears how far it is, and whether to go on: a large field is played in far more batches than that.
PARTS = 40


@job(chances.KIND)
def count_chances(run: JobRun) -> dict[str, Any]:
    """Play the endings of an event; what comes out is on the page of the standings."""
    division = find(Division.objects.select_related("event"), pk=run.params["division"])
    told, last = _("Playing the endings"), -1

    def step(done: int, total: int) -> None:
        nonlocal last
        part = done * PARTS // total
        if part != last:
            run.step(done, total, told)
        last = part

    return chances.count(division, run.params["after"], step, run.so_far)
