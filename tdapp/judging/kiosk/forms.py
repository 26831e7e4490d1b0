"""Forms about kiosks: open one, end one."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm


class OpenKioskForm(DeskForm):
    """The name of the screen."""

    label = forms.CharField(
        label=_("Name of this screen"), max_length=40, required=False,
        help_text=_("For the log, when there are several: “by the door”."),
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )  # fmt: skip


class LeaveKioskForm(DeskForm):
    """A director's name and password. Browsers are asked to keep neither."""

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"), max_length=200, strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip
