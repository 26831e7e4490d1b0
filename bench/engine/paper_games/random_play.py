"""A player of random legal games with real bags and racks: it shares the judging of a play with the engine, and nothing
of the fold, the counting of bags, the totals or the end."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from scoring import Board, Placement, Position, Ruleset, Square, judge_play, write_tiles
from scoring.board.tiles import Piece
from scoring.sheets.scoresheet import EXCHANGE, OUT, PASSED, PLAY, RACK, Player, Scoresheet, Turn

NAMES = ("Amihan", "Bayani", "Dalisay", "Ligaya")
TRIES = 60


@dataclass
class Table:
    """Bags, racks and board of one game being played."""

    ruleset: Ruleset
    seats: int
    dice: random.Random
    board: Board = field(init=False)
    bags: dict[str, list[Piece]] = field(init=False)
    racks: list[list[Piece]] = field(init=False)
    totals: list[int] = field(init=False)
    turns: list[Turn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.board = Board(self.ruleset.layout)
        two = self.ruleset.bag.policy == "two"
        self.bags = {}
        for tile in self.ruleset.tiles.table:
            self.bags.setdefault(tile.bag if two else "", []).extend([tile.piece()] * tile.count)
        for bag in self.bags.values():
            self.dice.shuffle(bag)
        self.racks = [[] for _ in range(self.seats)]
        self.totals = [0] * self.seats
        for seat in range(self.seats):
            self.draw(seat)

    def bag_of(self, piece: Piece) -> str:
        two = self.ruleset.bag.policy == "two"
        return self.ruleset.tile_set.by_id[piece.tile].bag if two else ""

    def draw(self, seat: int) -> None:
        """Five of each where there are two bags, the rest from whichever is left."""
        rack, size = self.racks[seat], self.ruleset.rack.size
        for name, wanted in self.ruleset.bag.split or (("", size),):
            while sum(self.bag_of(piece) == name for piece in rack) < wanted and self.bags[name]:
                if len(rack) >= size:
                    return
                rack.append(self.bags[name].pop())
        for bag in self.bags.values():
            while len(rack) < size and bag:
                rack.append(bag.pop())

    @property
    def in_bag(self) -> int:
        return sum(map(len, self.bags.values()))


def random_game(ruleset: Ruleset, seats: int, seed: int, *, plays: int = 400) -> Scoresheet:
    """A complete game written with words, squares, racks and totals; at most `plays` plays."""
    table = Table(ruleset, seats, random.Random(seed))
    seat = idle = 0
    while not _over(table, idle) and len(table.turns) < plays:
        turn = (
            _play(table, seat)
            or _exchange(table, seat)
            or Turn(PASSED, seat, rack=_rack(table, seat), score=0)
        )
        idle = idle + 1 if turn.kind == PASSED else 0
        _write(table, seat, turn)
        seat = (seat + 1) % seats
    _settle(table)
    return Scoresheet(tuple(Player(name) for name in NAMES[:seats]), tuple(table.turns), ruleset=ruleset.id)


def _over(table: Table, idle: int) -> bool:
    passes = (table.ruleset.end.passes_each or 2) * table.seats
    return (table.in_bag == 0 and not all(table.racks)) or idle >= passes


def _rack(table: Table, seat: int) -> str:
    """Brackets round every tile of several letters, and round singles that could be read as one."""
    return " ".join(piece.text for piece in table.racks[seat])


def _write(table: Table, seat: int, turn: Turn) -> None:
    table.totals[seat] += turn.score or 0
    table.turns.append(turn._replace(total=table.totals[seat]))


def _play(table: Table, seat: int) -> Turn | None:
    for _ in range(TRIES):
        found = _try(table, seat)
        if found:
            return found
    return None


def _try(table: Table, seat: int) -> Turn | None:
    dice, rack = table.dice, table.racks[seat]
    tiles = dice.sample(rack, min(len(rack), dice.choice((1, 2, 3, 4, 5, len(rack)))))
    pieces = [_designated(table, piece) for piece in tiles]
    position = Position(_start(table, len(pieces)), dice.random() < 0.5)
    placements = _along(table.board, position, pieces)
    judged = judge_play(table.ruleset, table.board, placements, across=position.across, rack=rack)
    if len(placements) != len(pieces) or not judged.legal or judged.score is None:
        return None
    return _lay(table, seat, position, placements, judged.score)


def _designated(table: Table, piece: Piece) -> Piece:
    if not piece.blank:
        return piece
    return table.ruleset.tile_set.blank_as(table.dice.choice(table.ruleset.tile_set.blanks_as)) or piece


def _start(table: Table, length: int) -> Square:
    """Near something to join."""
    near = table.dice.choice(sorted(table.board.pieces)) if table.board.pieces else table.board.layout.start
    return Square(near.row + table.dice.randint(-length, 1), near.col + table.dice.randint(-length, 1))


def _along(board: Board, position: Position, pieces: list[Piece]) -> list[Placement]:
    placements: list[Placement] = []
    square = position.square
    for piece in pieces:
        while square in board.pieces:
            square = square.step(position.across)
        if square not in board.layout:
            return []
        placements.append(Placement(square, piece))
        square = square.step(position.across)
    return placements


def _lay(table: Table, seat: int, position: Position, placements: list[Placement], score: int) -> Turn:
    rack = _rack(table, seat)
    table.board = table.board.with_pieces(placements)
    run = table.board.run(placements[0].square, position.across)
    if len(run) == 1:
        position = Position(position.square, not position.across)
        run = table.board.run(placements[0].square, position.across)
    for _, piece in placements:
        bare = next(one for one in table.racks[seat] if one.tile == piece.tile)
        table.racks[seat].remove(bare)
    table.draw(seat)
    new = {place.square for place in placements}
    word = "".join(_shown(table, piece) if square in new else "." for square, piece in run)
    return Turn(PLAY, seat, Position(run[0].square, position.across).name, word, rack, score=score)


def _shown(table: Table, piece: Piece) -> str:
    """Every tile in brackets where letters could run together."""
    return f"[{piece.text.strip('[]')}]" if table.ruleset.tile_set.longest > 1 else piece.text


def _exchange(table: Table, seat: int) -> Turn | None:
    """Draw first, then put back (SAL:110); never more than a bag holds."""
    rack = table.racks[seat]
    number = min(len(rack), *(len(bag) for bag in table.bags.values()))
    if table.in_bag < table.ruleset.exchange.min_in_bag or number == 0 or table.dice.random() < 0.2:
        return None
    written, given = _rack(table, seat), rack[:number]
    del rack[:number]
    for piece in given:
        rack.append(table.bags[table.bag_of(piece)].pop())
    for piece in given:
        bag = table.bags[table.bag_of(piece)]
        bag.insert(table.dice.randint(0, len(bag)), piece)
    return Turn(EXCHANGE, seat, rack=written, tiles=" ".join(piece.text for piece in given), score=0)


def _settle(table: Table) -> None:
    """Own tiles off, the others' on for who went out, where the ruleset has it (SAL:226-228, BIS:58)."""
    rules = table.ruleset.adjustment
    out = next((seat for seat, rack in enumerate(table.racks) if not rack), None)
    for seat, rack in enumerate(table.racks):
        if rack and rules.deduct_own:
            points = sum(piece.value for piece in rack)
            _write(
                table,
                seat,
                Turn(RACK, seat, tiles=_rack(table, seat), rack=_rack(table, seat), score=-points),
            )
    if out is not None and rules.out_gains == "others_tiles":
        others = [piece for rack in table.racks for piece in rack]
        points = sum(piece.value for piece in others)
        _write(table, out, Turn(OUT, out, tiles=write_tiles(others), score=points))
