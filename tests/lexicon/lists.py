"""Small lists and tile sets for the tests of the words, invented here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.engine.plain_words.scan import SALITAAN
from lexicon_admin.words import building, store
from lexicon_admin.words.files.reading import Entry
from lexicon_admin.words.normalise import Policy
from lexicon_admin.words.sifting import Tally
from lexicon_admin.words.tiles import Tile, TileTable

# Spanish practice: CH is one tile, and C+H is not CH.
SPANISH = TileTable(
    tuple(Tile(letters, 1, 9) for letters in (*"ABCDEFGHIJLMNÑOPQRSTUVXYZ", "CH", "LL", "RR")),
    2,
    (),
    False,
    15,
    7,
)
NONE = TileTable()


def entries(words: Iterable[str | tuple[str, str]]) -> list[Entry]:
    pairs = [(word, "") if isinstance(word, str) else word for word in words]
    return [Entry(text, meaning, line) for line, (text, meaning) in enumerate(pairs, 1)]


def built(
    folder: Path,
    words: Iterable[str | tuple[str, str]],
    table: TileTable = SALITAAN,
    name: str = "x",
    **policy: str,
) -> tuple[building.Built, Tally]:
    """A store of these words, and the account of the others."""
    tally = Tally()
    target = folder / f"{name}.sqlite3"
    return building.build(entries(words), Policy(**policy), table, target, tally), tally


def opened(
    folder: Path, words: Sequence[str | tuple[str, str]], table: TileTable = SALITAAN, **policy: str
) -> store.Store:
    """The same, opened."""
    made, _tally = built(folder, words, table, **policy)
    return store.open_verified(made.path, made.file_sha256)
