"""What is asked before the site is built."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import DeskForm
from tdapp.publishing.site.web_address import MOST


class SiteForm(DeskForm):
    """Where it will be found, and how it is opened."""

    base = forms.CharField(
        label=_("Where it will be found"), required=False, max_length=MOST,
        help_text=_("Such as https://results.example.org. For previews, the feed and search engines; pages work without it."),
        widget=forms.URLInput(attrs={"autocomplete": "url"}),
    )  # fmt: skip
    on_disk = forms.ChoiceField(
        label=_("How it is opened"), initial="1",
        choices=[("1", _("from a disk, a stick or a web host")), ("0", _("from a web host only, with shorter addresses"))],
    )  # fmt: skip
