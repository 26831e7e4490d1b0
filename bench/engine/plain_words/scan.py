"""A search by looking at every word, cut by cut, and lines by chance: what the index is held against.

Shares with the program what a cut is (`tilings.cuts`) and nothing of how it reads or answers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lexicon_admin.words import tilings
from lexicon_admin.words.tiles import Tile, TileTable

# Salitaan's letters, points and counts (SAL:36-52, SAL:305-387).
SALITAAN_TILES = (
    ("A", 1, 27), ("B", 4, 5), ("K", 2, 6), ("D", 8, 3), ("E", 8, 3), ("G", 4, 7), ("H", 5, 4), ("I", 1, 17), ("L", 1, 8),
    ("M", 2, 7), ("N", 1, 13), ("NG", 5, 5), ("O", 2, 6), ("P", 3, 5), ("R", 5, 3), ("S", 1, 7), ("T", 1, 8), ("U", 1, 9),
    ("W", 10, 1), ("Y", 8, 3),
)  # fmt: skip
ANY = (*"ABCDEFGHIJKLMNÑ", "NG", *"OPQRSTUVWXYZ")
SALITAAN = TileTable(tuple(Tile(*row) for row in SALITAAN_TILES), 3, ANY, True, 19, 10)

cuts, ways = lru_cache(None)(tilings.cuts), lru_cache(None)(tilings.tilings)
Cut = tuple[str, ...]
Tree = tuple[str, Any]


@dataclass(frozen=True)
class Plain:
    """Every word with its cuts and definition, and other lists by name."""

    words: dict[str, str]
    table: TileTable
    lists: dict[str, frozenset[str]]

    def find(self, tree: Tree) -> set[str]:
        return {
            word for word in self.words if any(self.holds(word, cut, tree) for cut in cuts(word, self.table))
        }

    def holds(self, word: str, cut: Cut, tree: Tree) -> bool:
        kind, value = tree
        if kind == "not":
            return not any(self.holds(word, other, value) for other in cuts(word, self.table))
        if kind == "and":
            return all(self.holds(word, cut, part) for part in value)
        if kind == "or":
            return any(self.holds(word, cut, part) for part in value)
        return getattr(self, f"_{kind}")(word, cut, value)

    def _word(self, word: str, _cut: Cut, value: str) -> bool:
        return word == value

    def _length(self, _word: str, cut: Cut, value: tuple[int, int]) -> bool:
        return value[0] <= len(cut) <= value[1]

    def _points(self, word: str, cut: Cut, value: tuple[int, int]) -> bool:
        return any(way.tiles == cut and value[0] <= way.score <= value[1] for way in ways(word, self.table))

    def _pattern(self, _word: str, cut: Cut, value: list[str]) -> bool:
        return any(_fits(cut, spelt) for spelt in _spelt(value, self.table))

    def _contains(self, word: str, cut: Cut, value: list[str]) -> bool:
        return self._pattern(word, cut, ["*", *value, "*"])

    def _starts(self, word: str, cut: Cut, value: list[str]) -> bool:
        return self._pattern(word, cut, [*value, "*"])

    def _ends(self, word: str, cut: Cut, value: list[str]) -> bool:
        return self._pattern(word, cut, ["*", *value])

    def _anagram(self, word: str, cut: Cut, value: list[str]) -> bool:
        return any(
            len(cut) == len(rack)
            for rack in _racks(value, self.table)
            if _lacks(cut, rack) <= rack.count("?")
        )

    def _within(self, _word: str, cut: Cut, value: list[str]) -> bool:
        return any(_lacks(cut, rack) <= rack.count("?") for rack in _racks(value, self.table))

    def _front(self, word: str, _cut: Cut, value: str) -> bool:
        return self._taken(word, value, front=True, back=False)

    def _back(self, word: str, _cut: Cut, value: str) -> bool:
        return self._taken(word, value, front=False, back=True)

    def _hooks(self, word: str, _cut: Cut, value: str) -> bool:
        return self._taken(word, value, front=True, back=True)

    def _taken(self, word: str, value: str, *, front: bool, back: bool) -> bool:
        held = [*self.table.by_letters, *self.table.blanks_as]
        tiles = held if value in ("any", "none") else [tile for tile in held if tile == value.strip("[]")]
        found = any(
            (front and tile + word in self.words and (tile, *cut) in cuts(tile + word, self.table))
            or (back and word + tile in self.words and (*cut, tile) in cuts(word + tile, self.table))
            for tile in tiles
            for cut in cuts(word, self.table)
        )
        return found != (value == "none")

    def _list(self, word: str, _cut: Cut, value: str) -> bool:
        return word in self.lists[value]

    def _definition(self, word: str, _cut: Cut, value: str) -> bool:
        told = self.words[word].lower().split()
        return value in told if len(value) < 3 else any(value in one for one in told)


def _spelt(pattern: list[str], table: TileTable) -> Iterable[list[str]]:
    """The pattern with runs of plain letters cut into tiles in every way."""
    if not pattern:
        return [[]]
    run = 0
    while run < len(pattern) and pattern[run].isalpha():
        run += 1
    if run == 0:
        return [[pattern[0], *rest] for rest in _spelt(pattern[1:], table)]
    ways = cuts("".join(pattern[:run]), table)
    return [[*(f"[{tile}" for tile in way), *rest] for way in ways for rest in _spelt(pattern[run:], table)]


def _fits(cut: Cut, pattern: list[str]) -> bool:
    if not pattern:
        return not cut
    sign, rest = pattern[0], pattern[1:]
    if sign == "*":
        return any(_fits(cut[start:], rest) for start in range(len(cut) + 1))
    if not cut:
        return False
    if sign.startswith("[") and sign.endswith("]"):
        one = (
            cut[0] == "NG"
            if sign == "[NG]"
            else cut[0] == "CH"
            if sign == "[CH]"
            else cut[0] in [*sign[1:-1]]
        )
    else:
        one = sign == "?" or cut[0] == sign[1:]
    return one and _fits(cut[1:], rest)


def _racks(signs: list[str], table: TileTable) -> list[list[str]]:
    blanks = [sign for sign in signs if sign == "?"]
    tiles = [sign for sign in signs if sign != "?"]
    if any(sign.startswith("[") for sign in tiles):
        return [[*(tile.strip("[]") for tile in tiles), *blanks]]
    return [[*way, *blanks] for way in cuts("".join(tiles), table)]


def _lacks(cut: Cut, rack: list[str]) -> int:
    return (Counter(cut) - Counter(rack)).total()


class Chance:
    """Lines by chance, each as it is typed and as the plain scan takes it."""

    def __init__(self, seed: int, plain: Plain) -> None:
        self.random, self.plain = random.Random(seed), plain
        self.words = sorted(plain.words)
        self.digraph = plain.table.digraphs[:1]

    def line(self) -> tuple[str, Tree]:
        """A line of at most as many conditions as one may have."""
        while (made := self._line(3))[0].count(":") > 20:
            pass
        return made

    def _line(self, depth: int) -> tuple[str, Tree]:
        kind = self.random.choice(["and", "or", "not", "one", "one"]) if depth else "one"
        if kind == "one":
            return self.condition()
        if kind == "not":
            text, tree = self._line(depth - 1)
            return f"not ({text})", ("not", tree)
        parts = [self._line(depth - 1) for _ in range(self.random.randint(2, 3))]
        sign = {"or": " or ", "and": self.random.choice([" ", " and "])}[kind]
        return sign.join(f"({text})" for text, _tree in parts), (kind, [tree for _text, tree in parts])

    def condition(self) -> tuple[str, Tree]:
        kinds = ["word", "length", "pattern", "contains", "starts", "ends", "anagram", "within", "front", "back", "hooks",
                 "list", "definition", "points"]  # fmt: skip
        kind = self.random.choice(kinds)
        shown, value = getattr(self, f"_{'hook' if kind in ('front', 'back', 'hooks') else kind}")()
        return f"{kind}:{shown}", (kind, value)

    def _word(self) -> tuple[str, str]:
        word = self.random.choice(self.words)
        return word.lower(), word

    def _range(self, most: int) -> tuple[str, tuple[int, int]]:
        low = self.random.randint(1, most)
        high = low + self.random.randint(0, 3)
        return self.random.choice([
            (str(low), (low, low)), (f"{low}-{high}", (low, high)), (f"{low}-", (low, 999)), (f"-{low}", (0, low)),
        ])  # fmt: skip

    def _length(self) -> tuple[str, tuple[int, int]]:
        return self._range(7)

    def _points(self) -> tuple[str, tuple[int, int]]:
        return self._range(14)

    def _signs(self, stars: int) -> list[str]:
        """A word with some of its letters made signs, so that it finds something now and then."""
        word = self.random.choice(self.words)
        cut = self.random.choice(cuts(word, self.plain.table))
        signs: list[str] = []
        for tile in cut[self.random.randint(0, 1) : self.random.randint(1, 6)] or cut:
            named = [f"[{tile}]"] if tile in self.digraph else [*tile]
            signs += self.random.choice([named, named, named, [*tile], ["?"], [f"[A{tile[0]}I]"]])
        for _ in range(self.random.randint(0, stars)):
            signs.insert(self.random.randint(0, len(signs)), "*")
        return [sign for at, sign in enumerate(signs) if sign != "*" or signs[at - 1 : at] != ["*"]]

    def _pattern(self) -> tuple[str, list[str]]:
        signs = self._signs(3)
        return "".join(signs), signs

    def _part(self) -> tuple[str, list[str]]:
        signs = self._signs(1)
        return "".join(signs), signs

    _contains = _starts = _ends = _part

    def _anagram(self) -> tuple[str, list[str]]:
        word = self.random.choice(self.words)
        cut = list(self.random.choice(cuts(word, self.plain.table)))
        for _ in range(self.random.randint(0, 2)):
            cut[self.random.randrange(len(cut))] = "?"
        while cut.count("?") > 3:
            cut.remove("?")
        named = self.random.random() < 0.5
        signs = [tile if tile == "?" else f"[{tile}]" for tile in cut] if named else [*"".join(cut)]
        self.random.shuffle(signs)
        return "".join(signs), signs

    def _within(self) -> tuple[str, list[str]]:
        signs = self._anagram()[1]
        named = any(sign.startswith("[") for sign in signs)
        more = [self.random.choice("ABKNGI") for _ in range(2)]
        signs = [*signs, *(f"[{tile}]" if named else tile for tile in more)]
        return "".join(signs), signs

    def _hook(self) -> tuple[str, str]:
        tiles = [
            "any",
            "none",
            *(f"[{tile}]" for tile in ("NG", "A", "K", "S", "I", "CH") if tile in self._tiles),
        ]
        shown = self.random.choice(tiles)
        return shown, shown

    @property
    def _tiles(self) -> set[str]:
        return {tile for word in self.words[:50] for cut in cuts(word, self.plain.table) for tile in cut}

    def _list(self) -> tuple[str, str]:
        name = self.random.choice(sorted(self.plain.lists))
        return name, name

    def _definition(self) -> tuple[str, str]:
        text = self.random.choice(["house", "hou", "wat", "ate", "of", "zzz", "er"])
        return text, text
