"""Lists nobody should send, made here byte by byte: what is refused, with its code, and what is read with words left out."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import zipfile
import zlib
from collections.abc import Callable

from tests.kernel import tabular_files as books

Make = Callable[[], bytes]
WORDS = b"bahay\naso\nibon\n"
MIB = 1024 * 1024


def zipped(**content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in content.items():
            archive.writestr(name.replace("__", "."), body)
    return stream.getvalue()


def many_members() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(60):
            archive.writestr(f"{number}.txt", b"aso\n")
    return stream.getvalue()


def lying_zip() -> bytes:
    """A directory that promises ten bytes where megabytes wait."""
    data = bytearray(zipped(list__txt=b"aso\n" * MIB))
    place = data.rfind(b"PK\x01\x02")
    data[place + 24 : place + 28] = (10).to_bytes(4, "little")
    return bytes(data)


def bent_zip() -> bytes:
    data = bytearray(zipped(list__txt=WORDS))
    at = 30 + len("list.txt")
    data[at : at + 8] = b"\xff" * 8
    return bytes(data)


def locked_zip() -> bytes:
    data = bytearray(zipped(list__txt=WORDS))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.rfind(mark) + at] |= 1
    return bytes(data)


def odd_zip() -> bytes:
    data = bytearray(zipped(list__txt=WORDS))
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        data[data.rfind(mark) + at] = 97
    return bytes(data)


def columns(count: int) -> bytes:
    cells = "".join(f"<c><v>{n % 10}</v></c>" for n in range(count))
    return books.book(books.sheet(f'<row r="1">{cells}</row>'))


def bomb_book() -> bytes:
    return books.book(books.sheet(books.row(1, books.inline("A1", "x")) + " " * (60 * MIB)))


def wide_mixture() -> bytes:
    return codecs.BOM_UTF16_LE + "bahay\n".encode("utf-16-le") + b"\x00\xd8"


def macros() -> bytes:
    return books.packed({**books.parts(books.sheet("")), "xl/vbaProject.bin": b"x"})


RUNNING = b"SFX S Y 200\n" + b"".join(b"SFX S 0 %d/S .\n" % n for n in range(200))
# name: (code, the list, its affix file)
REFUSED: dict[str, tuple[str, Make, bytes]] = {
    "nothing": ("file-empty", lambda: b"", b""),
    "white space": ("file-empty", lambda: b" \r\n\t\n", b""),
    "zeros": ("file-empty", lambda: bytes(5000), b""),
    "a NUL in a word": ("text-broken", lambda: b"bahay\na\x00so\n", b""),
    "random bytes": ("file-binary", lambda: b"\x01\x02\x03\x04" * 900, b""),
    "bytes of chance": ("*", lambda: os.urandom(0) + bytes((n * 7919 + 13) % 251 + 1 for n in range(6000)), b""),
    "broken UTF-8": ("text-bad-bytes", lambda: "niño\nseñor\naño\n".encode() * 9 + b"\xff\xfe\n", b""),
    "U+FFFD": ("text-broken", lambda: "ni\ufffdo\n".encode(), b""),
    "a lone surrogate in UTF-8": ("text-broken", lambda: b"bahay\n\xed\xa0\x80\n", b""),
    "half a character in UTF-16": ("text-bad-bytes", wide_mixture, b""),
    "UTF-16 cut off": ("text-bad-bytes", lambda: "bahay\naso\n".encode("utf-16")[:-1], b""),
    "UTF-32 of nowhere": ("text-bad-bytes", lambda: codecs.BOM_UTF32_LE + b"\xff\xff\xff\x7f" * 4, b""),
    "UTF-7": ("no-words", lambda: b"+AGI-ahay+AEE\n+AEE-so\n", b""),
    "a PDF": ("file-foreign", lambda: b"%PDF-1.7\nbahay\n", b""),
    "a picture": ("file-foreign", lambda: b"\x89PNG\r\n\x1a\nbahay\n", b""),
    "a program": ("file-foreign", lambda: b"\x7fELF" + WORDS, b""),
    "a database": ("file-foreign", lambda: b"SQLite format 3\x00" + WORDS, b""),
    "a gzip bomb": ("zip-refused", lambda: gzip.compress(b"a" * 90 * MIB), b""),
    "a gzip cut off": ("zip-damaged", lambda: gzip.compress(WORDS)[:-9], b""),
    "a gzip of nothing known": ("zip-damaged", lambda: b"\x1f\x8b" + b"\x07" * 90, b""),
    "a packed list that shares too much": ("zip-damaged", lambda: b"\x02\x00aso\x09bay\x1f\xff", b""),
    "xz": ("file-foreign", lambda: b"\xfd7zXZ\x00" + WORDS, b""),
    "zlib": ("*", lambda: zlib.compress(WORDS * 400), b""),
    "a web page": ("file-foreign", lambda: b"\n <!DOCTYPE html><p>bahay", b""),
    "a web page behind a mark": ("file-foreign", lambda: codecs.BOM_UTF8 + b"<html>bahay", b""),
    "XML with an entity bomb": ("file-foreign", lambda: b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]>', b""),
    "old Excel": ("file-foreign", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), b""),
    "one line of a megabyte": ("line-too-long", lambda: b"a" * MIB, b""),
    "a word of five thousand letters": ("line-too-long", lambda: b"aso\n" + b"a" * 5000 + b"\n", b""),
    "digits alone": ("no-words", lambda: b"1\n2\n3\n", b""),
    "capitals alone": ("no-words", lambda: b"CEBU\nBOHOL\n", b""),
    "Cyrillic alone": ("no-words", lambda: "дом\nсобака\n".encode(), b""),
    "quotes that never close": ("text-quotes", lambda: b'salita,kahulugan\n"bahay,house\naso,dog\n', b""),
    "a table of too many columns": ("too-many-columns", lambda: b"salita" + b"," * 900 + b"x\naso" + b"," * 900 + b"x\n", b""),
    "a zip of many": ("zip-refused", many_members, b""),
    "a zip bomb": ("zip-refused", lambda: zipped(list__txt=b"a" * 40 * MIB), b""),
    "a large zip": ("file-too-large", lambda: zipped(a__txt=os.urandom(MIB) * 26), b""),
    "a zip that lies": ("zip-damaged", lying_zip, b""),
    "a zip cut off": ("zip-damaged", lambda: zipped(list__txt=WORDS)[:-30], b""),
    "a zip with a password": ("zip-damaged", locked_zip, b""),
    "a zip bent inside": ("zip-damaged", bent_zip, b""),
    "a zip packed oddly": ("zip-damaged", odd_zip, b""),
    "a zip of nothing": ("zip-empty", lambda: zipped(picture__png=b"x"), b""),
    "a zip of two lists": ("zip-lists", lambda: zipped(a__txt=WORDS, b__txt=WORDS), b""),
    "a zip in a zip": ("zip-empty", lambda: zipped(inner__zip=zipped(list__txt=WORDS)), b""),
    "a zip with a web page inside": ("file-foreign", lambda: zipped(list__txt=b"<html>"), b""),
    "a workbook that is a bomb": ("workbook-too-large", bomb_book, b""),
    "a workbook cut off": ("*", lambda: books.book(books.sheet(books.row(1, books.inline("A1", "aso"))))[:-40], b""),
    "a workbook of many columns": ("too-many-columns", lambda: columns(5000), b""),
    "a workbook with macros": ("file-macros", macros, b""),
    "an OpenDocument table": ("file-foreign", lambda: zipped(mimetype=b"x", content__xml=b"<x/>"), b""),
    "a dictionary of words only in compounds": ("no-words", lambda: b"1\naso/F\n", b"ONLYINCOMPOUND F\n"),
    "affixes that run away": ("too-many-forms", lambda: b"1\naso/S\n", RUNNING),
    "affixes that are none": ("bad-affix", lambda: b"1\naso/S\n", b"SFX S\n"),
    "flags that do not fit": ("bad-flags", lambda: b"1\naso/abc\n", b"FLAG long\nSFX ab Y 1\nSFX ab 0 x .\n"),
    "affixes in another encoding": ("text-bad-bytes", lambda: b"1\naso\n", b"SET UTF-8\nSFX S Y 1\nSFX S 0 \xf1 .\n"),
}  # fmt: skip

# name: (the list, the keys that are left)
READ: dict[str, tuple[Make, list[str]]] = {
    "soft hyphens": (lambda: "ba\u00adhay\na\u200bso\n".encode(), ["ASO", "BAHAY"]),
    "NFC and NFD mixed": (lambda: "piña\npin\u0303a\nmatá\nmata\u0301\n".encode(), ["MATA", "PIÑA"]),
    "every line end": (lambda: b"bahay\r\naso\nibon\r\n\n", ["ASO", "BAHAY", "IBON"]),
    "right to left marks": (lambda: "\u202ebahay\u202c\nibon\n\u200faso\n".encode(), ["ASO", "IBON"]),
    "gzip": (lambda: gzip.compress(WORDS), ["ASO", "BAHAY", "IBON"]),
    "UTF-16": (lambda: "bahay\npiña\n".encode("utf-16"), ["BAHAY", "PIÑA"]),
    "the same word a thousand times": (lambda: b"aso\n" * 1000, ["ASO"]),
    "formulas": (lambda: b"salita,kahulugan\n=cmd,x\n+aso,x\nibon,=1+1\n", ["IBON"]),
    "zalgo": (lambda: ("a" + "\u0300" * 30 + "so\nibon\n").encode(), ["ASO", "IBON"]),
    "full-width letters": (lambda: "ａｓｏ\nibon\n".encode(), ["IBON"]),
    "ligatures and long s": (lambda: "ﬁn\nibon\nſo\n".encode(), ["FIN", "IBON", "SO"]),
    "dotless and dotted i": (lambda: "ılog\nİlog\nibon\n".encode(), ["IBON", "ILOG"]),
    "a regular expression": (lambda: b".*\n(a+)+$\nibon\n", ["IBON"]),
    "a query": (lambda: b"'; DROP TABLE words; --\nibon\n", ["IBON"]),
    "markup": (lambda: b"<script>alert(1)</script>x\nibon\n", ["IBON"]),
}  # fmt: skip
