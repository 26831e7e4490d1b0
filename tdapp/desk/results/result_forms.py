"""Forms about one table: correct its result, ask about it, answer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.desk.ledger.entry_line import LONGEST as LONGEST_LINE
from tdapp.desk.results.commands.questions import LONGEST
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm
from tdapp.kernel.refusals import Refusal


class CorrectForm(DeskForm):
    """A new version of a result; `seen` is the version it was typed against."""

    line = forms.CharField(
        label=_("Result, in seat order"), max_length=LONGEST_LINE,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_(
            "Like 412 388 · f2 seat 2 did not come · x not scored · u 300 280 unfinished · 400 400 / 412 405"
        ),
    )  # fmt: skip
    reason = forms.CharField(label=_("Why"), max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    seen = forms.IntegerField(widget=forms.HiddenInput)
    sure = forms.BooleanField(label=_("Keep it all the same"), required=False)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not self.data.get("sure"):
            self.fields["sure"].widget = forms.HiddenInput()

    def refuse(self, refusal: Refusal) -> None:
        """Beside the sentences: the box to agree with, or the newer version the next try is made against."""
        super().refuse(refusal)
        if refusal.code == "ask":
            self.fields["sure"].widget = forms.CheckboxInput()
        if stored := refusal.facts.get("stored"):
            self.data = self.data.copy()  # type: ignore[attr-defined]
            self.data["seen"] = stored["version"]  # type: ignore[index]


class AskForm(DeskForm):
    """A question on a table."""

    text = forms.CharField(
        label=_("What is to be looked at"), max_length=LONGEST, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )


class AnswerForm(DeskForm):
    """How a question was settled."""

    answer = forms.CharField(
        label=_("How it was settled"), max_length=LONGEST, required=False,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )  # fmt: skip
