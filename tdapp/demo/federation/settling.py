"""What makes an invented federation sound: its logs, its rating list."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection, transaction

from tdapp.events.models import Division, Event
from tdapp.kernel import audit, context, jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.log import facts
from tdapp.kernel.log.gathering import gathering
from tdapp.kernel.models import AuditHead, Job
from tdapp.people.models import RatingList
from tdapp.ratings.keeping.commands.lists import create_list
from tdapp.ratings.runs.commands.runs import rate

INTENT, SLUG, AT_ONCE = "event.import", "federation", 50


def keep_logs() -> Iterator[int]:
    """The log of each event begins with all its rows, as that of an event brought in from a file does. How many, now and then."""
    _count_rows()
    begun = set(AuditHead.objects.values_list("pk", flat=True))
    waiting = [row for row in Event.objects.order_by("sequence") if row.scope_key not in begun]
    for at in range(0, len(waiting), AT_ONCE):
        with transaction.atomic():
            for event in waiting[at : at + AT_ONCE]:
                with gathering():
                    facts.note_all(event.scope_key)
                    audit.write(context.system(event.scope_key, via="cli"), INTENT, str(event))
        yield min(at + AT_ONCE, len(waiting))


def _count_rows() -> None:
    """Have the database look at what was put in at once: until it does, it reads whole tables for one event."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def rate_all() -> int:
    """A list with everything that is final on it, by the job itself. How many games it rests on."""
    ctx = context.system(via="cli")
    create_list(ctx, Installation(), slug=SLUG, facts={"name": "Federation", "public": True})
    row = RatingList.objects.get(slug=SLUG)
    final = Division.objects.filter(released_round__gt=0).values_list("pk", flat=True)
    asked = rate(
        context.system(row.scope_key, via="cli"), row, divisions=list(final), seen=row.version, sure=True
    )
    if "job" in asked:
        jobs.run(asked["job"])
        job = Job.objects.get(pk=asked["job"])
        assert job.status == Job.Status.DONE, (job.status, job.message)
    return len(final)
