"""Where a list is staged: an event that lies in the bin from the start, so that no page, print or program sees it."""

from __future__ import annotations

from django.db.models import Max

from tdapp.events.models import Division, Event
from tdapp.interchange.models import RosterPreview
from tdapp.kernel import clock
from tdapp.kernel.log import gathering


def make(preview: RosterPreview) -> Event:
    """The hidden event of a list, with a division for each of the real one's. Call inside a command."""
    real, last = preview.event, Event.objects.aggregate(last=Max("sequence"))["last"] or 0
    event = Event(
        pk=preview.pk, slug=f"list-{preview.pk.hex}", name=real.name, starts_on=real.starts_on, ends_on=real.ends_on,
        sequence=last + 1, deleted_at=clock.now(),
    )  # fmt: skip
    gathering.tell_aside(scope(preview))
    Event._base_manager.bulk_create([event])
    Division._base_manager.bulk_create(
        Division(event=event, slug=row.slug, name=row.name, plan=row.plan, rounds_planned=row.rounds_planned, seed=0)
        for row in real.divisions.all()
    )  # fmt: skip
    return event


def of(preview: RosterPreview) -> Event | None:
    """The hidden event of a list that is staged, or was left behind by a kill."""
    return Event.objects.filter(pk=preview.pk).first()


def divisions(event: Event) -> dict[str, Division]:
    """Its divisions by short name."""
    return {row.slug: row for row in event.divisions.select_related("event")}


def away(event: Event) -> None:
    """Take the hidden event itself away, once nothing is in it. The log never told of it, only where rows lay."""
    gathering.tell_aside(event.scope_key, lies=False)
    # Not one statement for every table that could lead here: what still did would be refused by its foreign key.
    for rows in (Division._base_manager.filter(event=event), Event._base_manager.filter(pk=event.pk)):
        rows._raw_delete(rows.db)


def scope(preview: RosterPreview) -> str:
    """Where private data of staged people wait: a scope nobody has a part in."""
    return f"event:{preview.pk}"
