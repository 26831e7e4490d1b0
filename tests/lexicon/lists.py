"""Small lists and tile sets for the tests of the words, invented here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lexicon_admin.words import building, store
from lexicon_admin.words.files.reading import Entry
from lexicon_admin.words.normalise import Policy
from lexicon_admin.words.sifting import Tally
from lexicon_admin.words.tiles import Tile, TileTable

# Salitaan's letters, points and counts (SAL:36-52, SAL:305-387).
SALITAAN_TILES = (
    ("A", 1, 27), ("B", 4, 5), ("K", 2, 6), ("D", 8, 3), ("E", 8, 3), ("G", 4, 7), ("H", 5, 4), ("I", 1, 17), ("L", 1, 8),
    ("M", 2, 7), ("N", 1, 13), ("NG", 5, 5), ("O", 2, 6), ("P", 3, 5), ("R", 5, 3), ("S", 1, 7), ("T", 1, 8), ("U", 1, 9),
    ("W", 10, 1), ("Y", 8, 3),
)  # fmt: skip
ANY = (*"ABCDEFGHIJKLMNÑ", "NG", *"OPQRSTUVWXYZ")
SALITAAN = TileTable(tuple(Tile(*row) for row in SALITAAN_TILES), 3, ANY, True, 19, 10)
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
