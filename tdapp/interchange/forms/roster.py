"""The columns of a list, chosen by hand: for each sheet whether it is read, its division, its headings, its columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Event
from tdapp.interchange.lists.edits import has_other_headings
from tdapp.interchange.lists.labels import LABELS, PRIVATE
from tdapp.interchange.roster import SheetReading
from tdapp.interchange.roster.headings import NAMES
from tdapp.kernel.pages.forms import DeskForm, LongSelect
from tdapp.kernel.tabular import column_letters

KNOWN = {name: label for name, label in LABELS.items() if name not in PRIVATE}
APART = {name: label for name, label in LABELS.items() if name in PRIVATE}
VEIL = "•••"


class ColumnsForm(DeskForm):
    """The page "Columns found". `layout`: its sheets, as the list was looked at. `open`: private samples are shown."""

    def __init__(
        self,
        *args: Any,
        event: Event,
        layout: Sequence[Mapping[str, Any]],
        division: str,
        open: bool,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.layout, self.open = layout, open
        rows = list(event.divisions.order_by("order", "name").values_list("slug", "name"))
        self.several = len(rows) > 1
        if self.several and not all(_says_divisions(sheet) for sheet in layout if sheet["read"]):
            self.fields["division"] = _choice(_("Rows that say no division go to"), _none(rows), division)
        for at, sheet in enumerate(layout):
            self._add_sheet(at, sheet, rows)

    def _add_sheet(self, at: int, sheet: Mapping[str, Any], divisions: list[tuple[str, str]]) -> None:
        if len(self.layout) > 1:
            self.fields[f"read-{at}"] = forms.BooleanField(
                label=sheet["name"], required=False, initial=sheet["read"], label_suffix=""
            )
            if self.several:
                label = _("Its players play in")
                self.fields[f"division-{at}"] = _choice(label, _none(divisions), sheet["division"])
        rows = [(str(row["row"]), _now("row %(row)s: %(text)s") % row) for row in sheet["rows"]]
        none = ("0", _now("none: the first row is a player"))
        heading = str(sheet["heading"]) if sheet["found"] else "0"
        self.fields[f"heading-{at}"] = _choice(_("Headings stand in"), [*rows, none], heading)
        for column in sheet["columns"]:
            field = _choice(_heading(column), _fields(), column["field"])
            self.fields[f"column-{at}-{column['at']}"] = field

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        chosen = [at for at in range(len(self.layout)) if self._is_read(at)]
        if not chosen:
            raise forms.ValidationError(_now("Tick at least one sheet."))
        for at in chosen:
            self._check_columns(at)
        return given

    def _is_read(self, at: int) -> bool:
        return len(self.layout) == 1 or bool(self.cleaned_data.get(f"read-{at}"))

    def _check_columns(self, at: int) -> None:
        if not self._is_shown(at):
            return
        columns = self._columns(at)
        names = [name for name in columns.values() if name]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            letters = ", ".join(column_letters(place) for place, name in columns.items() if name == twice)
            sentence = _now("Columns %(letters)s are both called “%(field)s”. Leave one of them out.")
            self.add_error(None, sentence % {"letters": letters, "field": LABELS[twice]})
        if not set(NAMES) & set(names) and not has_other_headings(self.layout[at], self._reading(at)):
            sentence = _now("No column holds the names: choose “%(name)s”, or “%(surname)s” and “%(given)s”.")
            facts = {"name": LABELS["name"], "surname": LABELS["surname"], "given": LABELS["given"]}
            self.add_error(None, self._of_sheet(at, sentence % facts))

    def _is_shown(self, at: int) -> bool:
        """Whether the page asked for the columns of a sheet: of one ticked just now they come next."""
        return f"heading-{at}" in self.data

    def _of_sheet(self, at: int, sentence: str) -> str:
        return f"{self.layout[at]['name']}: {sentence}" if len(self.layout) > 1 else sentence

    def _columns(self, at: int) -> dict[int, str]:
        names = {column["at"]: f"column-{at}-{column['at']}" for column in self.layout[at]["columns"]}
        return {place: self.cleaned_data.get(name, "") for place, name in names.items()}

    def chosen(self) -> dict[str, SheetReading]:
        """What was chosen, by the names of the sheets. Of a sheet that was not read before the columns are not asked yet."""
        return {sheet["name"]: self._reading(at) for at, sheet in enumerate(self.layout)}

    def _reading(self, at: int) -> SheetReading:
        shown = self._is_shown(at)
        return SheetReading(
            read=self._is_read(at), division=self.cleaned_data.get(f"division-{at}", ""),
            heading=int(self.cleaned_data.get(f"heading-{at}") or 0) if shown else None,
            columns=self._columns(at) if shown else None,
        )  # fmt: skip

    @property
    def sheets(self) -> Iterator[dict[str, Any]]:
        """Each sheet with its fields, for the page."""
        for at, sheet in enumerate(self.layout):
            yield {
                "name": sheet["name"],
                "people": sheet["people"],
                "heading": self[f"heading-{at}"],
                "read": self[f"read-{at}"] if f"read-{at}" in self.fields else None,
                "division": self[f"division-{at}"] if f"division-{at}" in self.fields else None,
                "open": sheet["read"] or self.data.get(f"read-{at}"),
                "columns": [self._column(at, column) for column in sheet["columns"]],
            }

    def _column(self, at: int, column: Mapping[str, Any]) -> dict[str, Any]:
        bound = self[f"column-{at}-{column['at']}"]
        veiled = column["field"] in APART and not self.open
        return {
            "letters": column_letters(column["at"]),
            "heading": column["heading"],
            "field": bound,
            "samples": [VEIL] if veiled else column["samples"],
            "ask": column["how"] in ("unknown", "guessed"),
            "guessed": column["how"] == "guessed",
        }


def _says_divisions(sheet: Mapping[str, Any]) -> bool:
    return bool(sheet["division"]) or any(column["field"] == "division" for column in sheet["columns"])


def _choice(label: Any, choices: Any, initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=initial, required=False, widget=LongSelect)


def _none(rows: list[tuple[str, str]]) -> list[tuple[str, Any]]:
    return [("", _("nowhere: ask me")), *rows]


def _fields() -> list[tuple[str, Any]]:
    return [("", _("left out")), *KNOWN.items(), *((name, _apart(label)) for name, label in APART.items())]


def _apart(label: Any) -> str:
    return _now("%(field)s (kept apart)") % {"field": label}


def _heading(column: Mapping[str, Any]) -> str:
    return column["heading"] or _now("Column %(letters)s") % {"letters": column_letters(column["at"])}
