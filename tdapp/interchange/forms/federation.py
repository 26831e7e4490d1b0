"""The forms of a bundle for the federation: the signature, and the file that comes in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.interchange.federation.bundle import MOST_PACKED
from tdapp.interchange.federation.making import MOST_NAME, MOST_REMARKS, Signature
from tdapp.kernel.pages.forms import DeskForm


class SignForm(DeskForm):
    """The director's word for the results."""

    division = forms.MultipleChoiceField(label=_("Divisions"))
    name = forms.CharField(label=_("Signed by"), max_length=MOST_NAME)
    role = forms.CharField(label=_("Signatory’s title"), max_length=60, required=False)
    remarks = forms.CharField(
        label=_("Incidents and remarks for the association"), max_length=MOST_REMARKS, required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Penalties, disputes, what the rating committee should know. No ages, no contacts."),
    )  # fmt: skip
    sure = forms.BooleanField(
        label=_("These are the results as they were played; I have looked them through.")
    )

    def __init__(self, *args: Any, slugs: Sequence[str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["division"].choices = [(slug, slug) for slug in slugs]  # type: ignore[attr-defined]

    def signature(self) -> Signature:
        """What was signed, as the command wants it."""
        given = self.cleaned_data
        name, role, remarks = (given[name].strip() for name in ("name", "role", "remarks"))
        return Signature(name, role, remarks, tuple(given["division"]))


class BundleForm(DeskForm):
    """A bundle that came."""

    file = forms.FileField(
        label=_("Bundle (.zip)"), allow_empty_file=True, help_text=_("As a director exported it. At most 8 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip", "data-private": True}),
    )  # fmt: skip

    def sent(self) -> dict[str, Any]:
        """Arguments of `event.preview_bundle`."""
        file = self.cleaned_data["file"]
        return {"name": file.name[:120], "data": file.read(MOST_PACKED + 1)}
