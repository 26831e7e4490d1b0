"""What is not in the standings the public sees: results that did not count yet, and corrections since. They are kept as they
were released.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import ngettext

from tdapp.desk.models import Result, Snapshot
from tdapp.events.models import Division, Event, Table


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


def waits_for(division: Division, after: int) -> str:
    """Tables up to this round whose result does not count, and that standings without them are public; "" where all do."""
    counts = Result.objects.filter(in_force=True, is_current=True, table__round__division=division)
    out = Table.objects.filter(round__division=division, round__number__lte=after)
    out = out.exclude(pk__in=counts.values("table"))
    rounds = list(out.order_by("round__number").values_list("round__number", flat=True))
    if not rounds:
        return ""
    sentence = ngettext(
        "%(n)s table of round %(rounds)s is pending or not confirmed: the public sees the standings without it. Make them "
        "public again when it counts.",
        "%(n)s tables of round %(rounds)s are pending or not confirmed: the public sees the standings without them. Make them "
        "public again when all count.",
        len(rounds),
    )
    return sentence % {"n": len(rounds), "rounds": ", ".join(map(str, dict.fromkeys(rounds)))}
