"""The columns of a table of results, chosen by hand: for each sheet whether it is read, its headings, its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tdapp.interchange.results_book.columns import FIELDS, is_whole
from tdapp.interchange.results_book.layout import ColumnShown, SheetShown, written
from tdapp.kernel.pages.forms import DeskForm, LongSelect
from tdapp.kernel.tabular import column_letters

LABELS = {
    "round": _("Round"), "table": _("Table"), "division": _("Division"),
    "name1": _("Player"), "number1": _("Player's number"), "score1": _("Player's score"),
    "name2": _("Opponent"), "number2": _("Opponent's number"), "score2": _("Opponent's score"),
    "kind": _("Kind of result (bye, forfeit, not scored)"), "won": _("Who won"), "spread": _("Spread"),
}  # fmt: skip
assert set(LABELS) == set(FIELDS)


class ResultColumnsForm(DeskForm):
    """The page "Columns found" of a table of results. `layout`: its sheets as they were read."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *args: Any, layout: Sequence[SheetShown], **more: Any) -> None:
        super().__init__(*args, **more)
        self.layout = layout
        for at, sheet in enumerate(layout):
            if len(layout) > 1:
                self.fields[f"read-{at}"] = forms.BooleanField(
                    label=sheet.name, required=False, initial=sheet.read, label_suffix=""
                )
            rows = [
                (str(row), _now("row %(row)s: %(text)s") % {"row": row, "text": text})
                for row, text in sheet.rows
            ]
            none = ("0", _now("none: the first row is a game"))
            self.fields[f"heading-{at}"] = _choice(_("Headings stand in"), [*rows, none], str(sheet.heading))
            for column in sheet.columns:
                label = column.heading or _now("Column %(letters)s") % {"letters": column_letters(column.at)}
                fields = [("", _("left out")), *LABELS.items()]
                self.fields[f"column-{at}-{column.at}"] = _choice(label, fields, column.field)

    def clean(self) -> dict[str, Any]:
        chosen = [at for at in range(len(self.layout)) if self._is_read(at)]
        if not chosen:
            raise forms.ValidationError(_now("Tick at least one sheet."))
        for at in chosen:
            for sentence in self._faults(at):
                self.add_error(None, self._of_sheet(at, sentence))
        return self.cleaned_data

    def _is_read(self, at: int) -> bool:
        return len(self.layout) == 1 or bool(self.cleaned_data.get(f"read-{at}"))

    def _faults(self, at: int) -> Iterator[str]:
        names = [name for name in self._columns(at).values() if name]
        for name in dict.fromkeys(one for one in names if names.count(one) > 1):
            letters = ", ".join(
                column_letters(place) for place, one in self._columns(at).items() if one == name
            )
            sentence = _now("Columns %(letters)s are both called “%(field)s”. Leave one of them out.")
            yield sentence % {"letters": letters, "field": LABELS[name]}
        if not is_whole(names):
            sentence = _now(
                "Say which columns hold “%(round)s”, “%(one)s” and “%(other)s”, and both scores or neither."
            )
            yield sentence % {"round": LABELS["round"], "one": LABELS["name1"], "other": LABELS["name2"]}

    def _of_sheet(self, at: int, sentence: str) -> str:
        return f"{self.layout[at].name}: {sentence}" if len(self.layout) > 1 else sentence

    def _columns(self, at: int) -> dict[int, str]:
        return {one.at: self.cleaned_data.get(f"column-{at}-{one.at}", "") for one in self.layout[at].columns}

    def chosen(self) -> dict[str, str]:
        """Arguments of `events.choose_columns`."""
        lines = (
            line
            for at, sheet in enumerate(self.layout)
            for line in written(
                sheet.name, read=self._is_read(at),
                heading=int(self.cleaned_data.get(f"heading-{at}") or 0), columns=self._columns(at),
            )
        )  # fmt: skip
        return {"seen": self.cleaned_data["seen"], "columns": "\n".join(lines)}

    @property
    def sheets(self) -> Iterator[dict[str, Any]]:
        """Each sheet with its fields, for the page."""
        for at, sheet in enumerate(self.layout):
            read = self[f"read-{at}"] if f"read-{at}" in self.fields else None
            is_open = self.data.get(f"read-{at}") if self.is_bound else sheet.read
            yield {
                "name": sheet.name, "people": True, "heading": self[f"heading-{at}"], "read": read, "division": None,
                "open": read is None or is_open,
                "columns": [self._column(at, column) for column in sheet.columns],
            }  # fmt: skip

    def _column(self, at: int, column: ColumnShown) -> dict[str, Any]:
        return {
            "letters": column_letters(column.at), "heading": column.heading,
            "field": self[f"column-{at}-{column.at}"], "samples": column.samples, "ask": not column.field,
            "guessed": False,
        }  # fmt: skip


def _choice(label: Any, choices: Any, initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=initial, required=False, widget=LongSelect)
