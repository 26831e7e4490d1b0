"""The form for a webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.api.webhooks.commands import LONGEST, LONGEST_NAME
from tdapp.api.webhooks.topics import TITLES, USUAL
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm


class WebhookForm(DeskForm):
    """Who is told of what, and where."""

    name = forms.CharField(
        label=_("What it is for"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("A results app, a web site, a chat."),
    )  # fmt: skip
    address = forms.CharField(
        label=_("Address of the program"), max_length=LONGEST,
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "inputmode": "url", "data-private": True}),
        help_text=_("Such as https://example.org/results. It is shown nowhere again, only its host."),
    )  # fmt: skip
    topics = forms.MultipleChoiceField(
        label=_("It is told of"),
        widget=forms.CheckboxSelectMultiple,
        initial=list(USUAL),
        choices=list(TITLES.items()),
    )

    def values(self) -> dict[str, Any]:
        """Arguments of the commands that make a webhook."""
        return {name: self.cleaned_data[name] for name in ("name", "address", "topics")}
