"""The form for an API key."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.api.commands import MOST_DAYS, TOKEN_ROLES
from tdapp.events import titles
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number


class KeyForm(DeskForm):
    """What a program may be at this event, and for how long."""

    label = forms.CharField(
        label=_("What it is for"), max_length=60, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("A screen in the hall, a results app, a web site."),
    )  # fmt: skip
    roles = forms.MultipleChoiceField(
        label=_("It acts as"), widget=forms.CheckboxSelectMultiple, initial=["viewer"],
        choices=[(role, titles.ROLES[role]) for role in TOKEN_ROLES],
    )  # fmt: skip
    days = number(1, MOST_DAYS, _("Days it lives"), initial=7)

    def values(self) -> dict[str, Any]:
        """Arguments of `token.create`."""
        return {name: self.cleaned_data[name] for name in ("label", "roles", "days")}
