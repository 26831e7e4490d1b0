"""Prizes given by hand that nobody is named for yet: no rule finds them a winner, so they are said where it ends."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import words
from tdapp.events.models import Division, Event


@dataclass(frozen=True, slots=True)
class Unnamed:
    """One such line: its title, and "" or the name of the division it is of."""

    prize: Prize
    title: str
    division: str

    @property
    def sentence(self) -> str:
        """What the checklist says: to know, it bars nothing."""
        facts = {"title": f"{self.title} ({self.division})" if self.division else self.title}
        return _("%(title)s: nobody is named yet.") % facts


def of_event(event: Event) -> list[Unnamed]:
    """Every such line of an event, in order of precedence; one query."""
    return _unnamed(Prize.objects.filter(event=event))


def of_division(division: Division) -> list[Unnamed]:
    """Those that end with a division: its own, and the ones of the whole event."""
    return _unnamed(Prize.objects.filter(Q(division=division) | Q(division=None), event=division.event_id))


def _unnamed(rows: QuerySet[Prize]) -> list[Unnamed]:
    found = rows.filter(kind=Prize.Kind.CUSTOM, given_to=None, given_text="").select_related("division")
    return [
        Unnamed(
            row, words.kind_title(row.kind, row.title, row.klass), row.division.name if row.division else ""
        )
        for row in found.order_by("order")
    ]
