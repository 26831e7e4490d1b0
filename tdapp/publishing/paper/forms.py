"""The form of a pack."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import DeskForm
from tdapp.publishing.paper.pack import PARTS, Wish

USUAL = (
    "entries",
    "rules",
    "wall-chart",
    "round-robin",
    "tables",
    "blank-slips",
    "line-ups",
    "match-sheets",
    "scoresheets",
)


class PackForm(DeskForm):
    """Which parts, on which paper."""

    parts = forms.MultipleChoiceField(
        label=_("Parts"), widget=forms.CheckboxSelectMultiple, initial=USUAL,
        error_messages={"required": _("Choose at least one part of the pack.")},
    )  # fmt: skip
    paper = forms.ChoiceField(label=_("Paper"), choices=[("a4", "A4"), ("letter", "Letter")])
    per_page = forms.TypedChoiceField(
        label=_("Slips a page"), choices=[(4, "4"), (2, "2"), (20, "20")], coerce=int, initial=4
    )

    def __init__(self, *args: Any, may_private: bool, may_codes: bool, public: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        offered = [
            name for name, part in PARTS.items()
            if (may_private or not part.private) and (may_codes or not part.codes) and (public or name != "posters")
        ]  # fmt: skip
        self.fields["parts"].choices = [  # type: ignore[attr-defined]
            (name, f"{PARTS[name].title} ({PARTS[name].help})") for name in offered
        ]
        if public:
            self.initial.setdefault("parts", [*USUAL, "posters"])

    def wish(self, address: str, find: str, checkin: str) -> Wish:
        """What was chosen, in the order of the pack."""
        chosen = self.cleaned_data["parts"]
        parts = tuple(name for name in PARTS if name in chosen)
        return Wish(parts, self.cleaned_data["paper"], self.cleaned_data["per_page"], address, find, checkin)
