"""One row being read: its cells as plain text, and the findings made on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.interchange.roster.headings import NAMES, Heading
from tdapp.interchange.roster.reading import cell_of
from tdapp.kernel.tabular import ErrorValue, Row, Tidied, Value, is_blank, tidy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SHOWN = 80
UNKNOWN = frozenset(
    {"?", "??", "???", "(?)", "n/a", "n.a.", "n. a.", "#n/a", "tba", "tbd", "t.b.a.", "not known"}
)
UNKNOWN_BUT_NAMES = frozenset({"na", "unknown", "hindi alam", "di alam", "desconocido"})
DASHES = frozenset({"-", "--", "---", "\N{EN DASH}", "\N{EM DASH}"})


@dataclass(frozen=True, slots=True)
class Rules:
    """What a roster is read against: the day of the event, its divisions as (short name, name), where rows without
    a division go. No divisions: any name is taken as written. `totals`: rows that look like totals are people.
    `known_divisions`: what else stands for one. `surname_first`: names without a comma begin with the surname.
    `schools`: they come from schools, not from clubs.
    """

    today: date
    divisions: Sequence[tuple[str, str]] = ()
    default_division: str = ""
    totals: bool = False
    known_divisions: Mapping[str, str] = field(default_factory=dict)
    surname_first: bool = False
    schools: bool = False


@dataclass(slots=True)
class RowReader:
    """A row with its headings. `text` gives a cell tidied; `note` writes a finding about a cell.

    `mended`: what somebody typed instead of a cell. `otherwise`: what an empty cell means, by sheet or section.
    """

    row: Row
    heading: Heading
    rules: Rules
    mended: Mapping[str, str] = field(default_factory=dict)
    otherwise: Mapping[str, str] = field(default_factory=dict)
    findings: list[RosterFinding] = field(default_factory=list)
    _texts: dict[str, str] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether the file has a column for the field, or says it otherwise."""
        return name in self.heading.columns or name in self.mended or name in self.otherwise

    def value(self, name: str) -> Value:
        """The cell as it is, None when it or its column is missing; what says "unknown" is empty."""
        value: Value = self.mended.get(name)
        if value is None and name in self.heading.columns:
            value = self.row.value(self.heading.columns[name])
        if is_blank(value) or is_unknown(name, value):
            return self.otherwise.get(name)
        return value

    def text(self, name: str, longest: int = 0) -> str:
        """The cell as plain text; what had to be changed, and a length beyond `longest`, is noted (once)."""
        if name not in self._texts:
            self._texts[name] = self._read(name, longest)
        return self._texts[name]

    def _read(self, name: str, longest: int) -> str:
        value = self.value(name)
        self._note_formula(name, value)
        if value is None or isinstance(value, ErrorValue):
            return ""
        tidied = tidy(as_text(value))
        self._note_changes(name, tidied)
        if longest and len(tidied.text) > longest:
            sentence = _("Cell %(cell)s is longer than %(limit)s characters.")
            self.note(name, Severity.ERROR, "too-long", sentence, _("Shorten it."), limit=longest)
            return tidied.text[:longest]
        return tidied.text

    def note(
        self, name: str, severity: Severity, code: str, sentence: str, remedy: str = "", **facts: object
    ) -> None:
        """Write a finding about the field's cell; `sentence` may use %(cell)s, %(value)s and `facts`."""
        column = self.heading.columns.get(name)
        cell = cell_of(self.row.number, column) if column is not None else ""
        shown = as_text(self.value(name))[:SHOWN]
        told = {"cell": cell or self.row.number, "value": shown, "row": self.row.number, **facts}
        self.findings.append(
            RosterFinding(
                self.row.number, severity, code, sentence % told, remedy % told if remedy else "",
                self.heading.written.get(column, "") if column is not None else "", cell, shown, name,
            )
        )  # fmt: skip

    def error(self, name: str, code: str, sentence: str, remedy: str = "", **facts: object) -> None:
        self.note(name, Severity.ERROR, code, sentence, remedy, **facts)

    def ask(self, name: str, code: str, sentence: str, remedy: str = "", **facts: object) -> None:
        self.note(name, Severity.QUESTION, code, sentence, remedy, **facts)

    def tell(self, name: str, code: str, sentence: str, remedy: str = "", **facts: object) -> None:
        self.note(name, Severity.INFO, code, sentence, remedy, **facts)

    def _note_formula(self, name: str, value: Value) -> None:
        if isinstance(value, ErrorValue):
            sentence = _("Cell %(cell)s holds a formula that failed (%(value)s).")
            self.error(name, "formula-failed", sentence, _("Type the value itself."))
        elif name not in self.mended and self.heading.columns.get(name, -1) in self.row.formulas:
            if value is None:
                sentence = _("Cell %(cell)s holds a formula without a stored value.")
                self.error(name, "formula-empty", sentence, _("Type the value itself."))
            else:
                sentence = _("Cell %(cell)s holds a formula; its stored value “%(value)s” was read.")
                self.tell(name, "formula", sentence)

    def _note_changes(self, name: str, tidied: Tidied) -> None:
        for change in sorted(tidied.changes):
            tell, code, sentence, remedy = CHANGES[change]
            what = ", ".join(dict.fromkeys(tidied.removed)) or "-"
            tell(self, name, code, str(sentence), str(remedy), what=what, text=tidied.text)


CHANGES: dict[str, tuple[Callable[..., None], str, StrPromise, StrPromise | str]] = {
    "bidi": (
        RowReader.ask,
        "reordering-character",
        gettext_lazy(
            "Cell %(cell)s held a character that turns the reading direction (%(what)s); it was left out: “%(text)s”."
        ),
        gettext_lazy("Compare the name with the entry form."),
    ),
    "invisible": (
        RowReader.tell,
        "invisible-character",
        gettext_lazy("Cell %(cell)s held an invisible character (%(what)s); it was left out: “%(text)s”."),
        "",
    ),
    "control": (
        RowReader.tell,
        "control-character",
        gettext_lazy("Cell %(cell)s held a control character (%(what)s); it was left out: “%(text)s”."),
        "",
    ),
    "composed": (
        RowReader.tell,
        "accent-composed",
        gettext_lazy(
            "Cell %(cell)s held a letter and its accent as two characters; they were joined: “%(text)s”."
        ),
        "",
    ),
    "spaces": (
        RowReader.tell,
        "extra-spaces",
        gettext_lazy("Cell %(cell)s held spaces too many; they were left out: “%(text)s”."),
        "",
    ),
}


def is_unknown(name: str, value: Value) -> bool:
    """Whether a cell says that nobody knows: "?" and "n/a" alike. A name may be Na, a rating "-" is unrated."""
    if not isinstance(value, str):
        return False
    said = value.strip().casefold()
    return said in UNKNOWN or (name not in NAMES and said in UNKNOWN_BUT_NAMES) or (
        name != "rating" and said in DASHES
    )  # fmt: skip


def as_text(value: Value) -> str:
    """A cell as a person would type it: 1481.0 as 1481, a date as 2011-03-04."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)
