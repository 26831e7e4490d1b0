"""What is asked of a player wherever players are kept."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import DeskForm


class PlayerNameForm(DeskForm):
    """How a player is written, corrected with a reason."""

    surname = forms.CharField(label=_("Surname"), max_length=80)
    given = forms.CharField(label=_("Given name"), max_length=80, required=False)
    reason = forms.CharField(
        label=_("Reason"), max_length=200,
        help_text=_("Entries of events keep the name they have; their director corrects it there."),
    )  # fmt: skip
    # No id: a form beside it has a field of this name too.
    seen = forms.CharField(widget=forms.HiddenInput(attrs={"id": False}))
