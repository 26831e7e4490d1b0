"""A new division: how many rounds and how they end are asked first, the plan as a line is for who likes lines."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.event.refusals import Refusals
from tdapp.events.setup import planning
from tdapp.events.setup.forms import DivisionForm
from tdapp.events.setup.presets import PRESETS
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, number

USUAL = "pspa-open"


class MayBeEmptied(forms.TextInput):
    """The name of a division: the browser lets it go empty, as such a division is left out."""

    def use_required_attribute(self, initial: Any) -> bool:
        return False


class NewDivisionForm(DivisionForm):
    """A division's form with its rounds as a number; a plan typed as a line counts instead."""

    MAIN = ("name", "rounds", "end", "plan")
    name = forms.CharField(label=_("Name"), max_length=80, widget=MayBeEmptied(attrs=NO_SUGGESTIONS))
    rounds = number(1, 200, _("Number of rounds"))
    end = forms.ChoiceField(label=_("The last rounds"))
    plan = forms.CharField(
        label=_("Rounds and pairing"), required=False, max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Leave blank for the rounds above, or say which system pairs which round: rr 1-3, swiss 4-8, koth 9-10."),
    )  # fmt: skip

    def __init__(self, *args: Any, preset: str = "", **more: Any) -> None:
        super().__init__(*args, preset=preset, **more)
        self._usual = PRESETS[preset if preset in PRESETS else USUAL].division["plan"]
        asked = planning.rounds_asked(self._usual)
        self.initial.update(plan="", rounds=asked.rounds, end=asked.end)
        self.fields["confirm_policy"].help_text = _(
            "Goes by the answer above about the desk, unless you choose otherwise here."
        )
        self.fields["end"].choices = planning.ends()[1:]  # type: ignore[attr-defined]
        typed = self.is_bound and bool(self.data.get(self.add_prefix("plan"), "").strip())
        for name in ("rounds", "end"):
            self.fields[name].required = not typed

    def clean(self) -> dict[str, Any]:
        """The rounds as a plan, where no line was typed."""
        found = super().clean()
        if not found.get("plan") and found.get("rounds") and found.get("end"):
            line = planning.line_of(self._usual, found["rounds"], found["end"])
            if isinstance(line, Refusals):
                for sentence in all_translated(line.sentences):
                    self.add_error("rounds", sentence)
            else:
                found["plan"] = str(line)
        return found

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in super().values().items() if name not in {"rounds", "end"}}
