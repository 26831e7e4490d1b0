"""The tables in which everybody meets everybody once: the circle of liwords, the tables of Berger, and that of six.

| source | implemented |
|---|---|
| circle method (liwords) | slot 0 stays, the others turn by one each round |
| baxter, quads and sixes | six players: 1-2 3-4 5-6, 1-3 4-5 2-6, 1-4 2-5 3-6, an incomplete round robin of three rounds |
| FIDE C.05 annex 1 (Berger tables) | the last slot stays, the others turn by half; who starts is part of the table |
"""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[int, int]
# Six players in the rounds of quads (baxter), and the two rounds after which all have met.
SIX = (
    ((0, 1), (2, 3), (4, 5)),
    ((0, 2), (3, 4), (1, 5)),
    ((0, 3), (1, 4), (2, 5)),
    ((0, 4), (1, 2), (3, 5)),
    ((0, 5), (1, 3), (2, 4)),
)
Table = Sequence[Sequence[int]]


def circle(slots: int, turn: int) -> list[int]:
    """The partner of each of an even number of slots in the 0-based round: slot 0 stays, the others rotate.

    Round 0 is first against last, second against last but one (liwords `GetRoundRobinPairings`).
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


def berger(slots: int, turn: int) -> list[Pair]:
    """The pairs of a 0-based round, starter first: 1-4 2-3, then 4-3 1-2, then 2-4 3-1 (FIDE C.05, 3/4 players).

    Every number but the last moves on by half the slots; the last one starts in every second round.
    """
    ring, top = slots - 1, slots - 1
    turned = [(turn * (slots // 2) + at) % ring for at in range(ring)]
    head: Pair = (top, turned[0]) if turn % 2 else (turned[0], top)
    return [head, *((turned[at], turned[ring - at]) for at in range(1, slots // 2))]


def partners(slots: int, pairs: Sequence[Pair]) -> list[int]:
    """The partner of each slot; -1 for nobody."""
    found = [-1] * slots
    for i, j in pairs:
        found[i], found[j] = j, i
    return found


def table_of(slots: int, order: str) -> Table:
    """All rounds of one leg, by the circle or by Berger."""
    if order == "berger":
        return [partners(slots, berger(slots, turn)) for turn in range(slots - 1)]
    return [circle(slots, turn) for turn in range(slots - 1)]


def table_in_groups(slots: int) -> Table:
    """All rounds of a group: six as the field pairs them, so that three rounds beside quads do, others by the circle."""
    return [partners(slots, pairs) for pairs in SIX] if slots == len(SIX) + 1 else table_of(slots, "circle")


def berger_starters(slots: int) -> dict[Pair, int]:
    """Who of each pair starts in the first leg of a Berger table."""
    rounds = (berger(slots, turn) for turn in range(slots - 1))
    return {(min(pair), max(pair)): pair[0] for pairs in rounds for pair in pairs}
