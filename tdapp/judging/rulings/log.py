"""The rulings of an event as the log shows and filters them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.events.models import Division, Event
from tdapp.judging.access import rulings
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.penalty import in_words
from tdapp.judging.rulings.queue import challenge_in_words

VERDICTS = {
    "acceptable": (gettext_lazy("acceptable"), Q(acceptable=True)),
    "unacceptable": (gettext_lazy("unacceptable"), Q(acceptable=False)),
    "judged": (gettext_lazy("decided by a judge"), Q(by_list=False)),
    "superseded": (gettext_lazy("superseded"), Q(superseded_by__isnull=False)),
}


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One ruling with its sentences."""

    row: Ruling

    @property
    def newer(self) -> Ruling | None:
        """What took its place."""
        return getattr(self.row, "superseded_by", None)

    @property
    def sign(self) -> str:
        return "plain" if self.newer else "ok" if self.row.acceptable else "stop"

    @property
    def word(self) -> str:
        """The verdict, for everybody who reads it aloud."""
        return _("acceptable") if self.row.acceptable else _("unacceptable")

    @property
    def penalty(self) -> str:
        return in_words(self.row.penalty)

    @property
    def challenge(self) -> str:
        seats = list(self.row.table.seats.all()) if self.row.table else []
        return challenge_in_words(seats, self.row.challengers, self.row.challenged)

    @property
    def words(self) -> str:
        return ", ".join(str(word).upper() for word in self.row.words)

    @property
    def who(self) -> str:
        """Judge or kiosk."""
        return who_ruled(self.row)


def who_ruled(row: Ruling) -> str:
    """The judge's name, those of all who gave a verdict, or the kiosk by the name of its screen."""
    if row.ruled_by == Ruling.By.JUDGE:
        return "; ".join(row.judges)
    named = row.judge_name not in ("", "Kiosk", _("Kiosk"))
    return _("the kiosk %(name)s") % {"name": row.judge_name} if named else _("the kiosk")


def rows_of(found: Iterable[Ruling]) -> list[RulingRow]:
    """Rows of a list from rulings loaded by `access.rulings`."""
    return [RulingRow(row) for row in found]


def of_event(
    event: Event, division: Division | None = None, number: int | None = None, verdict: str = "", judge: str = ""
) -> QuerySet[Ruling]:  # fmt: skip
    """The event's rulings that fit, newest first."""
    fits = VERDICTS[verdict][1] if verdict in VERDICTS else Q()
    fits &= Q(division=division) if division else Q()
    fits &= Q(round_number=number) if number is not None else Q()
    fits &= Q(judge_name=judge) if judge else Q()
    return rulings().filter(fits, division__event=event).order_by("-at", "pk")


def judges(event: Event) -> list[str]:
    """Who has ruled here."""
    rows = Ruling.objects.filter(division__event=event).exclude(judge_name="").order_by("judge_name")
    return list(rows.values_list("judge_name", flat=True).distinct())


def rounds(event: Event) -> list[int]:
    """Rounds with a ruling."""
    rows = Ruling.objects.filter(division__event=event, round_number__isnull=False).order_by("-round_number")
    return [int(n) for n in rows.values_list("round_number", flat=True).distinct() if n is not None]
