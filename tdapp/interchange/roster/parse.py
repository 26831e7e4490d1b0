"""From a table to a roster: find the headings, read the rows, look at the whole."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from django.utils.translation import gettext as _

from tdapp.interchange.roster import births, fields, people
from tdapp.interchange.roster.column_checks import Whole
from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.interchange.roster.headings import Heading, field_of, find_heading
from tdapp.interchange.roster.reader import RowReader, Rules, as_text
from tdapp.interchange.roster.rows import Roster, RosterRow
from tdapp.interchange.roster.totals import Totals
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Row, Table, column_letters, is_blank
from tdapp.people.names import MINOR, age_band

READ_HEADINGS = 12
TELL_EVERY = 250


def parse_roster(
    table: Table, rules: Rules, tell: Callable[[int, int], None] = lambda _done, _total: None
) -> Roster:
    """Everybody in a table, with every finding in the order of the rows. `tell` is told how far it is, now and then.

    Refuses (422) a table without headings or without anybody; Unreadable where the file itself breaks off.
    """
    sheet = list(table.rows)
    heading = find_heading(sheet)
    if heading is None:
        raise _no_headings()
    below = [row for row in sheet if row.number > heading.number]
    again = {row.number for row in below if _is_heading(row)}
    body = [row for row in below if row.number not in again and _is_used(row, heading)]
    totals = Totals(body, heading, rules)
    readers = [RowReader(row, heading, rules) for row in totals.people]
    if not readers:
        raise Refusal(
            "roster-empty", _("There is nobody below the headings in row %(row)s.") % {"row": heading.number}
        )
    order = births.column_order(row.value(heading.columns.get("birth_date", 64)) for row in body)
    rows = tuple(_read_rows(readers, order, tell))
    found = [finding for reader in readers for finding in reader.findings]
    found += Whole(rows, body, heading, rules.today.year).findings()
    found += _about_rows(below, again, heading)
    found += totals.findings()
    found.sort(key=lambda finding: finding.row)
    return Roster(
        rows, (*_about_file(table, heading, sheet), *found),
        {field: heading.written[column] for field, column in heading.columns.items()}, heading.number,
        {"kind": table.kind, "encoding": table.encoding, "delimiter": table.delimiter, "sheet": table.sheet},
        (table.sheet, *table.other_sheets) if table.sheet else (),
    )  # fmt: skip


def _read_rows(
    readers: Sequence[RowReader], order: births.Order, tell: Callable[[int, int], None]
) -> Iterator[RosterRow]:
    for done, reader in enumerate(readers):
        if done % TELL_EVERY == 0:
            tell(done, len(readers))
        yield _one(reader, order)


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
    )


def _is_heading(row: Row) -> bool:
    """A heading repeated further down, as printed lists have it on every page."""
    filled = [value for value in row.values if not is_blank(value)]
    return len(filled) > 1 and all(field_of(value) for value in filled)


def _is_used(row: Row, heading: Heading) -> bool:
    """Whether a row holds something in a column that is read."""
    return bool(row.formulas) or any(not is_blank(row.value(column)) for column in heading.columns.values())


def _about_file(table: Table, heading: Heading, sheet: Sequence[Row]) -> Iterator[RosterFinding]:
    if table.encoding_guessed:
        sentence = _("The file does not say its encoding; it was read as %(encoding)s.")
        remedy = _("Look at the names with ñ and accents; save as CSV UTF-8 if they are wrong.")
        yield _file("encoding-guessed", sentence % {"encoding": table.encoding}, remedy, Severity.QUESTION)
    if table.other_sheets:
        facts = {"sheet": table.sheet, "others": ", ".join(table.other_sheets[:READ_HEADINGS])}
        yield _file("other-sheets", _("Only the sheet “%(sheet)s” was read, not %(others)s.") % facts)
    if any(row.number < heading.number for row in sheet):
        sentence = _("The headings are in row %(row)s; what stands above them was left out.")
        yield _file("title-rows", sentence % {"row": heading.number})
    if below := [span for span in table.merged if _below(span, heading.number)]:
        sentence = _("Merged cells (%(cells)s): only the first cell of each holds the value.")
        facts = {"cells": ", ".join(below[:READ_HEADINGS])}
        yield _file(
            "merged-cells", sentence % facts, _("Undo the merging and fill every row."), Severity.QUESTION
        )
    for column in heading.unknown:
        facts = {"column": column_letters(column), "heading": heading.written[column][:80]}
        yield _file("column-unknown", _("Column %(column)s (“%(heading)s”) was not read.") % facts)


def _file(code: str, sentence: str, remedy: str = "", severity: Severity = Severity.INFO) -> RosterFinding:
    return RosterFinding(0, severity, code, sentence, remedy)


def _below(span: str, row: int) -> bool:
    digits = "".join(char for char in span.rpartition(":")[2] if char.isdigit())
    return bool(digits) and int(digits) > row


def _about_rows(body: Sequence[Row], again: Container[int], heading: Heading) -> Iterator[RosterFinding]:
    yield from _empty_rows(body, heading)
    for row in body:
        if row.hidden:
            sentence = _("Row %(row)s is hidden in the sheet; it was read all the same.")
            yield _about(row, "row-hidden", sentence, Severity.QUESTION)
        if row.number in again:
            yield _about(row, "heading-again", _("Row %(row)s repeats the headings; it was left out."))
        elif not _is_used(row, heading):
            text = next(as_text(value) for value in row.values if not is_blank(value))
            sentence = _(
                "Row %(row)s (“%(text)s”) has nothing in the columns that are read; it was left out."
            )
            yield _about(row, "row-beside", sentence, text=text[:80])


def _about(
    row: Row, code: str, sentence: str, severity: Severity = Severity.INFO, **facts: object
) -> RosterFinding:
    return RosterFinding(row.number, severity, code, sentence % {"row": row.number, **facts})


def _empty_rows(body: Sequence[Row], heading: Heading) -> Iterator[RosterFinding]:
    last = heading.number
    for row in body:
        if row.number > last + 1:
            facts = {"first": last + 1, "last": row.number - 1}
            sentence = (
                _("Row %(first)s is empty.")
                if last + 2 == row.number
                else _("Rows %(first)s-%(last)s are empty.")
            )
            yield RosterFinding(last + 1, Severity.INFO, "row-empty", sentence % facts)
        last = row.number
