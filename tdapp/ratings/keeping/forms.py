"""The forms of the ratings."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import FOCUS, NO_SUGGESTIONS, DeskForm, day, number
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import LIMITS
from tdapp.people.models import Club, RatingList
from tdapp.ratings.days import refuse_day
from tdapp.ratings.formulas import DEFAULT, FORMULAS
from tdapp.ratings.settings import fields

RESERVED = ("new", "people")
KINDS = [("national", _("national")), ("club", _("club")), ("school", _("school"))]


class ListForm(DeskForm):
    """A rating list but for the numbers of its formula."""

    name = forms.CharField(max_length=120, label=_("Name"), widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    kind = forms.ChoiceField(
        choices=KINDS,
        label=_("Kind"),
        help_text=_("On a school's list the name of everybody not known as an adult is hidden."),
    )
    club = forms.ModelChoiceField(
        Club.objects.none(), required=False, label=_("Club or school"), empty_label=_("none")
    )
    formula = forms.ChoiceField(
        label=_("Formula"),
        help_text=_("Rating updates keep the formula they were made with until they are rated again."),
    )
    partial_formula = forms.ChoiceField(label=_("Formula for events rated in part"))
    starts_on = forms.DateField(
        required=False, widget=day(), label=_("Begins on"), help_text=_("Earlier events are not rated here.")
    )
    provisional_games = number(0, 1000, _("Number of games until no longer provisional"), initial=50)
    inactive_days = number(1, 10_000, _("Number of days until inactive"), initial=730)
    public = forms.BooleanField(required=False, initial=True, label=_("Everybody may read it"))

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.choose("formula").choices = fields.formula_choices()
        self.choose("partial_formula").choices = fields.formula_choices()
        clubs = self.fields["club"]
        if isinstance(clubs, forms.ModelChoiceField):
            clubs.queryset = Club.objects.exclude(entries__event__demo=True).order_by("name")

    def choose(self, name: str) -> forms.ChoiceField:
        """A field with choices."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def facts(self) -> dict[str, Any]:
        """What the commands take."""
        return {name: value for name, value in self.values().items() if name in FACTS}


FACTS = (
    "name",
    "kind",
    "club",
    "formula",
    "settings",
    "partial_formula",
    "starts_on",
    "provisional_games",
    "inactive_days",
    "public",
)


class NewListForm(ListForm):
    """A new list: its address besides."""

    slug = forms.SlugField(
        max_length=50,
        required=False,
        label=_("Short name"),
        help_text=_("For the address. Leave blank to make it from the name."),
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        validators=[
            RegexValidator(
                f"^({'|'.join(RESERVED)})$", _("This short name is taken by a page."), inverse_match=True
            )
        ],
    )
    field_order = ("name", "slug")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial.setdefault("formula", DEFAULT)
        self.initial.setdefault("partial_formula", "naspa-club")
        self.fields["name"].widget.attrs.update(FOCUS)

    def clean(self) -> dict[str, Any]:
        """The short name from the name, where none was typed; "list" for a name without a Latin letter or digit."""
        found = super().clean() or self.cleaned_data
        if "name" in found and not found.get("slug", "?"):
            made = slugify(found["name"])[:50].strip("-") or "list"
            found["slug"] = f"{made}-list" if made in RESERVED else made
        return found


class SettingsForm(ListForm):
    """A list with the numbers of its formula. Chosen another formula, its own numbers hold."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=200, required=False, label=_("Reason"), widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )

    def __init__(self, *args: Any, row: RatingList, **more: Any) -> None:
        kept = {name: getattr(row, name) for name in FACTS if name != "settings"}
        super().__init__(*args, initial={**kept, **fields.initial(row.settings), "seen": row.version}, **more)
        self.row, self.of = row, FORMULAS[row.formula]
        self.fields.update(fields.fields_of(self.of))

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The fields of the formula's numbers."""
        return [self[name] for name in self.fields if name.startswith(fields.BEFORE)]

    @property
    def others(self) -> list[forms.BoundField]:
        """The list's own fields."""
        return [self[name] for name in FACTS if name in self.fields]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        stays = found.get("formula") == self.of.id
        found["settings"] = fields.read(self.of, found) if stays else {}
        return found


class OffForm(DeskForm):
    """Take a run off a list."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, label=_("Reason"), widget=forms.TextInput(attrs=NO_SUGGESTIONS))


class RateForm(DeskForm):
    """Rate what was looked at; `sure`: also what is not over yet."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    sure = forms.BooleanField(
        label=_("Rate it all the same"), required=False, widget=forms.CheckboxInput(attrs={"required": True})
    )


class ReasonForm(DeskForm):
    """A reason alone."""

    reason = forms.CharField(
        max_length=200, label=_("How you know"), widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )


class ImportForm(DeskForm):
    """A list from outside: a file, or pasted."""

    file = forms.FileField(
        required=False, label=_("File"), help_text=_("xlsx, CSV, .RT of AUPAIR, or .t of tsh")
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=_("or pasted"),
        widget=forms.Textarea(attrs={"rows": 6, **NO_SUGGESTIONS}),
    )
    on = forms.DateField(
        widget=day(),
        label=_("As of"),
        help_text=_("These ratings stand, whatever was rated up to this day; later events follow from them."),
    )
    note = forms.CharField(
        max_length=200,
        required=False,
        label=_("Where it comes from"),
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )

    def clean_on(self) -> date:
        on: date = self.cleaned_data["on"]
        try:
            refuse_day(on)
        except Refusal as refusal:
            raise forms.ValidationError(list(refusal.sentences)) from None
        return on

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if not found.get("file") and not (found.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file, or paste a list."))
        return found

    def data_sent(self) -> bytes:
        """The bytes of the file, or of what was pasted."""
        file = self.cleaned_data["file"]
        data: bytes = file.read(LIMITS.packed + 1) if file else self.cleaned_data["text"].encode()
        return data


class ApplyForm(DeskForm):
    """What was shown, to be stored."""

    text = forms.CharField(strip=False, widget=forms.HiddenInput)
    on = forms.DateField(widget=forms.HiddenInput)
    note = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput)
    anew = forms.BooleanField(required=False, label=_("Rate everything after this day again"))
