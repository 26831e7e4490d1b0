"""Text -> tiles. A text that can mean several rows of tiles is said to be ambiguous, never guessed at.

`NG` may be the tile NG or the tiles N and G; `[NG]` is always the one tile, `[N][G]` always the two. Lower
case is a blank (`[ng]` is one blank standing for NG). Texts are compared in NFC: N + combining tilde is Ñ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.messages import Message, Noun, counted, gettext_noop, joined, listed, say
from scoring.board.tiles import Piece, TileSet, count_tiles, write_tiles

Row = tuple[Piece, ...]
MAX_TEXT = 250
MAX_READINGS = 64
# No word and no rack is longer; of what is, so many characters are quoted.
_QUOTED = 30
# So many words a sentence lists.
_LISTED = 6
# So many texts are remembered with how they read.
_KEPT = 2000
_CHUNK = re.compile(r"\[([^\[\]]*)\]|([?_])|([^\[\]?_]+)")
SEPARATORS = re.compile(r"[\s,.;/|+-]+")

_TOO_LONG = gettext_noop("“%(text)s…” is too long for a row of tiles: at most %(limit)s characters.")
_UNKNOWN = gettext_noop("“%(text)s”: “%(part)s” is no tile of this set.")
_AMBIGUOUS = gettext_noop(
    "“%(text)s” can be %(readings)s: write [NG] style brackets around the letters of one tile."
)
_MISFIT = gettext_noop("“%(text)s” can be %(readings)s, and none of these fits %(limits)s.")
_EMPTY = gettext_noop("No tiles are written.")
_TILES = Noun(say("tile"), say("tiles"))
_TOO_MANY = gettext_noop("“%(text)s” can be read in more than %(limit)s ways: write [NG] for one tile.")


class Reading(NamedTuple):
    """What a text can mean. `pieces` is set when it has one meaning; else `problem` says why not."""

    readings: tuple[Row, ...]
    problem: Message | None = None

    @property
    def pieces(self) -> Row | None:
        return self.readings[0] if len(self.readings) == 1 and self.problem is None else None

    @property
    def ambiguous(self) -> bool:
        return len(self.readings) > 1


def clean(text: str) -> str:
    """NFC, outer blanks off: the one form in which texts are compared."""
    return unicodedata.normalize("NFC", text).strip()


def quoted(text: str) -> str:
    """A text as a sentence repeats it: what is longer than any word is cut."""
    return text if len(text) <= 2 * _QUOTED else f"{text[:_QUOTED]}…"


def listed_words(words: Sequence[str]) -> str:
    """The first few words, and how many more there are."""
    more = len(words) - _LISTED
    return ", ".join(quoted(word) for word in words[:_LISTED]) + (f", … (+{more})" if more > 0 else "")


def read_word(
    text: str, tiles: TileSet, *, size: int | None = None, rack: Iterable[Piece] | None = None
) -> Reading:
    """Tiles of a word as laid. Where two tiles may not spell a digraph (BIS), plain `CH` is the tile CH.

    `size`: tiles the word must have; `rack`: tiles it must come from. Both only narrow an ambiguous text.
    """
    return _narrow(
        text, _all_readings([clean(text)], tiles, whole=not tiles.digraphs_from_singles), size, rack
    )


def read_rack(text: str, tiles: TileSet, *, size: int | None = None) -> Reading:
    """Tiles of a rack, in any order, with or without separators (`A B NG ?`); `size` narrows."""
    plain = tiles.one_by_one(text) if size is None and len(text) <= MAX_TEXT else None
    if plain:
        return Reading((tuple(plain),))
    cleaned = clean(text)
    parts = [part for part in SEPARATORS.split(cleaned) if part]
    if len(parts) > 1 and len(cleaned) <= MAX_TEXT:
        single = [_one_tile(part, tiles) for part in parts]
        if all(single):
            return _narrow(text, Reading((tuple(piece for piece in single if piece),)), size, None)
    return _narrow(text, _all_readings(parts, tiles, whole=False), size, None)


def _one_tile(part: str, tiles: TileSet) -> Piece | None:
    inner = part[1:-1] if part.startswith("[") and part.endswith("]") else part
    return _bare_blank(tiles) if inner in ("?", "_") else _token(inner, tiles)


def _bare_blank(tiles: TileSet) -> Piece | None:
    return tiles.blank.piece() if tiles.blank else None


def _token(text: str, tiles: TileSet) -> Piece | None:
    """One token: upper case a natural tile, lower case a blank, mixed case neither."""
    if text == text.upper():
        return tiles.natural(text)
    return tiles.blank_as(text.upper()) if text == text.lower() else None


def _all_readings(parts: list[str], tiles: TileSet, *, whole: bool) -> Reading:
    text = " ".join(parts)
    if not text:
        return Reading((), Message("empty", _EMPTY))
    if len(text) > MAX_TEXT:
        return Reading((), Message("too_long", _TOO_LONG, {"text": text[:30], "limit": MAX_TEXT}))
    key = (*parts, whole)
    found: Reading | None = tiles.readings.get(key)
    if found is None:
        if len(tiles.readings) >= _KEPT:
            tiles.readings.clear()
        found = tiles.readings[key] = _read_anew(parts, text, tiles, whole)
    return found


def _read_anew(parts: list[str], text: str, tiles: TileSet, whole: bool) -> Reading:
    rows: list[Row] = [()]
    for part in (chunk for piece in parts for chunk in _chunks(piece)):
        rows = _joined(rows, _chunk_readings(part, tiles, whole))
        if not rows:
            facts = {"text": quoted(text), "part": quoted(_culprit(part, tiles))}
            return Reading((), Message("no_such_tile", _UNKNOWN, facts))
    return limited(rows, text)


def limited(rows: Sequence[Row], text: str) -> Reading:
    """The readings, unless there are so many that one of them could have been left out unseen."""
    if len(rows) <= MAX_READINGS:
        return Reading(tuple(rows))
    return Reading((), Message("too_many", _TOO_MANY, {"text": text[:30], "limit": MAX_READINGS}))


def _chunks(text: str) -> list[str]:
    """Bracketed tokens, blanks and plain runs; a stray bracket stays in its place and is then refused."""
    found, at = [], 0
    for match in _CHUNK.finditer(text):
        found += [text[at : match.start()], match.group(0)]
        at = match.end()
    return [part for part in (*found, text[at:]) if part]


def _joined(heads: list[Row], tails: list[Row]) -> list[Row]:
    return [head + tail for head in heads for tail in tails][: MAX_READINGS + 1]


def _chunk_readings(part: str, tiles: TileSet, whole: bool) -> list[Row]:
    if part[0] in "[?_":
        piece = _one_tile(part, tiles)
        return [(piece,)] if piece else []
    return _drop_split_digraphs(_tilings(part, tiles), tiles) if whole else _tilings(part, tiles)


def _tilings(text: str, tiles: TileSet) -> list[Row]:
    """All ways to cut `text` into tokens, fewest tiles first; one more than MAX_READINGS is enough to know."""
    ends: list[list[Row]] = [[] for _ in text] + [[()]]
    for start in range(len(text) - 1, -1, -1):
        for length in range(tiles.longest, 0, -1):
            piece = _token(text[start : start + length], tiles) if start + length <= len(text) else None
            if piece:
                ends[start] += [(piece, *rest) for rest in ends[start + length]]
        ends[start] = sorted(ends[start], key=len)[: MAX_READINGS + 1]
    return ends[0]


def _drop_split_digraphs(rows: list[Row], tiles: TileSet) -> list[Row]:
    """Readings in which no neighbouring pieces of one kind spell another tile's letters."""
    return [row for row in rows if not has_split_digraph(row, tiles)]


def has_split_digraph(row: Row, tiles: TileSet) -> bool:
    """Whether neighbouring single-letter pieces spell what one tile of the set spells (C+H for CH)."""
    digraphs = [letters for letters in tiles.by_letters if len(letters) > 1]
    faces = [piece.face for piece in row]
    return any(faces[at : at + len(name)] == list(name) for name in digraphs for at in range(len(faces)))


def _culprit(part: str, tiles: TileSet) -> str:
    if part[0] == "[" or len(part) == 1:
        return part
    unknown = [letter for letter in part if not _token(letter, tiles)]
    return unknown[0] if unknown else part


def _narrow(text: str, found: Reading, size: int | None, rack: Iterable[Piece] | None) -> Reading:
    if found.problem or (len(found.readings) == 1 and size is None):
        return found
    held = None if rack is None else count_tiles(rack)
    fitting = tuple(row for row in found.readings if _fits(row, size, held))
    if len(fitting) == 1:
        return Reading(fitting)
    facts: dict[str, object] = {"text": quoted(clean(text)), "readings": _spoken(fitting or found.readings)}
    if fitting:
        return Reading(fitting, Message("ambiguous", _AMBIGUOUS, facts))
    return Reading(found.readings, Message("no_fit", _MISFIT, {**facts, "limits": _limits(size, held)}))


def _fits(row: Row, size: int | None, held: dict[str, int] | None) -> bool:
    if size is not None and len(row) != size:
        return False
    return held is None or all(held.get(tile, 0) >= number for tile, number in count_tiles(row).items())


def _spoken(rows: tuple[Row, ...]) -> str:
    """A few of the readings, fewer where they are longer than any word; how many more there are."""
    most = 4 if len(rows[0]) <= _QUOTED else 1
    shown = [quoted(" ".join(piece.text.strip("[]") for piece in row)) for row in rows[:most]]
    if len(rows) > most:
        shown.append(say("one of %(number)s more", number=len(rows) - most))
    *others, last = shown
    return say("%(one)s or %(other)s", one=joined(", ", others), other=last) if others else last


def _limits(size: int | None, held: dict[str, int] | None) -> str:
    parts: list[str] = [counted(size, _TILES)] if size is not None else []
    return listed([*parts, say("the rack")] if held is not None else parts)


__all__ = ["MAX_READINGS", "Reading", "clean", "has_split_digraph", "read_rack", "read_word", "write_tiles"]
