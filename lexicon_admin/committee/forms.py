"""Forms of a committee's days, and of what clubs tell it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from lexicon_admin.models import Proposal
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, day


class DeadlineForm(DeskForm):
    """The last day of a vote."""

    until = forms.DateField(
        label=_("Vote until"),
        required=False,
        widget=day(),
        help_text=_("Leave blank: until the vote is closed."),
    )


class FeedbackForm(DeskForm):
    """What a club or a player tells the committee. Nothing about who they are is asked."""

    action = forms.ChoiceField(label=_("What should happen"), choices=Proposal.Action.choices)
    word = forms.CharField(label=_("Word"), max_length=60, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    text = forms.CharField(
        label=_("Why, and where it stands"), max_length=1000,
        help_text=_("Dictionary and page, or where it was read; or the definition. No names of people, please."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip
    club = forms.CharField(
        label=_("Club"), max_length=80, required=False, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )


class PeriodForm(DeskForm):
    """Of which days the minutes are."""

    since = forms.DateField(label=_("From"), required=False, widget=day())
    until = forms.DateField(label=_("To"), required=False, widget=day())
