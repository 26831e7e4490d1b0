"""What a phone sends: who it is, what a game came to."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.desk.ledger.result_entry import HIGHEST, LOWEST
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Refusal

CODE = {"class": "num phone-code", "inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9 ]*"}
SCORE = {"class": "num phone-score", "inputmode": "numeric", "autocomplete": "off"}
MOST_SEATS = 4


class FindForm(DeskForm):
    """A number or public name, and six digits; the division where a number stands in several."""

    who = forms.CharField(
        label=_("Your number or name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    code = forms.CharField(label=_("Your 6-digit code"), max_length=9, widget=forms.TextInput(attrs=CODE))
    division = forms.ChoiceField(label=_("Division"), required=False)

    def __init__(self, *args: Any, divisions: list[tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        if len(divisions) < 2:
            del self.fields["division"]
            return
        field: Any = self.fields["division"]
        field.choices = [("", _("any")), *divisions]


class ReportForm(DeskForm):
    """The scores of one table in seat order; `b1`... are those before unplayed tiles."""

    table = forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False}), min_value=1, max_value=9999)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput(attrs={"id": False}))

    def __init__(self, *args: Any, names: list[str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.names = names
        for place, name in enumerate(names, start=1):
            self.fields[f"s{place}"] = _score(name, required=True)
            self.fields[f"b{place}"] = _score(name, required=False)

    def pairs(self) -> list[tuple[Any, Any]]:
        """Score and score before unplayed tiles, seat by seat, as fields."""
        return [(self[f"s{place}"], self[f"b{place}"]) for place in range(1, len(self.names) + 1)]

    @property
    def asks_before(self) -> bool:
        """Whether the second column is wanted: it was typed, or the command asked for it."""
        typed = any(self.data.get(f"b{place}") for place in range(1, MOST_SEATS + 1))
        return typed or bool(self.refusal and self.refusal.code == "equal-scores")

    @property
    def asks_sure(self) -> bool:
        return bool(self.refusal and self.refusal.code == "ask")

    def refuse(self, refusal: Refusal) -> None:
        """The desk's sentence speaks of its line; a phone has fields."""
        if refusal.code == "equal-scores":
            sentence = _("Equal scores. Type the scores before unplayed tiles too, below each final score.")
            refusal = Refusal(refusal.code, str(sentence), status=refusal.status, **refusal.facts)
        super().refuse(refusal)

    def values(self) -> dict[str, Any]:
        """What `claiming.report` takes."""
        typed, seats = self.cleaned_data, range(1, len(self.names) + 1)
        before = tuple(typed[f"b{place}"] for place in seats if typed.get(f"b{place}") is not None)
        return {
            "scores": tuple(typed[f"s{place}"] for place in seats),
            "before": before,
            "sure": typed["sure"],
        }


def _score(name: str, *, required: bool) -> forms.IntegerField:
    widget = forms.NumberInput(attrs=SCORE)
    return forms.IntegerField(
        label=name, required=required, min_value=LOWEST, max_value=HIGHEST, widget=widget
    )
