"""What is asked about the look of an event or a club."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm
from tdapp.publishing.look import pictures


class ColourForm(DeskForm):
    """A colour, or none."""

    colour = forms.CharField(
        label=_("Colour"), required=False, max_length=40, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("# and six digits, such as #0b5d7a. Leave blank for none."),
    )  # fmt: skip


class LogoForm(DeskForm):
    """A picture."""

    logo = forms.FileField(
        label=_("Logo"), help_text=_("PNG or JPEG, at most 2 MB; a transparent PNG looks best."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )  # fmt: skip

    def picture(self) -> bytes:
        """What was sent, and of what is too large one byte more than may be kept."""
        data: bytes = self.cleaned_data["logo"].read(pictures.MOST_BYTES + 1)
        return data
