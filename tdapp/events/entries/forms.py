"""Forms for entries: at the door, changed later, away, replaced."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tdapp.events import titles
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock
from tdapp.kernel.pages.forms import FOCUS, NO_SUGGESTIONS, DeskForm, day, number


def page_choice() -> forms.ChoiceField:
    """What somebody says of a page of theirs over all public events."""
    return forms.ChoiceField(
        label=_("Page over all events"), required=False,
        choices=[("", _("Nothing said")), ("yes", _("Agreed to")), ("no", _("Not wanted"))],
        help_text=_(
            "A public page with every public event of theirs: results, rating, records, opponents. Of whoever is under 18 or "
            "plays for a school there is one only once the guardian has agreed; of adults until they do not want it. "
            "“Not wanted” takes it away at once, whatever was said elsewhere."
        ),
    )  # fmt: skip


class PlayerForm(DeskForm):
    """A player at the door: surname first, Enter sends from any field."""

    surname = forms.CharField(label=_("Surname"), max_length=80, widget=forms.TextInput(attrs=FOCUS))
    given = forms.CharField(
        label=_("Given name"), max_length=80, required=False, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    club = forms.CharField(
        label=_("Club or school"), max_length=120, required=False,
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "list": "clubs"}),
    )  # fmt: skip
    rating = number(0, 4000, _("Rating"), required=False, attrs={"placeholder": "–"})
    team = forms.CharField(label=_("Team"), max_length=80, required=False)
    klass = forms.CharField(label=_("Class"), max_length=20, required=False)
    fixed_table = number(1, 2000, _("Fixed table"), required=False, help_text=_("Leave blank for any table."))

    MAIN: tuple[str, ...] = ("surname", "given", "club", "rating")

    @property
    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MAIN if name in self.fields]

    @property
    def more(self) -> list[forms.BoundField]:
        return [
            self[name] for name in ("member_number", "team", "klass", "fixed_table") if name in self.fields
        ]

    def clean_rating(self) -> int:
        return self.cleaned_data["rating"] or 0


def alive(born: date | None) -> date | None:
    """A birth date as it is typed; refused where nobody alive has it."""
    if born and not clock.today() - timedelta(days=130 * 366) <= born <= clock.today():
        raise forms.ValidationError(_now("This is not a birth date of a person alive."))
    return born


class PrivateForm(DeskForm):
    """What never leaves the desk. The page that shows it marks it `data-private`, so no browser keeps it."""

    birth_date = forms.DateField(label=_("Birth date"), required=False, widget=day())
    birth_year = number(1900, 2200, _("or birth year"), required=False)
    gender = forms.ChoiceField(
        label=_("Gender"), required=False, choices=[("", "\N{EN DASH}"), ("female", _("female")), ("male", _("male"))],
        help_text=_("Only for prizes that ask for it, like best girl; shown nowhere."),
    )  # fmt: skip
    guardian = forms.CharField(label=_("Guardian"), max_length=160, required=False)
    contact = forms.CharField(label=_("Contact"), max_length=160, required=False)
    notes = forms.CharField(
        label=_("Notes"),
        max_length=400,
        required=False,
        help_text=_("A need, an allergy, who fetches them; shown nowhere."),
    )
    consent = forms.BooleanField(
        label=_("The full name may be shown in public"), required=False,
        help_text=_("For a child: the guardian has said so. It is recorded with your name and the time."),
    )  # fmt: skip

    def clean_birth_date(self) -> Any:
        return alive(self.cleaned_data["birth_date"])


class KeptPrivateForm(PrivateForm):
    """The same of somebody who is entered, with what they say of a page over all events."""

    page = page_choice()


class AddForm(PlayerForm, PrivateForm):
    """A walk-in. Children's data stand apart and are there only for who may see them."""

    division = forms.ModelChoiceField(
        Division.objects.none(), label=_("Division"), to_field_name="slug", empty_label=None
    )
    member_number = forms.CharField(
        label=_("Member number"), max_length=24, required=False, help_text=_("Leave blank for a new player.")
    )
    missed = forms.ChoiceField(
        label=_("Rounds already played count as"), choices=titles.choices(titles.INTENTS)
    )
    arrived = forms.BooleanField(label=_("Is here: check in at once"), required=False, initial=True)

    MAIN = ("surname", "given", "club", "rating", "division", "missed", "arrived")
    PRIVATE = tuple(PrivateForm.base_fields)

    def __init__(self, *args: Any, event: Event, private: bool, late: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["division"].queryset = event.divisions.select_related("event")  # type: ignore[attr-defined]
        self.fields["division"].label_from_instance = lambda row: row.name  # type: ignore[attr-defined]
        self._drop((() if private else self.PRIVATE) + (() if late else ("missed",)))

    def _drop(self, names: tuple[str, ...]) -> None:
        for name in set(names) - {"idempotency_key"}:
            del self.fields[name]
        divisions = self.fields["division"].queryset  # type: ignore[attr-defined]
        if len(divisions) == 1:
            self.fields["division"].widget = forms.HiddenInput()
            self.initial["division"] = divisions[0].slug

    @property
    def private(self) -> list[forms.BoundField]:
        return [self[name] for name in self.PRIVATE if name in self.fields and name != "idempotency_key"]


class EntryForm(PlayerForm):
    """An entry being changed; `seen` is the version the editor had before him."""

    surname = forms.CharField(label=_("Surname"), max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    lifetime_games = number(0, 100_000, _("Games before this event"))
    seniority = number(
        0,
        5000,
        _("Seniority"),
        help_text=_("1 is the eldest; decides who goes first where the eldest does. 0: unknown."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    @property
    def more(self) -> list[forms.BoundField]:
        return [*super().more, self["lifetime_games"], self["seniority"]]


class AbsenceForm(DeskForm):
    """A withdrawal, or being away for some rounds."""

    from_round = number(1, 99, _("From round"))
    to_round = number(
        1, 99, _("To round"), required=False, help_text=_("Leave blank for the rest of the event.")
    )
    intent = forms.ChoiceField(label=_("Missed rounds count as"), choices=titles.choices(titles.INTENTS))
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)


class RejoinForm(DeskForm):
    """Coming back."""

    from_round = number(1, 99, _("Back from round"))
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)


class MoveForm(DeskForm):
    """To another division."""

    to = forms.ModelChoiceField(Division.objects.none(), label=_("To division"), to_field_name="slug")

    def __init__(self, *args: Any, entrant: Entrant, **more: Any) -> None:
        super().__init__(*args, **more)
        rows = entrant.event.divisions.exclude(pk=entrant.division_id).select_related("event")
        self.fields["to"].queryset = rows  # type: ignore[attr-defined]
        self.fields["to"].label_from_instance = lambda row: row.name  # type: ignore[attr-defined]


class RemoveForm(DeskForm):
    """Striking an entry that was never paired."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)


class SubstituteForm(DeskForm):
    """Somebody else plays on."""

    surname = forms.CharField(label=_("Surname"), max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    given = forms.CharField(label=_("Given name"), max_length=80, required=False)
    member_number = forms.CharField(label=_("Member number"), max_length=24, required=False)
    rating = number(0, 4000, _("Rating"), required=False, attrs={"placeholder": "–"})
    from_round = number(1, 99, _("From round"))
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)

    def clean_rating(self) -> int:
        return self.cleaned_data["rating"] or 0


class HouseForm(DeskForm):
    """Who sits in so that nobody has a bye."""

    surname = forms.CharField(label=_("Surname"), max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    given = forms.CharField(label=_("Given name"), max_length=80, required=False)
