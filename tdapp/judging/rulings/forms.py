"""Forms of the judges: call, rule, rule anew."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from lexicon_admin.words.normalise import typed
from tdapp.events.models import Slot, Table
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, day, number

# A space does not part words: “unti unti” is one.
APART = re.compile(r"[,;\r\n]+")
DECIDE = "decide-"


def words_in(text: str) -> list[str]:
    """Words of a text, one a line or with commas between."""
    return [word.strip() for word in APART.split(text) if word.strip()]


def _seats(seats: Sequence[Slot]) -> list[tuple[str, str]]:
    named = now("seat %(seat)s, %(name)s")
    return [(str(slot.seat), named % {"seat": slot.seat, "name": slot.entrant.listed}) for slot in seats]


class ChallengeForm(DeskForm):
    """Whose play, who challenged, which words. At a table of two the challenger is whoever did not play."""

    challenged = forms.ChoiceField(label=_("Whose play"), required=False)
    challengers = forms.CharField(
        label=_("Who challenged"), required=False, max_length=20,
        help_text=_("seats in the order they claimed, such as 3 1; at a table of two: leave it empty"),
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "class": "w-num", "inputmode": "numeric"}),
    )  # fmt: skip
    words = forms.CharField(
        label=_("Words"), required=False, max_length=1000,
        help_text=_("one a line, or with commas; as the challenger named them"),
        widget=forms.Textarea(attrs={**NO_SUGGESTIONS, "rows": 3, "autocapitalize": "characters"}),
    )  # fmt: skip

    def __init__(self, *args: Any, seats: Sequence[Slot], **more: Any) -> None:
        super().__init__(*args, **more)
        self.seats = [slot.seat or 0 for slot in seats]
        whose: Any = self.fields["challenged"]
        whose.choices = [("", now("not said")), *_seats(seats)]

    def clean_challengers(self) -> list[int]:
        parts = self.cleaned_data["challengers"].replace(",", " ").split()
        if any(not (part.isascii() and part.isdigit()) for part in parts):
            raise forms.ValidationError(now("Seats are numbers, such as 2 or 3 1."))
        return [int(part) for part in parts]

    def what(self) -> dict[str, Any]:
        """Challengers, the seat challenged and the words, as the commands want them."""
        values = self.values()
        challenged = int(values["challenged"]) if values["challenged"] else None
        challengers = values["challengers"]
        if challenged and not challengers and len(self.seats) == 2:
            challengers = [seat for seat in self.seats if seat != challenged]
        return {
            "challengers": challengers,
            "challenged": challenged,
            "words": words_in(values["words"]),
        }


class CallForm(ChallengeForm):
    """Call a judge; everything may be left for him to ask."""

    note = forms.CharField(
        label=_("Note for the judge"), required=False, max_length=200, widget=forms.TextInput(NO_SUGGESTIONS)
    )

    def what(self) -> dict[str, Any]:
        return {**super().what(), "note": self.values()["note"]}


class RuleForm(ChallengeForm):
    """Rule on a play. Fields `decide-WORD` hold what a judge decided about words no list knows."""

    turn = number(1, 500, _("Turn"), required=False, help_text=_("its number on the scoresheet, if known"))
    new_play = forms.BooleanField(
        label=_("It is another play of the same words"), required=False,
        help_text=_("The first ruling stays; this one is about a later play."),
    )  # fmt: skip
    source = forms.CharField(
        label=_("Source"), required=False, max_length=200, widget=forms.TextInput(NO_SUGGESTIONS),
        help_text=_("the dictionary you decided by; needed as soon as one word is in no list"),
    )  # fmt: skip
    page = forms.CharField(
        label=_("Page"), required=False, max_length=40,
        widget=forms.TextInput({**NO_SUGGESTIONS, "class": "w-num"}),
    )  # fmt: skip
    note = forms.CharField(
        label=_("Note"), required=False, max_length=300, widget=forms.TextInput(NO_SUGGESTIONS)
    )
    play = forms.CharField(required=False, max_length=36, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["words"].required = True
        self.fields["words"].widget.attrs["autofocus"] = True

    def asked(self) -> Asked:
        """What the command is to rule on."""
        values, what = self.values(), self.what()
        return Asked(
            tuple(what["words"]), tuple(what["challengers"]), what["challenged"], values["turn"], values["play"],
            decided_in(self.data), values["source"], values["page"], values["note"], values["new_play"],
        )  # fmt: skip


class AnewForm(RuleForm):
    """Rule anew, with the reason first."""

    reason = forms.CharField(
        label=_("Why it is ruled anew"), max_length=300, widget=forms.TextInput(NO_SUGGESTIONS)
    )
    field_order = ("reason",)


class SeasonForm(DeskForm):
    """The days of a season."""

    since = forms.DateField(label=_("From"), widget=day())
    until = forms.DateField(label=_("To"), widget=day())


def decided_in(data: Mapping[str, Any]) -> dict[str, bool]:
    """Decisions of a judge among what was sent, by the word's key."""
    names = [name for name in data if name.startswith(DECIDE) and data[name] in {"yes", "no"}]
    return {typed(name.removeprefix(DECIDE), marks=True): data[name] == "yes" for name in names}


def initial_of(table: Table, data: Mapping[str, Any]) -> dict[str, Any]:
    """What a link to the ruling form brought along: words, turn, row and seat of a play (`?words=A,B&turn=4`)."""
    found = {name: data.get(name, "") for name in ("turn", "play", "challenged")}
    if data.get("words"):
        found["words"] = "\n".join(words_in(data["words"]))
    return {name: value for name, value in found.items() if value}
