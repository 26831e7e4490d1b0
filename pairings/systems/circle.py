"""The circle method: every slot meets every other once in slots - 1 rounds, and a schedule begun otherwise
completed.
"""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[int, int]
STEPS = 1_000
LARGEST = 16


def circle(slots: int, turn: int) -> list[int]:
    """The partner of each of an even number of slots in the 0-based round: slot 0 stays, the others rotate.

    Round 0 is first against last, second against last but one (Berger; liwords `GetRoundRobinPairings`).
    """
    others = list(range(1, slots))
    turn %= slots - 1
    seats = [0, *others[slots - 1 - turn :], *others[: slots - 1 - turn]]
    partner = [0] * slots
    for here, there in zip(seats, reversed(seats), strict=True):
        partner[here] = there
    return partner


def starts_first(i: int, j: int, leg: int) -> bool:
    """Whether slot i starts against slot j: even sums let the lower start, each leg reverses (liwords)."""
    return (i < j) == ((i + j + leg) % 2 == 0)


class Completion:
    """Searches rounds that let every pair not yet met meet once.

    Bounded by steps; the same search on any machine.
    """

    def __init__(self, slots: int, open_pairs: set[Pair], rounds: int) -> None:
        self.slots = slots
        self.rounds = rounds
        self.left: list[set[int]] = [set() for _ in range(slots)]
        self.partner = [[-1] * slots for _ in range(rounds)]
        self.steps = STEPS
        for i, j in open_pairs:
            self.left[i].add(j)
            self.left[j].add(i)

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


def completed(slots: int, met: set[Pair], rounds: int) -> list[int] | None:
    """The partners of the next round of a schedule in which all who have not met still will, or None.

    Looked for among up to `LARGEST` slots: larger fields hardly ever play a whole leg, and the search grows
    fast.
    """
    if slots > LARGEST:
        return None
    unmet = {(i, j) for i in range(slots) for j in range(i + 1, slots) if (i, j) not in met}
    search = Completion(slots, unmet, rounds)
    return search.partner[0] if search.search() else None


def breaks_circle(slots: int, met: set[Pair], turn: int) -> bool:
    """Whether some pair the circle still has to bring together has met already."""
    later = (circle(slots, at) for at in range(turn, slots - 1))
    return any((min(i, j), max(i, j)) in met for partner in later for i, j in enumerate(partner))


def next_round(slots: int, met: set[Pair], turn: int) -> tuple[list[int], bool]:
    """The partners of a 0-based round of one leg, and whether the circle had to be left to get there."""
    if not breaks_circle(slots, met, turn):
        return circle(slots, turn), False
    found: Sequence[int] | None = completed(slots, met, slots - 1 - turn)
    return (list(found), True) if found is not None else (circle(slots, turn), False)
