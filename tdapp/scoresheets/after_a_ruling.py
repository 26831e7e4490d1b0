"""What a judge's ruling does to the sheets of its table: their figures are made anew, and their pages learn of it."""

from __future__ import annotations

from django.db.models import F

from tdapp.events.models import Table
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet import storing


def figured_anew(table: Table) -> None:
    """One version on with no row touched: whoever looks is shown the ruling, whoever finishes or decided looks again.

    The sheets are locked, so that a writing at the same moment is either seen here or sees the ruling itself.
    """
    rows = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__division__event")
    for sheet in rows.filter(table=table).order_by("pk"):
        storing.figure(sheet)
        facts = {"totals": sheet.totals, "verdict": sheet.verdict, "errors": sheet.errors}
        Sheet.objects.filter(pk=sheet.pk).update(version=F("version") + 1, **facts)
