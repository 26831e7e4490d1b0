"""Why a job still waits: no worker runs, or it is at something else. Said only after a while; most begin at once."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.models import Job
from tdapp.kernel.running import health

A_WHILE = timedelta(seconds=8)


def why(job: Job) -> str:
    """A sentence or two for the person who waits, "" while there is nothing to say."""
    if job.status != Job.Status.QUEUED or clock.now() - job.created_at < A_WHILE:
        return ""
    if not health.worker()["ok"]:
        return _(
            "No worker is running, and nothing of this kind is done without one. Close the program and start it again with "
            "“./td run”; on a server, whoever looks after it starts the worker. This then begins by itself; nothing is lost."
        )
    if Job.objects.filter(status=Job.Status.RUNNING).exists():
        return _("The worker is at something else; this begins by itself right after it.")
    return ""
