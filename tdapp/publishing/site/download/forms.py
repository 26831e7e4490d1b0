"""What is asked before the site is built."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import DeskForm
from tdapp.publishing.site import web_address


class SiteForm(DeskForm):
    """Where it will be found, and how it is opened."""

    base = web_address.field(_("Where it will be found"))
    on_disk = forms.ChoiceField(
        label=_("How it is opened"), initial="1",
        choices=[("1", _("from a disk, a stick or a web host")), ("0", _("from a web host only, with shorter addresses"))],
    )  # fmt: skip
