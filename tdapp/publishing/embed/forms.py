"""What is asked about the event's pages in other websites."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

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


class ShownForm(forms.Form):
    """What a snippet shows, in which language, light or dark; asked by an address, nothing is kept."""

    page = forms.ChoiceField(
        label=_("What it shows"), required=False,
        choices=[
            ("standings", _("Standings")), ("pairings", _("Pairings")), ("results", _("Results")),
            ("players", _("Players")), ("teams", _("Teams")),
        ],
    )  # fmt: skip
    lang = forms.ChoiceField(
        label=_("Language"), required=False,
        choices=[("", _("the reader's")), ("en", "English"), ("fil", "Filipino")],
    )  # fmt: skip
    theme = forms.ChoiceField(
        label=_("Light or dark"), required=False,
        choices=[("", _("as the reader has it")), ("light", _("Light")), ("dark", _("Dark"))],
    )  # fmt: skip

    @classmethod
    def asked(cls, data: Mapping[str, str]) -> ShownForm:
        """As an address asks for it; anything unknown is as if nothing was said."""
        form = cls({name: data.get(name, "") for name in cls.base_fields})
        return form if form.is_valid() else cls({})

    @property
    def shown(self) -> str:
        """The page of the division."""
        return (self.cleaned_data if self.is_valid() else {}).get("page") or "standings"

    @property
    def query(self) -> str:
        """What stands behind the page's address, with its question mark; "" nothing."""
        said = {name: text for name in ("lang", "theme") if (text := self.data.get(name))}
        return f"?{urlencode(said)}" if said else ""


class FramesForm(DeskForm):
    """Which websites may show them."""

    websites = forms.CharField(
        label=_("Websites that may show these pages"), required=False, max_length=4000,
        help_text=_("One a line, such as https://club.example.org. Nobody else can put them into a frame."),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )  # fmt: skip
    seen = forms.IntegerField(widget=forms.HiddenInput)
