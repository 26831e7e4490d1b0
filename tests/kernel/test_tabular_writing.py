"""Writing: numbers stay numbers, text stays text, and what was written reads back the same."""

from __future__ import annotations

import csv
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formulas import guarded
from tdapp.kernel import tabular
from tdapp.kernel.tabular import Column, Paper, Sheet

RISKY = [
    '=HYPERLINK("http://127.0.0.1","x")', "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1",
    "＠1", " =1+1", '"=1', "'=1", "Cruz;=1+1", "Cruz,=cmd", "Cruz\n=1+1", "#REF!", "=",
]  # fmt: skip


def xlsx(*sheets: Sheet) -> bytes:
    stream = io.BytesIO()
    tabular.write_workbook(stream, sheets)
    return stream.getvalue()


def csv_of(sheet: Sheet) -> bytes:
    stream = io.BytesIO()
    tabular.write_csv(stream, sheet)
    return stream.getvalue()


def one_column(*values: object) -> Sheet:
    return Sheet("Names", [Column("Name")], [[value] for value in values])  # type: ignore[list-item]


@pytest.mark.parametrize("text", RISKY)
def test_a_risky_text_is_no_formula_in_a_workbook(text: str):
    page = openpyxl.load_workbook(io.BytesIO(xlsx(one_column(text)))).active
    cell = page["A2"]
    assert cell.data_type == "s"
    assert cell.value == text.replace("\r", "\n") or cell.value == text


@pytest.mark.parametrize("text", RISKY[:10])
def test_a_risky_text_stays_text_when_somebody_edits_the_cell(text: str):
    page = openpyxl.load_workbook(io.BytesIO(xlsx(one_column(text)))).active
    assert page["A2"].quotePrefix


@pytest.mark.parametrize("text", RISKY)
def test_no_csv_cell_starts_like_a_formula_under_any_delimiter(text: str):
    data = csv_of(Sheet("x", [Column(text)], [[text, 1]])).decode("utf-8-sig")
    for delimiter in ",;\t|":
        for line in csv.reader(io.StringIO(data, newline=""), delimiter=delimiter):
            assert not [cell for cell in line if cell.strip(" \"'\t\r\n")[:1] and _starts(cell)], data


def _starts(cell: str) -> bool:
    return cell.lstrip(' "').startswith(tuple("=+-@\t\r＝＋－＠"))


def test_numbers_are_numbers_in_both_forms():
    sheet = Sheet("x", [Column("Wins"), Column("Spread", format="+0;-0;0")], [[4.5, -120], [3, 88]])
    page = openpyxl.load_workbook(io.BytesIO(xlsx(sheet))).active
    assert [[cell.value for cell in row] for row in page["A2:B3"]] == [[4.5, -120], [3, 88]]
    assert page["B2"].number_format == "+0;-0;0"
    assert csv_of(sheet).splitlines()[1] == b"4.5,-120"


def test_csv_starts_with_a_mark_and_ends_lines_as_excel_wants():
    data = csv_of(one_column("Ñigo"))
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.endswith('"Ñigo"\r\n'.encode())


def test_a_sheet_is_set_up_for_print():
    sheet = Sheet("Standings", [Column("Rank"), Column("Name", width=30)], [[1, "Cruz"]], paper=Paper.LETTER)
    page = openpyxl.load_workbook(io.BytesIO(xlsx(sheet))).active
    assert page.freeze_panes == "A2"
    assert page.print_title_rows == "$1:$1"
    assert (page.page_setup.orientation, page.page_setup.paperSize) == ("landscape", 1)
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert page.column_dimensions["B"].width == 32


def test_columns_are_as_wide_as_what_stands_in_them_within_reason():
    rows = [["x", "a" * 20, "b" * 500]]
    page = openpyxl.load_workbook(
        io.BytesIO(xlsx(Sheet("w", [Column("A"), Column("Given name"), Column("Notes")], rows)))
    ).active
    widths = [page.column_dimensions[letter].width for letter in "ABC"]
    assert widths == [7, 22, 50]


def test_an_ampersand_in_a_title_prints_as_itself():
    data = xlsx(Sheet("Us & D", [Column("A")], [], subtitle="&D"))
    body = zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml").decode()
    assert "<oddHeader>&amp;LUs &amp;&amp; D&amp;R&amp;&amp;D</oddHeader>" in body


@pytest.mark.parametrize(
    ("title", "shown"),
    [("A/B: [x]?*", "A B   x"), ("", "Sheet"), ("n" * 40, "n" * 31), ("'quoted'", "quoted")],
)
def test_a_tab_title_is_one_every_program_takes(title: str, shown: str):
    book = openpyxl.load_workbook(io.BytesIO(xlsx(Sheet(title, [Column("A")], []))))
    assert book.sheetnames == [shown]


def test_two_sheets_of_one_title_get_different_tabs():
    sheets = [Sheet("Open", [Column("A")], []), Sheet("OPEN", [Column("A")], [])]
    assert openpyxl.load_workbook(io.BytesIO(xlsx(*sheets))).sheetnames == ["Open", "OPEN 2"]


def test_characters_xml_cannot_hold_are_left_out():
    page = openpyxl.load_workbook(io.BytesIO(xlsx(one_column("Cr\x00u\x07z\ufffe")))).active
    assert page["A2"].value == "Cruz"


def test_rows_are_walked_once():
    walked = []

    def lines():
        for number in range(1000):
            walked.append(number)
            yield [number]

    xlsx(Sheet("x", [Column("A")], lines()))
    assert walked == list(range(1000))


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30).map(str.strip)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(NAMES, st.sampled_from(RISKY)), min_size=1, max_size=5))
def test_what_was_written_as_csv_reads_back(values: list[str]):
    table = tabular.read(csv_of(Sheet("x", [Column("n"), Column("v")], [[1, value] for value in values])))
    read = [row.value(1) or "" for row in list(table.rows)[1:]]
    assert [text.replace("\r", "\n").strip() for text in read] == [
        v.replace("\r", "\n").strip() for v in values
    ]  # type: ignore[union-attr]


CELLS = st.one_of(NAMES, st.sampled_from([*RISKY, "two\nlines", "", 7, None, True]))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(CELLS, max_size=3), min_size=1, max_size=4))
def test_many_rows_are_the_lines_each_of_them_is_by_itself(rows: list[list[str]]):
    columns, head = [Column("n"), Column("v")], len(csv_of(Sheet("x", [Column("n"), Column("v")], [])))
    alone = [csv_of(Sheet("x", columns, [row]))[head:] for row in rows]
    assert csv_of(Sheet("x", columns, rows))[head:] == b"".join(alone)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(NAMES, st.sampled_from(RISKY)), min_size=1, max_size=5))
def test_what_was_written_as_xlsx_reads_back(values: list[str]):
    table = tabular.read(xlsx(Sheet("x", [Column("n"), Column("v")], [[1, value] for value in values])))
    read = [row.value(1) or "" for row in list(table.rows)[1:]]
    assert [text.replace("\r", "\n") for text in read] == [v.replace("\r", "\n") for v in values]  # type: ignore[union-attr]


def test_a_file_is_what_pythons_own_writer_writes_of_the_guarded_texts():
    texts = [
        *RISKY,
        "",
        "Cruz",
        "Peña",
        "O'Brien (Cebu)",
        'the "Ace"',
        "a\x00b",
        "two\r\nlines",
        "12",
        "x" * 40_000,
        "日本 =1",
        "_x",
    ]
    rows = [[text, at, at / 4, None, bool(at % 2), at % 3] for at, text in enumerate([*texts, *texts])]
    told = io.StringIO(newline="")
    writer = csv.writer(told, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(["'=Name", *"abcde"])
    writer.writerows(
        [guarded(text.replace("\x00", "")[:32_767]), at, at / 4, "", "yes" if at % 2 else "no", at % 3]
        for at, text in enumerate([*texts, *texts])
    )
    sheet = Sheet("Names", [Column(name) for name in ("=Name", *"abcde")], rows)
    assert csv_of(sheet) == told.getvalue().encode("utf-8-sig")
