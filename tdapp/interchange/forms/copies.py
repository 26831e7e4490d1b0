"""Forms about copies of an event, taking one over, and the laptop it came from."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.interchange.copies import spoken_words
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm


class PassphraseForm(DeskForm):
    """A passphrase: one is proposed, another may be typed. It is on this page and nowhere else."""

    passphrase = forms.CharField(
        label=_("Passphrase"), max_length=200, strip=True,
        help_text=_("Write these words down now: they are shown once and stored nowhere. Or type your own."),
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "data-private": True}),
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial.setdefault("passphrase", spoken_words.invented())


class PlaceForm(DeskForm):
    """A folder of this computer."""

    folder = forms.CharField(
        label=_("Folder"), max_length=400, required=False,
        help_text=_("A stick or another disk, such as /media/stick or E:\\. Leave blank for none."),
        widget=forms.TextInput(attrs=dict(NO_SUGGESTIONS)),
    )  # fmt: skip


class LinkForm(DeskForm):
    """Whose phone or laptop."""

    label = forms.CharField(
        label=_("Whose phone or laptop"), max_length=60, required=False,
        widget=forms.TextInput(attrs=dict(NO_SUGGESTIONS)),
    )  # fmt: skip


class OtherForm(DeskForm):
    """The other laptop: its address, or the six words it shows."""

    said = forms.CharField(
        label=_("Its address, or the six words it shows"), max_length=200,
        help_text=_("Such as http://192.168.1.20:8000. The words stand on its page Safety."),
        widget=forms.TextInput(attrs=dict(NO_SUGGESTIONS)),
    )  # fmt: skip

    def is_address(self) -> bool:
        """Whether an address was typed: words have no digits, dots or colons."""
        return any(letter in "0123456789.:" for letter in self.cleaned_data["said"])


class TakeoverForm(DeskForm):
    """A copy and its passphrase."""

    file = forms.FileField(
        label=_("The copy (.tdcopy)"), allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".tdcopy", "data-private": True}),
    )  # fmt: skip
    passphrase = forms.CharField(
        label=_("Passphrase"), max_length=200,
        help_text=_("The six words on the printed sheet, or those somebody chose."),
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "data-private": True}),
    )  # fmt: skip
