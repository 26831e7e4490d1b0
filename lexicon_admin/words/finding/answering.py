"""A search answered: the tree of a line becomes one set of rows.

Conditions said together hold of one way of laying the word: `length:2 starts:[NG]` finds NGA as NG·A. `not` finds exactly
the words that what follows it does not find. So a line finds a word when some way of laying it fulfils all of it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from core.messages import gettext_noop
from core.problems import Problem, Unfit, unfit
from lexicon_admin.words.finding import line, names, reading
from lexicon_admin.words.finding.index import Index
from lexicon_admin.words.finding.meanings import PART_OF, PARTS, tokens
from lexicon_admin.words.finding.reading import Asked, Piece, Rack, Shape

MOST_STEPS = 6_000
LEAST_LETTERS = 3
MOST_TOKENS = 1_000
NONE_WORDS = frozenset({"none", "wala"})
ANY_WORDS = frozenset({"any", "mayroon", "?"})

_MUCH = gettext_noop("This search asks too much at once: leave out stars, groups in [ ] or conditions.")
_PART = gettext_noop("At character %(at)s: “%(value)s” is no part of speech; there are: %(known)s.")
_COMMON = gettext_noop(
    "At character %(at)s: too many words of definitions hold “%(value)s”; type more of it."
)
_MEANING = gettext_noop("At character %(at)s: type a word of the definition.")

# Every row of the words of another list, as `list:`, `theme:`, `added:` ... name it; raises Unfit where there is none.
Lists = Callable[[line.Condition, str], int]


@dataclass(slots=True)
class Found:
    """What a search found: its words by their first rows, and the rows themselves (the ways to lay them that fit)."""

    words: int
    rows: int

    @property
    def total(self) -> int:
        return self.words.bit_count()


@dataclass(slots=True)
class Steps:
    """Work done so far, in sets of rows joined; raises Unfit past MOST_STEPS."""

    taken: int = 0

    def take(self, count: int = 1) -> None:
        self.taken += count
        if self.taken > MOST_STEPS:
            raise unfit("too-much", _MUCH)


def find(text: str | line.Tree, index: Index, lists: Lists) -> Found:
    """The words of an edition that a line asks for. Raises Unfit where it cannot be read or asks too much."""
    tree = line.read(text) if isinstance(text, str) else text
    rows = _Answer(index, lists).rows(tree)
    return Found(index.rows.words(rows), rows)


def mistakes(tree: line.Tree, index: Index, lists: Lists) -> list[Problem]:
    """What is wrong with each condition of a tree, alone."""
    found = []
    for condition in line.conditions(tree):
        try:
            _Answer(index, lists).rows(condition)
        except Unfit as error:
            found.append(error.problem)
    return found


def name_of(condition: line.Condition) -> str:
    """The condition that is meant; a value alone is a word, or a pattern where it has a sign of one."""
    if condition.name:
        return names.known(condition.name, condition.at)
    return names.PATTERN if is_pattern(condition.value) else names.WORD


def is_pattern(value: str) -> bool:
    """Whether a value alone has signs only a pattern has; `[NG]A` is the word NGA."""
    return bool(re.search(r"[?*_]", value)) or any(
        len(group) > 2 for group in re.findall(r"\[([^\[\]]*)\]", value)
    )


@dataclass(slots=True)
class _Answer:
    index: Index
    lists: Lists
    steps: Steps = field(default_factory=Steps)
    groups: dict[tuple[int, Piece], int] = field(default_factory=dict)

    def rows(self, tree: line.Tree) -> int:
        match tree:
            case line.Not(part):
                self.steps.take(20)
                return self.index.rows.none_of(self.rows(part))
            case line.All(parts):
                found = self.index.rows.all
                for part in parts:
                    found &= self.rows(part)
                return found
            case line.Some(parts):
                return reduce(or_, map(self.rows, parts))
            case line.Condition():
                name = name_of(tree)
                asked = Asked(name, tree.at, self.index.coding)
                if name in names.LISTS:
                    return self.lists(tree, name)
                return _READERS[name](self, tree.value, asked)

    def set(self, name: str) -> int:
        self.steps.take()
        return self.index.set(name)

    def word(self, text: str, asked: Asked) -> int:
        return self.pattern(re.sub(r"\[([^\[\]]{1,2})\]", r"\1", text), asked)

    def pattern(self, text: str, asked: Asked) -> int:
        return self.shapes(reading.shapes(text, asked))

    def contains(self, text: str, asked: Asked) -> int:
        return self.shapes(reading.shapes(text, asked, before=True, behind=True))

    def starts(self, text: str, asked: Asked) -> int:
        return self.shapes(reading.shapes(text, asked, behind=True))

    def ends(self, text: str, asked: Asked) -> int:
        return self.shapes(reading.shapes(text, asked, before=True))

    def shapes(self, found: list[Shape]) -> int:
        return reduce(or_, (self.shape(shape) for shape in found), 0)

    def shape(self, shape: Shape) -> int:
        """Pieces one after another: `reached[n]` holds the rows whose first n tiles, or fewer, have all pieces so far."""
        sizes = self.index.sizes
        if not sizes:
            return 0
        if not shape.pieces:
            return self.index.rows.all
        if not shape.open_before and not shape.open_behind and len(shape.pieces) == 1:
            return self.at(0, shape.pieces[0], self.set(f"size/{len(shape.pieces[0])}"))
        reached = [self.index.rows.all] * (sizes[-1] + 1)
        if not shape.open_before:
            reached[1:] = [0] * sizes[-1]
        pieces = shape.pieces if shape.open_behind else shape.pieces[:-1]
        for piece in pieces:
            reached = self._after(piece, reached)
        return reached[-1] if shape.open_behind else self._ending(shape.pieces[-1], reached)

    def _after(self, piece: tuple[Piece, ...], reached: list[int]) -> list[int]:
        """What is reached once this piece was found too, at any place it may begin."""
        found, so_far = [0] * len(reached), 0
        for start in range(len(reached) - len(piece)):
            if reached[start]:
                so_far |= self.at(start, piece, reached[start])
                self.steps.take()
            found[start + len(piece)] = so_far
        return found

    def _ending(self, piece: tuple[Piece, ...], reached: list[int]) -> int:
        """The rows that end with this piece, behind what was reached."""
        total = 0
        for size in self.index.sizes:
            start = size - len(piece)
            if start >= 0 and reached[start]:
                total |= self.at(start, piece, reached[start] & self.set(f"size/{size}"))
                self.steps.take(2)
        return total

    def at(self, start: int, piece: tuple[Piece, ...], among: int) -> int:
        """Of these rows those that have a piece from the given tile on, and are long enough for it."""
        for place, tiles in enumerate(piece, start):
            if not among:
                return 0
            among &= self.tile(place, tiles)
            self.steps.take()
        return among

    def tile(self, place: int, tiles: Piece) -> int:
        """The rows that have one of these tiles (any, for none named) at a place."""
        known = self.groups.get((place, tiles))
        if known is None:
            parts = [self.set(f"at/{place}/{code}") for code in tiles]
            known = reduce(or_, parts, 0) if tiles else self._longer(place)
            self.groups[place, tiles] = known
        return known

    def _longer(self, place: int) -> int:
        """The rows of more than so many tiles."""
        sizes = [size for size in self.index.sizes if size <= place]
        return self.index.rows.all & ~reduce(or_, (self.set(f"size/{size}") for size in sizes), 0)

    def anagram(self, text: str, asked: Asked) -> int:
        found = 0
        for rack in reading.racks(text, asked):
            size = len(rack.tiles) + rack.blanks
            found |= self.rack(rack, self.set(f"size/{size}"))
        return found

    def within(self, text: str, asked: Asked) -> int:
        return reduce(or_, (self.rack(rack, self.index.rows.all) for rack in reading.racks(text, asked)))

    def rack(self, rack: Rack, among: int) -> int:
        """Of these rows those that lack no more tiles than there are blanks: `lacking[n]` has those that lack n or more."""
        lacking = [among, *([0] * (rack.blanks + 1))]
        for code in self.index.coding.code.values():
            held = rack.tiles.count(code)
            while (more := self.set(f"many/{code}/{held + 1}")) != 0:
                held += 1
                for short in range(rack.blanks + 1, 0, -1):
                    lacking[short] |= lacking[short - 1] & more
                self.steps.take(rack.blanks + 1)
        return among & ~lacking[-1]

    def length(self, text: str, asked: Asked) -> int:
        return self._within("size", self.index.sizes, text, asked)

    def points(self, text: str, asked: Asked) -> int:
        return self._within("points", self.index.worths, text, asked)

    def _within(self, kind: str, there: list[int], text: str, asked: Asked) -> int:
        low, high = reading.numbers(text, asked)
        return reduce(or_, (self.set(f"{kind}/{one}") for one in there if low <= one <= high), 0)

    def front(self, text: str, asked: Asked) -> int:
        return self._hooks(("front",), text, asked)

    def back(self, text: str, asked: Asked) -> int:
        return self._hooks(("back",), text, asked)

    def hooks(self, text: str, asked: Asked) -> int:
        return self._hooks(("front", "back"), text, asked)

    def _hooks(self, sides: tuple[str, ...], text: str, asked: Asked) -> int:
        """Words that take every tile named, on one of these sides; or none at all."""
        if text.lower() in NONE_WORDS | ANY_WORDS:
            found = reduce(or_, map(self.set, sides))
            return self.index.rows.all & ~found if text.lower() in NONE_WORDS else found
        found = self.index.rows.all
        for tiles in reading.hooks(text, asked):
            wanted = [f"{side}/{code}" for side in sides for code in tiles] if tiles else list(sides)
            found &= reduce(or_, map(self.set, wanted))
        return found

    def definition(self, text: str, asked: Asked) -> int:
        words = tokens(text)
        if not words:
            raise unfit("nothing-asked", _MEANING, at=asked.at)
        found = self.index.rows.all
        for word in words:
            found &= self._meaning(word, asked)
        return found

    def _meaning(self, word: str, asked: Asked) -> int:
        """Words with this word in their definition, or with a word that has it as a part."""
        wanted = f"\n{word}\n" if len(word) < LEAST_LETTERS else word
        told, starts, place, found, seen = self.index.tokens, self.index.token_starts, 0, 0, 0
        while (place := told.find(wanted, place)) >= 0:
            number = bisect_left(starts, place + 1) if wanted != word else bisect_right(starts, place) - 1
            found |= self.index.meant(number)
            seen += 1
            if seen > MOST_TOKENS:
                raise unfit("too-much", _COMMON, at=asked.at, value=word[:30])
            place = starts[number] + 1 if wanted != word else told.find("\n", place)
        return self.index.rows.spread(found)

    def part(self, text: str, asked: Asked) -> int:
        part = PART_OF.get(text.strip().lower().rstrip("."))
        if part is None:
            raise unfit("bad-part", _PART, at=asked.at, value=text[:30], known=", ".join(PARTS))
        return self.set(f"part/{part}")


_READERS: dict[str, Callable[[_Answer, str, Asked], int]] = {
    names.WORD: _Answer.word, names.PATTERN: _Answer.pattern, names.ANAGRAM: _Answer.anagram,
    names.WITHIN: _Answer.within, names.CONTAINS: _Answer.contains, names.STARTS: _Answer.starts,
    names.ENDS: _Answer.ends, names.LENGTH: _Answer.length, names.POINTS: _Answer.points, names.FRONT: _Answer.front,
    names.BACK: _Answer.back, names.HOOKS: _Answer.hooks, names.DEFINITION: _Answer.definition,
    names.PART: _Answer.part,
}  # fmt: skip
