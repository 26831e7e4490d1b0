"""Forms for files of sheets: upload one, attach a photo of the paper."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Slot
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.files.incoming import MOST_BYTES

MOST_KEPT = 4 * (MOST_BYTES // 3 + 1)


class UploadForm(DeskForm):
    """A scoresheet file. When something is asked about it, the file is kept in the form, so that nobody chooses it again."""

    file = forms.FileField(
        label=_("Scoresheet file"), required=False, allow_empty_file=True,
        help_text=_("GCG, JSON, CSV, or the .xlsx template filled in. At most 1 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".gcg,.json,.csv,.xlsx,.txt"}),
    )  # fmt: skip
    kept_by = forms.ChoiceField(label=_("Whose paper"), required=False)
    order = forms.ChoiceField(label=_("Who of the file sits where"), required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(label=_("Take it all the same"), required=False, widget=forms.HiddenInput)
    kept = forms.CharField(required=False, max_length=MOST_KEPT, widget=forms.HiddenInput)
    kept_name = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(self, *args: Any, seats: Sequence[Slot], **more: Any) -> None:
        super().__init__(*args, **more)
        self.seats = seats
        self.fields["file"].required = not self.data.get("kept")
        own = [(str(slot.seat), slot.entrant.listed) for slot in seats]
        kept_by: Any = self.fields["kept_by"]
        kept_by.choices = [("", _("The desk's own")), *own]
        order: Any = self.fields["order"]
        order.choices = [("", ""), *((one, one) for one in _orders(len(seats)))]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("file") is None and not given.get("kept") and not self.errors:
            raise forms.ValidationError(_now("Choose a file."))
        return given

    def source(self) -> dict[str, Any]:
        """What was sent, as arguments of `sheet.upload`; of a file never more than one byte beyond the limit."""
        given = self.cleaned_data
        chosen = given["file"]
        data = chosen.read(MOST_BYTES + 1) if chosen else _unkept(given["kept"])
        name = chosen.name if chosen else given["kept_name"]
        agreed = {} if chosen else {"order": given["order"], "sure": given["sure"]}
        kept_by = int(given["kept_by"]) if given["kept_by"] else None
        self.data_sent = (data, name)
        return {"data": data, "name": name, "kept_by": kept_by, **agreed}

    def refuse(self, refusal: Refusal) -> None:
        """A question shows what can be answered, and keeps the file."""
        super().refuse(refusal)
        if refusal.code != "ask":
            return
        data, name = self.data_sent
        # The file is here now: a browser must not ask for it once more before it sends the answers.
        self.fields["file"].required = False
        codes = {one["code"] for one in refusal.facts["questions"]}
        kept: dict[str, Any] = {"kept": base64.b64encode(data).decode(), "kept_name": name}
        if codes & {"turned", "strangers"}:
            self._ask_order(refusal.facts)
            kept["order"] = refusal.facts["order"]
        if codes & {"other-rules", "other-game", "other-table"}:
            self.fields["sure"].widget = forms.CheckboxInput()
        known = {field: self.data.getlist(field) for field in self.data}  # type: ignore[attr-defined]
        self.data = MultiValueDict(known | {field: [value] for field, value in kept.items()})

    def _ask_order(self, facts: dict[str, Any]) -> None:
        players: list[str] = facts["players"]
        order: Any = self.fields["order"]
        order.widget, order.required = forms.Select(), True
        order.choices = [(one, _seated(self.seats, players, one)) for one in _orders(len(players))]

    @property
    def asked(self) -> list[forms.BoundField]:
        """The answers wanted before the file is taken."""
        return [self[name] for name in ("order", "sure") if not self[name].is_hidden]


def _orders(seats: int) -> list[str]:
    return [" ".join(map(str, one)) for one in permutations(range(1, seats + 1))]


def _seated(seats: Sequence[Slot], players: Sequence[str], order: str) -> str:
    """ "1 Abad, Ana = Ana · 2 Cruz, Ben = Ben"."""
    pairs = zip(seats, order.split(), strict=True)
    return " · ".join(
        f"{slot.seat} {slot.entrant.listed} = {players[int(one) - 1][:40]}" for slot, one in pairs
    )


def _unkept(text: str) -> bytes:
    """The file as the form kept it; nothing of ours reads as an empty file."""
    try:
        return base64.b64decode(text.encode(), validate=True)
    except (binascii.Error, ValueError):
        return b""


class PhotoForm(DeskForm):
    """A picture of the paper."""

    photo = forms.FileField(
        label=_("Photo of the paper"), allow_empty_file=True,
        help_text=_("JPEG, PNG or WebP, at most 7 MB. Place and time in it are not kept."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )  # fmt: skip
    note = forms.CharField(
        label=_("What it shows"), required=False, max_length=200, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
