"""Catalogues as files: .po read and written, .mo compiled. One line a string, so that a change is one line."""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEAD = """# Filipino (fil) for the tournament director's desk.
# This file is distributed under the licence of the project (BSD-3-Clause).
#
# Plurals follow CLDR: 4, 6 and 9 at the end take the linker "na", all other numbers do not.
msgid ""
msgstr ""
"Project-Id-Version: td 0.1\\n"
"Report-Msgid-Bugs-To: \\n"
"Language-Team: Filipino\\n"
"Language: fil\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n%10==4 || n%10==6 || n%10==9);\\n"
"""
KEYWORD = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)? ?(".*")$')


@dataclass(slots=True)
class Entry:
    """One string: `told` holds its translation, or both plural forms; "" where there is none yet."""

    text: str
    context: str = ""
    plural: str = ""
    told: tuple[str, ...] = ()
    fuzzy: bool = False
    places: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text

    @property
    def whole(self) -> bool:
        """Translated, in both forms where it has two."""
        return len(self.told) == (2 if self.plural else 1) and all(self.told)


def read(path: Path) -> list[Entry]:
    """The entries of a .po file, its head left out."""
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8")) if path.exists() else []
    return [entry for entry in map(_entry, blocks) if entry.text]


def _entry(block: str) -> Entry:
    said: dict[str, str] = {}
    last = ""
    for line in block.splitlines():
        if found := KEYWORD.match(line):
            last = found[1] or last
            said[last] = said.get(last, "") + ast.literal_eval(found[2])
    told = tuple(said[name] for name in sorted(said) if name.startswith("msgstr"))
    places = [place for line in block.splitlines() if line.startswith("#: ") for place in line[3:].split()]
    fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block.splitlines())
    return Entry(
        said.get("msgid", ""), said.get("msgctxt", ""), said.get("msgid_plural", ""), told, fuzzy, places
    )


def _quoted(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def _lines(entry: Entry) -> Iterator[str]:
    if entry.places:
        yield f"#: {' '.join(entry.places)}"
    if entry.context:
        yield f"msgctxt {_quoted(entry.context)}"
    yield f"msgid {_quoted(entry.text)}"
    if entry.plural:
        yield f"msgid_plural {_quoted(entry.plural)}"
        yield from (f"msgstr[{at}] {_quoted(text)}" for at, text in enumerate((*entry.told, "", "")[:2]))
    else:
        yield f"msgstr {_quoted(entry.told[0] if entry.told else '')}"


def written(entries: Iterable[Entry]) -> str:
    """A .po file of these entries, in their order."""
    return "\n".join([HEAD, *("\n".join([*_lines(entry), ""]) for entry in entries)])


def compiled(entries: Iterable[Entry]) -> bytes:
    """The .mo file: what is not translated is left out, so that it is shown in English."""
    head = "".join(ast.literal_eval(line) for line in HEAD.splitlines() if line.startswith('"'))
    pairs = sorted([(b"", head.encode()), *(_pair(entry) for entry in entries if entry.whole)])
    ids, strings = (b"".join(part + b"\0" for part in parts) for parts in zip(*pairs, strict=True))
    start = 28 + 16 * len(pairs)
    tables = [
        *_offsets([one for one, _ in pairs], start),
        *_offsets([two for _, two in pairs], start + len(ids)),
    ]
    head_of_file = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head_of_file + struct.pack(f"<{len(tables)}I", *tables) + ids + strings


def _pair(entry: Entry) -> tuple[bytes, bytes]:
    context = f"{entry.context}\x04" if entry.context else ""
    plural = f"\0{entry.plural}" if entry.plural else ""
    return f"{context}{entry.text}{plural}".encode(), "\0".join(entry.told).encode()


def _offsets(parts: list[bytes], start: int) -> Iterator[int]:
    for part in parts:
        yield len(part)
        yield start
        start += len(part) + 1
