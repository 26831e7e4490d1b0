"""Forms about a table's sheets: start one, choose two to compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Slot
from tdapp.kernel.pages.forms import DeskForm
from tdapp.scoresheets.models import Sheet

HOW = (("", _("The whole game")), (Sheet.Origin.TALLY.value, _("Scores only (disputed slip)")))


class StartForm(DeskForm):
    """Whose paper it is, and whether all of it is typed."""

    kept_by = forms.ChoiceField(label=_("Whose paper"), required=False)
    how = forms.ChoiceField(label=_("What is typed"), required=False, choices=HOW)

    def __init__(self, *args: Any, seats: Sequence[Slot], **more: Any) -> None:
        super().__init__(*args, **more)
        own = [(str(slot.seat), slot.entrant.listed) for slot in seats]
        kept: Any = self.fields["kept_by"]
        kept.choices = [("", _("The desk's own")), *own]

    def what(self) -> dict[str, Any]:
        """The values as the command wants them."""
        typed = self.values()
        kept = int(typed["kept_by"]) if typed["kept_by"] else None
        return {"kept_by": kept, "tally": typed["how"] == Sheet.Origin.TALLY}


class PairForm(forms.Form):
    """Two sheets of one table, by number."""

    first = forms.ChoiceField(label=_("First sheet"))
    second = forms.ChoiceField(label=_("Second sheet"))

    def __init__(self, *args: Any, sheets: Sequence[tuple[int, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(str(number), words) for number, words in sheets]
        for name, at in (("first", 0), ("second", 1)):
            field: Any = self.fields[name]
            field.choices = choices
            field.initial = choices[at][0] if len(choices) > at else None

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("first") and found.get("first") == found.get("second"):
            self.add_error("second", _("Choose two different sheets."))
        return found
