"""Files for the programs people learn with: cards by the same tiles, and words in tiles alone. They carry no quiz of ours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import IO

from lexicon_admin.lists.searching import Row, Search
from lexicon_admin.words.learning import alphagram, bracketed, hooked

COLUMNS = ("Tiles", "Words", "Hooks", "Definition", "Source")


def cards(found: Search, rows: Iterable[Row], stream: IO[bytes]) -> None:
    """A card for each set of tiles: on one side the tiles, on the other all words of them with hooks and meaning.

    Tab-separated with the head Anki reads (its manual, *Text files*); every card names its source, so that it goes along.
    """
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[alphagram(row.laid)].append(row)
    head = ("#separator:tab", "#html:false", "#columns:" + "\t".join(COLUMNS))
    source = " · ".join(
        part for part in (str(found.edition), found.edition.licence, found.edition.attribution) if part
    )
    stream.write("".join(f"{line}\n" for line in head).encode())
    for tiles, group in groups.items():
        cells = (
            tiles,
            ", ".join(bracketed(row.laid) for row in group),
            "; ".join(_said(row, hooked(row.front, row.back)) for row in group),
            "; ".join(_said(row, row.word.definition) for row in group if row.word.definition),
            source,
        )
        stream.write(("\t".join(map(_cell, cells)) + "\n").encode())


def _said(row: Row, what: str) -> str:
    return f"{bracketed(row.laid)}: {what}" if what else bracketed(row.laid)


def _cell(text: str) -> str:
    """One cell: no tab or end of line in it, and no leading sign a program takes for a remark or a formula."""
    return " ".join(text.split()).lstrip("#=+@")


def in_tiles(found: Search, rows: Iterable[Row], stream: IO[bytes]) -> None:
    """One word a line and nothing else, in capitals, a tile of several letters in brackets: what word programs import."""
    for row in rows:
        stream.write(f"{bracketed(row.laid)}\n".encode())
