"""What is asked about the event's pages in other websites."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import DeskForm
from tdapp.publishing.site import web_address


class AddressForm(DeskForm):
    """Where the pages are found."""

    address = web_address.field(
        _("Where everybody finds the public pages"),
        _("Such as https://results.example.org. Texts and pictures for chats, which go far beyond the hall, carry it."),
    )  # fmt: skip


class FramesForm(DeskForm):
    """Which websites may show them."""

    websites = forms.CharField(
        label=_("Websites that may show these pages"), required=False, max_length=4000,
        help_text=_("One a line, such as https://club.example.org. Nobody else can put them into a frame."),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )  # fmt: skip
    seen = forms.IntegerField(widget=forms.HiddenInput)
