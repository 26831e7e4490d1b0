"""What is asked before certificates are drawn, and a sponsor's logo."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tdapp.events.models import Event
from tdapp.kernel.pages.forms import DeskForm
from tdapp.publishing.certificates.making import Wish


class CertificatesForm(DeskForm):
    """Whose certificates, on which paper."""

    only_winners = forms.ChoiceField(
        label=pgettext_lazy("label: who gets a certificate", "For"),
        choices=[("", _("everybody")), ("1", _("prize winners only"))],
        required=False,
    )
    schools = forms.BooleanField(label=_("One for each school as well"), required=False)
    paper = forms.ChoiceField(label=_("Paper"), choices=[("a4", "A4"), ("letter", "Letter")], initial="a4")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not (event.school or any(row.school for row in event.divisions.all())):
            del self.fields["schools"]

    def wish(self, address: str) -> Wish:
        """What was chosen."""
        typed = self.cleaned_data
        return Wish(typed["paper"], bool(typed["only_winners"]), bool(typed.get("schools")), address)


class SponsorForm(DeskForm):
    """A logo with its name."""

    name = forms.CharField(label=_("Sponsor"), max_length=80)
    logo = forms.FileField(
        label=_("Logo"), help_text=_("PNG or JPEG, at most 2 MB; a transparent PNG looks best."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )  # fmt: skip
