"""Have it counted who can still win."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.standings import chances
from tdapp.events.models import Division
from tdapp.kernel import jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal


@command("standings.chances", "counting who can still win", needs="pair.draft")
def count_later(ctx: Context, division: Division, *, after: int) -> Change:
    """Have a worker count who can still win after round `after`; refuses a round that is not there."""
    if not 1 <= after <= pairing_adapter.plan_of(division).rounds:
        raise Refusal("no-round", _("There are no standings after round %(round)s.") % {"round": after})
    row = jobs.enqueue(ctx, chances.KIND, {"division": str(division.pk), "after": after})
    return Change({"job": row.pk}, str(division), None, {"after": after})


@command("standings.chances_stop", "counting who can still win stopped", needs="pair.draft")
def stop(ctx: Context, job: Job) -> Change:
    """Stop the count: it is the hall's, whoever asked for it."""
    jobs.cancel(job.pk)
    return Change({"job": job.pk}, f"standings after round {job.params['after']}")
