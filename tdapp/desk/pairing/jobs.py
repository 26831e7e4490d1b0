"""Long work of the pairing desk: a large field paired by a worker."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from pairings.event.cancellation import watched
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.events.models import Division
from tdapp.kernel import clock
from tdapp.kernel.jobs import JobRun, job
from tdapp.kernel.managers import find

DRAFT = "round.draft"
ONCE = timedelta(seconds=1)


def _asked(run: JobRun, done: int, total: int) -> Callable[[], None]:
    """Whether somebody wants to stop, looked up once a second at most: the engine asks far more often."""
    last = clock.now()

    def ask() -> None:
        nonlocal last
        if clock.now() - last >= ONCE:
            last = clock.now()
            run.step(done, total, _("Pairing round %(n)s") % {"n": run.params["number"]})

    return ask


@job(DRAFT)
def draft_in_background(run: JobRun) -> dict[str, Any]:
    """Draft a round as somebody ordered it; its draft is on the round's page afterwards."""
    what = run.params
    run.step(0, 2, _("Pairing round %(n)s") % {"n": what["number"]})
    division = find(Division.objects.select_related("event"), pk=what["division"])
    with watched(_asked(run, 1, 2)):
        told = draft_round(
            run.context(), division, number=what["number"], again=what["again"], system=what["system"],
            params=what.get("params"),
        )  # fmt: skip
    run.step(2, 2)
    return {"round": told["round"], "tables": len(told["boards"]["tables"])}
