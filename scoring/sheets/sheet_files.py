"""Scoresheet files: which format, read and written. The only place besides the command line that opens them."""

from __future__ import annotations

from pathlib import Path

from core.messages import Message, gettext_noop
from scoring.board.tiles import TileSet
from scoring.sheets.gcg_read import read_gcg
from scoring.sheets.gcg_write import write_gcg
from scoring.sheets.scoresheet import ReadSheet, Scoresheet
from scoring.sheets.sheet_csv import read_csv_sheet, write_csv_sheet
from scoring.sheets.sheet_json import read_json_sheet, write_json_sheet

FORMATS = ("gcg", "json", "csv")
MAX_BYTES = 2_000_000
_NOT_READ = gettext_noop("%(file)s cannot be read: %(why)s.")
_TOO_BIG = gettext_noop("%(file)s is larger than %(most)s bytes; a scoresheet is not.")


def read_sheet_file(path: Path) -> ReadSheet:
    """The sheet in a file, by its ending (.gcg, .json, .csv), else by what it looks like. Never raises."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return ReadSheet(None, (Message("not_read", _NOT_READ, {"file": str(path), "why": why}),))
    if len(data) > MAX_BYTES:
        return ReadSheet(None, (Message("too_big", _TOO_BIG, {"file": str(path), "most": MAX_BYTES}),))
    return read_sheet(data, path.suffix.lower().lstrip("."))


def read_sheet(data: bytes, kind: str = "") -> ReadSheet:
    """The sheet in these bytes; `kind` one of FORMATS, anything else: look at the content."""
    readers = {"gcg": read_gcg, "json": read_json_sheet, "csv": read_csv_sheet}
    return readers[kind if kind in readers else guess_format(data)](data)


def guess_format(data: bytes) -> str:
    """JSON starts with a brace, GCG has lines that start with `#` or `>`; all else is taken for CSV."""
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head[:1] in (b"{", b"["):
        return "json"
    return "gcg" if head[:1] in (b"#", b">") or head[:2] in (b"\xff\xfe", b"\xfe\xff") else "csv"


def write_sheet(
    sheet: Scoresheet, kind: str, tiles: TileSet | None = None
) -> tuple[str, tuple[Message, ...]]:
    """The sheet's text in one of FORMATS, and a sentence for each thing the format cannot carry."""
    if kind == "gcg":
        written = write_gcg(sheet, tiles)
        return written.text, written.losses
    return (write_json_sheet(sheet) if kind == "json" else write_csv_sheet(sheet)), ()
