"""Forms for events and divisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.standings.metrics import RULES
from tdapp.events import titles
from tdapp.events.models import Division, Event
from tdapp.events.rules import overrides, rulesets
from tdapp.events.rules.divisions import PRECEDENCE
from tdapp.events.setup import clock_rules
from tdapp.events.setup.presets import PRESETS
from tdapp.events.setup.ranking_field import RankingInput
from tdapp.kernel.pages.forms import FOCUS, NO_SUGGESTIONS, DeskForm, day, number


class EventForm(DeskForm):
    """A new event's own facts."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    starts_on = forms.DateField(label=_("First day"), widget=day())
    ends_on = forms.DateField(
        label=_("Last day"), required=False, widget=day(), help_text=_("Leave blank for the same day.")
    )
    venue = forms.CharField(
        label=pgettext_lazy("town or venue of an event", "Place"), required=False, max_length=160
    )

    def values(self) -> dict[str, Any]:
        found = super().values()
        return {**found, "ends_on": found["ends_on"] or found["starts_on"]}


class NewEventForm(EventForm):
    """The same with its short name, which the address shows, and how many there are to enter and confirm."""

    ALONE, MORE = "alone", "more"
    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=FOCUS))
    slug = forms.SlugField(
        label=_("Short name"), required=False, max_length=60,
        help_text=_("For the address. Leave blank to make it from the name."),
    )  # fmt: skip
    desk = forms.ChoiceField(
        label=_("How many people at the desk?"), required=False, widget=forms.RadioSelect,
        choices=[
            (ALONE, _("One: a result counts as soon as it is entered")),
            (MORE, _("Two or more: a second person looks at each result before it counts")),
        ],
    )  # fmt: skip

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in super().values().items() if name != "desk"}

    def fits(self, policy: str) -> str:
        """Who confirms in a division that was left as its kind of event proposes it: one alone cannot be two people."""
        single, two = Division.ConfirmPolicy.SINGLE, Division.ConfirmPolicy.TWO_PEOPLE
        if self.cleaned_data["desk"] == self.ALONE:
            return single
        return two if self.cleaned_data["desk"] == self.MORE and policy == single else policy


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
    show_ratings = forms.BooleanField(
        label=_("Ratings beside names"), required=False,
        help_text=_("On pairings, slips, screens and phones; the desk always sees them."),
    )  # fmt: skip
    under_particle = forms.BooleanField(
        label=_("Particles count in the order of names"), required=False,
        help_text=_("De los Santos and dela Cruz stand under D; else under S and C."),
    )  # fmt: skip
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)


class DivisionForm(DeskForm):
    """A division: what most directors set first, the rest behind "more"."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    plan = forms.CharField(
        label=_("Rounds and pairing"), max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Which system pairs which round, like rr 1-3, swiss 4-8, koth 9-10."),
    )  # fmt: skip
    ruleset = forms.ChoiceField(label=_("Game and rules"))
    overrun = forms.ChoiceField(
        label=_("Running over"), required=False, choices=clock_rules.OVERRUN,
        help_text=_("Of the turn timer, where the rules have one. The Salitaan book names a limit and no penalty (SAL:242): "
                    "the director chooses."),
    )  # fmt: skip
    stops_at = forms.ChoiceField(
        label=_("What stops the timer"), required=False, choices=clock_rules.STOPS_AT
    )
    rating_kind = forms.ChoiceField(label=_("Rated"), choices=titles.choices(titles.RATINGS))
    confirm_policy = forms.ChoiceField(
        label=_("A result counts when"), choices=titles.choices(titles.POLICIES)
    )
    reason = forms.CharField(
        label=_("Why it changes when a result counts"), required=False, max_length=300,
        help_text=_("Only for that change: it stands in the log. What is entered and not confirmed stays so until "
                    "somebody confirms it."),
    )  # fmt: skip
    starts_rule = forms.ChoiceField(
        label=_("Who goes first"), choices=titles.choices(titles.STARTS),
        help_text=_("In Salitaan the eldest goes first (SAL:94); balanced firsts are a departure, and are marked as one."),
    )  # fmt: skip
    unfinished_rule = forms.ChoiceField(
        label=_("Unfinished games"), choices=titles.choices(titles.UNFINISHED)
    )
    penalty_rule = forms.ChoiceField(
        label=_("Points off at the desk"), choices=titles.choices(titles.PENALTIES),
        help_text=_("What p1=10 takes ten points off. Off the score it can change who won."),
    )  # fmt: skip
    bye_spread = number(-500, 500, _("Spread of a bye"))
    forfeit_win_spread = number(0, 500, _("Spread of a win by forfeit"))
    forfeit_spread = number(-500, 0, _("Spread of a forfeit"))
    spread_cap = number(
        1, 2000, _("Spread cap per game"), required=False, help_text=_("Leave blank for all of it.")
    )
    max_repeats = number(
        0, 50, _("Most rematches"), required=False,
        help_text=_("Leave blank for as few as possible. 0: nobody meets twice, and a round that cannot keep it is refused."),
    )  # fmt: skip
    precedence = forms.CharField(
        label=_("Tie-breaks, in order"), required=False, widget=RankingInput,
        help_text=format_lazy(
            _("The first one decides, of {rules}. Equal on all: tied."),
            rules=", ".join([*RULES, "lot:NUMBER"]),
        ),
    )  # fmt: skip
    overrides = forms.CharField(
        label=_("House rules"), required=False, widget=forms.Textarea(attrs={"rows": 3, **NO_SUGGESTIONS}),
        help_text=_("Values that differ from the ruleset, one a line, like rack.size = 8."),
    )  # fmt: skip
    avoid_clubs = forms.BooleanField(label=_("Keep club or team mates apart"), required=False)
    school = forms.BooleanField(label=_("School division"), required=False)
    table_first = number(
        1, 2000, _("First table"), required=False,
        help_text=_(
            "No two divisions share a table number, so that a slip finds its table by it alone. "
            "Leave blank for 50 numbers after those of the division before."
        ),
    )  # fmt: skip
    table_last = number(1, 2000, _("Last table"), required=False)
    room = forms.CharField(label=_("Room"), required=False, max_length=60)

    MAIN: tuple[str, ...] = ("name", "plan")
    FROZEN = ("ruleset", "overrides", "starts_rule", "penalty_rule")
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        frozen: bool = False,
        own: tuple[tuple[str, str], ...] = (),
        preset: str = "",
        **more: Any,
    ) -> None:
        """`own`: id and name of the division's own ruleset file, a choice beside those that ship.

        `preset`: the kind of event it begins as, which may ask for more than name and plan first.
        """
        super().__init__(*args, **more)
        self.first = self.MAIN + (PRESETS[preset].asks if preset in PRESETS else ())
        self.fields["ruleset"].choices = [*own, *rulesets.titles()]  # type: ignore[attr-defined]
        if not frozen:
            del self.fields["reason"]
        for name in (*self.FROZEN, *clock_rules.FIELDS) if frozen else ():
            self.fields[name].disabled = True
            self.fields[name].help_text = _("Fixed since round 1 was posted.")

    @property
    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in self.first]

    @property
    def more(self) -> list[forms.BoundField]:
        hidden = {*self.first, "idempotency_key", "seen"}
        return [self[name] for name in self.fields if name not in hidden]

    @property
    def more_has_errors(self) -> bool:
        return any(field.errors for field in self.more)

    def clean_precedence(self) -> list[str]:
        """The metrics as a list; an empty line is the usual order."""
        words = self.cleaned_data["precedence"].replace(",", " ").split()
        return words or list(PRECEDENCE)

    def clean(self) -> dict[str, Any]:
        """A rule of the timer is said once: chosen in its field, or written as a line, never both ways differently."""
        found = super().clean() or self.cleaned_data
        for told in clock_rules.twice(found.get("overrides", []), found):
            self.add_error("overrides", told)
        return found

    def clean_overrides(self) -> list[str]:
        """The house rules, one `field=value` each."""
        return read_lines(self.cleaned_data["overrides"])

    def values(self) -> dict[str, Any]:
        """Typed values; table numbers left empty are left to the event's next free range, the timer's are house rules."""
        found = super().values()
        found.pop("seen")
        chosen = {name: found.pop(name) for name in clock_rules.FIELDS}
        found["overrides"] = clock_rules.among(found["overrides"], chosen)
        return {n: v for n, v in found.items() if not (n in {"table_first", "table_last"} and v is None)}


class PlanForm(DeskForm):
    """The plan by its line, which the form above it writes."""

    plan = forms.CharField(
        label=_("The plan as one line"), max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("A system and its rounds, then a comma: rr 1-3, swiss(fold) 4-8, koth(repeats=2) 9-10."),
    )  # fmt: skip
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)


def read_lines(text: str) -> list[str]:
    """Non-empty lines with the spaces around the equals sign taken out."""
    lines = (line.strip() for line in text.splitlines())
    return ["=".join(part.strip() for part in line.split("=", 1)) for line in lines if line]


def written(division: Division) -> dict[str, Any]:
    """A division's stored values as its form shows them."""
    shown = {name: getattr(division, name) for name in DivisionForm.base_fields if hasattr(division, name)}
    rules = division.overrides
    lines = rules if isinstance(rules, list) else overrides.as_lines(rules)
    kept, chosen = clock_rules.apart(lines)
    return {**shown, **chosen, "precedence": ", ".join(division.precedence), "overrides": "\n".join(kept)}


def division_initial(preset: str, *, school: bool = False) -> dict[str, Any]:
    """What a new division of this preset starts from; at a `school` event mates are kept apart."""
    blank = Division()
    names = [name for name in DivisionForm.base_fields if hasattr(blank, name)]
    left_out = {"name", "table_first", "table_last", "precedence", "overrides"}
    start = {name: getattr(blank, name) for name in names if name not in left_out}
    start |= PRESETS[preset].division if preset in PRESETS else {}
    return start | ({"avoid_clubs": True} if school else {})


class MinorsForm(DeskForm):
    """What it means that an age is not known."""

    minors = forms.ChoiceField(
        label=_("Are there minors among players without a birth date?"), widget=forms.RadioSelect,
        choices=[
            ("yes", _("Yes: those of unknown age are shown as children are")),
            ("no", _("No: their names are shown in full")),
        ],
    )  # fmt: skip
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


class PutAwayForm(DeskForm):
    """Putting an event away."""

    typed_name = forms.CharField(
        label=_("The event's name, typed out"), widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)
