"""What a file of words is, and its entries one by one: plain lists, Debian's word lists, Hunspell, rows of a table.

Tables (CSV, xlsx) are opened by the shell, within its bounds; their rows come here as texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import NamedTuple

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.files.encoding import decode
from lexicon_admin.words.files.hunspell import announced_encoding, expand, read_affixes, split_entry
from lexicon_admin.words.files.packing import MIB, ZIP, Files, refuse_foreign, unpacked

MOST_BYTES = 25 * MIB
MOST_ENTRIES = 2_000_000
MOST_LINE = 4_000
DELIMITERS = "\t;,"
COUNT = re.compile(r"\s*\d{1,9}\s*")
# A word of a .dic with flags: `bahay/S`.
FLAGGED = re.compile(r"^[^\s/#]+/[^\s/]", re.MULTILINE)
WORD_HEADINGS = {"word", "words", "salita", "palabra", "entry", "headword", "lemma"}
MEANING_HEADINGS = {"definition", "meaning", "gloss", "kahulugan", "definición", "definicion", "significado"}

_LARGE = gettext_noop("The file is larger than %(limit)s MB.")
_MANY = gettext_noop("The list goes on after %(limit)s entries; no more are read.")
_LINE = gettext_noop("Line %(line)s is longer than %(limit)s characters: this is no list of words.")


class Entry(NamedTuple):
    """One entry as it stands in its source; `line` is where (a row, for tables)."""

    text: str
    definition: str
    line: int


class Place(NamedTuple):
    """How far a list is read: up to and with a line, the entries until there, and how many lines it has (0: unknown)."""

    line: int = 0
    entries: int = 0
    lines: int = 0


START = Place()


class Source(NamedTuple):
    """An opened list. kind: text, hunspell, table or xlsx; of a table the shell reads `text`, of a workbook the bytes.

    lines: how many there are to read, 0 unknown. unmade: words with flags whose forms are in an affix file that did not come.
    """

    kind: str
    encoding: str
    guessed: bool
    entries: Iterator[Entry]
    text: str = ""
    lines: int = 0
    unmade: int = 0


def refuse_large(size: int) -> None:
    """Refuse more bytes than MOST_BYTES, before anything looks into them."""
    if size > MOST_BYTES:
        raise unfit("file-too-large", _LARGE, limit=MOST_BYTES // MIB)


def is_workbook(data: bytes) -> bool:
    """Whether bytes are an .xlsx, by the directory of its zip."""
    return data.startswith(ZIP) and b"[Content_Types].xml" in data


def open_list(files: Files, encoding: str = "", after: Place = START) -> Source:
    """What the files are, from their own bytes, and their entries behind a place. Raises Unfit for what no list can be.

    The entries of a table or a workbook are the shell's, and so is where they begin (`behind`).
    """
    refuse_large(len(files.data) + len(files.affixes))
    if is_workbook(files.data):
        return Source("xlsx", "", False, iter(()))
    files = unpacked(files)
    refuse_foreign(files.data)
    if files.affixes:
        return _hunspell(files, encoding, after)
    decoded = decode(files.data, encoding)
    body = decoded.text.removeprefix("\ufeff")
    kind = kind_of(body)
    bare = kind == "hunspell"
    entries = behind(after, _dictionary(body) if bare else _lines(body))
    text, unmade = body if kind == "table" else "", len(FLAGGED.findall(body)) if bare else 0
    return Source(kind, decoded.encoding, decoded.guessed, entries, text, body.count("\n"), unmade)


def behind(place: Place, entries: Iterator[Entry]) -> Iterator[Entry]:
    """The entries below a line."""
    return dropwhile(lambda entry: entry.line <= place.line, entries) if place.line else entries


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
            raise unfit("too-many-entries", _MANY, limit=MOST_ENTRIES)
        yield Entry(word, "", number)


def _cut(text: str) -> Iterator[str]:
    """The lines of a text one at a time, without a second copy of it all; a lone CR ends lines where there is no LF."""
    end, start, number = "\n" if "\n" in text else "\r", 0, 0
    while start < len(text):
        stop = text.find(end, start)
        stop, number = len(text) if stop < 0 else stop, number + 1
        if stop - start > MOST_LINE:
            raise unfit("line-too-long", _LINE, line=number, limit=MOST_LINE)
        yield text[start:stop]
        start = stop + 1


def _dictionary(text: str) -> Iterator[Entry]:
    """A .dic without its .aff: the words as they stand."""
    for entry in _lines(text):
        if entry.line > 1:
            yield entry._replace(text=split_entry(entry.text)[0])


def _hunspell(files: Files, encoding: str, after: Place) -> Source:
    said = encoding or announced_encoding(files.affixes)
    rules, words = decode(files.affixes, said), decode(files.data, said)
    entries = _expanded(words.text, rules.text, after)
    return Source("hunspell", words.encoding, words.guessed, entries, "", words.text.count("\n"))


def _expanded(text: str, rules: str, after: Place) -> Iterator[Entry]:
    """Every form of the words below a place; those above it are not made again, which is what takes long."""
    affixes, taken = read_affixes(rules), after.entries
    for entry in behind(after, _lines(text.removeprefix("\ufeff"))):
        if entry.line == 1 and COUNT.fullmatch(entry.text):
            continue
        word, flags = split_entry(entry.text)
        for form in expand(word, affixes.flags(flags, entry.line), affixes, entry.line):
            taken += 1
            if taken > MOST_ENTRIES:
                raise unfit("too-many-entries", _MANY, limit=MOST_ENTRIES)
            yield Entry(form, "", entry.line)


def entries_of_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> Iterator[Entry]:
    """Entries of a table: the columns its headings name, else word and definition in the first two.

    A word that begins with `#` makes its row a remark, as in a plain list: an export says there what goes with its words.
    """
    word, meaning, first = 0, 1, True
    for taken, (number, cells) in enumerate(rows):
        if first and (found := _headings(cells)):
            (word, meaning), first = found, False
            continue
        if (text := _cell(cells, word)).startswith("#"):
            continue
        first = False
        if taken > MOST_ENTRIES:
            raise unfit("too-many-entries", _MANY, limit=MOST_ENTRIES)
        if text:
            yield Entry(text, _cell(cells, meaning)[:MOST_LINE], number)


def _headings(cells: Sequence[str]) -> tuple[int, int] | None:
    names = [cell.strip().casefold() for cell in cells]
    words = [at for at, name in enumerate(names) if name in WORD_HEADINGS]
    meanings = [at for at, name in enumerate(names) if name in MEANING_HEADINGS]
    return (words[0], meanings[0] if meanings else -1) if words else None


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at].strip() if 0 <= at < len(cells) else ""
