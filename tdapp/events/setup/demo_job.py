"""The demo as this room knows it: the worker's order to make it. It is made by a room above (`tdapp.demo`)."""

from __future__ import annotations

from django.db.models import QuerySet

from tdapp.kernel.models import Job

KIND = "demo.make"
# Where one press takes it away, and who sees that button: whoever may make events of their own.
REMOVE_URL, NEEDS = "/demo/remove", "installation.create_event"


def waiting() -> Job | None:
    """The order, while it is not carried out."""
    return Job.objects.filter(kind=KIND, status__in=(Job.Status.QUEUED, Job.Status.RUNNING)).first()


def told() -> Job | None:
    """The order as the first page tells of it: while it waits or is carried out, and when nothing came of it."""
    row = Job.objects.filter(kind=KIND).first()
    return row if row and row.status not in {Job.Status.DONE, Job.Status.CANCELLED} else None


def failed() -> QuerySet[Job]:
    """The orders nothing came of."""
    return Job.objects.filter(kind=KIND, status=Job.Status.FAILED)
