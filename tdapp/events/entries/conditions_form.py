"""What is asked of the players of a championship."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events.entries.eligible import Conditions
from tdapp.events.models import Event
from tdapp.kernel.pages.forms import DeskForm, number
from tdapp.people.models import Club, RatingList


class ConditionsForm(DeskForm):
    """Conditions to look at a list by, or to keep for a division; `clubs` are those of the players one may see."""

    clubs = forms.MultipleChoiceField(
        label=_("Clubs and schools"), required=False, help_text=_("Any of them; none chosen: all."),
        widget=forms.SelectMultiple(attrs={"size": 6}),
    )  # fmt: skip
    regions = forms.MultipleChoiceField(
        label=_("Regions"), required=False, widget=forms.SelectMultiple(attrs={"size": 6})
    )
    kind = forms.ChoiceField(
        label=_("Kind"), required=False,
        choices=[("", _("clubs and schools")), (Club.Kind.SCHOOL, _("schools only")), (Club.Kind.CLUB, _("clubs only"))],
    )  # fmt: skip
    rating_list = forms.ChoiceField(label=_("Rating list"), required=False)
    rating = number(1, 5000, _("Rating, at least"), required=False)
    games = number(1, 10_000, _("Rated games, at least"), required=False)
    events = number(1, 200, _("Events played, at least"), required=False)
    year = number(2000, 2200, _("in the year"), required=False)

    def __init__(self, *args: Any, event: Event, clubs: list[Club], **more: Any) -> None:
        super().__init__(*args, **more)
        regions = sorted({club.region for club in clubs if club.region})
        self._offer("clubs", [club.name for club in clubs])
        self._offer("regions", regions)
        lists = RatingList.objects.filter(demo=event.demo).values_list("slug", "name")
        self.fields["rating_list"].choices = [("", _("none")), *lists]  # type: ignore[attr-defined]
        self.initial.setdefault("year", event.starts_on.year)

    def _offer(self, name: str, values: list[str]) -> None:
        """What there is to choose from, and what was kept before."""
        kept = [one for one in self.initial.get(name, ()) if one not in values]
        self.fields[name].choices = [(one, one) for one in [*values, *kept]]  # type: ignore[attr-defined]

    def conditions(self) -> Conditions:
        """What was chosen; what cannot be read asks for nothing."""
        found = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        return Conditions(
            tuple(found.get("clubs") or ()), tuple(found.get("regions") or ()), found.get("kind") or "",
            found.get("rating_list") or "", *(int(found.get(name) or 0) for name in ("rating", "games", "events", "year")),
        )  # fmt: skip
