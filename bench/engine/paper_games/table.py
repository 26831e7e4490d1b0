"""One table: bags, racks and a board of plain squares; words are laid at random and added up. Shares no code with `scoring`.

Nobody looks words up: any row of tiles that joins the board is a play.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

from bench.engine.paper_games.rules import Rules

At = tuple[int, int]
_COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


@dataclass(frozen=True)
class Tile:
    """`kind`: of which tile it is made, "?" a blank; `face`: what it reads as, "" for a blank on a rack."""

    kind: str
    face: str
    value: int

    @property
    def shown(self) -> str:
        """In brackets if it has several letters, small if it is a blank: `A`, `[NG]`, `a`, `?`."""
        text = self.face.lower() if self.kind == "?" else self.face
        return "?" if not text else f"[{text}]" if len(text) > 1 else text


@dataclass
class Play:
    """Tiles on squares, the whole word with the squares it takes, points, and every word formed."""

    across: bool
    laid: dict[At, Tile]
    squares: list[At]
    points: int
    words: list[str]

    @property
    def place(self) -> str:
        row, col = self.squares[0]
        return f"{row + 1}{_COLUMNS[col]}" if self.across else f"{_COLUMNS[col]}{row + 1}"


def name_of(square: At) -> str:
    return f"{_COLUMNS[square[1]]}{square[0] + 1}"


@dataclass
class Table:
    """The state of one game."""

    rules: Rules
    seats: int
    dice: random.Random
    board: dict[At, Tile] = field(default_factory=dict)
    bags: dict[str, list[Tile]] = field(default_factory=dict)
    racks: list[list[Tile]] = field(default_factory=list)

    def __post_init__(self) -> None:
        two = self.rules.fields["bag.policy"] == "two"
        for kind, count in self.rules.counts.items():
            tile = Tile(kind, "" if kind == "?" else kind, self.rules.values[kind])
            self.bags.setdefault(self.rules.bags[kind] if two else "", []).extend([tile] * count)
        for bag in self.bags.values():
            self.dice.shuffle(bag)
        self.racks = [[] for _ in range(self.seats)]
        for seat in range(self.seats):
            self.draw(seat)

    @property
    def in_bag(self) -> int:
        return sum(map(len, self.bags.values()))

    def bag_of(self, tile: Tile) -> str:
        return self.rules.bags[tile.kind] if len(self.bags) > 1 else ""

    def draw(self, seat: int) -> None:
        """SAL:102-104, 217: so many of each kind, then whatever there is."""
        rack, size = self.racks[seat], self.rules.fields["rack.size"]
        for name, wanted in self.rules.fields["bag.split"].items():
            while (
                self.bags[name]
                and len(rack) < size
                and sum(self.bag_of(tile) == name for tile in rack) < wanted
            ):
                rack.append(self.bags[name].pop())
        for bag in self.bags.values():
            while bag and len(rack) < size:
                rack.append(bag.pop())

    def swap(self, seat: int, given: list[Tile]) -> None:
        """Draw as many of each kind, then put the old ones back."""
        for tile in given:
            self.racks[seat].remove(tile)
            self.racks[seat].append(self.bags[self.bag_of(tile)].pop())
        for tile in given:
            bag = self.bags[self.bag_of(tile)]
            bag.insert(self.dice.randint(0, len(bag)), tile)

    def find(self, seat: int, must: Tile | None = None, tries: int = 60) -> Play | None:
        """A play of some tiles of the rack somewhere; `must`: a tile it has to hold."""
        for _ in range(tries):
            play = self._try(self.racks[seat], must)
            if play:
                return play
        return None

    def _try(self, rack: list[Tile], must: Tile | None) -> Play | None:
        dice, least = self.dice, 1 if self.board else self.rules.fields["first_play.min_tiles"]
        number = len(rack) if dice.random() < 0.15 else dice.choice((1, 2, 3, 4, 5))
        if not least <= number <= len(rack):
            return None
        tiles = dice.sample(rack, number)
        if must and must not in tiles:
            tiles[0] = must
        tiles = [self._named(tile) for tile in tiles]
        row, col = dice.choice(list(self.board)) if self.board else (self.rules.side // 2,) * 2
        across, back = dice.random() < 0.5, dice.randint(0, number)
        side = dice.choice((-1, 0, 1)) if self.board else 0
        start = (row + side, col - back) if across else (row - back, col + side)
        laid = self._along(start, across, tiles)
        play = self.judge(laid, across) if laid else None
        return play if play and self._may_stand(play) else None

    def _may_stand(self, play: Play) -> bool:
        """Spanish practice: two tiles of one letter do not spell what one tile of two letters spells."""
        if self.rules.fields["tiles.digraph_from_singles"] == "allow":
            return True
        faces = [(play.laid.get(square) or self.board[square]).face for square in play.squares]
        pairs = (one + two for one, two in pairwise(faces))
        return not any(pair in self.rules.several for pair in pairs)

    def _named(self, tile: Tile) -> Tile:
        if tile.kind != "?":
            return tile
        return Tile("?", self.dice.choice(self.rules.fields["tiles.alphabet"]), 0)

    def _along(self, at: At, across: bool, tiles: list[Tile]) -> dict[At, Tile] | None:
        laid: dict[At, Tile] = {}
        for tile in tiles:
            while at in self.board:
                at = _next(at, across)
            if at not in self.rules.premiums:
                return None
            laid[at] = tile
            at = _next(at, across)
        middle = (self.rules.side // 2,) * 2
        joined = any(near in self.board for square in laid for near in _beside(square))
        return laid if joined or (not self.board and middle in laid) else None

    def judge(self, laid: dict[At, Tile], across: bool) -> Play:
        """Points of all words formed; a single tile is written along the longer line."""
        after = {**self.board, **laid}
        first = next(iter(laid))
        if len(laid) == 1 and len(_run(after, first, across)) == 1:
            across = not across
        main = _run(after, first, across)
        crossing = [run for square in laid if len(run := _run(after, square, not across)) > 1]
        points = sum(self._points(after, run, laid) for run in (main, *crossing))
        words = ["".join(after[square].face for square in run) for run in (main, *crossing)]
        return Play(across, laid, main, points + self.rules.bonus.get(len(laid), 0), words)

    def _points(self, after: dict[At, Tile], run: list[At], laid: dict[At, Tile]) -> int:
        total, times = 0, 1
        for square in run:
            letter, word = self.rules.premiums[square] if square in laid else (1, 1)
            total, times = total + after[square].value * letter, times * word
        return total * times

    def lay(self, seat: int, play: Play) -> None:
        """Put the tiles down; nothing is drawn yet, as the play may be challenged."""
        for square, tile in play.laid.items():
            self.board[square] = tile
            self.racks[seat].remove(next(one for one in self.racks[seat] if one.kind == tile.kind))

    def take_back(self, seat: int, play: Play) -> None:
        for square in play.laid:
            tile = self.board.pop(square)
            self.racks[seat].append(tile if tile.kind != "?" else Tile("?", "", 0))


def _next(at: At, across: bool) -> At:
    return (at[0], at[1] + 1) if across else (at[0] + 1, at[1])


def _beside(at: At) -> list[At]:
    row, col = at
    return [(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)]


def _run(tiles: dict[At, Tile], at: At, across: bool) -> list[At]:
    row, col = at
    down, right = (0, 1) if across else (1, 0)
    while (row - down, col - right) in tiles:
        row, col = row - down, col - right
    found = []
    while (row, col) in tiles:
        found.append((row, col))
        row, col = row + down, col + right
    return found
