"""What stands in a workbook beside its sheets: their list, shared strings, which styles mean a date."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.later import later
from tdapp.kernel.tabular.archive import Archive, damaged
from tdapp.kernel.tabular.limits import Limits
from tdapp.kernel.tabular.parts import Part, read_through, too_much

if TYPE_CHECKING:
    import openpyxl
else:
    openpyxl = later("openpyxl")

WORKBOOK = "xl/workbook.xml"
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """Undo the `_x000D_` escapes workbooks use for characters XML cannot hold (ECMA-376, ST_Xstring)."""
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet as the workbook lists it: its name, whether it is shown, the part that holds it."""

    name: str
    visible: bool
    part: str


@dataclass(slots=True)
class Book:
    """What reading a sheet needs to know of its workbook."""

    sheets: list[SheetEntry]
    epoch_1904: bool
    strings: SharedStrings
    date_styles: frozenset[int]


def read_book(archive: Archive, limits: Limits) -> Book:
    """The workbook's sheets in their order, its shared strings and date styles."""
    listed, relations = _Sheets(limits), _Relations(limits)
    start = _office_document(archive, limits)
    read_through(archive.open(start), listed)
    folder, _slash, name = start.rpartition("/")
    read_through(archive.open(f"{folder}/_rels/{name}.rels"), relations)
    targets = {key: _resolved(folder, target) for key, target in relations.targets.items()}
    sheets = [SheetEntry(name, shown, targets.get(key, "")) for name, shown, key in listed.sheets]
    strings, styles = SharedStrings(limits), _Styles(limits)
    _read_kind(archive, relations, targets, "sharedStrings", strings)
    _read_kind(archive, relations, targets, "styles", styles)
    if not sheets:
        raise damaged()
    return Book(sheets, listed.epoch_1904, strings, styles.dates())


def _office_document(archive: Archive, limits: Limits) -> str:
    """The workbook part, by the package's relations; where everybody puts it when they are missing."""
    if not archive.has("_rels/.rels"):
        return WORKBOOK
    relations = _Relations(limits)
    read_through(archive.open("_rels/.rels"), relations)
    key = next((key for key, kind in relations.kinds.items() if kind == "officeDocument"), "")
    return _resolved("", relations.targets[key]) if key else WORKBOOK


def _resolved(folder: str, target: str) -> str:
    return target.lstrip("/") if target.startswith("/") or not folder else f"{folder}/{target}"


def _read_kind(
    archive: Archive, relations: _Relations, targets: dict[str, str], kind: str, part: Part
) -> None:
    for key, found in relations.kinds.items():
        if found == kind and archive.has(targets[key]):
            read_through(archive.open(targets[key]), part)
            return


class _Sheets(Part):
    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.sheets: list[tuple[str, bool, str]] = []
        self.epoch_1904 = False

    def begin(self, name: str, attributes: Any) -> None:
        if name == "workbookPr":
            self.epoch_1904 = attributes.get("date1904", "0") in {"1", "true"}
        elif name == "sheet":
            key = next((attributes[key] for key in attributes.keys() if key.endswith(":id")), "")  # noqa: SIM118
            self.sheets.append(
                (attributes.get("name", ""), attributes.get("state", "visible") == "visible", key)
            )


class _Relations(Part):
    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.targets: dict[str, str] = {}
        self.kinds: dict[str, str] = {}

    def begin(self, name: str, attributes: Any) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            self.targets[attributes["Id"]] = attributes["Target"]
            self.kinds[attributes["Id"]] = attributes["Type"].rpartition("/")[2]


class SharedStrings(Part):
    """The workbook's texts, kept as one run of UTF-8 and the places where they end: bytes, not objects."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self._bytes, self._ends = bytearray(), array("I")
        self._reading, self._phonetic = False, 0

    def begin(self, name: str, attributes: Any) -> None:
        self._reading = name == "t" and not self._phonetic
        self._phonetic += name == "rPh"

    def end(self, name: str) -> None:
        self._reading = False
        self._phonetic -= name == "rPh"
        if name == "si":
            self._ends.append(len(self._bytes))
            if len(self._ends) > self.limits.strings:
                raise too_much()

    def text(self, piece: str) -> None:
        if self._reading:
            self._bytes += piece.encode()

    def __getitem__(self, index: int) -> str:
        start = self._ends[index - 1] if index else 0
        return unescaped(self._bytes[start : self._ends[index]].decode())

    def length(self, index: int) -> int:
        """Bytes of a text, known without building it."""
        return self._ends[index] - (self._ends[index - 1] if index else 0)


@dataclass
class _Formats:
    codes: dict[int, str] = field(default_factory=dict)
    cells: list[int] = field(default_factory=list)


class _Styles(Part):
    """Which cell styles show a number as a date; everything else about looks is passed over."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self._formats, self._in_cells = _Formats(), False

    def begin(self, name: str, attributes: Any) -> None:
        if name == "cellXfs":
            self._in_cells = True
        elif name == "numFmt" and "numFmtId" in attributes:
            self._formats.codes[int(attributes["numFmtId"])] = attributes.get("formatCode", "")
        elif name == "xf" and self._in_cells:
            self._formats.cells.append(int(attributes.get("numFmtId", 0)))

    def end(self, name: str) -> None:
        self._in_cells = self._in_cells and name != "cellXfs"

    def dates(self) -> frozenset[int]:
        """The style indexes that mean a date or a time."""
        codes = openpyxl.styles.numbers.BUILTIN_FORMATS | self._formats.codes
        dated = {
            key for key in set(self._formats.cells) if openpyxl.styles.numbers.is_date_format(codes.get(key))
        }
        return frozenset(index for index, key in enumerate(self._formats.cells) if key in dated)
