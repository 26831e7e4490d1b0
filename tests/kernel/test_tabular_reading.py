"""Reading: what a sound table gives, cell by cell, with openpyxl as the oracle."""

from __future__ import annotations

import io
from datetime import date, datetime, time

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.kernel import tabular
from tests.kernel import tabular_files as files


def rows(data: bytes, **more: object) -> list[tabular.Row]:
    return list(tabular.read(data, **more).rows)  # type: ignore[arg-type]


def saved(*table: list[object]) -> bytes:
    book = openpyxl.Workbook()
    for line in table:
        book.active.append(line)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_a_workbook_gives_the_values_openpyxl_gives():
    table = [
        ["Name", "Rating", "Born", "Paid", "At"],
        ["Ñigo, Ana", 1481, date(2011, 3, 4), True, time(9, 30)],
        ["dela Cruz", 1481.5, datetime(2011, 3, 4, 8, 15), False, None],
    ]
    read = [row.values for row in rows(saved(*table))]
    assert read == [tuple(table[0]), tuple(table[1]), tuple(table[2][:4])]


def test_a_float_that_is_whole_is_an_int():
    [row] = rows(
        files.book(files.sheet(files.row(1, '<c r="A1"><v>1481.0</v></c><c r="B1"><v>1.5E3</v></c>')))
    )
    assert row.values == (1481, 1500)
    assert all(type(value) is int for value in row.values)


def test_row_numbers_and_addresses_are_those_of_the_spreadsheet():
    data = saved(["Title"], [], [None, "x"], [], ["y"])
    assert [(row.number, row.address(1)) for row in rows(data)] == [(1, "B1"), (3, "B3"), (5, "B5")]


@pytest.mark.parametrize(
    ("column", "letters"),
    [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (63, "BL"), (701, "ZZ"), (702, "AAA")],
)
def test_columns_have_their_letters(column: int, letters: str):
    assert tabular.column_letters(column) == letters


def test_a_formula_is_marked_and_its_stored_value_read():
    cells = (
        '<c r="A1"><f>1+1</f><v>2</v></c>',
        '<c r="B1" t="str"><f>A2&amp;""</f><v>Cruz</v></c>',
        '<c r="C1"><f>NOW()</f></c>',
    )
    [row] = rows(files.book(files.sheet(files.row(1, *cells))))
    assert row.values == (2, "Cruz", None)
    assert row.formulas == {0, 1, 2}


def test_a_failed_formula_is_an_error_value():
    [row] = rows(files.book(files.sheet(files.row(1, '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>'))))
    assert isinstance(row.values[0], tabular.ErrorValue)
    assert row.values == ("#DIV/0!",)


def test_text_that_looks_like_a_formula_is_text():
    [row] = rows(files.book(files.sheet(files.row(1, files.inline("A1", '=HYPERLINK("x")')))))
    assert row.values == ('=HYPERLINK("x")',)
    assert not row.formulas


def test_shared_texts_are_found_and_their_reading_aids_left_out():
    rich = "<si><r><t>Ma. </t></r><r><t>Ana</t></r><rPh><t>xx</t></rPh></si>"
    strings = f"<sst {files.NS}><si><t>Cruz</t></si>{rich}</sst>"
    data = files.book(
        files.sheet(files.row(1, '<c r="A1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c>')),
        xl__sharedStrings_xml=strings,
    )
    assert rows(data)[0].values == ("Ma. Ana", None, "Cruz")


def test_a_workbook_whose_elements_carry_a_prefix_reads_alike():
    body = (
        f'<x:worksheet xmlns:x="{files.NS[7:-1]}"><x:sheetData><x:row r="2"><x:c r="A2" t="inlineStr"><x:is>'
        "<x:t>Cruz</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>"
    )
    assert rows(files.book(body))[0].values == ("Cruz",)


def test_cells_without_an_address_follow_each_other():
    [row] = rows(files.book(files.sheet("<row><c><v>1</v></c><c><v>2</v></c></row>")))
    assert (row.number, row.values) == (1, (1, 2))


def test_formatted_but_empty_cells_far_away_do_no_harm():
    body = files.row(1, '<c r="A1"><v>1</v></c><c r="XFD1" s="0"/>') + files.row(
        1_048_576, '<c r="A1048576"/>'
    )
    assert [row.values for row in rows(files.book(files.sheet(body)))] == [(1,)]


def test_a_hidden_row_is_read_and_marked():
    [row] = rows(files.book(files.sheet(files.row(4, '<c r="A4"><v>1</v></c>', extra='hidden="1"'))))
    assert row.hidden


def test_merged_cells_are_told_once_the_rows_are_read():
    after = '<mergeCells><mergeCell ref="A1:A3"/></mergeCells>'
    table = tabular.read(files.book(files.sheet(files.row(1, '<c r="A1"><v>1</v></c>'), after)))
    assert list(table.rows)
    assert table.merged == ["A1:A3"]


def test_the_first_sheet_shown_is_read_and_the_others_named():
    book = openpyxl.Workbook()
    book.active.title, book.active.sheet_state = "Secret", "hidden"
    book.create_sheet("Entries").append(["x"])
    book.create_sheet("Notes").append(["y"])
    stream = io.BytesIO()
    book.save(stream)
    table = tabular.read(stream.getvalue())
    assert (table.sheet, table.other_sheets) == ("Entries", ("Notes",))
    assert rows(stream.getvalue(), sheet="Notes")[0].values == ("y",)
    with pytest.raises(tabular.Unreadable, match="Entries, Notes"):
        tabular.read(stream.getvalue(), sheet="Roster")


def test_dates_of_a_1904_workbook_are_right():
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active.append([date(2011, 3, 4)])
    stream = io.BytesIO()
    book.save(stream)
    assert rows(stream.getvalue())[0].values == (date(2011, 3, 4),)


def test_a_date_beyond_the_calendar_stays_a_number():
    cells = files.sheet(files.row(1, '<c r="A1" s="0"><v>9e14</v></c>'))
    data = files.book(cells, xl__styles_xml=files.styles(14))
    assert rows(data)[0].values == (900_000_000_000_000,)


@pytest.mark.parametrize(
    ("encoding", "mark", "shown", "guessed"),
    [
        ("utf-8", b"", "utf-8", False),
        ("utf-8", b"\xef\xbb\xbf", "utf-8", False),
        ("utf-16-le", b"\xff\xfe", "utf-16-le", False),
        ("utf-16-be", b"\xfe\xff", "utf-16-be", False),
        ("utf-16-le", b"", "utf-16-le", True),
        ("utf-16-be", b"", "utf-16-be", True),
        ("utf-32-le", b"\xff\xfe\x00\x00", "utf-32-le", False),
        ("cp1252", b"", "windows-1252", True),
    ],
)
def test_the_encoding_is_found_and_shown(encoding: str, mark: bytes, shown: str, guessed: bool):
    table = tabular.read(mark + "Name,Club\r\nÑigo Peña,Cebu\r\n".encode(encoding))
    assert [row.values for row in table.rows] == [("Name", "Club"), ("Ñigo Peña", "Cebu")]
    assert (table.encoding, table.encoding_guessed) == (shown, guessed)


def test_bytes_that_windows_1252_does_not_know_are_latin_1():
    table = tabular.read(b"Name\nPe\xf1a \x81\n")
    assert [row.values[0] for row in table.rows] == ["Name", "Peña \x81"]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Name,Club\nCruz,Cebu\n", ","),
        ("Name;Club\nCruz, Ana;Cebu\nReyes, Ben;Davao\n", ";"),
        ("Name\tClub\nCruz, Ana\tCebu\n", "\t"),
        ("Name|Club\nCruz|Cebu\n", "|"),
        ('Name,Club\n"Cruz; Ana; Maria",Cebu\n', ","),
        ("Name\nCruz\nReyes\n", ","),
        ("sep=;\nName;Club, or school\nCruz;Cebu, Davao\n", ";"),
    ],
)
def test_the_delimiter_is_found(text: str, delimiter: str):
    assert tabular.read(text.encode()).delimiter == delimiter


def test_the_row_after_a_sep_line_is_row_two_as_excel_shows_it():
    assert [row.number for row in tabular.read(b"sep=;\nName;Club\nCruz;Cebu\n").rows] == [2, 3]


def test_blank_lines_count_and_are_left_out():
    assert [row.number for row in tabular.read(b"Name,Club\n\n,,\nCruz,Cebu").rows] == [1, 4]


def test_cells_may_hold_line_ends_and_doubled_quotes():
    [row] = tabular.read(b'"Juan ""Jun"" Cruz","Cebu\nCity"\r\n').rows
    assert row.values == ('Juan "Jun" Cruz', "Cebu\nCity")


def test_pasted_text_reads_like_a_file():
    table = tabular.read_text("\ufeffName\tRating\nÑigo\t1481\n")
    assert [row.values for row in table.rows] == [("Name", "Rating"), ("Ñigo", "1481")]


@pytest.mark.parametrize("text", ["", "  \n", "Cruz\x00", "Cruz\ud800"])
def test_pasted_text_without_meaning_is_refused(text: str):
    with pytest.raises(tabular.Unreadable):
        list(tabular.read_text(text).rows)


def test_numbers_kept_as_text_by_other_programs_come_out_as_text():
    assert next(tabular.read(b'="00123",x\n').rows).values == ("00123", "x")


def test_a_stream_is_not_read_beyond_the_limit():
    class Endless(io.RawIOBase):
        asked = 0

        def read(self, size: int = -1) -> bytes:
            Endless.asked = size
            return b"x" * size

    with pytest.raises(tabular.TooLarge):
        tabular.read_file(Endless())  # type: ignore[arg-type]
    assert Endless.asked == tabular.LIMITS.packed + 1


CELLS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).filter(str.strip),
    st.integers(-(10**12), 10**12),
    st.booleans(),
    st.dates(date(1901, 1, 1), date(2100, 1, 1)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(CELLS, min_size=1, max_size=6), min_size=1, max_size=6))
def test_whatever_openpyxl_writes_comes_back(table: list[list[object]]):
    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet("x")
    for line in table:
        page.append([_text_cell(page, value) for value in line])
    stream = io.BytesIO()
    book.save(stream)
    assert [list(row.values) for row in rows(stream.getvalue())] == table


def _text_cell(page: object, value: object) -> object:
    cell = openpyxl.cell.WriteOnlyCell(page, value)
    if isinstance(value, str):
        cell.data_type = "s"
    return cell
