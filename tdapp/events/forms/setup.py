"""Forms for events and divisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events import rulesets, titles
from tdapp.events.forms.base import FOCUS, NO_SUGGESTIONS, DeskForm, day, number
from tdapp.events.models import Division, Event
from tdapp.events.presets import PRESETS


class EventForm(DeskForm):
    """A new event's own facts."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    starts_on = forms.DateField(label=_("First day"), widget=day())
    ends_on = forms.DateField(
        label=_("Last day"), required=False, widget=day(), help_text=_("Empty: the same day.")
    )
    venue = forms.CharField(label=_("Place"), required=False, max_length=160)

    def values(self) -> dict[str, Any]:
        found = super().values()
        return {**found, "ends_on": found["ends_on"] or found["starts_on"]}


class NewEventForm(EventForm):
    """The same with its short name, which the address shows."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=FOCUS))
    slug = forms.SlugField(
        label=_("Short name"), required=False, max_length=60,
        help_text=_("For the address. Empty: made from the name."),
    )  # fmt: skip


class CloneForm(DeskForm):
    """An event set up like an earlier one."""

    source = forms.ModelChoiceField(Event.objects.none(), label=_("Set up like"), to_field_name="slug")
    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    starts_on = forms.DateField(label=_("First day"), widget=day())
    slug = forms.SlugField(label=_("Short name"), required=False, max_length=60)

    def __init__(self, *args: Any, sources: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        field = self.fields["source"]
        field.queryset = sources  # type: ignore[attr-defined]
        field.label_from_instance = lambda row: f"{row.name} ({row.starts_on:%Y-%m-%d})"  # type: ignore[attr-defined]


class EventSettingsForm(EventForm):
    """What may change about an event at any time."""

    school = forms.BooleanField(
        label=_("School event"), required=False,
        help_text=_("Players of unknown age are shown like children: given name, initial, school."),
    )  # fmt: skip
    public = forms.BooleanField(label=_("Has a public page"), required=False)


class DivisionForm(DeskForm):
    """A division: what most directors set first, the rest behind "more"."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    plan = forms.CharField(
        label=_("Rounds and pairing"), max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Which system pairs which round, like rr 1-3, swiss 4-8, koth 9-10."),
    )  # fmt: skip
    ruleset = forms.ChoiceField(label=_("Game and rules"))
    rating_kind = forms.ChoiceField(label=_("Rated"), choices=titles.choices(titles.RATINGS))
    confirm_policy = forms.ChoiceField(
        label=_("A result counts when"), choices=titles.choices(titles.POLICIES)
    )
    starts_rule = forms.ChoiceField(
        label=_("Who starts"), choices=titles.choices(titles.STARTS),
        help_text=_("In Salitaan the eldest starts (SAL:94); balanced starts are a departure, and are marked as one."),
    )  # fmt: skip
    unfinished_rule = forms.ChoiceField(
        label=_("Unfinished games"), choices=titles.choices(titles.UNFINISHED)
    )
    bye_spread = number(-500, 500, _("Spread of a bye"))
    forfeit_win_spread = number(0, 500, _("Spread of a win by forfeit"))
    forfeit_spread = number(-500, 0, _("Spread of a forfeit"))
    spread_cap = number(1, 2000, _("Spread counts up to"), required=False, help_text=_("Empty: all of it."))
    max_repeats = number(0, 50, _("Repeats allowed"), help_text=_("How often two may meet again."))
    avoid_clubs = forms.BooleanField(label=_("Keep club or team mates apart"), required=False)
    school = forms.BooleanField(label=_("School division"), required=False)
    table_first = number(1, 2000, _("First table"), required=False)
    table_last = number(1, 2000, _("Last table"), required=False)
    room = forms.CharField(label=_("Room"), required=False, max_length=60)

    MAIN = ("name", "plan")
    FROZEN = ("ruleset", "starts_rule", "confirm_policy")

    def __init__(self, *args: Any, frozen: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["ruleset"].choices = rulesets.titles()  # type: ignore[attr-defined]
        for name in self.FROZEN if frozen else ():
            self.fields[name].disabled = True
            self.fields[name].help_text = _("Fixed since round 1 was published.")

    @property
    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MAIN]

    @property
    def more(self) -> list[forms.BoundField]:
        hidden = {*self.MAIN, "idempotency_key"}
        return [self[name] for name in self.fields if name not in hidden]

    @property
    def more_has_errors(self) -> bool:
        return any(field.errors for field in self.more)

    def values(self) -> dict[str, Any]:
        """Typed values; table numbers left empty are left to the event's next free range."""
        found = super().values()
        return {n: v for n, v in found.items() if not (n in {"table_first", "table_last"} and v is None)}


def division_initial(preset: str) -> dict[str, Any]:
    """What a new division of this preset starts from."""
    blank = Division()
    names = [name for name in DivisionForm.base_fields if hasattr(blank, name)]
    start = {
        name: getattr(blank, name) for name in names if name not in {"name", "table_first", "table_last"}
    }
    return {**start, **PRESETS[preset].division} if preset in PRESETS else start


class PutAwayForm(DeskForm):
    """Putting an event away."""

    typed_name = forms.CharField(
        label=_("The event's name, typed out"), widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)
