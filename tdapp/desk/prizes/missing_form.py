"""Who a prize is for, ticked in private: gender and birth year of everybody of whom neither is known, on one form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Entrant
from tdapp.kernel.pages.forms import DeskForm, number

MOST = 60
# "girl" and "boy" as the prize says it; what is kept is the word of the private data.
GENDERS = [("", "\N{EN DASH}"), ("female", _("girl or woman")), ("male", _("boy or man"))]


class MissingForm(DeskForm):
    """One line for each person; blank stays unknown. The page marks it `data-private`, so no browser keeps it."""

    def __init__(self, data: Any = None, *, missing: Mapping[Entrant, frozenset[str]]) -> None:
        super().__init__(data, auto_id="missing_%s")
        self.more = max(0, len(missing) - MOST)
        self._people = dict(list(missing.items())[:MOST])
        for row, lacks in self._people.items():
            name = row.listed
            if "gender" in lacks:
                self.fields[f"gender-{row.pk}"] = forms.ChoiceField(
                    label=name, required=False, choices=GENDERS
                )
            if "birth" in lacks:
                year = number(1900, 2200, _("%(name)s, birth year") % {"name": name}, required=False)
                self.fields[f"year-{row.pk}"] = year

    @property
    def lines(self) -> list[forms.BoundField]:
        """Everybody's fields in their order."""
        return [self[name] for name in self.fields if name != "idempotency_key"]

    def told(self) -> dict[UUID, dict[str, Any]]:
        """What was said, by entrant."""
        values = self.cleaned_data
        return {
            row.pk: {"gender": values.get(f"gender-{row.pk}", ""), "birth_year": values.get(f"year-{row.pk}")}
            for row in self._people
        }
