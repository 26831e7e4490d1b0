"""Forms for lists that come in and files that go out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Division, Event
from tdapp.events.setup.presets import PRESETS
from tdapp.interchange.exports.render import FORMATS, PAPERS, Wish
from tdapp.interchange.exports.sheets import KINDS
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.tabular import LIMITS
from tdapp.kernel.tabular.limits import MIB

FORMAT_TITLES = {
    "xlsx": _("Workbook (.xlsx): standings, wall chart, player cards, results, pairings"),
    "csv": _("CSV: one of these as a plain table"),
    "json": _("Archive (.json): the whole event, for programs"),
    "tsh": _("tsh folder (.zip): config.tsh and every division, to go on with in tsh"),
    "t": _("tsh division file (.t)"),
    "tou": _("AUPAIR tournament file (.tou), in which WESPA rates events"),
    "trf26": _("TRF26 (.trf), the form of 2026: with place, days, announced byes and teams as well"),
    "trf": _("TRF16 (.trf) for pairing programs of chess: who beat whom, without scores and spread"),
}
PAPER_TITLES = {"a4": _("A4"), "letter": _("Letter")}


def _divisions(event: Event, first: Any) -> list[tuple[str, Any]]:
    rows = event.divisions.order_by("order", "name").values_list("slug", "name")
    return [("", first), *rows]


class ListForm(DeskForm):
    """A list of people: a file, or what was copied from a spreadsheet."""

    file = forms.FileField(
        label=_("Spreadsheet or CSV file"), required=False, allow_empty_file=True,
        help_text=_("Any order of columns; headings in English, Filipino or Spanish, or none. At most 5 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt", "data-private": True}),
    )  # fmt: skip
    pasted = forms.CharField(
        label=_("or paste the cells here, headings included"), required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "data-private": True}),
    )  # fmt: skip
    division = forms.ChoiceField(label=_("Rows without a division go to"), required=False)

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        if event.divisions.count() > 1:
            choices = _divisions(event, _("nowhere: they are refused"))
            self.fields["division"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["division"]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        pasted = bool((given.get("pasted") or "").strip())
        if pasted == (given.get("file") is not None) and not self.errors:
            sentence = _now("Choose a file or paste cells, one of the two.")
            raise forms.ValidationError(sentence)
        return given

    def source(self) -> dict[str, Any]:
        """What was sent, as arguments of `roster.preview`; of a file never more than one byte beyond the limit."""
        given = self.cleaned_data
        told = {"division": given.get("division", "")}
        if given["file"] is None:
            return {**told, "data": given["pasted"].encode(), "name": _now("Pasted cells"), "pasted": True}
        return {**told, "data": given["file"].read(LIMITS.packed + 1), "name": given["file"].name}


class AgainForm(DeskForm):
    """Read a list again: another sheet, another place for rows without a division, totals taken for people."""

    sheet = forms.ChoiceField(label=_("Sheet"), required=False)
    division = forms.ChoiceField(label=_("Rows without a division go to"), required=False)

    totals = forms.BooleanField(label=_("Rows that look like totals are people"), required=False)

    def __init__(self, *args: Any, event: Event, sheets: list[str], totals: bool = True, **more: Any) -> None:
        super().__init__(*args, **more)
        if not totals:
            del self.fields["totals"]
        self.fields["sheet"].choices = [(name, name) for name in sheets]  # type: ignore[attr-defined]
        self.fields["division"].choices = _divisions(event, _("nowhere: they are refused"))  # type: ignore[attr-defined]
        if len(sheets) < 2:
            del self.fields["sheet"]
        if event.divisions.count() < 2:
            del self.fields["division"]

    @property
    def asked(self) -> list[forms.BoundField]:
        return [self[name] for name in ("sheet", "division", "totals") if name in self.fields]


class SeenForm(DeskForm):
    """Carry a dry run out as it was seen, with the answer about unknown ages where one is asked for."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    minors = forms.ChoiceField(
        label=_("Are there minors among them?"), required=False, widget=forms.RadioSelect,
        choices=[
            ("yes", _("Yes: those of unknown age are shown as children are")),
            ("no", _("No: their names are shown in full")),
        ],
    )  # fmt: skip


class ApplyForm(SeenForm):
    """The same of a list of people."""

    skip_refused = forms.BooleanField(required=False, label=_("Leave the refused rows out"))


class ManyFilesInput(forms.ClearableFileInput):
    """A file field that takes several."""

    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Several files, each as (name, bytes)."""

    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[tuple[str, bytes]]:
        given = (data if isinstance(data, list | tuple) else [data]) or [None]
        found = [super(ManyFilesField, self).clean(one, initial) for one in given]
        return [(one.name, one.read(LIMITS.packed + 3 * MIB)) for one in found]


class EventFilesForm(DeskForm):
    """A whole event as files: .t files, one division each, a tsh folder, or one archive."""

    upload = ManyFilesField(
        label=_("Files"), allow_empty_file=True,
        help_text=_(
            "A tsh folder as a zip, or its config.tsh with the divisions (.t); single .t files or TRF files of chess "
            "programs, one a division; one .tou file; one workbook or CSV file of results; or one archive (.json) exported "
            "here. At most 8 MB."
        ),
        widget=ManyFilesInput(
            attrs={"accept": ".zip,.tsh,.t,.tou,.xlsx,.csv,.tsv,.trf,.trfx,.json,.txt", "multiple": True, "data-private": True}
        ),
    )  # fmt: skip
    name = forms.CharField(
        label=_("Name of the event"),
        max_length=120,
        required=False,
        help_text=_("Leave blank for the archive's own, or that of a tsh folder."),
    )
    slug = forms.SlugField(
        label=_("Short name"),
        max_length=60,
        required=False,
        help_text=_("For its address. Leave blank to make it from the name."),
    )
    starts_on = forms.DateField(
        label=_("First day"), required=False, widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Leave blank for the day the files say, or today."),
    )  # fmt: skip
    preset = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[(one.key, one.title) for one in PRESETS.values()],
        help_text=_("Of .t and TRF files: ruleset, byes, tie-breaks, and whether a second person confirms results."),
    )  # fmt: skip

    columns = forms.CharField(
        label=_("Columns of a table of results"), required=False, max_length=2000,
        help_text=_(
            "Only where its headings are not understood: one a line, as in “Contestant = name1”. Fields: round, table, division, "
            "name1, score1, name2, score2, number1, number2, kind."
        ),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
    )  # fmt: skip

    known_people = forms.BooleanField(
        label=_("Match people by name"), required=False,
        help_text=_(
            "A player without a number is the one person here who has this name. Where several have it, and without this tick, "
            "they are somebody new. The dry run says how many are known."
        ),
    )  # fmt: skip
    more_games = forms.BooleanField(
        label=_("Somebody may have several games in one round"), required=False,
        help_text=_(
            "Only of a table of results: each game beyond the first stands in a round behind the last, and is named. Without "
            "this tick such a row is a mistake."
        ),
    )  # fmt: skip

    def wishes(self) -> dict[str, Any]:
        """Arguments of `event.preview_import`."""
        given = self.cleaned_data
        asked = ("name", "slug", "starts_on", "columns", "known_people", "more_games")
        told = {name: given[name] for name in asked}
        return {**told, "files": given["upload"], "preset": given["preset"] or "pspa-open"}


class FillForm(DeskForm):
    """A .t or TRF file for one empty division."""

    into = forms.ChoiceField(label=_("Division"))
    file = forms.FileField(
        label=_("tsh division file (.t) or TRF file (.trf)"), allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".t,.trf,.trfx,.txt", "data-private": True}),
    )  # fmt: skip

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.rows = list(event.divisions.select_related("event").filter(entrants=None, rounds=None))
        self.fields["into"].choices = [(row.slug, row.name) for row in self.rows]  # type: ignore[attr-defined]

    def division(self) -> Division:
        """The division that was chosen."""
        return next(row for row in self.rows if row.slug == self.cleaned_data["into"])

    def files_sent(self) -> list[tuple[str, bytes]]:
        """The file, as the command wants it."""
        file = self.cleaned_data["file"]
        return [(file.name, file.read(LIMITS.packed + 1))]


class RestoreForm(DeskForm):
    """The word that says a restore is meant."""

    sure = forms.CharField(
        label=_("Type RESTORE"), max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "w-pin"}),
    )  # fmt: skip


class ExportForm(DeskForm):
    """What is wanted as a file."""

    format = forms.ChoiceField(
        label=_("Format"), choices=list(FORMAT_TITLES.items()), widget=forms.RadioSelect
    )
    division = forms.ChoiceField(label=_("Division"), required=False)
    after = forms.IntegerField(
        label=_("Up to round"), required=False, min_value=1, max_value=200, help_text=_("Leave blank for the last one."),
        widget=forms.NumberInput(attrs={"class": "num w-num", "inputmode": "numeric"}),
    )  # fmt: skip
    sheet = forms.ChoiceField(
        label=_("CSV holds"), required=False, choices=[(key, KINDS[key][0]) for key in KINDS]
    )
    paper = forms.ChoiceField(label=_("Paper"), required=False, choices=list(PAPER_TITLES.items()))
    full_names = forms.BooleanField(
        label=_("Full names of minors whose names are hidden"), required=False,
        help_text=_("Only for files that stay inside the association."),
    )  # fmt: skip
    private = forms.BooleanField(label=_("Archive with birth dates, guardians and contacts"), required=False)

    def __init__(self, *args: Any, event: Event, may_private: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.initial.setdefault("format", "xlsx")
        self.fields["division"].choices = _divisions(event, _("all divisions"))  # type: ignore[attr-defined]
        if not may_private:
            del self.fields["full_names"], self.fields["private"]
        if event.divisions.count() < 2:
            del self.fields["division"]

    def wish(self) -> Wish:
        """What was asked for, with what was left empty as usual."""
        given = self.cleaned_data
        return Wish(
            given["format"], given.get("division", ""), given["after"] or 0, given["sheet"] or "standings",
            given["paper"] or "a4", given.get("full_names", False), given.get("private", False),
        )  # fmt: skip

    @property
    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in ("division", "after", "sheet", "paper") if name in self.fields]

    @property
    def guarded(self) -> list[forms.BoundField]:
        return [self[name] for name in ("full_names", "private") if name in self.fields]


assert set(FORMAT_TITLES) == set(FORMATS)
assert set(PAPER_TITLES) == set(PAPERS)
