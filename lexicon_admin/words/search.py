"""Questions to an edition: anagrams, patterns, hooks. Everything in tiles: a front hook of A can be NG (NGA).

`?` stands for one tile, `*` for any number of them, `[ABC]` for one of these letters, `[NG]` for that tile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.building import mask_of
from lexicon_admin.words.normalise import MOST_LETTERS, clean, key_of, typed
from lexicon_admin.words.store import Found, Store
from lexicon_admin.words.tiles import TileTable
from lexicon_admin.words.tilings import cuts

MOST = 500
MOST_STARS = 3
MOST_BLANKS = 3
TOKEN = re.compile(r"\[([^\[\]]*)\]|(.)", re.DOTALL)
GROUP = re.compile(r"\[([^\[\]]*)\]")
PRIVATE = 0xE000

_EMPTY = gettext_noop("Type what to look for.")
_LONG = gettext_noop("At most %(limit)s letters can be looked for.")
_STARS = gettext_noop("At most %(limit)s stars fit in a pattern.")
_BLANKS = gettext_noop("At most %(limit)s blanks (?) fit in an anagram.")
_SIGN = gettext_noop("“%(sign)s” is no letter and no sign of a pattern.")
_KIND = gettext_noop("“%(kind)s” is no kind of search; there are: %(known)s.")
_NUMBER = gettext_noop("Type a number of tiles from 1 to %(limit)s.")


class Answer(NamedTuple):
    """Words found, at most so many as asked for; more: there are others."""

    words: tuple[Found, ...]
    more: bool


class Hooks(NamedTuple):
    """Tiles that make another word when laid before or behind."""

    front: tuple[str, ...]
    back: tuple[str, ...]


def search(store: Store, kind: str, text: str, most: int = MOST) -> Answer:
    """Answer a question of one of the KINDS. Raises Unfit for a question nobody can read."""
    if kind not in KINDS:
        raise unfit("bad-search", _KIND, kind=kind, known=", ".join(KINDS))
    if not clean(text[:1000]):
        raise unfit("nothing-asked", _EMPTY)
    if len(text) > 3 * MOST_LETTERS:
        raise unfit("question-too-long", _LONG, limit=3 * MOST_LETTERS)
    found = tuple(islice(KINDS[kind](store, text), most + 1))
    return Answer(found[:most], len(found) > most)


def word_asked(text: str, table: TileTable) -> str:
    """The key of a word or part of one as it was typed; `[NG]A` names the tile as a pattern does and means the letters NGA."""

    def letters(match: re.Match[str]) -> str:
        key = typed(match[1])
        return key if key in table.digraphs or len(key) == 1 else match[0]

    return typed(GROUP.sub(letters, clean(text)))


def _exact(store: Store, text: str) -> Iterator[Found]:
    found = store.get(word_asked(text, store.table))
    return iter((found,) if found else ())


def _contains(store: Store, text: str) -> Iterator[Found]:
    return store.containing(_letters(word_asked(text, store.table)))


def _means(store: Store, text: str) -> Iterator[Found]:
    return store.meaning(clean(text))


def _length(store: Store, text: str) -> Iterator[Found]:
    cleaned = clean(text)
    if not (cleaned.isascii() and cleaned.isdigit() and 1 <= int(cleaned[:4]) <= MOST_LETTERS):
        raise unfit("bad-length", _NUMBER, limit=MOST_LETTERS)
    return store.in_tiles(int(cleaned[:4]))


def _letters(key: str) -> str:
    if not key:
        raise unfit("nothing-asked", _EMPTY)
    return key


class Rack(NamedTuple):
    """What an anagram is made of: letters, blanks, and the tiles said outright (then tiles are counted, not letters)."""

    letters: str
    blanks: int
    tiles: tuple[str, ...]


def read_rack(text: str, table: TileTable) -> Rack:
    """`ABA?` letters and a blank; `BA[NG]` says which letters are one tile. Where C+H is not CH, CH is one tile anyway."""
    signs = [match[1] if match[1] is not None else match[2] for match in TOKEN.finditer(key_of(clean(text)))]
    kept = [sign for sign in signs if sign and sign not in " ,.-'"]
    tiles = [sign for sign in kept if sign not in "?_"]
    blanks = len(kept) - len(tiles)
    wrong = next((sign for sign in tiles if not sign.isalpha()), "")
    if wrong:
        raise unfit("bad-sign", _SIGN, sign=wrong)
    if blanks > MOST_BLANKS:
        raise unfit("too-many-blanks", _BLANKS, limit=MOST_BLANKS)
    if not kept:
        raise unfit("nothing-asked", _EMPTY)
    return _rack(tiles, blanks, "[" in text, table)


def _rack(tiles: list[str], blanks: int, named: bool, table: TileTable) -> Rack:
    letters = "".join(tiles)
    if not named and not table.split:
        return Rack(letters, blanks, cuts(letters, table)[0])
    return Rack(letters, blanks, tuple(tiles) if named else ())


def _anagrams(store: Store, text: str) -> Iterator[Found]:
    """Words that use the whole rack."""
    rack = read_rack(text, store.table)
    if rack.blanks or rack.tiles:
        size = len(rack.tiles or rack.letters) + rack.blanks
        return (found for found in _made_of(store, rack, size) if _uses_all(found, size, rack, store.table))
    return store.same_letters(rack.letters)


def _uses_all(found: Found, size: int, rack: Rack, table: TileTable) -> bool:
    return found.low <= size <= found.high and any(
        len(cut) == size and _enough(cut, rack) for cut in cuts(found.key, table)
    )


def _made_of(store: Store, rack: Rack, fewest: int = 1) -> Iterator[Found]:
    """Words of at least so many letters that can be laid from the rack, not all of it needed."""
    longest = len(rack.letters) + rack.blanks * store.table.widest
    never = 0 if rack.blanks else ~mask_of(rack.letters) & (1 << 28) - 1
    return (found for found in store.within(fewest, longest, never) if _fits(found, rack, store.table))


def _fits(found: Found, rack: Rack, table: TileTable) -> bool:
    """By letters where the rack is written in letters; by tiles where it names tiles, or a blank could be a digraph."""
    if len(set(found.key).difference(rack.letters)) > rack.blanks * table.widest:
        return False
    missing = (Counter(found.key) - Counter(rack.letters)).total()
    if missing > rack.blanks * table.widest:
        return False
    if not rack.tiles and missing <= rack.blanks:
        return True
    return any(_enough(cut, rack) for cut in cuts(found.key, table))


def _enough(cut: tuple[str, ...], rack: Rack) -> bool:
    held = Counter(rack.tiles or rack.letters)
    return (Counter(cut) - held).total() <= rack.blanks


def _pattern(store: Store, text: str) -> Iterator[Found]:
    """Words that fit a pattern as a whole."""
    fits, prefix, fewest = compiled(text, store.table)
    return (found for found in store.starting(prefix, fewest, MOST_LETTERS) if fits(found.key))


def compiled(text: str, table: TileTable) -> tuple[Callable[[str], object], str, int]:
    """A pattern as a test of keys, the letters every match begins with, and the fewest letters it has."""
    tokens = [(match[1], match[2]) for match in TOKEN.finditer(key_of(clean(text))) if match[2] != " "]
    if sum(sign == "*" for _group, sign in tokens) > MOST_STARS:
        raise unfit("too-many-stars", _STARS, limit=MOST_STARS)
    made = re.compile("".join(_piece(group, sign, table) for group, sign in tokens))
    fewest = max(1, sum(sign != "*" for _group, sign in tokens))
    if table.split:
        return made.fullmatch, _head(tokens), fewest
    return (lambda key: made.fullmatch(folded(key, table))), "", 1


def _head(tokens: list[tuple[str | None, str | None]]) -> str:
    """The plain letters before the first sign."""
    head = ""
    for _group, sign in tokens:
        if not sign or not sign.isalpha():
            break
        head += sign
    return head


def _piece(group: str | None, sign: str | None, table: TileTable) -> str:
    one = "|".join([*map(re.escape, table.digraphs), "."]) if table.split else "."
    if group is not None:
        return _group(group, table)
    if sign == "*":
        return ".*"
    if sign in ("?", "_", "."):
        return f"(?:{one})"
    if not sign or not sign.isalpha():
        raise unfit("bad-sign", _SIGN, sign=sign or "")
    return re.escape(sign)


def _group(group: str, table: TileTable) -> str:
    if group in table.digraphs:
        return re.escape(group) if table.split else chr(PRIVATE + table.digraphs.index(group))
    if not group.isalpha():
        raise unfit("bad-sign", _SIGN, sign=f"[{group[:10]}]")
    return f"[{re.escape(group)}]"


def folded(key: str, table: TileTable) -> str:
    """A key with one character a tile, where a digraph is always one tile (BIS: C+H is not CH)."""
    return "".join(
        chr(PRIVATE + table.digraphs.index(part)) if len(part) > 1 else part for part in cuts(key, table)[0]
    )


def hooks(store: Store, word: str) -> Hooks:
    """Tiles that can be laid before or behind a word; a blank may be a letter without a tile of its own."""
    key = _letters(typed(word))
    tiles = dict.fromkeys((*store.table.by_letters, *store.table.blanks_as)) or sorted(store.table.alphabet)
    front = [letters for letters in tiles if letters and letters + key in store]
    back = [letters for letters in tiles if letters and key + letters in store]
    return Hooks(tuple(front), tuple(back))


KINDS: dict[str, Callable[[Store, str], Iterator[Found]]] = {
    "exact": _exact,
    "pattern": _pattern,
    "anagram": _anagrams,
    "within": lambda store, text: _made_of(store, read_rack(text, store.table)),
    "length": _length,
    "contains": _contains,
    "meaning": _means,
}
