"""What hooks one word, and what word was meant, where a single word is asked for: straight from the store."""

from __future__ import annotations

import re
from typing import NamedTuple

from lexicon_admin.words.normalise import clean, typed
from lexicon_admin.words.store import Store
from lexicon_admin.words.tiles import TileTable
from lexicon_admin.words.tilings import cuts

GROUP = re.compile(r"\[([^\[\]]*)\]")


class Hooks(NamedTuple):
    """Tiles that make another word when laid before or behind."""

    front: tuple[str, ...]
    back: tuple[str, ...]


def word_asked(text: str, table: TileTable) -> str:
    """The key of a word or part of one as it was typed; `[NG]A` names the tile as a pattern does and means the letters NGA."""

    def letters(match: re.Match[str]) -> str:
        key = typed(match[1], table.marks)
        return key if key in table.digraphs or len(key) == 1 else match[0]

    return typed(GROUP.sub(letters, clean(text)), table.marks)


def hooks(store: Store, word: str) -> Hooks:
    """Tiles that can be laid before or behind a word; a blank may be a letter without a tile of its own."""
    table = store.table
    key = typed(word, table.marks)
    tiles = dict.fromkeys((*table.by_letters, *table.blanks_as)) or sorted(table.alphabet)
    held = [letters for letters in tiles if letters]
    front = [
        letters for letters in held if letters + key in store and _laid(letters + key, letters, 0, table)
    ]
    back = [
        letters for letters in held if key + letters in store and _laid(key + letters, letters, -1, table)
    ]
    return Hooks(tuple(front), tuple(back))


def _laid(word: str, tile: str, end: int, table: TileTable) -> bool:
    """Whether a word can be laid with this tile at its end: where C+H is not CH, C before HAL makes no CHAL."""
    return table.split or cuts(word, table)[0][end] == tile
