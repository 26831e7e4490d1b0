"""Files for the tests of `kernel.tabular`, made here byte by byte: sound, odd and hostile ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from functools import cache

NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
ENTRY = '<sheet name="Entries" sheetId="1" r:id="s1"/>'
MIB = 1024 * 1024


def relations(**targets: str) -> str:
    rows = "".join(
        f'<Relationship Id="{key}" Type="{REL}/{target.split("|")[0]}" Target="{target.split("|")[1]}"/>'
        for key, target in targets.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def sheet(rows: str, after: str = "") -> str:
    return f'<?xml version="1.0"?><worksheet {NS}><sheetData>{rows}</sheetData>{after}</worksheet>'


def row(number: int, *cells: str, extra: str = "") -> str:
    return f'<row r="{number}" {extra}>{"".join(cells)}</row>'


def inline(address: str, text: str) -> str:
    return f'<c r="{address}" t="inlineStr"><is><t>{text}</t></is></c>'


def parts(sheet_xml: str | bytes, **others: str | bytes) -> dict[str, str | bytes]:
    """The parts of a small workbook, by path; `others` replace or add."""
    return {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": relations(r1="officeDocument|xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook {NS} xmlns:r="{REL}"><sheets>{ENTRY}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            s1="worksheet|worksheets/sheet1.xml",
            s2="sharedStrings|sharedStrings.xml",
            s3="styles|styles.xml",
        ),
        "xl/worksheets/sheet1.xml": sheet_xml,
        **others,
    }


def packed(content: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, body in content.items():
            archive.writestr(name, body)
    return stream.getvalue()


def book(sheet_xml: str | bytes, **others: str | bytes) -> bytes:
    renamed = {name.replace("__", "/").replace("_xml", ".xml"): body for name, body in others.items()}
    return packed(parts(sheet_xml, **renamed))


def shared(*texts: str) -> str:
    return f"<sst {NS}>{''.join(f'<si><t>{text}</t></si>' for text in texts)}</sst>"


def styles(*formats: int) -> str:
    cells = "".join(f'<xf numFmtId="{number}"/>' for number in formats)
    return f"<styleSheet {NS}><cellXfs>{cells}</cellXfs></styleSheet>"


def _lying_sizes() -> bytes:
    """A directory that promises 10 bytes where megabytes wait."""
    data = bytearray(book(sheet(row(1, inline("A1", "x")) + " " * 3 * MIB)))
    place = data.rfind(b"PK\x01\x02", 0, data.rfind(b"xl/worksheets/sheet1.xml"))
    data[place + 24 : place + 28] = (10).to_bytes(4, "little")
    return bytes(data)


def _encrypted_flag() -> bytes:
    data = bytearray(book(sheet("")))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(mark, place + 4)
    return bytes(data)


def _many_entries() -> bytes:
    return packed(parts(sheet("")) | {f"xl/media/{number}.bin": b"" for number in range(300)})


def _bomb(size: int) -> bytes:
    return book(sheet(row(1, inline("A1", "x"))) + "<!--" + "a" * size + "-->")


def _noise(size: int) -> bytes:
    """Bytes that hardly shrink, so that ratio is not what refuses them."""
    state, out = 12345, bytearray()
    while len(out) < size:
        state = (state * 1103515245 + 12345) % 2**31
        out += b"%x" % state
    return bytes(out[:size])


def _repeated_reference() -> bytes:
    """One long shared text in many cells: 40 KB that would come out as 600 MB."""
    cells = "".join(f'<row r="{n}">' + '<c t="s"><v>0</v></c>' * 60 + "</row>" for n in range(1, 400))
    return book(sheet(cells), xl__sharedStrings_xml=shared("w" * 30_000))


def _wide_row(count: int) -> bytes:
    return book(sheet(row(1, *[f"<c><v>{number}</v></c>" for number in range(count)])))


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "empty": ("file-empty", lambda: b""),
    "only blanks": ("file-empty", lambda: b" \r\n\t \n"),
    "only NUL": ("file-empty", lambda: b"\x00" * 4000),
    "over 5 MB": ("file-too-large", lambda: b"a,b\n" * (2 * MIB)),
    "old Excel": ("file-old-excel", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600),
    "locked workbook": (
        "file-encrypted",
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
    ),
    "old Excel with macros": (
        "file-macros",
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "_VBA_PROJECT".encode("utf-16-le"),
    ),
    "a PDF": ("file-binary", lambda: b"%PDF-1.7\n1 0 obj"),
    "a picture": ("file-binary", lambda: b"\x89PNG\r\n\x1a\n" + b"\x01" * 50),
    "gzip": ("file-binary", lambda: b"\x1f\x8b\x08" + b"\x02" * 50),
    "a program": ("file-binary", lambda: b"MZ\x90\x03\x04" * 20),
    "control characters": ("file-binary", lambda: bytes(range(1, 32)) * 40),
    "web page named .xls": ("file-disguised", lambda: b"<html><table><tr><td>Name</td></tr></table></html>"),
    "rich text": ("file-disguised", lambda: b"{\\rtf1\\ansi Name}"),
    "NUL in text": ("text-broken", lambda: b"Name,Club\nCruz,Ce\x00bu\n"),
    "lone surrogate in UTF-16": ("text-bad-bytes", lambda: b"\xff\xfeN\x00\x00\xd8,\x00"),
    "odd UTF-16": ("text-bad-bytes", lambda: b"\xff\xfeN\x00a"),
    "broken UTF-8 with a mark": ("text-bad-bytes", lambda: b"\xef\xbb\xbfName\nPe\xf1a\n"),
    "a few broken bytes in UTF-8": ("text-bad-bytes", lambda: "Ñigo,Peña,Muñoz\n".encode() + b"Pe\xff\n"),
    "encoded surrogate": ("text-bad-bytes", lambda: "Ñigo,Peña,Muñoz,Niña\n".encode() + b"\xed\xa0\x80\n"),
    "a million columns as text": ("too-many-columns", lambda: b"," * (MIB - 1) + b"x\n"),
    "65 columns": ("too-many-columns", lambda: b",".join([b"x"] * 65)),
    "20,001 rows of text": ("too-many-rows", lambda: b"x\n" * 20_001),
    "a shared text before the first": (
        "workbook-damaged",
        lambda: book(
            sheet(row(1, '<c r="A1" t="s"><v>-1</v></c>')), xl__sharedStrings_xml=shared("Cruz", "Reyes")
        ),
    ),
    "a text cell of 40,000 letters": ("cell-too-long", lambda: b"Name\n" + b"x" * 40_000),
    "quotes that never close": ("text-quotes", lambda: b'Name,Club\n"Cruz,Cebu\nReyes,Davao\n'),
    "quotes inside quotes": ("text-quotes", lambda: b'Name,Club\n"Juan "Jun" Cruz",Cebu\n'),
    "a field beyond the csv module": ("text-quotes", lambda: b'"' + b"x" * 200_000 + b'"'),
    "zip, not a workbook": ("file-not-a-workbook", lambda: packed({"notes.txt": "hello"})),
    "cut zip": ("workbook-damaged", lambda: book(sheet(""))[:200]),
    "zip with a wrong byte": (
        "workbook-damaged",
        lambda: packed(parts(sheet(row(1, inline("A1", "name")))), zipfile.ZIP_STORED).replace(
            b"name</t>", b"mane</t>", 1
        ),
    ),
    "bzip2 inside": ("workbook-damaged", lambda: packed(parts(sheet("")), zipfile.ZIP_BZIP2)),
    "lzma inside": ("workbook-damaged", lambda: packed(parts(sheet("")), zipfile.ZIP_LZMA)),
    "OpenDocument": (
        "file-ods",
        lambda: packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>"}),
    ),
    "xlsb": ("file-xlsb", lambda: packed({"[Content_Types].xml": TYPES, "xl/workbook.bin": b"\x83\x01"})),
    "macros": ("file-macros", lambda: packed(parts(sheet("")) | {"xl/vbaProject.bin": b"VBA"})),
    "macro sheet": ("file-macros", lambda: packed(parts(sheet("")) | {"xl/macrosheets/sheet1.xml": "<x/>"})),
    "encrypted entries": ("file-encrypted", _encrypted_flag),
    "300 entries": ("workbook-too-large", _many_entries),
    "zip bomb, 60 MB": ("workbook-too-large", lambda: _bomb(60 * MIB)),
    "zip bomb in an unread part": (
        "workbook-too-large",
        lambda: packed(parts(sheet("")) | {"xl/media/image1.png": b"\x00" * (30 * MIB)}),
    ),
    "70 MB in many parts": (
        "workbook-too-large",
        lambda: packed(parts(sheet("")) | {f"xl/media/{n}": b"0123456789" * 100_000 for n in range(80)}),
    ),
    "sizes that lie": ("workbook-damaged", _lying_sizes),
    "no sheet part": ("workbook-damaged", lambda: packed({"[Content_Types].xml": TYPES})),
    "workbook without sheets": (
        "workbook-damaged",
        lambda: book(sheet(""), xl__workbook_xml=f"<workbook {NS}><sheets/></workbook>"),
    ),
    "not XML": ("workbook-damaged", lambda: book("no markup at all")),
    "XML cut short": ("workbook-damaged", lambda: book(sheet(row(1, inline("A1", "x")))[:-30])),
    "entity expansion": (
        "workbook-damaged",
        lambda: book(f'<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet {NS}>&b;</worksheet>'),
    ),
    "external entity": (
        "workbook-damaged",
        lambda: book(f'<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/hosts">]><worksheet {NS}>&a;</worksheet>'),
    ),
    "half a character as a reference": (
        "workbook-damaged",
        lambda: book(sheet(row(1, inline("A1", "&#xD800;")))),
    ),
    "half a character, escaped": ("text-broken", lambda: book(sheet(row(1, inline("A1", "_xD800_"))))),
    "NUL, escaped": ("text-broken", lambda: book(sheet(row(1, inline("A1", "Cruz_x0000_"))))),
    "a shared text that is not there": (
        "workbook-damaged",
        lambda: book(sheet(row(1, '<c r="A1" t="s"><v>7</v></c>')), xl__sharedStrings_xml=shared("x")),
    ),
    "a negative shared text": (
        "workbook-damaged",
        lambda: book(sheet(row(1, '<c r="A1" t="s"><v>-1</v></c>')), xl__sharedStrings_xml=shared("x")),
    ),
    "a cell called 1A": ("workbook-damaged", lambda: book(sheet(row(1, '<c r="1A"><v>1</v></c>')))),
    "a number that is none": ("workbook-damaged", lambda: book(sheet(row(1, '<c r="A1"><v>x</v></c>')))),
    "a million columns": ("too-many-columns", lambda: _wide_row(MIB)),
    "a cell in XFD1": ("too-many-columns", lambda: book(sheet(row(1, '<c r="XFD1"><v>1</v></c>')))),
    "a cell in row 1,048,576": (
        "too-many-rows",
        lambda: book(sheet(row(1_048_576, '<c r="A1048576"><v>1</v></c>'))),
    ),
    "a cell of 40,000 letters": ("cell-too-long", lambda: book(sheet(row(1, inline("A1", "x" * 40_000))))),
    "a shared text of 20 MB": (
        "cell-too-long",
        lambda: book(
            sheet(row(1, '<c r="A1" t="s"><v>0</v></c>')),
            xl__sharedStrings_xml=shared(_noise(9 * MIB // 2).decode()),
        ),
    ),
    "one long text in many cells": ("workbook-too-large", _repeated_reference),
    "elements 1,000 deep": (
        "workbook-too-large",
        lambda: book(sheet("<row><c><is>" + "<r>" * 1000 + "</r>" * 1000 + "</is></c></row>")),
    ),
    "a tag of 3 MB": (
        "workbook-too-large",
        lambda: book(sheet(f'<row spans="{_noise(3 * MIB).decode()}"><c><v>1</v></c></row>')),
    ),
}  # fmt: skip
# Some take as long to make as to refuse, and several tests of a process send them.
HOSTILE |= {name: (code, cache(make)) for name, (code, make) in HOSTILE.items()}
# The first file of each refusal: for those who hand files on to the one reader, whose own test goes through all of them.
OF_EACH_KIND = list({code: name for name, (code, _make) in reversed(HOSTILE.items())}.values())


def full_table(share: int = 1) -> bytes:
    """Every cell of 20,000 rows x 64 columns. `share`: of so many parts only one, as in the others below."""
    rows = range(1, 20_000 // share + 1)
    return book(
        sheet("".join(row(n, *[f"<c><v>{n * c * 7919 % 9973}</v></c>" for c in range(64)]) for n in rows))
    )


def blank_but_styled(share: int = 1) -> bytes:
    return book(sheet("".join(row(n, f'<c s="{n}"/>' * 64) for n in range(1, 30_000 // share + 1))))


def many_styles(share: int = 1) -> bytes:
    return book(sheet(row(1, inline("A1", "x"))), xl__styles_xml=styles(*range(1_000_000 // share)))


def many_shared_texts(share: int = 1) -> bytes:
    texts = map(str, range(1_200_000 // share))
    return book(sheet(row(1, inline("A1", "x"))), xl__sharedStrings_xml=shared(*texts))


LARGEST = (full_table, blank_but_styled, many_styles, many_shared_texts)
