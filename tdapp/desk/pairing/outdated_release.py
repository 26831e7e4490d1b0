"""Whether the public still sees standings from before a correction: they are kept as they were released."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F, OuterRef, Subquery

from tdapp.desk.models import Result, Snapshot
from tdapp.events.models import Event


def since_release(event: Event) -> set[UUID]:
    """Divisions of which a result of a released round came to count after the release. One query."""
    rows = Result.objects.filter(
        in_force=True,
        table__round__division__event=event,
        table__round__number__lte=F("table__round__division__released_round"),
    )
    newest = Snapshot.objects.filter(
        why="released",
        division=OuterRef("table__round__division"),
        after=OuterRef("table__round__division__released_round"),
    )
    released = Subquery(newest.order_by("-at").values("at")[:1])
    late = rows.annotate(released_at=released).filter(confirmed_at__gt=F("released_at"))
    return set(late.values_list("table__round__division", flat=True).distinct())
