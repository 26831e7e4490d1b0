"""The form for an API key."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.api.commands import MOST_DAYS, TOKEN_ROLES
from tdapp.api.scopes import TITLES
from tdapp.events import titles
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number

SCOPE_CHOICES = list(TITLES.items())


class ReachForm(DeskForm):
    """What a program may do of what its maker may, and for how long."""

    label = forms.CharField(
        label=_("What it is for"), max_length=60, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("A screen in the hall, a results app, a web site."),
    )  # fmt: skip
    scopes = forms.MultipleChoiceField(
        label=_("It may"), widget=forms.CheckboxSelectMultiple, initial=["read"], choices=SCOPE_CHOICES
    )
    days = number(1, MOST_DAYS, _("Days it lives"), initial=7)

    def values(self) -> dict[str, Any]:
        """Arguments of the commands that make a key."""
        return {name: self.cleaned_data[name] for name in self.fields if name != "idempotency_key"}


class KeyForm(ReachForm):
    """What a program may be at one event."""

    scopes = forms.MultipleChoiceField(
        label=_("Of that it may"), widget=forms.CheckboxSelectMultiple, required=False, choices=SCOPE_CHOICES,
        help_text=_("Nothing chosen: all of it."),
    )  # fmt: skip
    roles = forms.MultipleChoiceField(
        label=_("It acts as"), widget=forms.CheckboxSelectMultiple, initial=["viewer"],
        choices=[(role, titles.ROLES[role]) for role in TOKEN_ROLES],
    )  # fmt: skip
    field_order = ("label", "roles", "scopes", "days")
