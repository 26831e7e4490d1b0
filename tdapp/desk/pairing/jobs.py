"""Long work of the pairing desk: a large field paired by a worker."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from pairings.event.cancellation import Way, watched
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.events.models import Division
from tdapp.kernel import clock
from tdapp.kernel.jobs import JobRun, job
from tdapp.kernel.managers import find

DRAFT = "round.draft"
ONCE = timedelta(seconds=1)


def _asked(run: JobRun, way: Way) -> Callable[[], None]:
    """Whether somebody wants to stop, looked up once a second at most; tells how far the work is meanwhile."""
    last = clock.now()

    def ask() -> None:
        nonlocal last
        if clock.now() - last >= ONCE:
            last = clock.now()
            facts = {"n": run.params["number"], "done": f"{way.done:,}", "most": f"{way.most:,}"}
            if way.most:
                said = _("Pairing round %(n)s: %(done)s of at most %(most)s endings counted")
                run.step(way.done, way.most + 1, said % facts)
            else:
                run.step(1, 2, _("Pairing round %(n)s") % facts)

    return ask


@job(DRAFT)
def draft_in_background(run: JobRun) -> dict[str, Any]:
    """Draft a round as somebody ordered it; its draft is on the round's page afterwards."""
    what = run.params
    run.step(0, 2, _("Pairing round %(n)s") % {"n": what["number"]})
    division = find(Division.objects.select_related("event"), pk=what["division"])
    way = Way()
    with watched(_asked(run, way), way):
        told = draft_round(
            run.context(), division, number=what["number"], again=what["again"], system=what["system"],
            params=what.get("params"),
        )  # fmt: skip
    run.step(2, 2)
    return {"round": told["round"], "tables": len(told["boards"]["tables"])}
