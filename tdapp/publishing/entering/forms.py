"""What is asked about how one enters."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import DeskForm, day
from tdapp.publishing.entering.telling import LABELS, LENGTHS


def _text(name: str, told: Any, lines: int = 0) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": lines}) if lines else forms.TextInput()
    return forms.CharField(
        label=LABELS[name], required=False, max_length=LENGTHS[name], help_text=told, widget=widget
    )


class EnteringForm(DeskForm):
    """What those who would come need to know."""

    directions = _text(
        "directions", _("Street, floor, how to get there; the place itself is in Settings."), 2
    )
    fee = _text("fee", _("Such as: 300 pesos, pupils 100, paid at the door."))
    deadline = forms.DateField(
        label=LABELS["deadline"], required=False, widget=day(), help_text=_("The last day entries are taken.")
    )
    how = _text("how", _("Who may come, what to bring, how many places there are."), 4)
    link = _text("link", _("A form of yours on the web, such as https://forms.example.org/open."))
    enquiries = _text(
        "enquiries", _("Everybody sees it: an address or number of the organiser's, not a child's.")
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)
