"""Forms about a table's scoresheets: take one's scores as the result, decide where the two differ."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.desk.models import SheetDecision
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm
from tdapp.kernel.refusals import Refusal

STANDS = (
    (SheetDecision.Decision.SLIP, _("The result stands")),
    (SheetDecision.Decision.SHEET, _("The sheet stands")),
)


class EnterSheetForm(DeskForm):
    """One key: the sheet's scores are the result. `seen` is the sheet's version on the page."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    sure = forms.BooleanField(label=_("Enter them all the same"), required=False, widget=forms.HiddenInput)

    def refuse(self, refusal: Refusal) -> None:
        """A question brings the box to agree with."""
        super().refuse(refusal)
        if refusal.code == "ask":
            self.fields["sure"].widget = forms.CheckboxInput()


class DecideForm(DeskForm):
    """Which stands, and why; with the versions of sheet and result that were looked at."""

    decision = forms.ChoiceField(label=_("Which stands"), choices=STANDS, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Why"), max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    seen = forms.IntegerField(widget=forms.HiddenInput)
    result = forms.IntegerField(widget=forms.HiddenInput)

    def refuse(self, refusal: Refusal) -> None:
        """After a newer version of either, the next try is made against what is there now."""
        super().refuse(refusal)
        if refusal.code != "stale":
            return
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data["seen"] = refusal.facts["sheet"]["version"]
        if stored := refusal.facts.get("stored"):
            data["result"] = stored["version"]
        self.data = data
