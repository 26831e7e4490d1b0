"""A table begun otherwise, completed: what was published is pinned, the rest found around it.

| source | implemented |
|---|---|
| baxter, partly published round robin | the table with its slots renamed so that it holds what was published, |
| | then a bounded search over the pairs still open |

Both searches count their steps and never look at a clock: the same schedule on any machine. When neither finds
a way the table goes on as it was, and the prices keep repeats away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pairings.systems.round_robins.circle import Pair, Table
from pairings.systems.round_robins.renaming import renamed

STEPS = 1_000
LARGEST = 16


class Completion:
    """Searches rounds that let every open pair meet once, `fixed` pairs in the first of them.

    Bounded by steps; the same search on any machine.
    """

    def __init__(self, slots: int, open_pairs: set[Pair], rounds: int, fixed: Sequence[Pair] = ()) -> None:
        self.slots = slots
        self.rounds = rounds
        self.left: list[set[int]] = [set() for _ in range(slots)]
        self.partner = [[-1] * slots for _ in range(rounds)]
        self.steps = STEPS
        for i, j in open_pairs:
            self.left[i].add(j)
            self.left[j].add(i)
        for i, j in fixed:
            self.put(0, i, j)

    def choices(self, slot: int, turn: int) -> list[int]:
        """Whom a slot can still meet in a round."""
        return sorted(other for other in self.left[slot] if self.partner[turn][other] < 0)

    def tightest(self) -> tuple[int, int, list[int]] | None:
        """The slot and round with the fewest choices left, or None when all rounds are full."""
        best: tuple[int, int, list[int]] | None = None
        for turn in range(self.rounds):
            for slot in range(self.slots):
                if self.partner[turn][slot] < 0:
                    found = self.choices(slot, turn)
                    if best is None or len(found) < len(best[2]):
                        best = (slot, turn, found)
        return best

    def put(self, turn: int, i: int, j: int) -> None:
        """Let two meet in a round."""
        self.partner[turn][i], self.partner[turn][j] = j, i
        self.left[i].discard(j)
        self.left[j].discard(i)

    def take_back(self, turn: int, i: int, j: int) -> None:
        """Undo a meeting."""
        self.partner[turn][i] = self.partner[turn][j] = -1
        self.left[i].add(j)
        self.left[j].add(i)

    def search(self) -> bool:
        """Fill the rounds that are left; False when there is no way or the steps are used up."""
        spot = self.tightest()
        if spot is None:
            return True
        slot, turn, found = spot
        for other in found:
            self.steps -= 1
            if self.steps < 0:
                return False
            self.put(turn, slot, other)
            if self.search():
                return True
            self.take_back(turn, slot, other)
        return False


@dataclass(frozen=True, slots=True)
class Begun:
    """A table and what has become of it: the pairs of each earlier round of this leg, all pairs that have met
    in it (or before), and the pairs already fixed in the round that is wanted.
    """

    table: Table
    played: Sequence[frozenset[Pair]]
    met: frozenset[Pair]
    now: frozenset[Pair] = frozenset()

    @property
    def turn(self) -> int:
        """The 0-based round that is wanted."""
        return len(self.played)

    @property
    def holds(self) -> bool:
        """Whether the table can simply go on."""
        row = self.table[self.turn]
        later = (pair for partner in self.table[self.turn :] for pair in pairs_in(partner))
        return all(row[i] == j for i, j in self.now) and not any(pair in self.met for pair in later)


def pairs_in(partner: Sequence[int]) -> Iterator[Pair]:
    """The pairs of one round of a table."""
    return ((i, j) for i, j in enumerate(partner) if i < j)


def searched(begun: Begun) -> list[int] | None:
    """The partners of the round by the bounded search, or None.

    Looked for among up to `LARGEST` slots: larger fields hardly ever play a whole leg, and the search grows fast.
    """
    slots = len(begun.table[0])
    if slots > LARGEST:
        return None
    unmet = {pair for partner in begun.table for pair in pairs_in(partner)} - begun.met
    if not begun.now <= unmet:
        return None
    search = Completion(slots, unmet, len(begun.table) - begun.turn, sorted(begun.now))
    return search.partner[0] if search.search() else None


def next_round(begun: Begun, rename: bool = False) -> tuple[list[int], bool]:
    """The partners of the wanted round, and whether the table had to be left to get there.

    `rename`: every slot may take every other's part (not so where the slots belong to teams).
    """
    usual = list(begun.table[begun.turn])
    if begun.holds:
        return usual, False
    found: list[int] | None = None
    if rename and begun.met == frozenset().union(*begun.played):
        found = renamed(begun.table, [*begun.played, begun.now])
    if found is None:
        found = searched(begun)
    return (found, True) if found is not None else (usual, False)
