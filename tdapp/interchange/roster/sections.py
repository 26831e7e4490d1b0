"""Rows of a list that are nobody: headings that stand alone ("GRADE 7"), what stands below a list ("Prepared by"), totals,
headings repeated. They are left out and said, and whoever reads the list may say that one is somebody after all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tdapp.interchange.roster.headings import NAMES, Heading, field_of, folded
from tdapp.interchange.roster.reader import Rules, as_text
from tdapp.interchange.roster.reading import SheetReading, division_key
from tdapp.interchange.roster.rows import LeftOut
from tdapp.interchange.roster.totals import SAYS_TOTAL, Totals
from tdapp.kernel.tabular import Row, is_blank

FOOT = re.compile(
    r"(?:prepared|noted|approved|certified|submitted|checked|encoded|verified|attested|recommending|conforme|signed|"
    r"received|inihanda|pinagtibay|sinuri|nabatid|elaborado|preparado|aprobado)\b.*"
)
SECTION = re.compile(
    r".*\d.*|.*\b(?:grade|year|level|division|category|section|class|group|team|school|boys|girls|men|women|ladies|"
    r"elementary|secondary|college|junior|senior|kinder|open|baitang|antas|pangkat|dibisyon|kategorya|seksyon|paaralan|"
    r"koponan|grado|categoria|equipo|escuela|players|entries|participants|manlalaro|kalahok|lista|listahan)\b.*"
)
LETTER = re.compile(r"[^\W\d_]")


class Sorted:
    """The rows below the headings: `people`, those `left` out with why, and which section each person stands in."""

    def __init__(self, below: Sequence[Row], heading: Heading, rules: Rules, said: SheetReading) -> None:
        self._heading, self._rules, self._said = heading, rules, said
        self._names = {heading.columns[name] for name in NAMES if name in heading.columns}
        self._divisions = {division_key(name) for pair in rules.divisions for name in pair}
        self.left: list[LeftOut] = []
        self.sections: dict[int, str] = {}
        self.people = self._sort(below)

    def _sort(self, below: Sequence[Row]) -> list[Row]:
        alone = (
            {row.number: cell for row in below if (cell := self._alone(row))} if self._is_table(below) else {}
        )
        section, foot, kept = "", False, []
        for row in below:
            here = self._said.rows.get(row.number)
            cell = alone.get(row.number)
            foot = foot or bool(cell and here is None and FOOT.fullmatch(folded(cell[1])))
            if here is False:
                self._leave(row, "row-left")
            elif here is None and self._is_again(row):
                self._leave(row, "heading-again")
            elif here is None and not self._is_used(row) and not (cell and self._is_heading(*cell)):
                self._leave(row, "foot-row" if foot and cell else "row-beside")
            elif here is None and cell and foot:
                self._leave(row, "foot-row")
            elif here is None and cell and self._is_heading(*cell):
                section = cell[1]
                self._leave(row, "section-row")
            else:
                kept.append(row)
                self.sections[row.number] = section
        return self._without_totals(kept)

    def _without_totals(self, kept: Sequence[Row]) -> list[Row]:
        people = {number for number, here in self._said.rows.items() if here}
        parted = Totals(kept, self._heading, self._rules, people)
        for row in parted.totals:
            self._leave(row, "total-row")
        return parted.people

    def _leave(self, row: Row, code: str) -> None:
        text = " · ".join(as_text(value).strip() for value in row.values if not is_blank(value))
        self.left.append(LeftOut(row.number, code, text[:80]))

    def _is_table(self, below: Sequence[Row]) -> bool:
        """Whether many rows hold several cells: else a cell alone is what every row of the list is."""
        many = sum(sum(not is_blank(value) for value in row.values) > 1 for row in below)
        return many * 3 > len(below)

    def _alone(self, row: Row) -> tuple[int, str] | None:
        """The only cell of a row with its column, when it holds words."""
        cells = [(at, as_text(value).strip()) for at, value in enumerate(row.values) if not is_blank(value)]
        if len(cells) != 1 or row.formulas or not LETTER.search(cells[0][1]):
            return None
        return cells[0]

    def _is_heading(self, column: int, text: str) -> bool:
        """Whether a cell alone is a heading: it stands before the names or in a column that is read, or says what no name
        says. A word behind the names in a column nobody reads is a remark.
        """
        if self._rules.totals or SAYS_TOTAL.fullmatch(folded(text)):
            return False
        if column not in self._names and (self._is_read(column) or column < min(self._names, default=0)):
            return True
        key = folded(text)
        return text.endswith(":") or division_key(text) in self._divisions or bool(SECTION.fullmatch(key))

    def _is_again(self, row: Row) -> bool:
        """A heading repeated further down, as printed lists have it on every page; also its words that nobody knows."""
        filled = [(at, value) for at, value in enumerate(row.values) if not is_blank(value)]
        written = self._heading.written
        again = (
            field_of(value) or folded(as_text(value)) == folded(written.get(at, "")) for at, value in filled
        )
        return self._heading.number > 0 and len(filled) > 1 and all(again)

    def _is_read(self, column: int) -> bool:
        return column in self._heading.columns.values()

    def _is_used(self, row: Row) -> bool:
        """Whether a row holds something in a column that is read."""
        read = self._heading.columns.values()
        return bool(row.formulas) or any(not is_blank(row.value(column)) for column in read)
