"""Scoresheet files: which format, read and written. The only place besides the command line that opens them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.later import later
from core.messages import Message, gettext_noop
from core.plain_files import read_plain_file
from scoring.board.tiles import TileSet
from scoring.sheets.gcg_read import read_gcg
from scoring.sheets.scoresheet import ReadSheet, Scoresheet

if TYPE_CHECKING:
    from scoring.sheets import gcg_write, sheet_csv, sheet_json
else:
    sheet_csv, sheet_json = later("scoring.sheets.sheet_csv"), later("scoring.sheets.sheet_json")
    gcg_write = later("scoring.sheets.gcg_write")

FORMATS = ("gcg", "json", "csv")
MAX_BYTES = 2_000_000
_NOT_READ = gettext_noop("%(file)s cannot be read: %(why)s.")
_TOO_BIG = gettext_noop("%(file)s is larger than %(most)s bytes; a scoresheet is not.")


def read_sheet_file(path: str | os.PathLike[str]) -> ReadSheet:
    """The sheet in a file, by its ending (.gcg, .json, .csv), else by what it looks like. Never raises."""
    try:
        data = read_plain_file(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return ReadSheet(None, (Message("not_read", _NOT_READ, {"file": str(path), "why": why}),))
    if len(data) > MAX_BYTES:
        return ReadSheet(None, (Message("too_big", _TOO_BIG, {"file": str(path), "most": MAX_BYTES}),))
    return read_sheet(data, os.path.splitext(path)[1].lower().lstrip("."))


def read_sheet(data: bytes, kind: str = "") -> ReadSheet:
    """The sheet in these bytes; `kind` one of FORMATS, anything else: look at the content."""
    known = kind if kind in FORMATS else guess_format(data)
    if known == "gcg":
        return read_gcg(data)
    return sheet_json.read_json_sheet(data) if known == "json" else sheet_csv.read_csv_sheet(data)


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
        written = gcg_write.write_gcg(sheet, tiles)
        return written.text, written.losses
    return (sheet_json.write_json_sheet(sheet) if kind == "json" else sheet_csv.write_csv_sheet(sheet)), ()
