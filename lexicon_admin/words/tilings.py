"""The ways a word can be laid: NGA is NG+A or N+G+A (SAL:288, SAL:290). Computed, never stored row by row."""

from __future__ import annotations

from dataclasses import dataclass

from lexicon_admin.words.tiles import TileTable

MOST_TILINGS = 64


@dataclass(frozen=True, slots=True)
class Tiling:
    """One way: its tiles in order, their face value without premiums, and how many of them must be blanks."""

    tiles: tuple[str, ...]
    score: int
    blanks: int

    @property
    def size(self) -> int:
        return len(self.tiles)


def cuts(word: str, table: TileTable) -> tuple[tuple[str, ...], ...]:
    """Every cut of a normalised word into tiles, fewest tiles first, at most MOST_TILINGS of them."""
    ends: list[list[tuple[str, ...]]] = [[] for _ in word] + [[()]]
    for start in range(len(word) - 1, -1, -1):
        for part in _parts(word, start, table):
            ends[start] += [(part, *rest) for rest in ends[start + len(part)]]
        ends[start] = sorted(ends[start], key=len)[:MOST_TILINGS]
    return tuple(ends[0])


def only_cut(word: str, table: TileTable) -> list[str]:
    """The cut of a word where two tiles may not spell a digraph: from left to right, the digraph wherever it stands (BIS)."""
    return table.tile_signs.findall(word)


def _parts(word: str, start: int, table: TileTable) -> list[str]:
    """What the next tile can be; where two tiles may not spell a digraph, the digraph alone (BIS)."""
    whole = [text for text in table.digraphs if word.startswith(text, start)]
    if whole and not table.split:
        return whole[:1]
    return [*whole, word[start]]


def tilings(word: str, table: TileTable) -> tuple[Tiling, ...]:
    """Every way to lay a normalised word, with its face value; blanks count nothing."""
    return tuple(_weighed(cut, table) for cut in cuts(word, table))


def _weighed(cut: tuple[str, ...], table: TileTable) -> Tiling:
    score, blanks = 0, 0
    for letters in dict.fromkeys(cut):
        tile, wanted = table.by_letters.get(letters), cut.count(letters)
        natural = min(wanted, tile.count) if tile else 0
        score += natural * tile.value if tile else 0
        blanks += wanted - natural
    return Tiling(cut, score, blanks)


def span(word: str, table: TileTable) -> tuple[int, int]:
    """Fewest and most tiles a normalised word takes."""
    found = [text for text in table.digraphs if text in word]
    if not found:
        return len(word), len(word)
    if not table.split:
        size = len(only_cut(word, table))
        return size, size
    if table.split and len(found) == 1:
        return len(word) - (len(found[0]) - 1) * word.count(found[0]), len(word)
    sizes = [len(cut) for cut in cuts(word, table)]
    return min(sizes), len(word) if table.split else max(sizes)


def playable(word: str, table: TileTable) -> bool:
    """Whether some tiling fits a line of the board and the tiles and blanks there are; a word without a board is."""
    if not table.tiles or _fits_letter_by_letter(word, table):
        return True
    if not table.split:
        return _fits(_weighed(tuple(only_cut(word, table)), table), table)
    return any(_fits(way, table) for way in tilings(word, table))


def _fits_letter_by_letter(word: str, table: TileTable) -> bool:
    """The common case, without looking at a single tiling: true says enough, false says nothing."""
    letters = set(word)
    if len(word) > table.squares or not letters <= table.shown_alone:
        return False
    if not table.split and any(text in word for text in table.digraphs):
        return False
    held, short = table.singles, 0
    # No letter comes more often than this; those of which there are so many cannot run out.
    for letter in letters & table.fewer_than(len(word) - len(letters) + 1):
        short += max(0, word.count(letter) - held.get(letter, 0))
    return short <= table.blanks


def _fits(way: Tiling, table: TileTable) -> bool:
    named = not table.blanks_as or all(
        letters in table.by_letters or letters in table.blanks_as for letters in way.tiles
    )
    return way.size <= (table.squares or way.size) and way.blanks <= table.blanks and named


def bonus_depends(word: str, table: TileTable) -> bool:
    """Whether the word, laid whole, earns the all-tiles bonus in one tiling and not in another (SAL:211-213)."""
    sizes = {len(cut) for cut in cuts(word, table)}
    return len(sizes) > 1 and table.bonus_at in sizes
