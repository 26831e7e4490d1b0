"""What a recall needs to know of sheets: tables that have some, and sheets that were only opened."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from tdapp.events.models import Round
from tdapp.scoresheets.models import Sheet, Timing


def tables_with_sheets(round_: Round) -> list[int]:
    """Numbers of the round's tables at which something is written, brought or photographed."""
    rows = Sheet.objects.filter(table__round=round_).exclude(pk__in=_untouched(round_))
    return sorted(set(rows.values_list("table__number", flat=True)))


def discard_untouched(round_: Round, tables: Collection[int] | None = None) -> None:
    """From inside a recall: sheets somebody started and never wrote in, and what a timer read, go with their tables
    (all, or those named).
    """
    named = Q() if tables is None else Q(table__number__in=tables)
    _untouched(round_).filter(named).delete()
    Timing.objects.filter(named, table__round=round_).delete()


def _untouched(round_: Round) -> QuerySet[Sheet]:
    empty = Sheet.objects.filter(table__round=round_, status=Sheet.Status.OPEN, rows=[], head={})
    return empty.filter(edits=None, photos=None)
