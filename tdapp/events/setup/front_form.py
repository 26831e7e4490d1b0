"""What is asked for the first page's own text."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events.models.front import LONGEST
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm


class FrontForm(DeskForm):
    """What visitors read on the first page."""

    name = forms.CharField(
        label=_("Name of the federation"), required=False, max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Stands over the first page; leave blank for “Tournament desk”."),
    )  # fmt: skip
    english = forms.CharField(
        label=_("Text in English"), required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Blank lines make paragraphs; addresses such as https://example.org become links."),
    )  # fmt: skip
    filipino = forms.CharField(
        label=_("Text in Filipino"), required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Where one language is left blank, the other is shown."),
    )  # fmt: skip
    seen = forms.IntegerField(widget=forms.HiddenInput)
