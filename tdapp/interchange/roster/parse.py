"""From tables to a roster: find the headings, read the rows, look at the whole."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tdapp.interchange.roster import births, fields, people
from tdapp.interchange.roster.column_checks import Whole
from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.interchange.roster.headings import NAMES, Heading
from tdapp.interchange.roster.layout import Layout, lay_out
from tdapp.interchange.roster.reader import RowReader, Rules, as_text
from tdapp.interchange.roster.reading import NOBODY, Reading, RowOfSheet, SheetReading, division_key
from tdapp.interchange.roster.rows import LeftOut, Roster, RosterRow
from tdapp.interchange.roster.sections import Sorted
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Row, Table, column_letters
from tdapp.people.names import MINOR, age_band

READ_HEADINGS = 12
DIGITS, LONGEST_ROW = "0123456789", 9
TELL_EVERY = 250
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table with all its rows; `place`: where it stands in the workbook, None where it is read alone."""

    table: Table
    rows: Sequence[Row]
    place: int | None = None


def parse_roster(
    table: Table, rules: Rules, tell: Tell = lambda _done, _total: None, reading: Reading | None = None
) -> Roster:
    """Everybody in a table, with every finding in the order of the rows. `tell` is told how far it is, now and then.

    Refuses (422) a table without headings or without anybody; Unreadable where the file itself breaks off.
    """
    return parse_book([Sheet(table, list(table.rows))], rules, tell, reading or Reading())


def parse_book(sheets: Sequence[Sheet], rules: Rules, tell: Tell, reading: Reading) -> Roster:
    """The same of several sheets: rows say their sheet, and whoever stands in two of them is noticed."""
    parts = [_Part(sheet, rules, reading) for sheet in sheets]
    readers = [reader for part in parts for reader in part.readers]
    if not readers:
        row = parts[0].heading.number
        raise Refusal("roster-empty", _("There is nobody below the headings in row %(row)s.") % {"row": row})
    rows = tuple(_read_rows(parts, len(readers), tell))
    found = [finding for reader in readers for finding in reader.findings]
    found += Whole(rows, [(part.body, part.heading) for part in parts], rules.today.year).findings()
    found += [finding for part in parts for finding in part.about_rows()]
    found.sort(key=lambda finding: finding.row)
    about = [finding for part in parts for finding in part.about_file()]
    first = parts[0].sheet.table
    columns = {name: written for part in reversed(parts) for name, written in part.columns().items()}
    return Roster(
        rows, (*about, *found), columns, parts[0].heading.number,
        {"kind": first.kind, "encoding": first.encoding, "delimiter": first.delimiter,
         "sheet": ", ".join(part.sheet.table.sheet for part in parts)},
        tuple(dict.fromkeys(name for sheet in sheets for name in (sheet.table.sheet, *sheet.table.other_sheets) if name)),
        tuple(left for part in parts for left in part.left()),
        {reader.row.number: _cells(reader) for reader in readers},
    )  # fmt: skip


class _Part:
    """One sheet being read."""

    def __init__(self, sheet: Sheet, rules: Rules, reading: Reading) -> None:
        self.sheet, self.said = sheet, reading.of(sheet.table.sheet)
        layout = lay_out(sheet.rows, self.said, reading, rules)
        self.heading = _heading(layout, self.said, sheet)
        below = [row for row in sheet.rows if row.number > self.heading.number]
        self._sorted = Sorted(below, self.heading, rules, self.said)
        self._below = below
        self._saying = section_field(reading.sections, self._sorted.sections.values(), rules)
        self.body = [self._numbered(row) for row in self._sorted.people]
        self.order = births.column_order(
            row.value(self.heading.columns.get("birth_date", 64)) for row in below
        )
        self.rules = replace(rules, default_division=self.said.division or rules.default_division)
        self.readers = [
            RowReader(
                numbered, self.heading, self.rules, self.said.cells.get(row.number, {}), self._otherwise(row)
            )
            for row, numbered in zip(self._sorted.people, self.body, strict=True)
        ]

    def _otherwise(self, row: Row) -> dict[str, str]:
        section = self._sorted.sections.get(row.number, "")
        return {self._saying: section} if section and self._saying else {}

    def _number(self, number: int) -> int:
        place = self.sheet.place
        return number if place is None else RowOfSheet.of(number, place, self.sheet.table.sheet)

    def _numbered(self, row: Row) -> Row:
        return row if self.sheet.place is None else replace(row, number=self._number(row.number))

    def columns(self) -> dict[str, str]:
        """field -> heading as written, "" where cells were mended or sections say it."""
        said = {name for cells in self.said.cells.values() for name in cells}
        said |= {self._saying} if self._saying and any(self._sorted.sections.values()) else set()
        return dict.fromkeys(sorted(said), "") | {
            name: self.heading.written[column] for name, column in self.heading.columns.items()
        }

    def left(self) -> Iterator[LeftOut]:
        """Rows that are nobody, in order."""
        for one in sorted(self._sorted.left, key=lambda one: one.row):
            yield replace(one, row=self._number(one.row))

    def about_file(self) -> Iterator[RosterFinding]:
        """What concerns the file as a whole."""
        table, number = self.sheet.table, self.heading.number
        if table.encoding_guessed:
            sentence = _("The file does not say its encoding; it was read as %(encoding)s.")
            remedy = _("Look at the names with ñ and accents; save as CSV UTF-8 if they are wrong.")
            yield _file(
                "encoding-guessed", sentence % {"encoding": table.encoding}, remedy, Severity.QUESTION
            )
        if table.other_sheets and self.sheet.place is None:
            facts = {"sheet": table.sheet, "others": ", ".join(table.other_sheets[:READ_HEADINGS])}
            yield _file("other-sheets", _("Only the sheet “%(sheet)s” was read, not %(others)s.") % facts)
        if any(row.number < number for row in self.sheet.rows):
            sentence = _("The headings are in row %(row)s; what stands above them was left out.")
            yield _file("title-rows", sentence % {"row": self._number(number)})
        people = sorted(row.number for row in self._sorted.people)
        if below := [span for span in table.merged if _is_of(people, _rows_of(span))]:
            sentence = _("Merged cells (%(cells)s): only the first cell of each holds the value.")
            facts = {"cells": ", ".join(below[:READ_HEADINGS])}
            remedy = _("Undo the merging and fill every row.")
            yield _file("merged-cells", sentence % facts, remedy, Severity.QUESTION)
        for column in self.heading.unknown:
            facts = {"column": column_letters(column), "heading": self.heading.written[column][:80]}
            yield _file("column-unknown", _("Column %(column)s (“%(heading)s”) was not read.") % facts)

    def about_rows(self) -> Iterator[RosterFinding]:
        """What concerns rows that are nobody."""
        yield from self._empty_rows()
        for row in self._below:
            if row.hidden:
                sentence = _("Row %(row)s is hidden in the sheet; it was read all the same.")
                yield self._about(row.number, "row-hidden", sentence, Severity.QUESTION)
        somebody = _("If it is somebody, tick the row.")
        told: Mapping[str, tuple[str, Severity, str]] = {
            "heading-again": (_("Row %(row)s repeats the headings; it was left out."), Severity.INFO, ""),
            "row-beside": (
                _("Row %(row)s (“%(text)s”) has nothing in the columns that are read; it was left out."),
                Severity.INFO, "",
            ),
            "section-row": (
                _("Row %(row)s (“%(text)s”) stands alone like a heading, not like a player; it was left out."),
                Severity.QUESTION, somebody,
            ),
            "total-row": (
                _("Row %(row)s (“%(text)s”) looks like a total of the list, not like a player; it was left out."),
                Severity.QUESTION, somebody,
            ),
            "foot-row": (_("Row %(row)s (“%(text)s”) stands below the list; it was left out."), Severity.INFO, ""),
            "row-left": (_("Row %(row)s (“%(text)s”) was left out by hand."), Severity.INFO, ""),
        }  # fmt: skip
        for one in self._sorted.left:
            sentence, severity, remedy = told[one.code]
            yield self._about(one.row, one.code, sentence, severity, remedy, text=one.text)

    def _about(
        self, number: int, code: str, sentence: str, severity: Severity, remedy: str = "", **facts: object
    ) -> RosterFinding:
        row = self._number(number)
        return RosterFinding(row, severity, code, sentence % {"row": row, **facts}, remedy)

    def _empty_rows(self) -> Iterator[RosterFinding]:
        last = self.heading.number
        for row in self._below:
            if row.number > last + 1:
                first, end = self._number(last + 1), self._number(row.number - 1)
                sentence = (
                    _("Row %(first)s is empty.") if first == end else _("Rows %(first)s-%(last)s are empty.")
                )
                yield RosterFinding(
                    first, Severity.INFO, "row-empty", sentence % {"first": first, "last": end}
                )
            last = row.number


def section_field(said: str, sections: object, rules: Rules) -> str:
    """Which field sections say for the rows below them: as somebody said; divisions by themselves, where all are some."""
    if said:
        return "" if said == NOBODY else said
    known = {division_key(name) for pair in rules.divisions for name in pair}
    texts = {text for text in sections if text}  # type: ignore[attr-defined]
    return "division" if texts and all(division_key(text) in known for text in texts) else ""


def _heading(layout: Layout, said: SheetReading, sheet: Sheet) -> Heading:
    heading = layout.heading
    if heading is None or layout.guessed:
        raise _no_headings()
    if not set(NAMES) & set(heading.columns):
        sentence = _(
            "No column of names was chosen. Say which column holds the name, or the surname and given name."
        )
        raise Refusal("no-names", sentence)
    return heading


def _read_rows(parts: Sequence[_Part], total: int, tell: Tell) -> Iterator[RosterRow]:
    done = 0
    for part in parts:
        for reader in part.readers:
            if done % TELL_EVERY == 0:
                tell(done, total)
            done += 1
            yield _one(reader, part.order)


def _no_headings() -> Refusal:
    sentence = _(
        "No row of headings was found. The row above the first person must name the columns, "
        "for example: Surname, Given name, Club, Division, Rating."
    )
    return Refusal("no-headings", sentence)


def _one(reader: RowReader, order: births.Order) -> RosterRow:
    surname, given = people.name(reader)
    day, year = births.birth(reader, order)
    agreed = fields.consent(reader)
    if not agreed and age_band(day, year, reader.rules.today) == MINOR:
        sentence = _(
            "Row %(row)s is a minor without recorded consent: the public sees given name and initial."
        )
        reader.tell("consent", "consent-missing", sentence)
    return RosterRow(
        row=reader.row.number,
        surname=surname,
        given=given,
        member=fields.member(reader),
        club=reader.text("club", 120),
        school=reader.text("school", 120),
        division=fields.division(reader),
        rating=fields.rating(reader),
        birth_date=day,
        birth_year=year,
        consent=agreed,
        guardian=reader.text("guardian", 160),
        contact=fields.contact(reader),
        team=reader.text("team", 80),
        klass=reader.text("klass", 20),
        fixed_table=fields.positive(reader, "fixed_table", "table-unreadable", 2000),
        seed=fields.positive(reader, "seed", "seed-unreadable", 20_000),
        gender=fields.gender(reader),
        notes=reader.text("notes", 400),
    )


def _cells(reader: RowReader) -> dict[str, str]:
    """What the cells of a row say, as they stand or were mended; names are shown as they were read."""
    names = [*reader.heading.columns, *(name for name in reader.mended if name not in reader.heading.columns)]
    return {name: text for name in names if (text := as_text(reader.value(name)).strip()[:160])}


def _file(code: str, sentence: str, remedy: str = "", severity: Severity = Severity.INFO) -> RosterFinding:
    return RosterFinding(0, severity, code, sentence, remedy)


def _rows_of(span: str) -> tuple[int, int]:
    """First and last row of "A2:B5"; never walked: a file may claim any number of rows."""
    first, _colon, last = span.partition(":")
    return _row(first), _row(last or first)


def _is_of(people: Sequence[int], rows: tuple[int, int]) -> bool:
    """Whether one of the people, whose rows ascend, stands in these rows."""
    at = bisect_left(people, rows[0])
    return at < len(people) and people[at] <= rows[1]


def _row(cell: str) -> int:
    digits = "".join(char for char in cell if char in DIGITS)
    return int(digits) if 0 < len(digits) < LONGEST_ROW else 0
