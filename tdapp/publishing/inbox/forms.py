"""Who may send."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm


class SenderForm(DeskForm):
    """A club or an organiser."""

    name = forms.CharField(
        label=_("Who sends"), max_length=80, help_text=_("Such as Cebu club; it stands in the addresses."),
        widget=forms.TextInput(attrs=dict(NO_SUGGESTIONS)),
    )  # fmt: skip
