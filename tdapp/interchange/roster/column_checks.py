"""What shows only when all rows are looked at together: doubles, two of one name, columns that look swapped."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.interchange.roster.headings import Heading
from tdapp.interchange.roster.reader import as_text
from tdapp.interchange.roster.reading import cell_of
from tdapp.interchange.roster.rows import RosterRow
from tdapp.kernel.tabular import Row, column_letters
from tdapp.people.names import fold

OLDEST_SHOWN_YEAR = 1920


class Whole:
    """The checks over a file; `findings()` yields them all."""

    def __init__(
        self, rows: Sequence[RosterRow], sheets: Sequence[tuple[Sequence[Row], Heading]], year: int
    ) -> None:
        self.rows, self.sheets, self.year = rows, sheets, year
        self._headings = {row.number: heading for body, heading in sheets for row in body}
        self._told: set[int] = set()

    def findings(self) -> Iterator[RosterFinding]:
        yield from self._doubled_columns()
        yield from self._swapped()
        yield from self._same_number()
        yield from self._same_row()
        yield from self._same_name()
        yield from self._nearly_same_name()
        yield from self._same_table_or_seed()

    def _note(
        self, row: RosterRow, field: str, severity: Severity, code: str, sentence: str, remedy: str = "",
        **facts: object,
    ) -> RosterFinding:  # fmt: skip
        heading = self._headings[row.row]
        column = heading.columns.get(field)
        cell = cell_of(row.row, column) if column is not None else ""
        told = {"row": row.row, "name": row.name, **facts}
        written = heading.written.get(column, "") if column is not None else ""
        value = as_text(getattr(row, field, "") or "")
        return RosterFinding(
            row.row, severity, code, sentence % told, remedy % told, written, cell, value, field
        )

    def _name(self, row: RosterRow) -> str:
        """The column the row's name stands in."""
        return _name_field(self._headings[row.row])

    def _doubled_columns(self) -> Iterator[RosterFinding]:
        for _body, heading in self.sheets:
            for columns in heading.doubled.values():
                letters = ", ".join(column_letters(column) for column in columns)
                names = ", ".join(heading.written[column] for column in columns)
                sentence = _("Columns %(letters)s all say the same thing (%(names)s).")
                told = sentence % {"letters": letters, "names": names}
                remedy = _("Keep one of them, and give the others another heading.")
                yield RosterFinding(heading.number, Severity.ERROR, "column-twice", told, remedy, names)

    def _swapped(self) -> Iterator[RosterFinding]:
        """Ratings that are all years beside years that mostly are none."""
        for body, heading in self.sheets:
            pairs = [pair for row in body if (pair := self._rating_and_year(row, heading))]
            years = sum(self._is_year(rating) and not self._is_year(year) for rating, year in pairs)
            if len(pairs) >= 3 and years * 5 >= len(pairs) * 4:
                told, remedy = (
                    _("The columns of ratings and of birth years look swapped."),
                    _("Look at their headings."),
                )
                yield RosterFinding(heading.number, Severity.QUESTION, "columns-swapped", told, remedy)

    def _rating_and_year(self, row: Row, heading: Heading) -> tuple[int, int] | None:
        columns = [heading.columns.get(field) for field in ("rating", "birth_year")]
        texts = [as_text(row.value(column)).strip() for column in columns if column is not None]
        if len(texts) < 2 or not all(text.isdecimal() and len(text) < 9 for text in texts):
            return None
        return int(texts[0]), int(texts[1])

    def _is_year(self, number: int) -> bool:
        return OLDEST_SHOWN_YEAR <= number <= self.year

    def _same_number(self) -> Iterator[RosterFinding]:
        for first, *others in self._groups(lambda row: row.member.casefold()):
            for row in others:
                self._told.add(row.row)
                sentence = _(
                    "Member number %(number)s in row %(row)s already belongs to %(first)s in row %(other)s."
                )
                remedy = _(
                    "Delete the row if it is the same person; correct the number if it is another one."
                )
                facts = {"number": row.member, "first": first.name, "other": first.row}
                yield self._note(row, "member", Severity.ERROR, "member-twice", sentence, remedy, **facts)

    def _same_row(self) -> Iterator[RosterFinding]:
        """Equal in everything: an error when a birth date or year says it is one person, else asked about."""
        for first, *others in self._groups(
            lambda row: replace(row, row=0) if row.name and not row.member else None
        ):
            for row in others:
                self._told.add(row.row)
                if row.birth_year or row.birth_date:
                    sentence = _("Row %(row)s repeats row %(other)s (%(name)s) in every cell.")
                    remedy = _("Delete one of them; if they are two people, give each a member number.")
                    yield self._note(
                        row,
                        self._name(row),
                        Severity.ERROR,
                        "row-twice",
                        sentence,
                        remedy,
                        other=first.row,
                    )
                else:
                    sentence = _(
                        "Rows %(other)s and %(row)s are equal (%(name)s); they are taken for two people."
                    )
                    yield self._note(
                        row, self._name(row), Severity.QUESTION, "row-equal", sentence,
                        _("Delete one of them if it is the same person."), other=first.row,
                    )  # fmt: skip

    def _same_name(self) -> Iterator[RosterFinding]:
        for first, *others in self._groups(lambda row: fold(row.name)):
            for row in others:
                if row.row not in self._told:
                    self._told.add(row.row)
                    sentence = _(
                        "Rows %(other)s and %(row)s hold one name, %(name)s; they are taken for two people."
                    )
                    yield self._note(
                        row, self._name(row), Severity.QUESTION, "name-twice", sentence,
                        _("Delete one of them if it is the same person."), other=first.row,
                    )  # fmt: skip

    def _nearly_same_name(self) -> Iterator[RosterFinding]:
        for first, *others in self._groups(lambda row: skeleton(row.name)):
            for row in others:
                if row.row not in self._told and fold(row.name) != fold(first.name):
                    sentence = _("%(name)s in row %(row)s looks like %(first)s in row %(other)s.")
                    remedy = _("Delete one of them if it is the same person.")
                    facts = {"first": first.name, "other": first.row}
                    yield self._note(
                        row,
                        self._name(row),
                        Severity.QUESTION,
                        "name-alike",
                        sentence,
                        remedy,
                        **facts,
                    )

    def _same_table_or_seed(self) -> Iterator[RosterFinding]:
        table = _(
            "Rows %(other)s and %(row)s both ask for table %(what)s; one of them will be moved when both play."
        )
        seed = _("Rows %(other)s and %(row)s have the same seed %(what)s in one division.")
        yield from self._clashes("fixed_table", "table-twice", table, lambda row: row.fixed_table)
        yield from self._clashes(
            "seed", "seed-twice", seed, lambda row: row.seed and (row.division, row.seed)
        )

    def _clashes(
        self, field: str, code: str, sentence: str, key: Callable[[RosterRow], Hashable]
    ) -> Iterator[RosterFinding]:
        for first, *others in self._groups(key):
            for row in others:
                facts = {"other": first.row, "what": getattr(row, field)}
                yield self._note(row, field, Severity.QUESTION, code, sentence, **facts)

    def _groups(self, key: Callable[[RosterRow], Hashable]) -> Iterable[list[RosterRow]]:
        """Rows that share a key (an empty one is none), two or more of them, in file order."""
        groups: dict[Hashable, list[RosterRow]] = {}
        for row in self.rows:
            if what := key(row):
                groups.setdefault(what, []).append(row)
        return [group for group in groups.values() if len(group) > 1]


def skeleton(name: str) -> str:
    """A name without accents, spaces, punctuation, and with letters that look alike made one (Unicode TS 39)."""
    flat = unicodedata.normalize("NFKD", name.casefold()).translate(ALIKE)
    return "".join(char for char in flat if char.isalnum())


ALIKE = str.maketrans("аеорсухіјѕԁɡ01", "aeopcyxijsdgol")


def _name_field(heading: Heading) -> str:
    return next((field for field in ("surname", "name", "given") if field in heading.columns), "surname")
