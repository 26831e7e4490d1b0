"""Sheets as lists show them: whose, in which state, with which scores; a fixed number of queries for any event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tdapp.events.models import Division, Event, Slot
from tdapp.scoresheets.models import Sheet

EN_DASH = "\N{EN DASH}"
STATES: dict[str, tuple[Any, Q]] = {
    "open": (gettext_lazy("open"), Q(status=Sheet.Status.OPEN)),
    "finished": (gettext_lazy("finished"), Q(status=Sheet.Status.FINISHED)),
    "errors": (gettext_lazy("with errors"), Q(errors__gt=0)),
    "released": (gettext_lazy("public"), Q(released_at__isnull=False)),
}
VERDICTS = {
    Sheet.Verdict.HOLDS: ("ok", gettext_lazy("everything holds")),
    Sheet.Verdict.UNVERIFIABLE: ("plain", gettext_lazy("partly checked")),
}


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One sheet of a list, with its table's seats loaded."""

    sheet: Sheet
    seats: tuple[Slot, ...]

    @property
    def players(self) -> str:
        """Who plays there, in seat order."""
        return f" {EN_DASH} ".join(slot.entrant.listed for slot in self.seats)

    @property
    def whose(self) -> str:
        """Whose paper it is: a player's, or the desk's own."""
        kept = next((slot for slot in self.seats if slot.seat == self.sheet.kept_by), None)
        return kept.entrant.listed if kept else _("the desk's")

    @property
    def scores(self) -> str:
        """Final scores as the sheet has them; a question mark where it has none."""
        return EN_DASH.join("?" if total is None else str(total) for total in self.sheet.totals)

    @property
    def state(self) -> tuple[str, str]:
        """Sign and word of where it stands."""
        if self.sheet.released_at:
            return "ok", _("public")
        return ("now", _("open")) if self.sheet.is_open else ("ok", _("finished"))

    @property
    def check(self) -> tuple[str, str]:
        """Sign and word of the last check."""
        if not any(total is not None for total in self.sheet.totals):
            return "plain", _("nothing to check")
        if self.sheet.errors:
            words = ngettext("%(n)s error", "%(n)s errors", self.sheet.errors)
            return "stop", words % {"n": self.sheet.errors}
        sign, word = VERDICTS.get(Sheet.Verdict(self.sheet.verdict), ("stop", _("broken")))
        return sign, str(word)


def of_event(
    event: Event, division: Division | None = None, number: int | None = None, state: str = ""
) -> QuerySet[Sheet]:
    """The event's sheets that fit, newest round first; without their rows."""
    fits = STATES[state][1] if state in STATES else Q()
    if division:
        fits &= Q(table__round__division=division)
    if number is not None:
        fits &= Q(table__round__number=number)
    rows = Sheet.objects.filter(fits, table__round__division__event=event)
    order = ("table__round__division__order", "-table__round__number", "table__number", "number")
    return loaded(rows).order_by(*order)


def loaded(rows: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """With what a row of a list shows."""
    seats = Slot.objects.select_related("entrant").order_by("seat")
    return (
        rows.defer("rows", "head")
        .select_related("table__round__division__event")
        .prefetch_related(Prefetch("table__seats", seats))
    )


def rows_of(found: Iterable[Sheet]) -> list[SheetRow]:
    """Lines of a list from sheets that are `loaded`."""
    return [SheetRow(sheet, tuple(sheet.table.seats.all())) for sheet in found]


def counts(event: Event) -> tuple[int, int]:
    """How many sheets of the event are open, how many finished; one query."""
    rows = Sheet.objects.filter(table__round__division__event=event)
    found = rows.aggregate(
        open=Count("pk", filter=Q(status=Sheet.Status.OPEN)),
        finished=Count("pk", filter=Q(status=Sheet.Status.FINISHED)),
    )
    return found["open"], found["finished"]
