"""Forms for a division's rules: board, tile table, single values, a file of its own."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules.loading import Ruleset
from scoring.rules.ruleset_files import MAX_BYTES
from scoring.rules.rulesheet import TOPICS
from scoring.rules.schema import KINDS, MAX_TILES_IN_SET
from scoring.rules.value_kinds import Choice, Flag, Whole
from tdapp.events.rules import overrides, rule_labels, tile_sets
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number

SEEN = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)


class BoardForm(DeskForm):
    """A board as rows of signs; the painter writes them, or a person does."""

    name = forms.CharField(
        label=_("Name of the board"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )
    confirmed = forms.BooleanField(
        label=_("This is our board"), required=False,
        help_text=_("Compared with the board on the tables. Findings may then rest on every square."),
    )  # fmt: skip
    keep = forms.BooleanField(
        label=_("Keep it by its name"), required=False, help_text=_("For other divisions and events here.")
    )
    rows = forms.CharField(
        label=_("The board as rows of signs"), max_length=2000,
        widget=forms.Textarea(attrs={"rows": 10, "class": "rows", **NO_SUGGESTIONS}),
        help_text=_("One line a row: . plain, d t q letter times 2, 3, 4, D T Q word times 2, 3, 4."),
    )  # fmt: skip
    start = forms.CharField(
        label=_("Start square"), required=False, max_length=3,
        widget=forms.TextInput(attrs={"class": "w-num", **NO_SUGGESTIONS}), help_text=_("Leave blank for the middle."),
    )  # fmt: skip
    seen = SEEN

    def clean_rows(self) -> list[str]:
        return [row for row in self.cleaned_data["rows"].splitlines() if row.strip()]


class TilesForm(DeskForm):
    """What stands around the rows of a tile table; the rows come as lists of fields of one name."""

    name = forms.CharField(
        label=_("Name of the tile set"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )
    total = number(
        2,
        MAX_TILES_IN_SET,
        _("Tiles in the whole set"),
        help_text=_("With fewer in the rows, the rest is not known yet."),
    )
    confirmed = forms.BooleanField(
        label=_("This is our tile set"), required=False,
        help_text=_("Counted on the tables. Findings may then rest on values and numbers of tiles."),
    )  # fmt: skip
    keep = forms.BooleanField(
        label=_("Keep it by its name"), required=False, help_text=_("For other divisions and events here.")
    )
    pasted = forms.CharField(
        label=_("Or paste the whole table"), required=False, max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 4, "class": "rows", **NO_SUGGESTIONS}),
        help_text=_("From a spreadsheet: tile, value, how many, bag; with or without headings. It replaces the rows above."),
    )  # fmt: skip
    seen = SEEN

    def clean(self) -> dict[str, Any]:
        """The rows typed, or those pasted; every pasted line that cannot be read is told."""
        found = super().clean() or {}
        rows, wrong = tile_sets.pasted(found.get("pasted", ""))
        for sentence in wrong:
            self.add_error("pasted", sentence)
        found["rows"] = rows or self.typed()
        if tile_sets.too_many(found["rows"]):
            self.add_error(None, gettext("That is more kinds of tiles than any set has."))
        return found

    def typed(self) -> list[tile_sets.Row]:
        """The rows as they stand in their fields."""
        if not hasattr(self.data, "getlist"):
            return []
        columns = [self.data.getlist(f"tile_{name}")[:200] for name in tile_sets.COLUMNS]
        rows = (tile_sets.row_of(cells) for cells in zip_longest(*columns, fillvalue=""))
        return [row for row in rows if row is not None]

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in super().values().items() if name != "pasted"}


class ValuesForm(DeskForm):
    """Every rule that is one value: a choice, yes or no, a number, a short list."""

    seen = SEEN
    # Set elsewhere: who starts belongs to the division's settings.
    ELSEWHERE = overrides.PAINTED | {"starter.rule"}

    def __init__(self, *args: Any, base: Ruleset, **more: Any) -> None:
        super().__init__(*args, **more)
        self.base = base
        for name, kind in KINDS.items():
            if name not in self.ELSEWHERE:
                self.fields[name] = _field(name, kind)

    @property
    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields by topic, in the order of the rule sheet."""
        found: dict[str, list[forms.BoundField]] = {}
        for name in self.fields:
            if "." in name:
                found.setdefault(name.split(".")[0], []).append(self[name])
        return [(gettext(TOPICS[section]), fields) for section, fields in found.items()]

    def values(self) -> dict[str, Any]:
        given = super().values()
        return {"seen": given.pop("seen"), "values": given}


def _field(name: str, kind: Any) -> forms.Field:
    """The field of a rule: a choice between sentences, or a value for the gap in one; what it must be stands below."""
    if isinstance(kind, Flag):
        pairs = [("true", rule_labels.option(name, True)), ("false", rule_labels.option(name, False))]
        return forms.ChoiceField(label=rule_labels.label(name), choices=pairs)
    if isinstance(kind, Choice):
        return forms.ChoiceField(
            label=rule_labels.label(name),
            choices=[(one, rule_labels.option(name, one)) for one in kind.options],
        )
    short = isinstance(kind, Whole)
    attrs = {"class": "w-num num" if short else "", **NO_SUGGESTIONS}
    return forms.CharField(
        label=rule_labels.label(name), required=short, max_length=4000, help_text=translated(kind.expected),
        widget=forms.TextInput(attrs=attrs),
    )  # fmt: skip


def written(ruleset: Ruleset) -> dict[str, str]:
    """A ruleset's values as the form shows them."""
    return {name: overrides.as_text(value) for name, value in ruleset.values().items()}


class FileForm(DeskForm):
    """A ruleset file, uploaded or pasted."""

    file = forms.FileField(label=_("Ruleset file (.toml)"), required=False)
    text = forms.CharField(
        label=_("Or paste it"), required=False, max_length=MAX_BYTES, strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "rows", **NO_SUGGESTIONS}),
    )  # fmt: skip
    seen = SEEN

    def clean(self) -> dict[str, Any]:
        """The file's text; the pasted one when there is no file."""
        found = super().clean() or {}
        if given := found.pop("file", None):
            found["text"] = self._text_of(given)
        if not str(found.get("text", "")).strip() and not self.errors:
            self.add_error(None, gettext("Choose a file or paste its text."))
        return found

    def _text_of(self, given: Any) -> str:
        """The text of an upload, "" with a sentence when it is none."""
        if given.size > MAX_BYTES:
            self.add_error("file", gettext("That is larger than any ruleset file."))
            return ""
        try:
            return str(given.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", gettext("The file is not a text in UTF-8."))
            return ""
