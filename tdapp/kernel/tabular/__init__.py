"""Bounded reading of workbooks, CSV and pasted text, and safe writing. The only door for tables from outside.

`read` takes a file's bytes, `read_text` what was pasted; both give a Table whose rows stream.
`write_workbook` and `write_csv` write the same `Sheet`. Text never becomes a formula, on the way in or out.
"""

from __future__ import annotations

from typing import IO

from django.utils.translation import gettext as _

from tdapp.kernel.tabular.cells import ErrorValue, Row, Table, Value, column_letters, is_blank
from tdapp.kernel.tabular.delimited import read_delimited
from tdapp.kernel.tabular.limits import LIMITS, MIB, Limits, TooLarge, Unreadable
from tdapp.kernel.tabular.sheets import Column, Paper, Sheet
from tdapp.kernel.tabular.sniff import clean, decode, refuse_foreign
from tdapp.kernel.tabular.text import Tidied, mended, scripts, stacked_marks, tidy
from tdapp.kernel.tabular.workbook import read_workbook
from tdapp.kernel.tabular.writing import write_csv, write_workbook

__all__ = [
    "LIMITS",
    "Column",
    "ErrorValue",
    "Limits",
    "Paper",
    "Row",
    "Sheet",
    "Table",
    "Tidied",
    "TooLarge",
    "Unreadable",
    "Value",
    "column_letters",
    "is_blank",
    "mended",
    "read",
    "read_file",
    "read_text",
    "refuse_packed",
    "scripts",
    "stacked_marks",
    "tidy",
    "write_csv",
    "write_workbook",
]


def read(data: bytes, *, limits: Limits = LIMITS, sheet: str = "") -> Table:
    """The table in a file's bytes: an .xlsx workbook (its first sheet, or the one named) or CSV/TSV text.

    What the file is, its bytes decide. Raises Unreadable (422) or TooLarge (413), with one sentence.
    """
    refuse_packed(len(data), limits)
    if data.startswith(b"PK\x03\x04"):
        return read_workbook(data, limits, sheet)
    refuse_foreign(data)
    decoded = decode(data)
    table = read_delimited(decoded.text, limits)
    table.encoding, table.encoding_guessed = decoded.encoding, decoded.guessed
    return table


def read_file(stream: IO[bytes], *, limits: Limits = LIMITS, sheet: str = "") -> Table:
    """`read` from a stream, of which never more than one byte beyond the limit is taken."""
    return read(stream.read(limits.packed + 1), limits=limits, sheet=sheet)


def read_text(text: str, *, limits: Limits = LIMITS) -> Table:
    """The table in text that was pasted; spreadsheets put tabs between cells."""
    refuse_packed(len(text), limits)
    if not text.strip():
        raise Unreadable("file-empty", _("Nothing was pasted."))
    return read_delimited(clean(text.removeprefix("\ufeff")), limits)


def refuse_packed(size: int, limits: Limits) -> None:
    """Refuse a file of more bytes than the limit, before anything looks into it."""
    if size > limits.packed:
        raise TooLarge(
            "file-too-large", _("The file is larger than %(limit)s MB.") % {"limit": limits.packed // MIB}
        )
