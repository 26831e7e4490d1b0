"""The forms of the prizes page: lines typed, one line changed, the event's own rules, the freeze."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tdapp.desk.models import Prize, PrizeGiving
from tdapp.desk.prizes.building import GENDERS
from tdapp.desk.prizes.commands.prizes import Wanted, of_line
from tdapp.desk.prizes.rules import among, words
from tdapp.desk.prizes.rules import lines as typed_lines
from tdapp.desk.prizes.rules.among import CALLED, Among, gender_of
from tdapp.desk.prizes.rules.measures import BREAKERS
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number
from tdapp.kernel.refusals import Refusal

MOST_TYPED = 6000
NUMBERED = 5
EACH = "*"
EXAMPLE = "rank 1-3: 5000, 3000, 2000\nclass U12 1: medal"


def _divisions(event: Event) -> list[tuple[str, str]]:
    rows = [(row.slug, row.name) for row in event.divisions.all()]
    return [*rows, ("", str(_("the whole event")))]


def _with_each(event: Event) -> list[tuple[str, str]]:
    """The same with all divisions at once, where there are several."""
    rows = _divisions(event)
    return [(EACH, str(_("every division"))), *rows] if len(rows) > 2 else rows


def _division(event: Event, slug: str) -> Division | None:
    return event.divisions.filter(slug=slug).first() if slug else None


class LinesForm(DeskForm):
    """Prizes typed as lines, all for one division or for the whole event."""

    division = forms.ChoiceField(
        label=pgettext_lazy("label: which division a prize is for", "For"), required=False
    )
    lines = forms.CharField(
        label=gettext_lazy("Prizes, one line each"), max_length=MOST_TYPED,
        widget=forms.Textarea(attrs={"rows": 6, **NO_SUGGESTIONS, "placeholder": EXAMPLE, "data-line": ""}),
        help_text=gettext_lazy(
            "What for, the places, a colon, what each place gets: money, a thing, or both with a plus. "
            "Known: rank, class, school, team, high game, high win, high loss, spread, comeback, best play, high turn, "
            "among, custom."
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.event = event
        self.fields["division"].choices = _with_each(event)  # type: ignore[attr-defined]

    def clean_lines(self) -> list[typed_lines.Line]:
        found, problems = typed_lines.read(self.cleaned_data["lines"])
        if problems:
            raise forms.ValidationError(
                [_("Line %(n)s: %(what)s") % {"n": one.line, "what": one.what} for one in problems]
            )
        return found

    def wanted(self) -> list[Wanted]:
        """What was typed, as the command takes it."""
        slug, typed = self.cleaned_data["division"], self.cleaned_data["lines"]
        divisions = list(self.event.divisions.all()) if slug == EACH else [_division(self.event, slug)]
        return [of_line(one, division) for division in divisions for one in typed]


class PrizeForm(DeskForm):
    """One line of prizes."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    division = forms.ChoiceField(
        label=pgettext_lazy("label: which division a prize is for", "For"), required=False
    )
    kind = forms.ChoiceField(label=gettext_lazy("What for"), choices=list(words.KINDS.items()))
    title = forms.CharField(label=gettext_lazy("Name of the prize"), required=False, max_length=80)
    klass = forms.CharField(label=gettext_lazy("Class"), required=False, max_length=20)
    gender = forms.ChoiceField(label=gettext_lazy("Among"), required=False, choices=GENDERS)
    under = number(1, 120, gettext_lazy("Younger than"), required=False)
    least = number(1, 120, gettext_lazy("Age from"), required=False)
    first = number(1, 200, gettext_lazy("From place"))
    places = forms.CharField(
        label=gettext_lazy("What each place gets"), max_length=1000,
        help_text=gettext_lazy("With commas: 5000, 3000 + trophy, medal"), widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )  # fmt: skip
    ties = forms.ChoiceField(
        label=gettext_lazy("If several are level"), choices=list(words.TIES.items()), widget=forms.RadioSelect
    )
    breakers = forms.MultipleChoiceField(
        label=gettext_lazy("Rules that break a tie"), required=False, choices=[(name, words.BREAKERS[name]) for name in BREAKERS],
        widget=forms.CheckboxSelectMultiple, help_text=gettext_lazy("In this order; the lot is always last."),
    )  # fmt: skip
    best = number(1, 20, gettext_lazy("Of a school, how many of its best are summed"))
    given_number = forms.CharField(
        label=gettext_lazy("Given by hand to number"), required=False, max_length=NUMBERED,
        widget=forms.TextInput(attrs={"class": "num w-num", "inputmode": "numeric", "autocomplete": "off"}),
        help_text=gettext_lazy("The player's number in the division chosen above."),
    )  # fmt: skip
    given_text = forms.CharField(
        label=gettext_lazy("or to"), required=False, max_length=120,
        help_text=gettext_lazy("Anybody or anything, as it is to be read out. It is shown to the public."),
    )  # fmt: skip

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.event = event
        self.fields["division"].choices = _divisions(event)  # type: ignore[attr-defined]

    def clean_places(self) -> tuple[tuple[int, str], ...]:
        try:
            return typed_lines.read_places(self.cleaned_data["places"])
        except typed_lines.BadLine as wrong:
            raise forms.ValidationError(str(wrong)) from wrong

    def wanted(self) -> Wanted:
        """What was typed, as the command takes it. Refuses a player there is not."""
        typed = self.cleaned_data
        division = _division(self.event, typed["division"])
        names = ("kind", "places", "title", "klass", "first", "ties", "breakers", "best", "given_text")
        return Wanted(
            **{name: typed[name] for name in names}, division=division.pk if division else None,
            given_to=_entrant(division, typed["given_number"].strip()), among=self._among(),
        )  # fmt: skip

    def _among(self) -> str:
        typed = self.cleaned_data
        if typed["kind"] != Prize.Kind.AMONG:
            return ""
        return str(Among(gender_of(typed["gender"]), typed["under"] or 0, typed["least"] or 0))


def _entrant(division: Division | None, text: str) -> UUID | None:
    if not text:
        return None
    row = None
    if division and text.isascii() and text.isdecimal():
        row = Entrant.objects.filter(division=division, number=int(text)).first()
    if row is None:
        raise Refusal("no-player", _("There is no player of this number in this division."))
    return row.pk


def initial_of(row: Prize) -> dict[str, Any]:
    """A stored line as the form shows it."""
    whom = among.read(row.among) or Among()
    return {
        "seen": row.version, "division": row.division.slug if row.division else "", "kind": row.kind,
        "title": row.title, "klass": row.klass, "first": row.first, "places": typed_lines.written(row.places),
        "ties": row.ties, "breakers": row.breakers, "best": row.best, "given_text": row.given_text,
        "given_number": str(row.given_to.number) if row.given_to else "",
        "gender": CALLED.get(whom.gender, ""), "under": whom.under or None, "least": whom.least or None,
    }  # fmt: skip


class GivingForm(DeskForm):
    """The event's own rules of prizes."""

    protest_minutes = number(
        0,
        1440,
        gettext_lazy("Minutes for protests"),
        help_text=gettext_lazy("After a division's standings are finalised."),
    )
    most_each = number(
        0, 20, gettext_lazy("Prizes a player gets at most"),
        help_text=gettext_lazy("0: as many as they win. Else earlier lines come first."),
    )  # fmt: skip
    withdrawn_win = forms.BooleanField(
        label=gettext_lazy("Whoever withdrew may win prizes for single games"), required=False
    )
    currency = forms.CharField(label=gettext_lazy("Currency"), required=False, max_length=6)
    signer = forms.CharField(label=gettext_lazy("Who signs certificates"), required=False, max_length=80)
    signer_title = forms.CharField(label=gettext_lazy("Signatory’s title"), required=False, max_length=80)

    @classmethod
    def of(cls, data: Any, row: PrizeGiving) -> GivingForm:
        """The form with what holds now."""
        names = ("protest_minutes", "most_each", "withdrawn_win", "currency", "signer", "signer_title")
        return cls(data, initial={name: getattr(row, name) for name in names}, prefix=None)


class FreezeForm(DeskForm):
    """How many of the last rounds are kept back."""

    last = number(
        0,
        30,
        gettext_lazy("Last rounds kept from the public"),
        help_text=gettext_lazy("0: none are kept back."),
    )


class FinalForm(DeskForm):
    """Calling a division final; the reason is asked for once the time for protests is over."""

    reason = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=300)
