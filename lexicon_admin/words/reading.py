"""What a file of words is, and its entries one by one: plain lists, Debian's word lists, Hunspell, rows of a table.

Tables (CSV, xlsx) are opened by the shell, within its bounds; their rows come here as texts.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lexicon_admin.words.encoding import decode
from lexicon_admin.words.hunspell import announced_encoding, expand, read_affixes, split_entry
from lexicon_admin.words.problem import Problem, gettext_noop

MIB = 1024 * 1024
MOST_BYTES = 25 * MIB
MOST_UNPACKED = 64 * MIB
MOST_RATIO = 200
MOST_ENTRIES_IN_ZIP = 50
MOST_ENTRIES = 2_000_000
MOST_LINE = 4_000
ZIP = b"PK\x03\x04"
DELIMITERS = "\t;,"
COUNT = re.compile(r"\s*\d{1,9}\s*")
FOREIGN = (
    b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"MZ", b"\x7fELF", b"BZh",
    b"\xfd7zXZ", b"\xd0\xcf\x11\xe0", b"SQLite format 3\x00",
)  # fmt: skip
MARKUP = (b"<!doctype", b"<html", b"<table", b"<?xml", b"{\\rtf")
WORD_HEADINGS = {"word", "words", "salita", "palabra", "entry", "headword", "lemma"}
MEANING_HEADINGS = {"definition", "meaning", "gloss", "kahulugan", "definición", "definicion", "significado"}
MEMBERS = (".txt", ".dic", ".lst", ".wl", ".csv", ".tsv", "")

_LARGE = gettext_noop("The file is larger than %(limit)s MB.")
_MANY = gettext_noop("The list goes on after %(limit)s entries; no more are read.")
_LINE = gettext_noop("Line %(line)s is longer than %(limit)s characters: this is no list of words.")
_FOREIGN = gettext_noop(
    "This is neither a list of words nor a table. Send plain text, CSV, .xlsx, or .dic with its .aff."
)
_PACKED = gettext_noop("The zip file is refused: %(why)s.")
_DAMAGED = gettext_noop("The zip file is damaged or locked with a password.")
_NO_MEMBER = gettext_noop("The zip file holds no list of words.")
_TWO_MEMBERS = gettext_noop("The zip file holds several lists (%(names)s). Send one.")


class Entry(NamedTuple):
    """One entry as it stands in its source; `line` is where (a row, for tables)."""

    text: str
    definition: str
    line: int


class Files(NamedTuple):
    """A list's bytes, the affix file that belongs to it (b"" for none), and what they are called."""

    data: bytes
    affixes: bytes = b""
    name: str = ""


class Source(NamedTuple):
    """An opened list. kind: text, hunspell, table or xlsx; of a table the shell reads `text`, of a workbook the bytes.

    lines: how many there are to read, 0 unknown.
    """

    kind: str
    encoding: str
    guessed: bool
    entries: Iterator[Entry]
    text: str = ""
    lines: int = 0


def refuse_large(size: int) -> None:
    """Refuse more bytes than MOST_BYTES, before anything looks into them."""
    if size > MOST_BYTES:
        raise Problem("file-too-large", _LARGE, limit=MOST_BYTES // MIB)


def is_workbook(data: bytes) -> bool:
    """Whether bytes are an .xlsx, by the directory of its zip."""
    return data.startswith(ZIP) and b"[Content_Types].xml" in data


def open_list(files: Files, encoding: str = "") -> Source:
    """What the files are, from their own bytes. Raises Problem for what no list can be."""
    refuse_large(len(files.data) + len(files.affixes))
    if is_workbook(files.data):
        return Source("xlsx", "", False, iter(()))
    files = unpacked(files)
    refuse_foreign(files.data)
    if files.affixes:
        return _hunspell(files, encoding)
    decoded = decode(files.data, encoding)
    body = decoded.text.removeprefix("\ufeff")
    kind = kind_of(body)
    entries = _dictionary(body) if kind == "hunspell" else _lines(body)
    text = body if kind == "table" else ""
    return Source(kind, decoded.encoding, decoded.guessed, entries, text, body.count("\n"))


def refuse_foreign(data: bytes) -> None:
    """Refuse what its first bytes show to be another kind of file."""
    if data.startswith(FOREIGN) or data[:400].lstrip(b"\xef\xbb\xbf \r\n\t").lower().startswith(MARKUP):
        raise Problem("file-foreign", _FOREIGN)


def unpacked(files: Files) -> Files:
    """The list inside a zip, with its affix file; anything else as it is. The directory is checked first (ASVS 5.2.3)."""
    if not files.data.startswith(ZIP):
        return files
    if files.data.count(b"PK\x01\x02") > MOST_ENTRIES_IN_ZIP:
        raise Problem("zip-refused", _PACKED, why=f"> {MOST_ENTRIES_IN_ZIP} files")
    try:
        with zipfile.ZipFile(io.BytesIO(files.data)) as archive:
            return _member(archive, files)
    except (zipfile.BadZipFile, RuntimeError, OSError, ValueError, EOFError) as error:
        if isinstance(error, Problem):
            raise
        raise Problem("zip-damaged", _DAMAGED) from error


def _member(archive: zipfile.ZipFile, files: Files) -> Files:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if "mimetype" in archive.namelist():
        raise Problem("file-foreign", _FOREIGN)
    for info in infos:
        if info.file_size > MIB and info.file_size > MOST_RATIO * max(info.compress_size, 1):
            raise Problem("zip-refused", _PACKED, why=f"1 : {MOST_RATIO}")
    if sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise Problem("zip-refused", _PACKED, why=f"> {MOST_UNPACKED // MIB} MB")
    lists = [
        info for info in infos if _suffix(info.filename) in MEMBERS and "README" not in info.filename.upper()
    ]
    if len(lists) != 1:
        names = ", ".join(info.filename[:40] for info in lists[:5])
        raise Problem("zip-lists", _TWO_MEMBERS, names=names) if lists else Problem("zip-empty", _NO_MEMBER)
    rules = [info for info in infos if _suffix(info.filename) == ".aff"]
    affixes = _bytes(archive, rules[0]) if rules else files.affixes
    return Files(_bytes(archive, lists[0]), affixes, lists[0].filename)


def _suffix(name: str) -> str:
    base = name.rpartition("/")[2]
    return f".{base.rpartition('.')[2].lower()}" if "." in base else ""


def _bytes(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A member's bytes, never more than its directory promised."""
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) > info.file_size:
        raise Problem("zip-damaged", _DAMAGED)
    return data


def kind_of(text: str) -> str:
    """What a decoded text is: a dictionary with its count in the first line, a table, or one word a line."""
    lines = [line for line in text[:20_000].splitlines()[:40] if line.strip()]
    if len(lines) > 1 and COUNT.fullmatch(lines[0]):
        return "hunspell"
    cut = max((sum(mark in line for line in lines), mark) for mark in DELIMITERS)[0]
    return "table" if lines and cut * 2 >= len(lines) else "text"


def _lines(text: str) -> Iterator[Entry]:
    """One word a line; empty lines and lines after `#` or `%` are remarks."""
    taken = 0
    for number, line in enumerate(_cut(text), 1):
        word = line.strip()
        if not word or word[0] in "#%":
            continue
        taken += 1
        if taken > MOST_ENTRIES:
            raise Problem("too-many-entries", _MANY, limit=MOST_ENTRIES)
        yield Entry(word, "", number)


def _cut(text: str) -> Iterator[str]:
    """The lines of a text one at a time, without a second copy of it all; a lone CR ends lines where there is no LF."""
    end, start, number = "\n" if "\n" in text else "\r", 0, 0
    while start < len(text):
        stop = text.find(end, start)
        stop, number = len(text) if stop < 0 else stop, number + 1
        if stop - start > MOST_LINE:
            raise Problem("line-too-long", _LINE, line=number, limit=MOST_LINE)
        yield text[start:stop]
        start = stop + 1


def _dictionary(text: str) -> Iterator[Entry]:
    """A .dic without its .aff: the words as they stand."""
    for entry in _lines(text):
        if entry.line > 1:
            yield entry._replace(text=split_entry(entry.text)[0])


def _hunspell(files: Files, encoding: str) -> Source:
    said = encoding or announced_encoding(files.affixes)
    rules, words = decode(files.affixes, said), decode(files.data, said)
    entries = _expanded(words.text, rules.text)
    return Source("hunspell", words.encoding, words.guessed, entries, "", words.text.count("\n"))


def _expanded(text: str, rules: str) -> Iterator[Entry]:
    affixes, taken = read_affixes(rules), 0
    for entry in _lines(text.removeprefix("\ufeff")):
        if entry.line == 1 and COUNT.fullmatch(entry.text):
            continue
        word, flags = split_entry(entry.text)
        for form in expand(word, affixes.flags(flags, entry.line), affixes, entry.line):
            taken += 1
            if taken > MOST_ENTRIES:
                raise Problem("too-many-entries", _MANY, limit=MOST_ENTRIES)
            yield Entry(form, "", entry.line)


def entries_of_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> Iterator[Entry]:
    """Entries of a table: the columns its headings name, else word and definition in the first two."""
    word, meaning, first = 0, 1, True
    for taken, (number, cells) in enumerate(rows):
        if first and (found := _headings(cells)):
            (word, meaning), first = found, False
            continue
        first = False
        if taken > MOST_ENTRIES:
            raise Problem("too-many-entries", _MANY, limit=MOST_ENTRIES)
        if text := _cell(cells, word):
            yield Entry(text, _cell(cells, meaning)[:MOST_LINE], number)


def _headings(cells: Sequence[str]) -> tuple[int, int] | None:
    names = [cell.strip().casefold() for cell in cells]
    words = [at for at, name in enumerate(names) if name in WORD_HEADINGS]
    meanings = [at for at, name in enumerate(names) if name in MEANING_HEADINGS]
    return (words[0], meanings[0] if meanings else -1) if words else None


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at].strip() if 0 <= at < len(cells) else ""
