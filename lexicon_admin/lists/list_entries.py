"""A list's bytes as entries: text and dictionaries by `words.reading`, tables and workbooks by `kernel.tabular`."""

from __future__ import annotations

from collections.abc import Iterator

from lexicon_admin.words.files.packing import Files
from lexicon_admin.words.files.reading import (
    MOST_BYTES,
    START,
    Entry,
    Place,
    Source,
    behind,
    entries_of_rows,
    open_list,
)
from tdapp.kernel import tabular
from tdapp.kernel.tabular import MIB, Limits, Row, Value
from tdapp.kernel.tabular.delimited import read_delimited

# A workbook of a million words unpacks to some 200 MB of XML, which is read as a stream.
LIMITS = Limits(
    packed=MOST_BYTES,
    unpacked=256 * MIB,
    rows=1_048_576,
    elements=12_000_000,
    text=96 * MIB,
    strings=2_200_000,
)


def opened(files: Files, encoding: str = "", after: Place = START) -> Source:
    """What the files are, and their entries behind a place one by one. Raises Problem or Refusal."""
    source = open_list(files, encoding, after)
    if source.kind == "xlsx":
        entries = _of_table(tabular.read(files.data, limits=LIMITS))
    elif source.kind == "table":
        entries = _of_table(read_delimited(source.text, LIMITS))
    else:
        return source
    return source._replace(entries=behind(after, entries))


def _of_table(table: tabular.Table) -> Iterator[Entry]:
    return entries_of_rows((row.number, _texts(row)) for row in table.rows)


def _texts(row: Row) -> list[str]:
    return [_text(value) for value in row.values]


def _text(value: Value) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
