"""What the phone at a table shows: where it is, who sits there by their public names, how the call stands. No words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core import canonical
from tdapp.events.models import Event, Slot, Table
from tdapp.events.rules import rulesets
from tdapp.judging.models import Call, TableLink
from tdapp.judging.phone.commands.table_links import most_words
from tdapp.judging.rulings.commands.calls import OPEN
from tdapp.judging.tables.codes import code_of, spaced
from tdapp.judging.tables.links import table_of
from tdapp.kernel.pages.forms import DeskForm


@dataclass(frozen=True, slots=True)
class Phone:
    """One table as its phone sees it. `call`: the newest, open or not; `seats`: seat -> public name."""

    table: Table
    seats: dict[int, str]
    call: Call | None
    most: int

    @property
    def event(self) -> Event:
        return self.table.round.division.event

    @property
    def kiosk_code(self) -> str:
        """What opens a kiosk for this table, where its rules know challenges; "" elsewhere."""
        return spaced(code_of(self.table)) if self.most else ""

    @property
    def is_open(self) -> bool:
        return self.call is not None and self.call.state in OPEN

    @property
    def may_call_off(self) -> bool:
        """Only what a phone of this table called."""
        return self.call is not None and self.is_open and self.call.link_id is not None

    @property
    def version(self) -> str:
        """Changes with the call, the players and the language it is told in."""
        stands = [str(self.call.pk), self.call.version] if self.call else []
        return canonical.digest([stands, sorted(self.seats.items()), get_language()])[:16]


def phone_at(link: TableLink) -> Phone:
    """For a link in force. Three queries."""
    table = table_of(link)
    rules = rulesets.of_division(table.round.division)
    rows: list[Slot] = list(
        table.seats.select_related("entrant__division__event", "entrant__club").order_by("seat")
    )
    names = {slot.seat or 0: slot.entrant.public_called for slot in rows}
    newest = table.calls.order_by("-called_at").first()
    return Phone(table, names, newest, most_words(rules) if rules.challenge.allowed else 0)


class PhoneCallForm(DeskForm):
    """Who calls, and how many words are challenged where the rules know challenges; both may be left out."""

    seat = forms.TypedChoiceField(
        label=_("Who calls?"), required=False, coerce=int, empty_value=None, widget=forms.RadioSelect
    )
    words = forms.TypedChoiceField(
        label=_("How many words are challenged?"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, at: Phone, **more: Any) -> None:
        super().__init__(*args, **more)
        seat: Any = self.fields["seat"]
        seat.choices = list(at.seats.items())
        words: Any = self.fields["words"]
        words.choices = [
            ("", now("none, or not yet known")),
            *((n, _counted(n)) for n in range(1, at.most + 1)),
        ]
        if not at.most:
            del self.fields["words"]


class PhoneOffForm(DeskForm):
    """Which call ends, as it was seen."""

    call = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput)


def _counted(number: int) -> str:
    return ngettext("%(n)s word", "%(n)s words", number) % {"n": number}
