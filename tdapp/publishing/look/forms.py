"""What is asked about the look of an event or a club."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.context import Context
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm
from tdapp.publishing.look import pictures


def for_the_logo(ctx: Context) -> Context:
    """The same with a key of its own: the form's key belongs to the colour, and sent twice the logo is kept once."""
    return replace(ctx, key=ctx.key and f"{ctx.key[:70]}:logo")


class LookForm(DeskForm):
    """A colour, or none, and a picture where one is chosen: one form, so that neither is lost with the other's button."""

    colour = forms.CharField(
        label=_("Colour"), required=False, max_length=40, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("# and six digits, such as #0b5d7a. Leave blank for none."),
    )  # fmt: skip
    logo = forms.FileField(
        label=_("Logo"), required=False, help_text=_("PNG or JPEG, at most 2 MB; a transparent PNG looks best."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )  # fmt: skip

    def keep(self, set_colour: Callable[..., Any], set_logo: Callable[..., Any]) -> dict[str, Any]:
        """Call the writes for what was changed, and name them. Of a picture that is too large one byte more than
        may be kept is read.
        """
        colour, logo = self.cleaned_data["colour"], self.cleaned_data["logo"]
        if colour != self.initial.get("colour"):
            set_colour(colour=colour)
        if logo:
            set_logo(data=logo.read(pictures.MOST_BYTES + 1))
        return {"colour": colour, "logo": bool(logo)}
